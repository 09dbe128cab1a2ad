// The person at the end: waits until everything rests, looks into the service's books, and says what became of what is in
// doubt. What she says is the truth at that moment; bilag is asked, never the ledger changed.
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 200;
/** Exit codes of `resolve`: what it says of the import. 2: refused, for example because the sender may still live. */
const REFUSED = 2;
const RESOLVED = new Set([0, 3, 4]);
const ROUNDS = 8;

/** What waits for the fields or the first contact of its import rests while these are in doubt. */
const PENDING = `select 1 from batch b where state in ('ready', 'sending') and not exists (select 1 from batch d
  where d.import = b.import and d.state = 'in-doubt' and d.stage < b.stage) limit 1`;

/** Waits until no import is being planned or posted. @returns {Promise<boolean>} false where it took too long, or nobody works any more */
export async function untilRest({ office, crew }, ms) {
  const until = Date.now() + ms;
  while (Date.now() < until && !crew.gaveUp()) {
    const sending = office.ledger(PENDING);
    if (!isMoving(office) && sending.length === 0) return true;
    await sleep(LOOK_MS);
  }
  return false;
}

/**
 * Whether an import is planned or posted. One whose entries wait for a doubt of another rests until somebody settles that,
 * and so do two that wait for each other's doubts.
 */
function isMoving(office) {
  const moving = office.ledger("select num, state from import where state in ('planning', 'posting')");
  // Whose doubt is one thing, and what else it waited for is over: bilag looks at it within seconds.
  const freed = office.ledger(`select 1 from wait w join import i on i.num = w.import join import o on o.num = w.other
    where i.state = 'in-doubt' and o.state not in ('planning', 'posting', 'in-doubt')
      and exists (select 1 from batch b where b.import = i.num and b.state = 'waiting') limit 1`);
  if (freed.length > 0) return true;
  const waits = office.ledger(
    `select w.import, w.other, o.state from wait w join import o on o.num = w.other
     where not exists (select 1 from batch b where b.import = w.import and b.state in ('ready', 'sending'))`,
  );
  const waitsOf = (num) => waits.filter((wait) => wait.import === num);
  const resting = new Set(
    moving.filter(({ num, state }) => state === 'posting' && waitsOf(num).length > 0).map(({ num }) => num),
  );
  const rests = ({ other, state }) => state === 'in-doubt' || resting.has(other);
  // Whoever waits for one that moves, moves.
  for (let before = -1; before !== resting.size; ) {
    before = resting.size;
    for (const num of [...resting]) if (!waitsOf(num).every(rests)) resting.delete(num);
  }
  // Without a doubt there is nothing that they could wait for.
  if (resting.size > 0 && office.ledger("select 1 from batch where state = 'in-doubt' limit 1").length === 0)
    return true;
  return moving.some(({ num }) => !resting.has(num));
}

/** In this time the IDs of contacts are found, in milliseconds. */
const NAMED_MS = 60_000;

/** IDs that no reply told are looked for every other second, once an import rests: whoever asks sooner hears none. */
export async function untilNamed({ office, crew }) {
  const until = Date.now() + NAMED_MS;
  while (Date.now() < until && !crew.gaveUp()) {
    const unnamed = office.ledger(
      "select 1 from import where kind = 'contacts' and named = 0 and state in ('completed', 'partly-booked', 'in-doubt') limit 1",
    );
    if (unnamed.length === 0) return;
    await sleep(LOOK_MS);
  }
}

/** The probe's quiet period, and a look after it, in milliseconds. */
const QUIET_MS = 8_000;
/** A request that the service still works on although its sender is gone is over after this time, in milliseconds. */
const LATE_MS = 2_500;

const doubts = (office, steps) =>
  office
    .ledger("select * from batch where state = 'in-doubt' order by import, no")
    .filter(({ step }) => steps?.includes(step) ?? true);

/** Which entries of a batch stand in the service's books, by the request that sent them: by place in the request. */
function appliedOf(batch, applied) {
  return new Set(applied.filter(({ requestId }) => requestId === batch.attempt).map(({ index }) => index));
}

/** Where the batch was divided, its entries are some of those that were sent: told by what their texts say. */
function placesOf(batch, office) {
  const frozen = (no) => {
    const [row] = office.ledger('select entries from batch_body where import = ? and no = ?', batch.import, no);
    return JSON.parse(row.entries);
  };
  const [attempt] = office.ledger('select batch from attempt where id = ?', batch.attempt);
  const own = frozen(batch.no);
  const sent = attempt === undefined || attempt.batch === batch.no ? own : frozen(attempt.batch);
  const place = new Map(sent.map(([seq], index) => [seq, index]));
  return own.map(([seq, key, rows]) => ({ index: place.get(seq), name: key === '' ? rows : key }));
}

/**
 * @param {object} run
 * @param {object[]} points crash points of the first `resolve`
 * @param {{ steps?: readonly string[] }} [of] steps: of batches of these alone
 * @returns {Promise<void>}
 */
export async function settleDoubts(run, points, { steps } = {}) {
  const { office, crew, scenario, kind, finding, restMs } = run;
  if (scenario.probe) await probed(office);
  let left = points;
  for (let round = 0; round < ROUNDS; round++) {
    if (!(await untilRest(run, restMs))) return;
    await sleep(LATE_MS);
    const open = doubts(office, steps);
    if (open.length === 0) return;
    for (const batch of open) {
      const applied = appliedOf(batch, await kind.applied(office));
      const places = placesOf(batch, office);
      await kind.decide?.(run, batch, applied.size > 0);
      const there = places.filter(({ index }) => applied.has(index));
      const [{ id }] = office.ledger('select id from import where num = ?', batch.import);
      const part = there.length > 0 && there.length < places.length;
      const args = [
        ...['resolve', id, String(batch.no), there.length > 0 ? '--booked' : '--not-booked'],
        ...(part ? ['--entries', there.map(({ name }) => name).join(',')] : []),
        ...['--reason', 'seen in the books', '--no-wait'],
      ];
      const end = await crew.command(`resolve-${batch.import}-${batch.no}`, args, {
        points: left,
        rested: new Set([...RESOLVED, REFUSED]),
      });
      left = [];
      if (end.code !== REFUSED) continue;
      const [now] = office.ledger('select state from batch where import = ? and no = ?', batch.import, batch.no);
      // Killed after it had decided, or settled by a late reply meanwhile: there is nothing left to decide.
      if (now.state !== 'in-doubt') continue;
      if (round === ROUNDS - 1)
        finding('unresolvable', end.err.trim().slice(-600), { import: batch.import, batch: batch.no });
      await sleep(1_000);
    }
  }
}

/**
 * Longest time that the probe of the drill's configuration needs: quiet period, the minute that absences must span, the
 * pauses between looks.
 */
const PROBE_MS = 100_000;

/** Leaves the probe its time; what it can't prove is a person's. */
async function probed(office) {
  const until = Date.now() + PROBE_MS;
  const isUnproved = ({ attempt, entries }) => {
    const last = office.ledger('select * from look where attempt = ? order by id', attempt).at(-1);
    return last?.absent === entries && last.control === 0;
  };
  // A doubt is looked at in its quiet period, too: it is left that time whatever the first look says.
  await sleep(Math.min(QUIET_MS, PROBE_MS));
  while (Date.now() < until && !doubts(office).every(isUnproved)) await sleep(LOOK_MS);
}
