import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PipelinePorts } from '../../pipeline/ports.ts';

/** Files that are on their way in or out. Their folders are named for the processes that made them. */
export interface TemporaryFiles {
  /** Gives a path to write to, and removes the file, or folder, behind `work`, whatever happens. @param ending `.part`, `.xlsx` */
  use<T>(ending: string, work: (path: string) => Promise<T>): Promise<T>;
  /** A path of its own, which whoever asks for it removes; it goes with the folder at the latest. */
  path(ending: string): Promise<string>;
  /** A folder that is there as long as this process; whoever wants it makes it. */
  folder(name: string): string;
  /** Removes all of them. */
  close(): Promise<void>;
}

/** Opens this process's folder in BILAG_HOME, and removes those of processes that died over their files. */
export async function openTemporaryFiles({
  home,
  processes,
}: Pick<PipelinePorts, 'home' | 'processes'>): Promise<TemporaryFiles> {
  const all = join(home, 'temporary');
  const own = join(all, `${folderOf(process.pid, processes.self)}@${randomUUID()}`);
  await mkdir(own, { recursive: true, mode: 0o700 });
  for (const folder of await readdir(all)) {
    const [pid, started] = processOf(folder);
    if (processes.lives(pid, started) === false) await rm(join(all, folder), { recursive: true, force: true });
  }
  async function pathFor(ending: string): Promise<string> {
    // Whoever tidied up meanwhile meant no harm.
    await mkdir(own, { recursive: true, mode: 0o700 });
    return join(own, `${randomUUID()}${ending}`);
  }
  return {
    path: pathFor,
    async use(ending, work) {
      const path = await pathFor(ending);
      try {
        return await work(path);
      } finally {
        await rm(path, { recursive: true, force: true });
      }
    },
    folder: (name) => join(own, name),
    close: () => rm(own, { recursive: true, force: true }),
  };
}

function folderOf(pid: number, started: string): string {
  return `${pid}@${Buffer.from(started).toString('base64url')}`;
}

function processOf(folder: string): [pid: number, started: string] {
  const [pid = '', started = ''] = folder.split('@');
  return [Number(pid), Buffer.from(started, 'base64url').toString()];
}
