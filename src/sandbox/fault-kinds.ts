/**
 * What can go wrong with one request, and how. "Before" is never applied, "after" always is; a client can't tell.
 * A kind of three digits is refused with that status before anything is applied.
 */
export const FAULT_KINDS = {
  'reset-before': 'the connection is reset after the headers, nothing is applied',
  'reset-after': 'applied, then the connection is reset without a reply',
  'close-before': 'the connection is closed (end of file) after the headers, nothing is applied',
  'close-after': 'applied, then the connection is closed without a reply',
  'hang-before': 'nothing is applied and no reply ever comes',
  'hang-after': 'applied, and no reply ever comes',
  '400': 'refused, with messages',
  '401': 'refused, token',
  '403': 'refused, no access',
  '404': 'refused, no such page',
  '408': 'refused, request timeout',
  '409': 'refused, conflict',
  '413': 'refused, too large',
  '415': 'refused, media type',
  '422': 'refused, with validation results',
  '429': 'refused, Retry-After in seconds',
  '429-date': 'refused, Retry-After as an HTTP date',
  '429-bare': 'refused, without Retry-After',
  '500': 'refused, error',
  '502': 'refused, bad gateway, HTML',
  '503': 'refused, unavailable',
  '504': 'refused, gateway timeout, HTML',
  '408-after': 'applied, then answered 408',
  '500-after': 'applied, then answered 500',
  '502-after': 'applied, then answered 502',
  '503-after': 'applied, then answered 503',
  '504-after': 'applied, then answered 504',
  html: '200 with an HTML page, nothing is applied',
  'html-after': 'applied, then 200 with an HTML page',
  redirect: '302 to a login page, nothing is applied',
  truncated: 'applied, then a reply that ends in the middle',
  unfiltered: 'a list is answered without regard to its filter, as for a field that is not known',
  partial: 'the first half of the entries is applied, then answered 400',
  half: 'the first half of the entries is applied, then answered 200 with a list of that half',
  'half-errors': 'the first half of the entries is applied, then answered 200 with errors in place of the others',
  'shorter-after': 'applied, then answered 200 with a list that lacks the last entry',
  'empty-list': '200 with an empty list, nothing is applied',
  'empty-list-after': 'applied, then 200 with an empty list',
  'not-success': '200 with success: false, nothing is applied',
  'not-success-after': 'applied, then 200 with success: false',
  'error-level': '200 with a message of level error, nothing is applied',
  null: '200 with null, nothing is applied',
  'null-after': 'applied, then 200 with null',
  slow: 'waits for slow-for, then goes on; may come together with another fault',
} as const;

export type FaultKind = keyof typeof FAULT_KINDS;

/** Only the first half of the entries is applied. */
export function appliesHalf(kind: FaultKind | undefined): boolean {
  return kind === 'partial' || kind === 'half' || kind === 'half-errors';
}

export function isFaultKind(name: string): name is FaultKind {
  return Object.hasOwn(FAULT_KINDS, name);
}

/** Whether the request is applied although the caller is not told of a success. */
export function isApplied(kind: FaultKind): boolean {
  return kind.endsWith('-after') || kind === 'truncated';
}
