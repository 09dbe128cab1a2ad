// A person at the screen of failed rows: looks at what waits, does the next thing about it, and looks again, whatever the
// answer was, or if none came.
import { setTimeout as sleep } from 'node:timers/promises';
import { COLUMN, REPLACED } from './files.mjs';

/** Between two looks, in milliseconds. */
const LOOK_MS = 150;
/** After this time she goes away before she has heard an answer, at most, in milliseconds: within what each takes. */
const UNHEARD_MS = { skipping: 15, revising: 120, 'handing-in': 120 };
/** How often an answer is not heard, and how often each thing is sent twice. */
const TIMES = 3;
/** Entries that she mends in one request, and hands in at a time where she does it in parts, at most. */
const AT_ONCE = 4;
const PART = 6;
/** Answers of a screen that says why nothing was done. */
const REFUSALS = new Set([404, 409, 429, 503]);
const LOOKS_BOOKED = new Set(['duplicate', 'entry-changed']);
/** Valid values that were not meant. */
const SLIPS = { [COLUMN.account]: '7770', [COLUMN.amount]: '1,00', [COLUMN.date]: '01.02.2026', [COLUMN.key]: 'feil' };

/**
 * @typedef {object} Person
 * @property {string} who
 * @property {(id: string) => Promise<any>} look
 * @property {readonly ReturnType<typeof import('./screen.mjs').openScreen>[]} screens her own first
 * @property {ReadonlySet<import('./files.mjs').Intent>} cares about which vouchers
 * @property {import('../random.mjs').Random} random
 */

/**
 * Mends what she cares about in all imports of the run, until nothing of it is left, or until she is told to go.
 * @param {any} run
 * @param {Person} person
 * @param {() => boolean} goes
 * @returns {Promise<boolean>} whether nothing was left
 */
export async function mendAll(run, person, goes) {
  let idle = 0;
  while (!run.over && !goes()) {
    const moving = isMoving(run.office);
    const did = await nextStep(run, person);
    // What comes to rest in between may have left something.
    idle = did === 'nothing' && !moving ? idle + 1 : 0;
    if (idle > 1) return true;
    await sleep(LOOK_MS + person.random.int(LOOK_MS));
  }
  return false;
}

const isMoving = ({ ledger }) =>
  ledger("select 1 from import where state in ('planning', 'posting') limit 1").length > 0;

async function nextStep(run, person) {
  let left = 'nothing';
  for (const file of run.scenario.files) {
    const [row] = run.office.ledger('select id from import where sha256 = ?', file.sha256);
    if (row === undefined) continue;
    const found = await person.look(row.id);
    if (found === undefined) return 'unanswered';
    // It is not planned yet.
    if (found.columns.length === 0) return 'waits';
    const desk = deskOf(run, file, found, person);
    if (desk.mine.length === 0) continue;
    run.lastDesk = { who: person.who, file: file.name, book: found.book, causes: found.causes, mine: desk.mine };
    // It is being planned, or others wait for a doubt in it.
    left = 'waits';
    if (!found.book) continue;
    const steps = [skip, revise, replace, contest, insist, handIn];
    // Two do not take the same way through it.
    const order = person.random.chance(0.5) ? steps : [replace, skip, revise, contest, insist, handIn];
    for (const step of order) if (await step(run, person, { id: row.id, ...desk })) return 'acted';
  }
  return left;
}

/** What waits in an import, with what she wants of each. */
function deskOf({ finding }, file, { causes, entries }, { cares }) {
  const known = new Map(file.vouchers.map((voucher) => [voucher.text, voucher]));
  const all = entries.flatMap((entry) => {
    const voucher = known.get(entry.lines[0].cells[COLUMN.text]);
    if (voucher === undefined) {
      finding('shown', `rows ${entry.rows} are shown as nothing that the file holds: ${JSON.stringify(entry)}`);
      return [];
    }
    const cells = new Map(entry.lines.map(({ number, cells: shown }) => [number, shown]));
    const wrong = voucher.planted.filter(({ row, column, right }) => {
      const shown = cells.get(row)?.[column];
      return right !== '' && shown !== undefined && shown !== right;
    });
    const codes = [...entry.problems, ...entry.lines.flatMap(({ problems }) => problems)].map(({ code }) => code);
    const looksBooked = entry.state === 'duplicate' || codes.some((code) => LOOKS_BOOKED.has(code));
    return { ...entry, voucher, wrong, looksBooked, rowCount: entry.lines.length };
  });
  // What was booked from another file meanwhile, or before, is nobody's any more; but what somebody mended of it is handed
  // in all the same, with the rest of its entry: until then it says nowhere that it is a duplicate.
  const isMine = ({ voucher: { intent }, looksBooked, revised }) =>
    cares.has(intent) && (!looksBooked || revised || intent === 'skip' || intent === 'book');
  return { all, causes, mine: all.filter(isMine) };
}

