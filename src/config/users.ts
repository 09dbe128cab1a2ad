import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { z } from 'zod';
import { checkedText, group, listOf, oneOf, text } from '../core/schema-parts.ts';

/** What a user may do, each with all that the one before may: look; bring files in, retry, cancel, resolve; all. */
export const USER_ROLES = ['viewer', 'operator', 'administrator'] as const;
export type UserRole = (typeof USER_ROLES)[number];

const EXAMPLE = '- { name: kari, role: operator, password: "scrypt:…" }';

const user = group(
  {
    name: text('a name', 'kari'),
    role: oneOf(USER_ROLES),
    token: checkedText('the hash of a token', '"sha256:…", as bilag token prints it', (value) =>
      /^sha256:[0-9a-f]{64}$/.test(value)
        ? undefined
        : 'must be the hash that "bilag token NAME" prints, not the token itself',
    ).optional(),
    password: checkedText('the hash of a password', '"scrypt:…", as bilag password prints it', (value) =>
      readPasswordHash(value) === undefined
        ? 'must be the hash that "bilag password NAME" prints, not the password itself'
        : undefined,
    ).optional(),
  },
  EXAMPLE,
).superRefine(({ token, password }, context) => {
  if (token === undefined && password === undefined)
    context.addIssue({
      code: 'custom',
      message: 'needs a password (bilag password NAME), a token (bilag token NAME), or both',
    });
});

/** `users` in bilag.yaml: who may use the dashboard and its interface. A name may have several tokens; it has one password. */
export const usersSection = listOf(user, 'a list of users', EXAMPLE).superRefine((users, context) => {
  const named = new Set<string>();
  for (const [at, { name, password }] of users.entries()) {
    if (password === undefined) continue;
    if (named.has(name))
      context.addIssue({ code: 'custom', path: [at, 'name'], message: 'has a password in this list already' });
    named.add(name);
  }
});

/** Passwords and tokens are kept as hashes only: `scrypt:…`, and `sha256:` with 64 hexadecimal digits. */
export type User = z.output<typeof user>;

const derive = promisify<string, Buffer, number, ScryptWork & { maxmem: number }, Buffer>(scrypt);

/** How much work it is to try one password. Memory in bytes: 128 × `N` × `r`. */
interface ScryptWork {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** What is kept of a password: nobody gets it back from that but by trying. */
export interface PasswordHash extends ScryptWork {
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** What OWASP advises for scrypt: 128 MB and half a second a try on a small server, which a person who signs in does not mind. */
const WORK: ScryptWork = { N: 2 ** 17, r: 8, p: 1 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Less work than this would be done too quickly by whoever stole the hash. */
const N_MIN = 2 ** 14;
/** What a configured hash may have the server take at once, in bytes. */
const MEMORY_MAX = 256 * 1024 * 1024;
const P_MAX = 8;

/** Shorter ones, in characters, can be guessed. */
const PASSWORD_MIN_CHARACTERS = 12;
/** Longer ones are none: a request can't make the server work on them, in characters. */
export const PASSWORD_MAX_CHARACTERS = 256;

/** What has to be against a new password, as a predicate; undefined: nothing. */
export function explainPassword(password: string, name: string): string | undefined {
  const characters = [...password].length;
  if (characters < PASSWORD_MIN_CHARACTERS) return `must have at least ${PASSWORD_MIN_CHARACTERS} characters`;
  if (characters > PASSWORD_MAX_CHARACTERS) return `must have at most ${PASSWORD_MAX_CHARACTERS} characters`;
  if (folded(password) === folded(name)) return 'must not be the name';
  if (new Set(password).size < 3) return 'must not be one character again and again';
  return undefined;
}

/** A new hash of a password, as text: `scrypt:N:r:p:SALT:KEY`, the last two in base64url. */
export async function hashPassword(password: string, { N, r, p }: ScryptWork = WORK): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(password, { N, r, p, salt });
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join(':');
}

/** The key of a password under another's salt and work. Takes a thread and memory: whoever calls it bounds how many at once. */
export function deriveKey(password: string, { N, r, p, salt }: Omit<PasswordHash, 'key'>): Promise<Buffer> {
  // Some keyboards send å as one character, some as two.
  return derive(password.normalize('NFC'), salt, KEY_BYTES, { N, r, p, maxmem: MEMORY_MAX + 128 * r * (p + 2) });
}

/** Reads the text of a hash; undefined where it is none, or one with less work or more memory than goes. */
export function readPasswordHash(text: string): PasswordHash | undefined {
  const [, ...parts] = /^scrypt:(\d{1,9}):(\d{1,2}):(\d):([\w-]{22,86}):([\w-]{43})$/.exec(text) ?? [];
  if (parts.length === 0) return undefined;
  const [N, r, p] = parts.slice(0, 3).map(Number) as [number, number, number];
  const isPower = N > 0 && (N & (N - 1)) === 0;
  if (!isPower || N < N_MIN || r < WORK.r || p < 1 || p > P_MAX || 128 * N * r > MEMORY_MAX) return undefined;
  return { N, r, p, salt: Buffer.from(parts[3]!, 'base64url'), key: Buffer.from(parts[4]!, 'base64url') };
}

/** The hash of a password that nobody has: trying it is the same work as trying another's. */
export function nobodysHash({ N, r, p }: ScryptWork = WORK): PasswordHash {
  return { N, r, p, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) };
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
