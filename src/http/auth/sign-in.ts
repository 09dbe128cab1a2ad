import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  deriveKey,
  nobodysHash,
  PASSWORD_MAX_CHARACTERS,
  readPasswordHash,
  USER_ROLES,
  type User,
} from '../../config/users.ts';
import { group } from '../../core/schema-parts.ts';
import { answers } from '../api/describe.ts';
import { ApiError } from '../errors.ts';
import { takeTurns } from '../limits.ts';
import type { Api, Served } from '../ports.ts';
import { clientAddress, type IsProxy, networkOf } from './client-address.ts';
import { clearSessionCookie, readSessionCookie, type Sessions, setSessionCookie } from './sessions.ts';
import { throttleSignIns } from './throttle.ts';

/** Characters of a session's hash by which the log tells it from others. */
const SHOWN_CHARACTERS = 8;

export interface SignInOptions {
  readonly users: readonly User[];
  readonly sessions: Sessions;
  readonly isProxy: IsProxy;
}

/** Who is signed in; signing in and out. */
export function sessionRoutes(server: Api, { ports }: Served, { users, sessions, isProxy }: SignInOptions): void {
  const { log } = ports;
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
      const address = clientAddress(request, isProxy);
      const attempt = begin(name, networkOf(address));
      const user = await check(name, password).catch((error: unknown) => {
        attempt.dropped();
        throw error;
      });
      if (user === undefined) {
        attempt.failed();
        // What nobody is called may be a password in the wrong field.
        const whose = users.some((each) => each.name === name) ? name : 'a name that nobody has';
        const { failures } = attempt;
        const known = whose === name ? { who: name } : {};
        log('sign-in-failed', `Signing in as ${whose} failed, from ${address} (failure ${failures} of late).`, {
          ...known,
          address,
          failures,
        });
        throw new ApiError(
          401,
          'sign-in-refused',
          'Name or password is wrong.',
          'An administrator can set a new password: bilag password NAME.',
        );
      }
      attempt.succeeded();
      const before = readSessionCookie(request);
      if (before !== undefined) await sessions.end((await sessions.use(before))?.id ?? '');
      const session = await sessions.begin(user);
      const shown = session.id.slice(0, SHOWN_CHARACTERS);
      log('signed-in', `${user.name} signed in from ${address} (session ${shown}).`, {
        who: user.name,
        address,
        session: shown,
      });
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
        await sessions.end(session.id);
        const { name } = session.user;
        const shown = session.id.slice(0, SHOWN_CHARACTERS);
        log('signed-out', `${name} signed out (session ${shown}).`, { who: name, session: shown });
        clearSessionCookie(reply);
      }
      return { ok: true };
    },
  );
}

/** Longer names nobody has, in characters. */
const NAME_MAX_CHARACTERS = 200;

/** Its messages never show what was sent: a person may have typed the password into the wrong field. */
const signInBody = group(
  {
    name: secretText(NAME_MAX_CHARACTERS),
    password: secretText(PASSWORD_MAX_CHARACTERS).meta({ format: 'password' }),
  },
  '{"name": "kari", "password": "…"}',
);

const sessionAnswer = z.strictObject({
  name: z.string(),
  role: z.enum(USER_ROLES),
  signIn: z.boolean().meta({ description: 'users are configured, so that one signs in and out' }),
  csrf: z.string().optional().meta({
    description:
      'of a session: every request that changes something sends it as the header x-bilag-csrf. Requests with a token need none',
  }),
});

const signedOutAnswer = z.strictObject({ ok: z.literal(true) });

function secretText(characters: number) {
  const error = `must be text of 1 to ${characters} characters`;
  return z.string({ error }).min(1, { error }).max(characters, { error });
}

/** Passwords that are tried at once: each takes 128 MB, and one of the four threads that files are read by too. */
const AT_ONCE = 2;
/** That wait for their turn; each takes half a second. */
const WAITING = 16;

/**
 * Who has this name and this password. A name that nobody has, and one without a password, cost the same work as any other, so
 * that neither the answer nor the time it takes says who there is.
 * @param derive replaced where the work is counted
 */
export function checkPasswords(
  users: readonly User[],
  derive: typeof deriveKey = deriveKey,
): (name: string, password: string) => Promise<User | undefined> {
  const known = users.flatMap((user) => {
    const hash = readPasswordHash(user.password ?? '');
    return hash === undefined ? [] : [{ user, hash, name: user.name.normalize('NFC') }];
  });
  // Hashes of different times may differ in work: the names that nobody has are spread over them as those are.
  const decoys = known.length === 0 ? [nobodysHash()] : known.map(({ hash }) => nobodysHash(hash));
  const secret = randomBytes(32);
  const decoyOf = (name: string) =>
    decoys[createHmac('sha256', secret).update(name).digest().readUInt32BE() % decoys.length]!;
  const turn = takeTurns(AT_ONCE, WAITING, 'sign-ins');
  return async (given, password) => {
    const name = given.normalize('NFC');
    const mine = known.find((each) => each.name === name);
    const hash = mine?.hash ?? decoyOf(name);
    const isRight = timingSafeEqual(await turn(() => derive(password, hash)), hash.key);
    return isRight ? mine?.user : undefined;
  };
}