const countOf = (entries) => ({
  entries: entries.length,
  rows: entries.reduce((sum, { rowCount }) => sum + rowCount, 0),
});
const seqsOf = (entries) => entries.map(({ seq }) => seq);
const isAll = (some, all) => some.length === all.length;

/** By their cause where all that have it are to be skipped; else as those that she ticked. */
async function skip(run, person, { id, mine, all, causes }) {
  const unwanted = mine.filter(({ voucher }) => voucher.intent === 'skip');
  if (unwanted.length === 0) return false;
  const reason = `not ours, says ${person.who}`;
  const cause = causes.find(({ no }) => {
    const having = havingCause(all, no);
    return having.length > 0 && having.every((entry) => unwanted.includes(entry));
  });
  const ticked = { select: { entries: seqsOf(unwanted) }, expect: countOf(unwanted) };
  const which = cause === undefined ? ticked : await byCause(person, id, cause.no);
  return mend(run, person, id, 'skipping', { ...which, mend: { do: 'skip', reason } });
}

/** All that have a cause, also those that were mended since, as the screen counts them. */
async function byCause({ screens: [own] }, id, cause) {
  const { json } = await own.ask('GET', `imports/${id}/waiting?cause=${cause}&limit=1`);
  return { select: { cause }, expect: json?.matching ?? { entries: 0, rows: 0 } };
}

const havingCause = (all, no) =>
  all.filter(({ problems, lines }) =>
    [...problems, ...lines.flatMap((line) => line.problems)].some(({ cause }) => cause === no),
  );

/** One value in the place of another, wherever that stands. */
async function replace(run, person, { id, mine, all, causes }) {
  for (const { no, value } of causes) {
    const to = REPLACED[value];
    const having = havingCause(all, no);
    const wrong = having.filter((entry) => entry.wrong.some((cell) => cell.wrong === value));
    const own = wrong.filter((entry) => mine.includes(entry));
    if (to === undefined || own.length === 0) continue;
    const ticked = { select: { entries: seqsOf(own) }, expect: countOf(own) };
    const which = having.every((entry) => mine.includes(entry)) ? await byCause(person, id, no) : ticked;
    const how = { do: 'set', column: COLUMN.account, from: value, to };
    return mend(run, person, id, 'revising', { ...which, mend: how });
  }
  return false;
}

async function revise(run, person, { id, mine }) {
  const wrong = mine.filter((entry) => entry.wrong.length > 0 && !canReplace(entry));
  if (wrong.length === 0) return false;
  const some = wrong.slice(0, 1 + person.random.int(AT_ONCE));
  const slips = run.scenario.people.what === 'slip' && some.every(({ voucher }) => !run.slipped.has(voucher.text));
  const cells = some.flatMap((entry) =>
    entry.wrong.map(({ row, column, right }) => ({ row, column, value: slips ? SLIPS[column] : right })),
  );
  if (slips) {
    for (const { voucher } of some) run.slipped.add(voucher.text);
    told(run, 'slip@revising', { cells: cells.length });
  } else if (some.some((entry) => entry.revised && run.slipped.has(entry.voucher.text)) && person.random.chance(0.5)) {
    const { status } = await person.screens[0].ask('DELETE', `imports/${id}/revisions?seq=${some[0].seq}`);
    return check(run, person, { status }, 'taking back');
  }
  return send(run, person, `imports/${id}/revisions`, { cells }, 'revising');
}

/** What is wrong everywhere is mended everywhere; only what is contested is mended by hand. */
const canReplace = ({ wrong, voucher }) => voucher.intent === 'mend' && wrong.every((cell) => cell.wrong in REPLACED);

