import { explainPassword, hashPassword } from '../config/password-hash.ts';
import { UsageError } from '../domain/issue.ts';
import { checkNewUser } from './check-new-user.ts';
import type { CliContext } from './context.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { readPassword } from './read-password.ts';

/** `bilag password`: asks for a password, and says what bilag.yaml has to know of it. The password itself is shown nowhere. */
export async function passwordCommand(
  name: string,
  { role }: { role: string },
  context: CliContext,
  input: NodeJS.ReadStream = process.stdin,
): Promise<ExitCode> {
  checkNewUser(name, role, 'bilag password');
  const password = await readPassword(input, context.err);
  const against = explainPassword(password, name);
  if (against !== undefined) {
    throw new UsageError(
      `The password ${against}.`,
      'Three or four words that do not belong together are easy to keep in mind.',
    );
  }
  const hash = await hashPassword(password);
  context.err.write(
    'Add this to users in bilag.yaml, in place of an earlier password of this user, and restart bilag:\n\n',
  );
  context.out.write(`users:\n  - { name: ${JSON.stringify(name)}, role: ${role}, password: "${hash}" }\n`);
  context.err.write('\nOf a user who has a token already, add password: "…" to her line.\n');
  return EXIT.ok;
}
