// A power cut, simulated: kill -9 leaves what was written in the kernel's hands, a power cut does not. A small library,
// preloaded into every process, keeps each file as it was when it was last synced; after the cut that is all there is.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, cp, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('./power-cut/synced.c', import.meta.url));
let library;

/** The compiled library, made once; undefined where the machine has no C compiler or is no Linux. */
function compiled() {
  if (library !== undefined) return library ?? undefined;
  library = null;
  if (process.platform !== 'linux') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'bilag-chaos-power-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'synced.so');
  const { status } = spawnSync('cc', ['-Wall', '-O1', '-shared', '-fPIC', '-o', path, SOURCE, '-ldl']);
  if (status === 0) library = path;
  return library ?? undefined;
}

/** Whether power cuts can be simulated here. */
export const canCutPower = () => compiled() !== undefined;

/** What a process needs to be cut off from its power. @param {string} home @param {string} synced a folder of its own */
export const powerEnvironment = (home, synced) => ({ LD_PRELOAD: compiled(), CHAOS_DISK: home, CHAOS_SYNCED: synced });

/** Puts back what was synced, in place of what was only written. Nothing may run. */
export async function losePower(home, synced) {
  await mkdir(synced, { recursive: true });
  const lost = `${home}.lost`;
  await rename(home, lost);
  await cp(synced, home, { recursive: true });
  for (const name of readdirSync(home, { recursive: true })) {
    // Half-made copies, and the lock.
    if (/(^|\/)\.lock$|\.\d+$/.test(name) && !existsSync(join(lost, name))) await rm(join(home, name), { force: true });
  }
  // The disk keeps its files: a ledger that is another file is that of another home, to whom the inbox does not belong.
  const [kept, put] = [lost, home].map((folder) => join(folder, 'ledger.db'));
  if (existsSync(kept) && existsSync(put)) {
    await copyFile(put, kept);
    await rename(kept, put);
  }
  await rm(lost, { recursive: true, force: true });
}
