import type { z } from 'zod';
import { checkedText, group, listOf, oneOf, text } from '../domain/schema-parts.ts';

/** What a user may do, each with all that the one before may: look; bring files in, retry, cancel, resolve; all. */
export const USER_ROLES = ['viewer', 'operator', 'administrator'] as const;
export type UserRole = (typeof USER_ROLES)[number];

const user = group(
  {
    name: text('a name', 'kari'),
    role: oneOf(USER_ROLES),
    token: checkedText('the hash of a token', '"sha256:…", as bilag token prints it', (value) =>
      /^sha256:[0-9a-f]{64}$/.test(value)
        ? undefined
        : 'must be the hash that "bilag token NAME" prints, not the token itself',
    ),
  },
  '- { name: kari, role: operator, token: "sha256:…" }',
);

/** `users` in bilag.yaml: who may use the dashboard and its interface. */
export const usersSection = listOf(user, 'a list of users', '- { name: kari, role: operator, token: "sha256:…" }');

/** Tokens are kept as hashes only: `sha256:` and 64 hexadecimal digits. */
export type User = z.output<typeof user>;
