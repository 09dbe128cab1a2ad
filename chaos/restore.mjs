// A person puts an old copy of the ledger back, or deletes it, after more was booked: bilag must notice, send nothing, and
// go on only when somebody has looked.
import { rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';

const LOOK_MS = 20;
/** Replies before the copy, and after it. */
const REPLIES = 3;
/** How long is waited for them, and for a refusal to start, in milliseconds. */
const PATIENCE_MS = 15_000;
/** Nobody sends any more where nothing came for so long, in milliseconds. */
const QUIET_MS = 1_500;
/** A start that does not refuse would send within this time, in milliseconds. */
const WATCHED_MS = 3_000;

export async function restoreLedger({ office, crew, finding }, { copy }) {
  const path = join(office.home, 'ledger.db');
  const old = join(office.folder, 'old-ledger.db');
  const booked = () => office.ledger("select count(*) as n from attempt where outcome = 'booked'")[0]?.n ?? 0;
  await until(() => booked() >= REPLIES);
  if (copy) {
    const ledger = new Database(path);
    ledger.exec(`vacuum into '${old}'`);
    ledger.close();
    const then = booked();
    await until(() => booked() >= then + REPLIES);
  }
  const known = new Set(copy ? attemptsIn(old) : []);
  await crew.strikeAll();
  if (office.ledger('select id from attempt').every(({ id }) => known.has(id))) {
    // Nothing was sent since: a copy like that is as good as the ledger.
    crew.resume();
    return false;
  }
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
  if (copy) await copyFile(old, path);
  office.actions.push({ at: Date.now(), what: copy ? 'old ledger put back' : 'ledger deleted', detail: {} });

  const posts = () => office.proxy.requests.filter(({ method }) => method === 'POST').length;
  // What the killed ones had written still reaches the proxy of a busy machine.
  let before = posts();
  for (let seen = -1; seen !== before; before = posts()) {
    seen = before;
    await sleep(QUIET_MS);
  }
  const start = office.spawn('start-restored', ['start'], { points: [] });
  const end = await Promise.race([start.exited, sleep(PATIENCE_MS)]);
  if (end === undefined) finding('restore', `bilag start went on over a ledger that lacks what was sent`);
  else if (end.code !== 2)
    finding('restore', `bilag start ended with ${end.code ?? end.signal}, not 2: ${start.stderr().slice(-500)}`);
  if (!/recover/.test(start.stderr()))
    finding('restore', `bilag start does not say what to do: ${start.stderr().slice(-500)}`);
  const [{ path: file }] = office.files;
  const command = office.spawn('import-restored', ['import', file, '--job', 'journal', '--wait', '2s'], { points: [] });
  await Promise.race([command.exited, sleep(WATCHED_MS * 3)]);
  if (posts() > before) finding('restore', `${posts() - before} bookings were sent before anybody had looked`);
  start.kill('SIGKILL');
  command.kill('SIGKILL');
  await Promise.all([start.exited, command.exited]);

  const recover = office.spawn('recover', ['recover', '--accept', '--reason', 'the old copy is what is left'], {
    points: [],
  });
  const { code, signal } = await recover.exited;
  // 4: what was sent since the copy is in doubt.
  if (code !== 0 && code !== 4)
    finding('restore', `bilag recover ended with ${code ?? signal}: ${recover.stderr().slice(-500)}`);
  crew.resume();
  return true;
}

/** @returns {string[]} the attempts that a ledger knows */
function attemptsIn(path) {
  const ledger = new Database(path);
  const ids = ledger.prepare('select id from attempt').all();
  ledger.close();
  return ids.map(({ id }) => id);
}

async function until(holds) {
  const end = Date.now() + PATIENCE_MS;
  while (!holds() && Date.now() < end) await sleep(LOOK_MS);
}
