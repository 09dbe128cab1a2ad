// Files of a run that come through the inbox of its processes, and what must become of them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropFile } from './drop-file.mjs';
import { misplaced } from './judge-inbox.mjs';

const LOOK_MS = 250;

/** Drops what comes through the inbox. What has the name of another file comes when that was taken. */
export async function dropAll({ office, dropped, scenario }) {
  const { inbox } = office;
  const names = new Set();
  for (const { file, way } of dropped) {
    const path = join(inbox, file.job, file.name);
    while (names.has(path) && existsSync(path)) await sleep(LOOK_MS);
    names.add(path);
    office.actions.push({ at: Date.now(), what: 'drop', detail: { name: file.name, way } });
    await dropFile(inbox, file, way);
    await sleep(scenario.hesitation);
  }
}

/** @returns {string[]} what is not as it should be with the files of the inbox, in words */
export function misplacedOf({ office, dropped }) {
  const files = dropped.map(({ file }) => file);
  return misplaced(files, office.inbox, ({ sha256 }) => {
    const imports = office.ledger('select num, id, state from import where sha256 = ?', sha256);
    if (imports.length !== 1) return undefined;
    const [{ num, id, state }] = imports;
    const failed = office.ledger("select 1 from entry where import = ? and state in ('held', 'rejected') limit 1", num);
    return { state, import: id, failedRows: failed.length > 0 };
  });
}

/** Waits until all that was dropped lies where its import belongs; the judge says it where that takes too long. */
export async function untilPutAway(run) {
  const until = Date.now() + run.restMs;
  while (!run.over && !run.crew.gaveUp() && Date.now() < until && misplacedOf(run).length > 0) await sleep(LOOK_MS);
}
