import type { User } from '../../config/users.ts';
import type { Place } from '../../doubt/second-person.ts';

/** Where whoever asks is known by name: with users, everybody is one of them. */
export function placeOf(users: readonly User[]): Place {
  return users.length === 0 ? undefined : 'dashboard';
}
