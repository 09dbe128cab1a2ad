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
