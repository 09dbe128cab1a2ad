// What a file looks like has to be asked about as a whole: people answer once, and whoever plans the answer dies of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { openScreen } from '../mends/screen.mjs';
import { answering, idOf, importing, keep, once, pointsOf, RESTED, shownOf, told } from './commands.mjs';
import { booksOf, jobOf, linesText, PLAIN, styleOf, UNKNOWN, vouchersOf, writeFile } from './files.mjs';

const BATCH = 5;
const COUNT = 8;
const DAY_MS = 86_400_000;
/** Days by which a date was corrected: farther than any day of the same file. */
const MOVED_DAYS = 400;
/** … and days between two vouchers of one number: all lines of a voucher are of one year. */
const NEXT_DAYS = 40;
const LOOK_MS = 300;
const PATIENCE_MS = 60_000;
const ANSWERS_AT_MOST = 10;

/** What can be answered, where that is not `same` and `different`. */
const REPLIES = { 'rows-repeated': ['once', 'meant'], 'numbers-restart': ['separate', 'together'] };
const FORMS = {
  'text-changed': 'bank',
  'key-differs': 'purchases',
  'rows-repeated': 'journal',
  'numbers-restart': 'journal',
};

const moved = (date, days = MOVED_DAYS) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** What the second file says, by the question that it raises: of how many entries, and its vouchers. */
const SECONDS = {
  'text-changed': (made) => ({
    vouchers: made.map((voucher, at) => (at % 3 === 0 ? { ...voucher, text: `${voucher.text} OSLO 1234` } : voucher)),
    asked: Math.ceil(made.length / 3),
  }),
  'other-series': (made, others) => ({
    vouchers: made.map(({ key, date }, at) => ({ ...others[at], key, date })),
    asked: made.length,
  }),
  'date-changed': (made) => ({
    vouchers: made.map((voucher) => ({ ...voucher, date: moved(voucher.date) })),
    asked: made.length,
  }),
  'numbers-restart': (_, others) => {
    const [january, february, whole, ...rest] = others;
    const again = { ...february, key: january.key, date: moved(january.date, NEXT_DAYS) };
    // One whose rows balance only together, whatever dates they have.
    const late = {
      ...whole,
      lines: whole.lines.map((line, at) => (at === 0 ? { ...line, date: moved(whole.date, NEXT_DAYS) } : line)),
    };
    return { vouchers: [january, again, late, ...rest], parts: [january, again] };
  },
  'rows-repeated': (_, others) => ({ vouchers: others, asked: others.length, pasted: 2 }),
  'key-differs': (made) => ({ vouchers: made, asked: made.length, keyless: true }),
  'numbers-differ': (made) => ({
    vouchers: made.map((voucher) => ({ ...voucher, key: `N-${voucher.key}` })),
    asked: made.length,
  }),
  'skipped-before': (made) => ({ vouchers: made, asked: 1 }),
};
/** Questions about one file alone. */
export const ALONE = ['numbers-restart', 'rows-repeated'];

export function drawQuestion(random, { seed, cell, answering: answers, reply }) {
  const { code } = cell;
  const form = FORMS[code] ?? random.pick(['journal', 'purchases']);
  const draw = (prefix) => vouchersOf(random, { prefix: `S${seed}${prefix}`, count: COUNT, form, once: true });
  const [made, others] = [draw('Q'), draw('R')];
  const second = SECONDS[code](made, others);
  if (code === 'skipped-before') made[0].lines.at(-1).account = UNKNOWN.from;
  const { pasted, keyless } = second;
  const style = pasted === undefined ? styleOf(random, random.pick(['format', 'encoding', 'spelling'])) : PLAIN;
  return {
    ...{ act: 'question', form, cell, answers, reply, made, second },
    files: [
      ...(ALONE.includes(code) ? [] : [writeFile(random, `S${seed}Q-first`, made, { form, job: 'question' })]),
      writeFile(random, `S${seed}Q-second`, second.vouchers, { form, job: 'question', style, pasted, keyless }),
    ],
  };
}

/** What the first file has is not asked about: the job skips it. @param edited between the two files */
function jobFor({ form, cell: { code } }, edited) {
  return jobOf(form, {
    ...{ onDuplicate: 'skip', batch: BATCH, keyless: edited && code === 'key-differs' },
    edited: edited && code === 'skipped-before' ? 'unknown' : undefined,
  });
}

export const questionJobs = (tale) => ({ question: jobFor(tale, false) });

