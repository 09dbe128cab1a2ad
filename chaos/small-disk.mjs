import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Written at once while there is room, in bytes; halved until not one byte fits. */
const PIECE_BYTES = 1024 * 1024;
const FILLER = 'filler';

/**
 * Mounts a disk of a fixed size, in memory, on a folder.
 * @param {string} folder
 * @param {number} bytes
 * @throws an error with code `NO_TMPFS` where this process may not mount
 */
export function openSmallDisk(folder, bytes) {
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder);
  } catch (error) {
    throw Object.assign(new Error(`No small disk could be mounted: ${error.message}`), { code: 'NO_TMPFS' });
  }
  const filler = join(folder, FILLER);
  let mounted = true;
  return {
    fill() {
      const file = openSync(filler, 'a');
      try {
        for (let size = PIECE_BYTES; size >= 1; ) if (!fits(file, size)) size = Math.floor(size / 2);
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    close() {
      if (!mounted) return;
      mounted = false;
      try {
        run('umount', folder);
      } catch {
        // Somebody still looks into it: it goes when they do.
        run('umount', '--lazy', folder);
      }
    },
  };
}

function fits(file, size) {
  try {
    return writeSync(file, Buffer.alloc(size)) > 0;
  } catch (error) {
    if (error.code === 'ENOSPC') return false;
    throw error;
  }
}

function run(program, ...args) {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
