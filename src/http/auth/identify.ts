import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config/base-url.ts';
import { USER_ROLES, type User, type UserRole } from '../../config/users.ts';
import { ApiError } from '../errors.ts';
import { clearSessionCookie, isSame, readSessionCookie, type Sessions } from './sessions.ts';

/** Header that no page of another site can send, with a value that none can know. */
const CSRF_HEADER = 'x-bilag-csrf';

/**
 * Finds out who sends a request, and whether they may: by a token, else by the session that the browser's cookie names. A token is
 * sent on purpose; a cookie goes along with whatever a browser is made to send, so that with one every change has to prove that a page of
 * ours made it.
 * @throws ApiError 401, 403
 */
export async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  { users, sessions }: { readonly users: readonly User[]; readonly sessions: Sessions },
): Promise<void> {
  const { role = 'viewer', stream = false } = request.routeOptions.config;
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    enter(authenticate(authorization, users));
    return;
  }
  checkSite(whenceOf(request));
  const secret = readSessionCookie(request);
  const session = secret === undefined ? undefined : await sessions.use(secret);
  if (session === undefined) {
    if (role === 'anyone') return;
    if (secret === undefined) authenticate(undefined, users);
    clearSessionCookie(reply);
    throw new ApiError(401, 'session-over', 'The session is over.', 'Sign in again.');
  }
  if (role !== 'anyone' && !SAFE_METHODS.has(request.method)) {
    const given = request.headers[CSRF_HEADER];
    if (typeof given !== 'string' || !isSame(given, session.csrf)) {
      throw new ApiError(
        403,
        'csrf-needed',
        'What changes something needs the header x-bilag-csrf of the session.',
        'Load the page again. Programs send a token instead: bilag token NAME --role operator',
      );
    }
  }
  request.session = session;
  if (stream) sessions.endWith(session, reply.raw);
  enter(session.user);

  function enter(user: User): void {
    if (role !== 'anyone') checkRole(user, role);
    request.who = user.name;
    request.role = user.role;
    request.known = true;
  }
}

/** Characters of a token that is looked at; a longer one is none of ours. */
const TOKEN_MAX_CHARACTERS = 256;
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/**
 * Who sends a request, by the token in its header `Authorization`. Every user's hash is compared, and each in constant time: how
 * long it takes says nothing.
 * @throws ApiError 401
 */
export function authenticate(header: string | undefined, users: readonly User[]): User {
  const [, token] = BEARER.exec(header ?? '') ?? [];
  const hash = createHash('sha256')
    .update(token ?? '')
    .digest();
  const mine = users.filter(
    (user) => user.token !== undefined && timingSafeEqual(hash, Buffer.from(user.token.slice('sha256:'.length), 'hex')),
  );
  const [user] = mine;
  if (token !== undefined && token.length <= TOKEN_MAX_CHARACTERS && user !== undefined) return user;
  throw new ApiError(
    401,
    'token-needed',
    header === undefined ? 'This needs a token, or somebody who is signed in.' : 'This token is nobody’s here.',
    'Send the header Authorization: Bearer TOKEN. An administrator makes one with: bilag token NAME --role viewer',
  );
}

/** @throws ApiError 403 where the user may do less than `needed` */
function checkRole(user: User, needed: UserRole): void {
  if (USER_ROLES.indexOf(user.role) >= USER_ROLES.indexOf(needed)) return;
  throw new ApiError(
    403,
    'role-needed',
    `This needs the role ${needed}; ${user.name} is ${user.role}.`,
    'An administrator can change the role in bilag.yaml.',
    { facts: { needed, role: user.role } },
  );
}

/** Methods that change nothing. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** What a browser says of a request that no other site has a submit; `none`: a person typed the address. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/** What of a request says where it comes from. */
interface Whence {
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

/**
 * With users, what a browser sends with a session, and whoever signs in, must come from a page of ours. `Sec-Fetch-Site` is the
 * browser's own word, whatever names a proxy gives us; it is sent over https and on this machine only. Else the page's host must be the
 * one that was asked: `Host`, or what the proxy says was `Host` (no page can make a browser send that header to another site).
 * @throws ApiError 403
 */
function checkSite({ method, host, forwardedHost, origin, site }: Whence): void {
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
