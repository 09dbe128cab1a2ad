import { USER_ROLES } from '../config/users-section.ts';
import { UsageError } from '../domain/issue.ts';
import { nearest } from '../domain/nearest.ts';

/**
 * Checks what a line of `users` is to be made of.
 * @param command `bilag token`, for the example
 * @throws UsageError
 */
export function checkNewUser(name: string, role: string, command: string): void {
  if (!USER_ROLES.some((each) => each === role)) {
    const meant = nearest(role, USER_ROLES);
    throw new UsageError(
      `There is no role ${JSON.stringify(role)}.`,
      `${meant === undefined ? '' : `Did you mean ${meant}? `}Roles: ${USER_ROLES.join(', ')}; each may do all that those before it may.`,
    );
  }
  if (name.trim() === '' || /[\p{Cc}$]/u.test(name)) {
    throw new UsageError(
      `A user can't be called ${JSON.stringify(name)}.`,
      `For example: ${command} kari --role operator`,
    );
  }
}
