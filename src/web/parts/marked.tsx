interface MarkedProps {
  readonly of: string;
  /** What was searched for, each by itself; none: nothing is marked. */
  readonly parts: readonly string[];
}

/** A text in which the letters that were typed stand out. */
export function Marked({ of, parts }: MarkedProps) {
  if (parts.length === 0) return <>{of}</>;
  const found = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return (
    <>
      {of.split(new RegExp(`(${found})`, 'iu')).map((each, at) => (at % 2 === 1 ? <mark key={at}>{each}</mark> : each))}
    </>
  );
}
