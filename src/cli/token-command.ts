import { createHash, randomBytes } from 'node:crypto';
import { USER_ROLES } from '../config/users-section.ts';
import { UsageError } from '../domain/issue.ts';
import { nearest } from '../domain/nearest.ts';
import type { CliContext } from './context.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

/** Bytes of chance in a token: nobody guesses it, so that a plain hash of it is enough. */
const TOKEN_BYTES = 32;
/** Tells people, and programs that look for secrets in the wrong places, whose it is. */
const TOKEN_START = 'bilag_';

/** `bilag token`: draws a token, prints it this once, and says what bilag.yaml has to know of it. */
export async function tokenCommand(name: string, { role }: { role: string }, context: CliContext): Promise<ExitCode> {
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
      'For example: bilag token kari --role operator',
    );
  }
  const token = TOKEN_START + randomBytes(TOKEN_BYTES).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  context.out.write(`${token}\n`);
  context.err.write(
    [
      'This token is shown once and kept nowhere. Add its hash to bilag.yaml, and restart bilag:',
      '',
      'users:',
      `  - { name: ${JSON.stringify(name)}, role: ${role}, token: "sha256:${hash}" }`,
      '',
      'Requests send it in a header: Authorization: Bearer TOKEN',
      '',
    ].join('\n'),
  );
  return EXIT.ok;
}
