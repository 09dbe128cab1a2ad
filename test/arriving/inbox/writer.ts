import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeAfterTest } from '../../closing.ts';

/** Writes what it is told behind what is there, until it is told to close; it says each time that it is done. */
const SCRIPT = 'exec 3>>"$1"; echo open; while IFS= read -r line; do printf "%s\\n" "$line" >&3; echo written; done';
const READER = 'exec 3<"$1"; echo open; read -r line';

/** Another process that holds a file open, as a spreadsheet or a slow export does. */
export async function holdOpen(path: string, how: 'write' | 'read' = 'write') {
  const child = spawn('sh', ['-c', how === 'write' ? SCRIPT : READER, 'sh', path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  closeAfterTest(close);
  await once(child.stdout, 'data');
  return {
    pid: child.pid!,
    async write(line: string) {
      child.stdin.write(`${line}\n`);
      await once(child.stdout, 'data');
    },
    close,
  };
}
