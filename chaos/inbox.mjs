// Files of a run that come through the inbox of its processes, and what must become of them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropFile } from './drop-file.mjs';
import { leftIn, misplaced } from './judge-inbox.mjs';

const LOOK_MS = 300;

/** Drops what comes through the inbox. What has the name of another file comes when that was taken. */
export async function dropAll(run) {
  const { office, dropped, scenario } = run;
  const { inbox } = office;
  const names = new Set();
  for (const { file, way } of dropped) {
    const path = join(inbox, file.job, file.name);
    if (names.has(path)) await until(run, () => !existsSync(path));
    names.add(path);
    office.actions.push({ at: Date.now(), what: 'drop', detail: { name: file.name, way } });
    await dropFile(inbox, file, way);
    await sleep(scenario.hesitation);
  }
}

/** Waits until nothing that was dropped lies in the inbox or in `processing/`: all imports that it became are at rest. */
export async function untilTaken(run) {
  const { office, dropped } = run;
  const jobs = new Set(dropped.map(({ file }) => file.job));
  await until(run, () => [...jobs].every((job) => leftIn(join(office.inbox, job)).length === 0));
}

/** Waits until all that was dropped lies where its import belongs; the judge says it where that takes too long. */
export async function untilPutAway(run) {
  await until(run, () => misplacedOf(run).length === 0);
}

async function until(run, holds) {
  const end = Date.now() + run.restMs;
  while (!run.over && !run.crew.gaveUp() && Date.now() < end && !holds()) await sleep(LOOK_MS);
}

/** @returns {string[]} what is not as it should be with the files of the inbox, in words */
export function misplacedOf({ office, dropped }) {
  if (dropped.length === 0) return [];
  const imports = office.ledger(
    `select id, state, sha256, exists (select 1 from entry e where e.import = i.num and e.state in ('held', 'rejected'))
       as failed from import i`,
  );
  const files = dropped.map(({ file }) => file);
  return misplaced(files, office.inbox, ({ sha256 }) => {
    const [only, ...others] = imports.filter((each) => each.sha256 === sha256);
    if (only === undefined || others.length > 0) return undefined;
    return { state: only.state, import: only.id, failedRows: only.failed === 1 };
  });
}
