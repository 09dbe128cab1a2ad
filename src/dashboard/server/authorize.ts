import { createHash, timingSafeEqual } from 'node:crypto';
import { USER_ROLES, type User, type UserRole } from '../../config/users-section.ts';
import { ApiError } from './api-error.ts';

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
export function checkRole(user: User, needed: UserRole): void {
  if (USER_ROLES.indexOf(user.role) >= USER_ROLES.indexOf(needed)) return;
  throw new ApiError(
    403,
    'role-needed',
    `This needs the role ${needed}; ${user.name} is ${user.role}.`,
    'An administrator can change the role in bilag.yaml.',
  );
}