/** @param {any} run */
export async function actQuestion(run) {
  const { scenario } = run;
  const { cell, answers, reply, second } = scenario.tale;
  const { code } = cell;
  const files = scenario.tale.files.map(({ sha256 }) => run.fileOf(sha256));
  const b = files.at(-1);
  const skips = code === 'skipped-before';
  if (files.length > 1) {
    const [a] = files;
    keep(run, { name: 'the first file', codes: [skips ? 3 : 0] }, await once(run, 'peace', importing(a)));
    if (skips) await skipHeld(run, idOf(run, a));
  }
  run.write('question', jobFor(scenario.tale, true));
  const asking = await once(run, 'asking', importing(b));
  keep(run, { name: 'the file that is asked about', codes: [3], asks: { code, entries: second.asked } }, asking);
  told(run, cell.id);
  const [yes, no] = REPLIES[code] ?? ['same', 'different'];
  const answer = reply.what === 'same' ? yes : no;
  await untilAnswered(run, b, { code, answer, answers });
  told(run, reply.id);
  for (const { text, lines, times } of expected(scenario.tale)) run.expect.push({ text, books: [lines], times });
  // Said to be the same, but with other content: each is held for itself.
  const held = code === 'other-series' && reply.what === 'same';
  await run.letGo();
  keep(run, { name: 'the file, answered', codes: [held ? 3 : 0] }, await once(run, 'end', importing(b)));
}

/** What must stand in the books, by what people answered. */
function expected({ form, cell: { code }, reply, made, second }) {
  const [others, isSame] = [second.vouchers, reply.what === 'same'];
  const edits = [code === 'skipped-before' ? 'unknown' : undefined];
  const item = (voucher, times) => ({ text: voucher.text, lines: booksOf(voucher, form, edits)[0], times });
  switch (code) {
    case 'numbers-restart': {
      const rest = others.filter((voucher) => !second.parts.includes(voucher));
      if (isSame) return [...second.parts, ...rest].map((voucher) => item(voucher, 1));
      const lines = second.parts.flatMap((part) => part.lines.map((line) => ({ ...line, date: part.date })));
      const texts = second.parts.map(({ text }) => text);
      return [
        { text: texts.sort().join(' | '), lines: linesText(lines), times: 1 },
        ...rest.map((voucher) => item(voucher, 1)),
      ];
    }
    case 'rows-repeated':
      return others.map((voucher) =>
        item(isSame ? voucher : { ...voucher, lines: [...voucher.lines, ...voucher.lines] }, 1),
      );
    case 'key-differs':
    case 'numbers-differ':
      return made.map((voucher) => item(voucher, isSame ? 1 : 2));
    case 'skipped-before':
      return made.map((voucher, at) => item(voucher, at === 0 && isSame ? 0 : 1));
    default:
      return [
        ...made.map((voucher) => item(voucher, 1)),
        ...others.filter((voucher) => !made.includes(voucher)).map((voucher) => item(voucher, isSame ? 0 : 1)),
      ];
  }
}

/** Answers, and sees to it that what was answered is planned and booked, whoever dies of it. */
async function untilAnswered(run, file, { code, answer, answers }) {
  const id = idOf(run, file);
  if (id === undefined) return;
  const args = answering(id, code, answer);
  const twin = answers?.two ? once(run, 'answering-twin', args) : undefined;
  const name = answers?.two ? 'answering-one' : 'answering';
  await once(run, name, args, pointsOf(answers));
  if (answers?.two) {
    await twin;
    told(run, answers.id);
  }
  for (let at = 0; at < ANSWERS_AT_MOST; at++) {
    const end = await once(run, 'answering-goes-on', importing(file));
    const isOpen = end.receipt?.issues.some((issue) => issue.code === code) ?? true;
    if (end.signal === null && RESTED.includes(end.code) && !isOpen) return;
    if (isOpen) await once(run, 'answering-again', args);
  }
}

/** A person skips, on the screen of failed rows, what an import holds. */
async function skipHeld(run, id) {
  const { office, crew } = run;
  crew.man('start-1', []);
  const screen = openScreen(office, 'kari', 'start-1');
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const found = await screen.look(id);
    if (found !== undefined && found.entries.length > 0) {
      const rows = found.entries.reduce((sum, { lines }) => sum + lines.length, 0);
      const select = { entries: found.entries.map(({ seq }) => seq) };
      const request = {
        select,
        expect: { entries: found.entries.length, rows },
        mend: { do: 'skip', reason: 'not ours' },
      };
      const { status } = await screen.ask('POST', `imports/${id}/mends`, request);
      if (status === 200 || status === 202) break;
    }
    await sleep(LOOK_MS);
  }
  await run.relieve();
  const receipt = await shownOf(run, id);
  keep(run, { name: 'what was skipped', counts: { held: 0 } }, { code: null, signal: null, receipt });
}
