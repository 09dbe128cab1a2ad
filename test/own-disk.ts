import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is left on a disk that is full, in bytes: less than a page of the ledger. */
const LEFT_BYTES = 4_096;

/** A disk that a test can fill without filling the machine's. */
export interface OwnDisk {
  readonly path: string;
  /** Nothing more can be written. */
  fill(): void;
  /** There is room again. */
  makeRoom(): void;
  remove(): Promise<void>;
}

/** @returns undefined where none can be mounted: only root can, on Linux */
export async function ownDisk(megabytes: number): Promise<OwnDisk | undefined> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'bilag-disk-')));
  const mount = (options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status === 0;
  const size = `size=${megabytes}m`;
  if (!mount(size)) {
    await rm(path, { recursive: true });
    return undefined;
  }
  const resize = (options: string) => {
    if (!mount(`remount,${options}`)) throw new Error(`The disk ${path} could not be changed to ${options}.`);
  };
  return {
    path,
    fill: () => {
      const { blocks, bfree, bsize } = statfsSync(path);
      resize(`size=${(blocks - bfree) * bsize + LEFT_BYTES}`);
    },
    makeRoom: () => resize(size),
    async remove() {
      spawnSync('umount', ['-l', path]);
      await rm(path, { recursive: true });
    },
  };
}
