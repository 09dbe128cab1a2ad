/** A set with one more, or without it where it was in. */
export function toggled<T>(before: Iterable<T>, one: T): ReadonlySet<T> {
  const now = new Set(before);
  if (!now.delete(one)) now.add(one);
  return now;
}
