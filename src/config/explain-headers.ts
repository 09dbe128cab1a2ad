/** These frame the request or belong to the connection. */
const RESERVED = new Set([
  'connection',
  'content-length',
  'content-type',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that can't be sent, with what is wrong, as predicates that never show a value. */
export function explainHeaders(headers: Readonly<Record<string, string>>): [name: string, message: string][] {
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase();
    const twice = seen.has(lower);
    seen.add(lower);
    if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name)) return [[name, 'is not the name of a header']];
    if (RESERVED.has(lower)) return [[name, 'is set by the connection itself. Remove it']];
    if (twice) return [[name, 'stands twice: upper and lower case are alike. Keep one of them']];
    if (value.trim() === '') return [[name, 'is empty. Give it a value, or remove it']];
    return /^[\x20-\x7e\x80-\xff\t]*$/.test(value)
      ? []
      : [[name, 'holds a line break, or a letter that a header cannot hold']];
  });
}
