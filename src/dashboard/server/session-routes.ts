import type { User } from '../../config/users-section.ts';
import { sessionAnswer, signedOutAnswer, signInBody } from './api-access.ts';
import { ApiError } from './api-error.ts';
import type { Api } from './build-server.ts';
import { checkPasswords } from './check-passwords.ts';
import { clientAddress, networkOf } from './client-address.ts';
import { answers } from './describe-api.ts';
import type { Served } from './server-ports.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';
import { throttleSignIns } from './throttle-sign-ins.ts';

/** Characters of a session's hash by which the log tells it from others. */
const SHOWN_CHARACTERS = 8;

/** Who is signed in; signing in and out. */
export function sessionRoutes(
  server: Api,
  { ports }: Served,
  { users, sessions }: { readonly users: readonly User[]; readonly sessions: Sessions },
): void {
  const { say } = ports;
  const check = checkPasswords(users);
  const begin = throttleSignIns(() => performance.now());

  server.get(
    '/api/session',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Who asks, and what they may do',
        operationId: 'getSession',
        response: answers({ 200: sessionAnswer }),
      },
    },
    (request) => {
      const { session, who, role } = request;
      return {
        name: who,
        role,
        signIn: users.length > 0,
        ...(session === null ? {} : { csrf: session.csrf }),
      };
    },
  );
  server.post(
    '/api/session',
    {
      config: { role: 'anyone' },
      schema: {
        summary: 'Sign in with a password',
        description:
          'Answers with a session, whose id is in a cookie that only the browser sees. 429: too many attempts failed; Retry-After says when the next may be made.',
        operationId: 'signIn',
        body: signInBody,
        response: answers({ 200: sessionAnswer }),
      },
    },
    async (request, reply) => {
      if (users.length === 0) {
        throw new ApiError(409, 'no-users', 'No users are configured: nobody has to sign in.');
      }
      const { password } = request.body;
      const name = request.body.name.normalize('NFC');
      const address = clientAddress(request);
      const attempt = begin(name, networkOf(address));
      const user = await check(name, password).catch((error: unknown) => {
        attempt.dropped();
        throw error;
      });
      if (user === undefined) {
        attempt.failed();
        // What nobody is called may be a password in the wrong field.
        const whose = users.some((each) => each.name === name) ? name : 'a name that nobody has';
        say(`Signing in as ${whose} failed, from ${address} (failure ${attempt.failures} of late).`);
        throw new ApiError(
          401,
          'sign-in-refused',
          'Name or password is wrong.',
          'An administrator can set a new password: bilag password NAME.',
        );
      }
      attempt.succeeded();
      const before = readSessionCookie(request);
      if (before !== undefined) sessions.end(sessions.use(before)?.id ?? '');
      const session = sessions.begin(user);
      say(`${user.name} signed in from ${address} (session ${session.id.slice(0, SHOWN_CHARACTERS)}).`);
      setSessionCookie(session.secret, request, reply);
      return { name: user.name, role: user.role, signIn: true, csrf: session.csrf };
    },
  );
  server.delete(
    '/api/session',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Sign out',
        description: 'Ends the session of the cookie; a token goes on.',
        operationId: 'signOut',
        response: answers({ 200: signedOutAnswer }),
      },
    },
    async ({ session }, reply) => {
      if (session !== null) {
        sessions.end(session.id);
        say(`${session.user.name} signed out (session ${session.id.slice(0, SHOWN_CHARACTERS)}).`);
        clearSessionCookie(reply);
      }
      return { ok: true };
    },
  );
}
