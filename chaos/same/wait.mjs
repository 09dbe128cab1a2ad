// An import is stopped: its token is refused, it is killed, or what it sent is in doubt. Another one has the same entries
// and waits, until the first is cancelled, goes on, or a person has said what became of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { idOf, importing, keep, once, pointsOf, RESTED, retrying, shownOf, told, untilRested } from './commands.mjs';
import { booksOf, jobOf, styleOf, vouchersOf, writeFile } from './files.mjs';

/** What is stopped is one batch: all of it is sent, or nothing. */
const BATCH = 50;
const COUNT = { all: 9, first: 6, overlap: 4 };
const AFTER = ['reset-after', 'close-after', '500-after', 'truncated'];
const BEFORE = ['reset-before', 'close-before', '500', '503'];
/** Nothing was sent yet, or nobody can know. */
const KILLS = ['planned', 'claiming', 'intent-before', 'intent-committed'];
/** How often what is in doubt is decided, at most, and how long in between, in milliseconds. */
const DECISIONS = 12;
const PAUSE_MS = 500;

export function drawWait(random, { seed, cell, ending, settling }) {
  const form = random.pick(['journal', 'bank', 'purchases']);
  const made = vouchersOf(random, { prefix: `S${seed}W`, count: COUNT.all, form, once: true });
  const from = COUNT.first - COUNT.overlap;
  const [firstMade, laterMade] = [made.slice(0, COUNT.first), made.slice(from)];
  const style = styleOf(random, random.pick(['format', 'encoding', 'line-ends', 'row-order', 'spelling', 'figures']));
  const other = styleOf(random, random.pick(['row-order', 'spelling']));
  const third = random.chance(0.4);
  return {
    ...{ act: 'wait', form, cell, ending, settling, firstMade, laterMade },
    beside: random.chance(0.35),
    // Who refuses our token is left alone for half a minute by a process that stays.
    starts: cell.stop !== 'token' && random.chance(0.4),
    onDuplicate: random.pick(['hold', 'skip']),
    fault: random.pick(cell.end === 'booked' ? AFTER : BEFORE),
    kill: random.pick(KILLS),
    settles: random.pick(['import', 'retry']),
    files: [
      writeFile(random, `S${seed}W-first`, firstMade, { form, job: 'wait' }),
      writeFile(random, `S${seed}W-second`, laterMade, { form, job: 'wait-again', style }),
      ...(third ? [writeFile(random, `S${seed}W-third`, laterMade, { form, job: 'wait-again', style: other })] : []),
    ],
  };
}

export const waitJobs = ({ form, onDuplicate }) => ({
  wait: jobOf(form, { onDuplicate: 'hold', batch: BATCH }),
  'wait-again': jobOf(form, { onDuplicate, batch: BATCH }),
});

/** @param {any} run */
export async function actWait(run) {
  const { office, crew, scenario } = run;
  const { form, cell, ending, settling, beside, starts, onDuplicate, fault, kill, settles } = scenario.tale;
  const [a, b, c] = scenario.tale.files.map(({ sha256 }) => run.fileOf(sha256));
  if (starts) crew.man('start-1', []);
  if (cell.stop === 'token') await office.call('PUT', 'faults', { spec: '401=1' });
  if (cell.stop === 'doubt') await office.call('POST', 'next', { faults: [fault] });
  const points = cell.stop === 'killed' ? pointsOf({ point: kill }) : [];
  const stopping = once(run, 'stopped', importing(a), points);
  // With a probe bilag itself settles what is in doubt.
  const strict = !beside && !starts && !scenario.probe && cell.stop !== 'killed';
  if (!beside) {
    const stopped = await stopping;
    const codes = { token: [2], doubt: [4], killed: [...RESTED, 5] }[cell.stop];
    keep(run, { name: 'the import that is stopped', codes: strict ? codes : [...RESTED, 2, 5] }, stopped);
  }
  // Whoever comes beside it may be the one that has the entries.
  const waits = (names) => (strict ? { names, entries: COUNT.overlap } : { names });
  const codes = { token: [2, 5], doubt: [4], killed: [...RESTED, 5] }[cell.stop];
  const waiting = once(run, 'waiting', importing(b));
  const [, second] = await Promise.all([stopping, waiting]);
  keep(
    run,
    { name: 'the import that waits', codes: strict ? codes : [...RESTED, 2, 5], waits: waits([a.name]) },
    second,
  );
  if (c !== undefined) {
    const third = await once(run, 'waiting-too', importing(c));
    keep(run, { name: 'another that waits', codes: [...RESTED, 2, 5], waits: { names: [] } }, third);
  }
  const [x, y] = await endOf(run, { a, b, cell, ending });
  told(run, cell.id);
  // What somebody was told is cancelled must never be sent.
  const own = (file) => (file === a ? scenario.tale.firstMade : scenario.tale.laterMade);
  const others = c === undefined ? own(y) : [...own(y), ...scenario.tale.laterMade];
  const isCancelled = cell.end === 'cancelled' && (await cancelled(run, x));
  for (const voucher of [...scenario.tale.firstMade, ...scenario.tale.laterMade.slice(COUNT.overlap)]) {
    const times = isCancelled && !others.includes(voucher) ? 0 : 1;
    run.expect.push({ text: voucher.text, books: booksOf(voucher, form), times });
  }
  const left = [...(isCancelled ? [] : [x]), y, ...(c === undefined ? [] : [c])];
  const goOn = (file) => (settles === 'retry' && file !== x ? retrying(idOf(run, file)) : importing(file));
  for (const [at, file] of [...left].reverse().entries()) {
    const mine = at === 0 ? settling : undefined;
    const twin = mine?.two ? untilRested(run, 'settling-twin', importing(file)) : undefined;
    // A retry says so where nothing waits any more.
    const name = mine?.two ? 'settling-one' : 'settling';
    const args = mine?.two ? importing(file) : goOn(file);
    const end = await untilSettled(run, name, args, pointsOf(mine), file);
    if (mine?.two) {
      await twin;
      told(run, mine.id);
    }
    if (end.receipt === undefined) continue;
    const holds = file.job === 'wait' || onDuplicate === 'hold';
    const code = codeOf(end.receipt, holds);
    keep(run, { name: `${file.name}, settled`, codes: [code] }, end);
  }
  if (strict && c === undefined && settling === undefined) await keepCounts(run, b, { isCancelled });
}

