import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../config/loopback.ts';
import { ApiError } from './api-error.ts';

/** Methods that change nothing. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** What a browser says of a request that no other site has a hand in; `none`: a person typed the address. */
export const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/** What of a request says where it comes from. */
export interface Whence {
  readonly method: string;
  readonly host: string | undefined;
  /** `X-Forwarded-Host`. */
  readonly forwardedHost: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  readonly site: string | undefined;
}

/** What the headers of a request say of it. */
export function whenceOf({ method, headers }: FastifyRequest): Whence {
  const { host, origin, 'sec-fetch-site': site, 'x-forwarded-host': forwardedHost } = headers;
  const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);
  return { method, host, forwardedHost: text(forwardedHost), origin, site: text(site) };
}

/**
 * Without users, being on this machine is the only right that is asked for, and a page of any site that somebody here looks at
 * is on this machine too. So the name that was asked must be this machine's (a name of another that leads here is DNS
 * rebinding), and what changes something must not come from another site.
 * @throws ApiError 403
 */
export function checkOrigin({ method, host, origin, site }: Whence): void {
  const asked = host === undefined ? undefined : hostName(host);
  if (asked === undefined || !isLoopback(asked)) {
    throw new ApiError(
      403,
      'host-refused',
      'Without users, only this machine may be asked, by its own name.',
      'Use http://127.0.0.1, or configure users in bilag.yaml.',
    );
  }
  if (SAFE_METHODS.has(method)) return;
  const elsewhere = origin !== undefined && origin.toLowerCase() !== `http://${host!.toLowerCase()}`;
  if (elsewhere || (site !== undefined && !OWN_SITES.has(site))) {
    throw new ApiError(
      403,
      'origin-refused',
      'A page of another site may change nothing here.',
      'Configure users in bilag.yaml, and send a token.',
    );
  }
}

function hostName(host: string): string | undefined {
  return /^(?:\[([\da-f:]+)\]|([^:[\]]+))(?::\d{1,5})?$/i
    .exec(host)
    ?.slice(1)
    .find((name) => name !== undefined);
}
