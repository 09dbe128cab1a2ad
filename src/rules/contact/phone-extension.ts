/** An extension at the end of a description: the service has no field for it. */
const AT_END = /(?:^|, )ext\. (\d+)$/;

/** A phone's description with its extension in words: `Sentralbord, ext. 123`. */
export function describePhone(words: readonly string[], extension: string): string {
  const ending = extension === '' ? [] : [`ext. ${extension}`];
  return [...words, ...ending].filter((word) => word !== '').join(', ');
}

/** The extension that such a description ends with; else the empty string. */
export function extensionIn(description: string): string {
  return AT_END.exec(description)?.[1] ?? '';
}
