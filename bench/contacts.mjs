import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { checkContactsReceipt, checkCreated } from './check-contacts.mjs';
import { median } from './measure.mjs';
import { inShort, path, reference, withService } from './parts.mjs';
import { heldContacts, PEOPLE_HEADER, PEOPLE_JOB, peopleRows } from './people.mjs';
import { openHome } from './program.mjs';

const CHUNK_CHARACTERS = 256 * 1024;
const JOB = { name: 'people', text: PEOPLE_JOB };
/** Exit code (design, section 7): duplicates that differ wait for a person. */
const HELD = 3;

/** So many contacts against a service that holds as many: the plan alone, and the whole import. */
export async function contactsPart({ contacts: rows, program, say }) {
  const file = path('people.csv');
  const control = await writePeople(file, rows);
  const references = [await reference(file, rows)];
  const [plan, imported] = await withService(async (service) => {
    await service.preload(heldContacts(rows));
    say(`plan of ${rows} contacts against a service that holds ${rows}`);
    const planned = await inHome('plan', ['plan', file], HELD, { program, service });
    checkContactsReceipt(planned.receipt, control, 'pending');
    references.push(await reference(file, rows));
    say('their import');
    const done = await inHome('import', ['import', file], HELD, { program, service });
    checkContactsReceipt(done.receipt, control, 'booked');
    checkCreated(await service.created(), peopleRows(rows, rows), rows);
    return [planned, done];
  });
  references.push(await reference(file, rows));
  rmSync(file);
  const base = median(references.map(({ cpu }) => cpu));
  const short = (run) => ({ rows, ...inShort(run, base), requests: run.requests });
  return { contactsPlan: short(plan), contacts: { ...short(imported), ...control } };
}

async function inHome(name, words, code, { program, service }) {
  const home = openHome(program, service, `home-contacts-${name}`, { job: JOB });
  const before = await service.requests();
  const serviceBefore = service.cpu();
  const run = await home.run(words, { code });
  const after = await service.requests();
  home.remove();
  const requests = Object.fromEntries(
    Object.entries(after).map(([path, count]) => [path, count - (before[path] ?? 0)]),
  );
  return { ...run, requests, serviceCpu: service.cpu() - serviceBefore };
}

/** @returns control totals: `{rows, created, existing, different}`, `existing` with those that differ */
export async function writePeople(file, rows) {
  const control = { rows, created: 0, existing: 0, different: 0 };
  const out = createWriteStream(file);
  const write = async (text) => {
    if (!out.write(text)) await once(out, 'drain');
  };
  let text = `${PEOPLE_HEADER.join(';')}\r\n`;
  for (const { cells, body, different } of peopleRows(rows, rows)) {
    if (body === undefined) control.existing++;
    else control.created++;
    if (different === true) control.different++;
    text += `${cells.join(';')}\r\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    await write(text);
    text = '';
  }
  await write(text);
  out.end();
  await finished(out);
  return control;
}
