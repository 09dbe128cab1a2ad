import type { z } from 'zod';
import { checkedText, group, listOf, oneOf, text } from '../domain/schema-parts.ts';
import { readPasswordHash } from './password-hash.ts';

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
