import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** How people and programs bring a file into a folder. */
export const WAYS = ['renamed', 'written', 'in pieces'];

/**
 * Brings a file into the inbox.
 * @param {string} inbox
 * @param {import('./files.mjs').File} file
 * @param {string} way one of `WAYS`
 */
export async function dropFile(inbox, { job, name, bytes }, way) {
  const path = join(inbox, job, name);
  if (way === 'renamed') {
    const temporary = join(inbox, job, `.${name}.part`);
    writeFileSync(temporary, bytes);
    renameSync(temporary, path);
  } else if (way === 'written') writeFileSync(path, bytes);
  else {
    // This thread may wait for the ledger longer than a file is left alone.
    const worker = new Worker(new URL('./write-in-pieces.mjs', import.meta.url), { workerData: { path, bytes } });
    const [code] = await once(worker, 'exit');
    if (code !== 0) throw new Error(`${path} was not written.`);
  }
}
