import { createHash, randomBytes } from 'node:crypto';
import { checkNewUser } from './check-new-user.ts';
import type { CliContext } from './context.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

/** Bytes of chance in a token: nobody guesses it, so that a plain hash of it is enough. */
const TOKEN_BYTES = 32;
/** Tells people, and programs that look for secrets in the wrong places, whose it is. */
const TOKEN_START = 'bilag_';

/** `bilag token`: draws a token, prints it this once, and says what bilag.yaml has to know of it. */
export async function tokenCommand(name: string, { role }: { role: string }, context: CliContext): Promise<ExitCode> {
  checkNewUser(name, role, 'bilag token');
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
