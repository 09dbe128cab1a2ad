import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What bilag consists of: itself, and its Redis. */
const OURS = /node|redis|valkey/;
/** Milliseconds that processes may take to end once they were killed, and between two looks. */
const END_MS = 5_000;
const LOOK_MS = 5;

/**
 * Node and Redis processes whose working folder is a folder or lies below it.
 * @param {string} folder
 * @returns {number[]} pids
 */
export function processesIn(folder) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const where = readlinkSync(`/proc/${pid}/cwd`);
        if (where !== folder && !where.startsWith(`${folder}/`)) return false;
        return OURS.test(readFileSync(`/proc/${pid}/comm`, 'utf8'));
      } catch {
        // It ended meanwhile, or is somebody else's.
        return false;
      }
    })
    .map(Number);
}

/**
 * Kills them, and those that they start meanwhile.
 * @param {string} folder
 */
export async function endProcessesIn(folder) {
  const until = performance.now() + END_MS;
  while (killProcessesIn(folder) > 0) {
    if (performance.now() > until) throw new Error(`Processes in ${folder} do not end: ${processesIn(folder)}`);
    await sleep(LOOK_MS);
  }
}

/** Kills those that are there now. @param {string} folder @returns {number} how many */
export function killProcessesIn(folder) {
  const pids = processesIn(folder);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
  return pids.length;
}