/** What a command must end with whose import came to this: what waits for nothing but doubts is itself in doubt. */
function codeOf({ entries, waiting = [] }, holds) {
  const { duplicate, inDoubt, held, rejected, pending } = entries;
  const doubtful = waiting.filter(({ state }) => state === 'in-doubt').reduce((sum, each) => sum + each.entries, 0);
  if (pending > doubtful) return 5;
  if (pending + inDoubt > 0) return 4;
  return (duplicate > 0 && holds) || held + rejected > 0 ? 3 : 0;
}

/** What nobody else can have moved is known to the entry. */
async function keepCounts(run, b, { isCancelled }) {
  const receipt = await shownOf(run, idOf(run, b));
  const counts = isCancelled
    ? { booked: COUNT.all - COUNT.first + COUNT.overlap, duplicate: 0 }
    : { booked: COUNT.all - COUNT.first, duplicate: COUNT.overlap };
  keep(
    run,
    { name: `${b.name}, at its end`, counts, waits: { names: [], entries: 0 } },
    { code: null, signal: null, receipt },
  );
}

/** @returns the import that was ended, and the other one */
async function endOf(run, { a, b, cell, ending }) {
  const { office } = run;
  const points = pointsOf(ending);
  const noFaults = () => office.call('PUT', 'faults', { spec: '' });
  if (cell.stop === 'doubt') {
    const [doubtful] = office.ledger(
      "select i.sha256, b.no from batch b join import i on i.num = b.import where b.state = 'in-doubt' limit 1",
    );
    const isB = doubtful?.sha256 === b.sha256;
    const [x, y] = isB ? [b, a] : [a, b];
    if (doubtful === undefined) return [x, y];
    const verdict = cell.end === 'booked' ? '--booked' : '--not-booked';
    const args = ['resolve', idOf(run, x), String(doubtful.no), verdict, '--reason', 'seen in the books', '--json'];
    if (cell.end !== 'cancelled') {
      await decided(run, x, args, points);
      return [x, y];
    }
    await office.call('PUT', 'faults', { spec: '401=1' });
    await decided(run, x, [...args, '--no-wait'], []);
    await untilCancelled(run, x, points);
    await noFaults();
    return [x, y];
  }
  if (cell.end === 'cancelled') {
    await untilCancelled(run, a, points);
    await noFaults();
  } else {
    await noFaults();
    await untilSettled(run, 'ending', importing(a), points, a);
  }
  return [a, b];
}

/** Says what became of a doubt, until that is known. */
async function decided(run, file, args, points) {
  for (let at = 0; at < DECISIONS; at++) {
    await once(run, at === 0 ? 'ending' : 'ending-again', args, at === 0 ? points : []);
    const open = run.office.ledger(
      "select 1 from batch b join import i on i.num = b.import where i.sha256 = ? and b.state = 'in-doubt'",
      file.sha256,
    );
    if (open.length === 0) return;
    await sleep(PAUSE_MS);
  }
}

async function untilCancelled(run, file, points) {
  const args = ['cancel', idOf(run, file), '--reason', 'the wrong month', '--json'];
  for (let at = 0; at < DECISIONS; at++) {
    const { signal } = await once(run, at === 0 ? 'ending' : 'ending-again', args, at === 0 ? points : []);
    if (signal === null) return;
  }
}

/** Gives a command until its import rests; where it is refused, because nothing is left to do, there is no more to it. */
export async function untilSettled(run, name, args, points, file) {
  let end;
  for (let at = 0; at < DECISIONS; at++) {
    end = await once(run, at === 0 ? name : `${name}-again`, at === 0 ? args : importing(file), at === 0 ? points : []);
    // In doubt after a death: a person says what became of it, in the end.
    if (end.signal === null && RESTED.includes(end.code)) return end;
    await sleep(PAUSE_MS);
  }
  return end;
}

/** Whether an import, as bilag says, was taken back before anything of it was booked. */
async function cancelled(run, file) {
  const receipt = await shownOf(run, idOf(run, file));
  return receipt?.state === 'cancelled' || (receipt?.entries.booked === 0 && receipt.entries.held > 0);
}
