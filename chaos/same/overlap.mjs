// Two exports that overlap are imported one after the other, or at once; whoever imports dies of it, and the job is edited
// in between. Every voucher must stand in the books as often as it was made.
import { untilRest } from '../settle.mjs';
import { importing, keep, once, pointsOf, RESTED, told, untilRested } from './commands.mjs';
import { booksOf, jobOf, PLAIN, styleOf, vouchersOf, writeFile } from './files.mjs';

const BATCH = 5;
/** Vouchers of both files, of the first one, and of both at once. */
const COUNT = { all: 28, first: 20, overlap: 12 };
/** What puts an entry in doubt: it was booked, or it was not. */
const DOUBTS = ['reset-after', 'close-after', '500-after', 'reset-before', '503'];

/**
 * @param {import('../random.mjs').Random} random
 * @param {{ seed: number, first?: any, second?: any, again: any, who: any }} cells
 */
export function drawOverlap(random, { seed, first, second, again, who }) {
  const form = again.job ?? random.pick(['journal', 'bank']);
  const refused = [
    ...(first?.refused ? [COUNT.first - COUNT.overlap + 1] : []),
    ...(second?.refused ? [COUNT.first + 1] : []),
  ];
  const made = vouchersOf(random, { prefix: `S${seed}O`, count: COUNT.all, form, refused });
  if (form === 'bank') refundOf(made);
  const overlap = COUNT.first - COUNT.overlap;
  const name = (which) => `S${seed}O-${which}`;
  const options = { form, job: 'overlap' };
  const later = made.slice(overlap);
  const style = styleOf(random, again.what);
  return {
    ...{ form, first, second, again, who, made },
    onDuplicate: random.pick(['hold', 'skip']),
    doubts: [random.pick(DOUBTS), random.pick(DOUBTS)],
    nth: 1 + random.int(2),
    files: [
      writeFile(random, name('first'), made.slice(0, COUNT.first), options),
      writeFile(random, name('second'), later, { ...options, style }),
      ...(who.what === 'rivals'
        ? [writeFile(random, name('rival'), later, { ...options, style: { ...PLAIN, order: 'shuffled' } })]
        : []),
    ],
  };
}

/** The oldest payment, which the first file alone has, is paid back the same day; the second one alone says so. */
function refundOf(made) {
  const [purchase] = made;
  purchase.times = 1;
  const lines = purchase.lines.map((line) => ({ ...line, cents: -line.cents }));
  made[made.length - 1] = { ...purchase, lines };
}

export const overlapJobs = ({ form, onDuplicate }) => ({ overlap: jobOf(form, { onDuplicate, batch: BATCH }) });

/** @param {any} run */
export async function actOverlap(run) {
  const { office, scenario } = run;
  const { form, first, second, again, who, onDuplicate, doubts, nth, made } = scenario.overlap;
  const edited = again.job === undefined ? undefined : again.what;
  const [one, two, rival] = scenario.overlap.files.map(({ sha256 }) => run.fileOf(sha256));
  for (const voucher of made) {
    const times = voucher.refused ? 0 : voucher.times;
    run.expect.push({ text: voucher.text, books: booksOf(voucher, form, [undefined, edited]), times });
  }
  const importOf = async (name, file, cell, fault) => {
    if (cell?.doubt) await office.call('POST', 'next', { faults: [fault] });
    if (cell?.orphans) await once(run, 'orphaned', importing(file), pointsOf({ point: 'intent-committed' }));
    const points = cell?.resolve ? [] : pointsOf(cell, cell?.several ? nth : 1);
    return untilRested(run, name, importing(file), points);
  };
  run.settles = [first, second].filter((cell) => cell?.resolve);
  const imported = importOf('first', one, first, doubts[0]);
  if (who.what !== 'beside') await imported;
  if (edited !== undefined) run.write('overlap', jobOf(form, { edited, onDuplicate, batch: BATCH }));
  told(run, again.id);
  const others = [importOf('second', two, second, doubts[1])];
  if (who.what === 'twice') others.push(untilRested(run, 'second-twin', importing(two)));
  if (rival !== undefined) others.push(untilRested(run, 'rival', importing(rival)));
  told(run, who.id);
  await Promise.all([imported, ...others]);
  await run.letGo();
  // The same command says how it ended, once nothing is under way.
  await untilRest(run, run.restMs);
  for (const file of [one, two, ...(rival === undefined ? [] : [rival])]) {
    const refuses = made.some(({ refused }) => refused);
    const clean = !refuses && (file === one || onDuplicate === 'skip') && who.what !== 'beside';
    // Nothing of it has to be asked about.
    const wanted = { name: `the end of ${file.name}`, codes: clean ? [0] : RESTED, counts: { held: 0 } };
    keep(run, wanted, await once(run, 'end', importing(file)));
  }
}