/** Two want different things of the same entries, at once. */
async function contest(run, person, { id, mine }) {
  const contested = mine.filter(({ voucher, wrong }) => voucher.intent === 'contested' && wrong.length === 0);
  if (contested.length === 0) return false;
  const [own, other] = person.screens;
  const request = (how) => ({ select: { entries: seqsOf(contested) }, expect: countOf(contested), mend: how });
  const path = `imports/${id}/mends`;
  const [skipped, handed] = await Promise.all([
    own.ask('POST', path, request({ do: 'skip', reason: `not ours, says ${own.who}` })),
    sleep(person.random.int(LOOK_MS)).then(() => other.ask('POST', path, request({ do: 'retry' }))),
  ]);
  check(run, own, skipped, 'skipping');
  check(run, other, handed, 'handing-in');
  if (skipped.status !== 0 && handed.status !== 0) told(run, 'rivals@mending', { skipped, handed });
  return true;
}

/** Books what looks like a duplicate and is none. */
async function insist(run, person, { id, mine }) {
  const wanted = mine.filter(({ voucher, looksBooked }) => voucher.intent === 'book' && looksBooked);
  if (wanted.length === 0) return false;
  const how = { do: 'book', reason: `two of them, says ${person.who}` };
  const request = { select: { entries: seqsOf(wanted) }, expect: countOf(wanted), mend: how };
  return mend(run, person, id, 'handing-in', request);
}

/** What is as it should be is handed in: all of it at once, or a part; by what it has in common, or as she ticked it. */
async function handIn(run, person, { id, mine, all }) {
  const { random } = person;
  const isReady = ({ wrong, voucher }) => wrong.length === 0 && !['skip', 'contested'].includes(voucher.intent);
  // Rows of one entry that stand apart go together.
  const spoilt = new Set(mine.filter((entry) => !isReady(entry)).map(({ voucher }) => voucher.text));
  const ready = mine.filter((entry) => isReady(entry) && !spoilt.has(entry.voucher.text));
  if (ready.length === 0) return false;
  const texts = [...new Set(ready.map(({ voucher }) => voucher.text))];
  const part = new Set(random.chance(0.5) ? texts : texts.slice(0, 1 + random.int(PART)));
  const chosen = ready.filter(({ voucher }) => part.has(voucher.text));
  const revised = all.filter((entry) => entry.revised);
  const slipped = run.slipped.size > 0;
  const byState =
    !slipped && isAll(chosen, ready) && revised.length > 0 && revised.every((each) => ready.includes(each));
  const [select, which] =
    byState && random.chance(0.6)
      ? [{ revised: true }, revised]
      : byState && isAll(ready, mine) && random.chance(0.3)
        ? [{}, all]
        : [{ entries: seqsOf(chosen) }, chosen];
  await run.handingIn(person);
  return mend(run, person, id, 'handing-in', { select, expect: countOf(which), mend: { do: 'retry' } });
}

const mend = (run, person, id, step, request) => send(run, person, `imports/${id}/mends`, request, step);

/** Once, twice at once, or without staying for the answer. */
async function send(run, person, path, request, step) {
  const { people } = run.scenario;
  const [own, other] = person.screens;
  run.sent[step] = (run.sent[step] ?? 0) + 1;
  const special = people.step === step && run.sent[step] <= TIMES;
  if (special && people.what === 'twice') {
    const answers = await Promise.all([own, other].map((screen) => screen.ask('POST', path, request)));
    if (answers.every(({ status }) => status !== 0))
      told(run, people.id, { answers: answers.map(({ status }) => status) });
    for (const [at, answer] of answers.entries()) check(run, [own, other][at], answer, step, request);
    return true;
  }
  const unheard = special && people.what === 'unheard';
  const heard = unheard ? 1 + person.random.int(UNHEARD_MS[step]) : undefined;
  const answer = await own.ask('POST', path, request, heard === undefined ? {} : { heard });
  if (unheard && answer.status === 0) told(run, people.id, { heard });
  return check(run, own, answer, step, request);
}

/** Notes what was promised; what a screen may not answer is a finding. @returns true */
export function check(run, { who }, { status, json }, step, request) {
  const { office, finding, promised } = run;
  run.lastAnswer = { who, step, status, json, request };
  if (status === 200 || status === 202) promised.push({ who, step, request, answer: json });
  else if (status !== 0 && !REFUSALS.has(status) && !office.disturbed)
    finding('answered', `${step} was answered ${status} to ${who}: ${JSON.stringify(json)}`);
  return true;
}

export function told({ office }, cell, detail) {
  office.actions.push({ at: Date.now(), what: 'people', detail: { cell, ...detail } });
}
