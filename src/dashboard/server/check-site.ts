import { ApiError } from './api-error.ts';
import { OWN_SITES, SAFE_METHODS, type Whence } from './check-origin.ts';

/**
 * With users, what a browser sends with a session, and whoever signs in, must come from a page of ours. `Sec-Fetch-Site` is the
 * browser's own word, whatever names a proxy gives us; it is sent over https and on this machine only. Else the page's host must be the
 * one that was asked: `Host`, or what the proxy says was `Host` (no page can make a browser send that header to another site).
 * @throws ApiError 403
 */
export function checkSite({ method, host, forwardedHost, origin, site }: Whence): void {
  if (SAFE_METHODS.has(method)) return;
  if (site === undefined ? origin === undefined || isOurs(origin, [host, forwardedHost]) : OWN_SITES.has(site)) return;
  throw new ApiError(
    403,
    'origin-refused',
    'A page of another site may change nothing here.',
    'Where a proxy is in front, it has to pass on the header Host as the browser sent it.',
  );
}

function isOurs(origin: string, hosts: readonly (string | undefined)[]): boolean {
  if (!URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  return hosts.some(
    (each) =>
      each !== undefined && URL.canParse(`${protocol}//${each}`) && new URL(`${protocol}//${each}`).host === host,
  );
}
