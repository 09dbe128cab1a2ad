import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookAt } from './proc.mjs';

const processes = new Map();
let folder;

/** A folder in the temporary folder that is gone when this process is, whatever happens. */
export function workFolder() {
  folder ??= mkdtempSync(join(tmpdir(), 'bilag-bench-'));
  return folder;
}

/** Remembers a process to be ended when this one is. */
export function owned(pid, started) {
  processes.set(pid, started);
}

/** Leaves nothing behind: no process, no file; also after an error and Ctrl-C. */
export function tidyAtExit() {
  process.once('exit', () => {
    for (const [pid, started] of processes) {
      const now = lookAt(pid);
      if (now !== undefined && now.started === started && !now.ended) process.kill(pid, 'SIGKILL');
    }
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}
