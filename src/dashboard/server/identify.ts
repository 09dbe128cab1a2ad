import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../config/users-section.ts';
import { ApiError } from './api-error.ts';
import { authenticate, checkRole } from './authorize.ts';
import { SAFE_METHODS, whenceOf } from './check-origin.ts';
import { checkSite } from './check-site.ts';
import { clearSessionCookie, readSessionCookie } from './session-cookie.ts';
import { isSame, type Sessions } from './sessions.ts';

/** Header that no page of another site can send, with a value that none can know. */
const CSRF_HEADER = 'x-bilag-csrf';

/**
 * Finds out who sends a request, and whether they may: by a token, else by the session that the browser's cookie names. A token is
 * sent on purpose; a cookie goes along with whatever a browser is made to send, so that with one every change has to prove that a page of
 * ours made it.
 * @throws ApiError 401, 403
 */
export function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  { users, sessions }: { readonly users: readonly User[]; readonly sessions: Sessions },
): void {
  const { role = 'viewer', stream = false } = request.routeOptions.config;
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    enter(authenticate(authorization, users));
    return;
  }
  checkSite(whenceOf(request));
  const secret = readSessionCookie(request);
  const session = secret === undefined ? undefined : sessions.use(secret);
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
