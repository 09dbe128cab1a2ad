const API_PATH = /\/+(api\/biz\/*)?$/i;

/** What is wrong with a service's address, as a predicate that never shows it: it may hold a password. */
export function explainBaseUrl(value: string): string | undefined {
  const address = URL.canParse(value) ? new URL(value) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol))
    return 'must be an http or https address. For example: https://accounting.example';
  if (address.username !== '' || address.password !== '')
    return 'must not hold a user or a password. Give a token instead, from a variable of the environment';
  if (address.search !== '' || address.hash !== '')
    return 'must end before ? and #. For example: https://accounting.example';
  return undefined;
}

/** One spelling for one service: host in lower case, no default port, no slash at the end, without `/api/biz`. */
export function normaliseBaseUrl(value: string): string {
  const { origin, pathname } = new URL(value);
  return origin + pathname.replace(API_PATH, '');
}

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
    if (twice) return [[name, 'appears twice: upper and lower case are alike. Keep one of them']];
    if (value.trim() === '') return [[name, 'is empty. Give it a value, or remove it']];
    return /^[\x20-\x7e\x80-\xff\t]*$/.test(value)
      ? []
      : [[name, 'holds a line break, or a letter that a header cannot hold']];
  });
}

/** Names of this machine that no other machine can reach. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/** Whether an address, or a name, is this machine's alone. @param host without port and brackets */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
