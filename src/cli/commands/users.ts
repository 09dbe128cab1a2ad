import { createHash, randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { explainPassword, hashPassword, USER_ROLES } from '../../config/users.ts';
import { UsageError } from '../../core/issue.ts';
import { nearest } from '../../core/nearest.ts';
import type { CliContext, Output } from '../context.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';

/** Characters of a line that is no terminal's: what is longer is no password. */
const LINE_MAX_CHARACTERS = 10_000;

/**
 * Asks for a password twice where a person types, without showing it; else it is the first line that comes.
 * @throws UsageError where nothing comes, or the two differ
 */
async function readPassword(input: NodeJS.ReadStream, err: Pick<Output, 'write'>): Promise<string> {
  const lines = linesOf(input);
  try {
    if (!input.isTTY) return (await lines.next()) ?? missing();
    err.write('Password: ');
    const first = (await lines.next()) ?? missing();
    err.write('\nOnce more: ');
    const second = await lines.next();
    err.write('\n');
    if (first !== second) throw new UsageError('The two passwords differ.', 'Try again; nothing was created.');
    return first;
  } finally {
    lines.close();
  }
}

function missing(): never {
  throw new UsageError(
    'There is no password.',
    'Type one, or give it as a line: bilag password NAME --role viewer < FILE',
  );
}

/** The terminal's own editing works; what is typed is written nowhere. */
function linesOf(input: NodeJS.ReadStream) {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: input.isTTY === true, historySize: 0 });
  const come: string[] = [];
  let wanted: ((line: string | undefined) => void) | undefined;
  let ended = false;
  lines.on('line', (line) => {
    const text = line.slice(0, LINE_MAX_CHARACTERS);
    if (wanted === undefined) come.push(text);
    else wanted(text);
    wanted = undefined;
  });
  lines.on('close', () => {
    ended = true;
    wanted?.(undefined);
  });
  // In raw mode Ctrl-C is a key like others.
  lines.on('SIGINT', () => {
    lines.close();
    process.kill(process.pid, 'SIGINT');
  });
  return {
    next: () =>
      come.length > 0 || ended
        ? Promise.resolve(come.shift())
        : new Promise<string | undefined>((resolve) => {
            wanted = resolve;
          }),
    close: () => lines.close(),
  };
}

/**
 * Checks what a line of `users` is to be made of.
 * @param command `bilag token`, for the example
 * @throws UsageError
 */
function checkNewUser(name: string, role: string, command: string): void {
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
    throw new UsageError(`The password ${against}.`, 'Three or four unrelated words are easy to remember.');
  }
  const hash = await hashPassword(password);
  context.err.write(
    'Add this to users in bilag.yaml, in place of an earlier password of this user, and restart bilag:\n\n',
  );
  context.out.write(`users:\n  - { name: ${JSON.stringify(name)}, role: ${role}, password: "${hash}" }\n`);
  context.err.write('\nOf a user who has a token already, add password: "…" to her line.\n');
  return EXIT.ok;
}

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
