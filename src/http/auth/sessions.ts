import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../config/users.ts';
import type { Served } from '../ports.ts';

const SESSION_LIMITS = {
  /** A session that is not used for so long is over, in milliseconds: somebody left her desk. */
  idleMs: 60 * 60_000,
  /** A session is over after so long however it is used, in milliseconds: a working day. */
  longestMs: 12 * 60 * 60_000,
  /** That it is used is written down so often at most, in milliseconds. */
  seenMs: 60_000,
  /** Of one user at once: browsers, machines. Beyond it the oldest ends. */
  ofUser: 20,
  /** Between two looks whether sessions that follow events still count, in milliseconds. */
  streamsMs: 10_000,
};
/** Bytes of chance in what a browser holds, and in what it sends with changes. */
const SECRET_BYTES = 32;

/** Somebody who is signed in. */
export interface Session {
  readonly id: string;
  /** As the configuration has it now. */
  readonly user: User;
  /** Sent with every change, in the header x-bilag-csrf. */
  readonly csrf: string;
}

/** Who is signed in. The ledger knows a session by a hash; what the user may do is looked up at every request. */
export interface Sessions {
  /** @returns with what the browser gets to hold: told this once, and kept nowhere */
  begin(user: User): Promise<Session & { readonly secret: string }>;
  /** Whose session this is; undefined where there is none, or none any more. Using it keeps it from running idle. */
  use(secret: string): Promise<Session | undefined>;
  end(id: string): Promise<void>;
  /** Ends a stream of events with the session that it was opened by. */
  endWith(session: Session, stream: ServerResponse): void;
}

export function openSessions(
  users: readonly User[],
  { ports, leaving }: Pick<Served, 'ports' | 'leaving'>,
  limits: typeof SESSION_LIMITS = SESSION_LIMITS,
): Sessions {
  const { ledger, now } = ports;
  const streams = new Map<ServerResponse, string>();
  const named = new Map(users.filter(({ password }) => password !== undefined).map((user) => [user.name, user]));

  async function find(id: string): Promise<(Session & { readonly seenAt: number }) | undefined> {
    const row = await ledger.sessions.find(id);
    if (row === undefined) return undefined;
    const user = named.get(row.user);
    const at = now();
    // One that reaches further ahead than any can: the clock was set back since.
    const isOver = at >= row.until || row.until - at > limits.longestMs || at - row.seen_at >= limits.idleMs;
    if (user !== undefined && !isOver && row.grounds === groundsOf(user))
      return { id, user, csrf: row.csrf, seenAt: row.seen_at };
    await note(() => ledger.sessions.end(id));
    return undefined;
  }
  /** Writes what may as well be written later: nobody waits for another process's transaction, or is refused on a full disk. */
  async function note(write: () => Promise<void>): Promise<void> {
    try {
      if (await ledger.canWrite()) await write();
    } catch {
      // What keeps the ledger from being written is told where it matters.
    }
  }
  function endStreams(isOver: (id: string) => boolean): void {
    for (const [stream, id] of streams) if (isOver(id)) stream.end();
  }
  const endOver = async () => {
    const over = new Set<string>();
    for (const id of new Set(streams.values())) if ((await find(id)) === undefined) over.add(id);
    endStreams((id) => over.has(id));
  };
  // A ledger that can't be read ends no stream: it is read again.
  const looking = setInterval(() => void endOver().catch(() => undefined), limits.streamsMs).unref();
  leaving.addEventListener('abort', () => clearInterval(looking));

  return {
    async begin(user) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const csrf = randomBytes(SECRET_BYTES).toString('base64url');
      const at = now();
      const id = hashOf(secret);
      const row = { id, csrf, user: user.name, began_at: at, seen_at: at, until: at + limits.longestMs };
      await ledger.sessions.begin({ ...row, grounds: groundsOf(user) }, at - limits.idleMs, limits.ofUser);
      return { id, user, csrf, secret };
    },
    async use(secret) {
      const session = await find(hashOf(secret));
      if (session === undefined) return undefined;
      const { seenAt, ...found } = session;
      if (now() - seenAt >= limits.seenMs) await note(() => ledger.sessions.seen(found.id, now()));
      return found;
    },
    async end(id) {
      await ledger.sessions.end(id);
      endStreams((each) => each === id);
    },
    endWith({ id }, stream) {
      streams.set(stream, id);
      stream.once('close', () => streams.delete(stream));
    },
  };
}

/** Compared in constant time. */
export function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted));
}

function groundsOf({ role, password }: User): string {
  return hashOf(`${role} ${password}`);
}

function hashOf(text: string): string {
  return digest(text).toString('hex');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const NAME = 'bilag-session';
/** A browser takes this name only over https, from this very host, for all its paths: no other site can plant it. */
const HOST_NAME = `__Host-${NAME}`;
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'strict' } as const;
/** 32 bytes in base64url. */
const VALUE = /^[\w-]{43}$/;

/**
 * Whether the browser came over https. bilag itself speaks plain http, so only others can know: the proxy (X-Forwarded-Proto), or the
 * browser itself (Origin). Anybody may say so, since whoever lies gets a cookie that her own browser keeps for https, no more.
 */
function isOverHttps({ headers }: FastifyRequest): boolean {
  const { 'x-forwarded-proto': proto, origin } = headers;
  const first = String(proto ?? '').split(',')[0]!;
  return first.trim().toLowerCase() === 'https' || /^https:/i.test(origin ?? '');
}

/** What the browser holds of its session; undefined: nothing, or nothing that can be relied on. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  const valuesOf = (name: string) => pairs.filter(([given]) => given === name).map(([, ...value]) => value.join('='));
  const own = valuesOf(HOST_NAME);
  const values = own.length > 0 || isOverHttps(request) ? own : valuesOf(NAME);
  // Two of one name: one of them was planted.
  return values.length === 1 && VALUE.test(values[0]!) ? values[0] : undefined;
}

/** Begins a session in the browser. It ends with the browser; how long it counts is the server's to say. */
export function setSessionCookie(value: string, request: FastifyRequest, reply: FastifyReply): void {
  const secure = isOverHttps(request);
  reply.setCookie(secure ? HOST_NAME : NAME, value, { ...ATTRIBUTES, secure });
}

/** Takes the session away from the browser, under whichever name it has it. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(NAME, { ...ATTRIBUTES, secure: false });
  reply.clearCookie(HOST_NAME, { ...ATTRIBUTES, secure: true });
}
