import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from '../domain/issue.ts';
import type { Output } from './context.ts';

/** Characters of a line that is no terminal's: what is longer is no password. */
const LINE_MAX_CHARACTERS = 10_000;

/**
 * Asks for a password twice where a person types, without showing it; else it is the first line that comes.
 * @throws UsageError where nothing comes, or the two differ
 */
export async function readPassword(input: NodeJS.ReadStream, err: Pick<Output, 'write'>): Promise<string> {
  const lines = linesOf(input);
  try {
    if (!input.isTTY) return (await lines.next()) ?? missing();
    err.write('Password: ');
    const first = (await lines.next()) ?? missing();
    err.write('\nOnce more: ');
    const second = await lines.next();
    err.write('\n');
    if (first !== second) throw new UsageError('The two are not the same.', 'Try again: nothing was made.');
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
