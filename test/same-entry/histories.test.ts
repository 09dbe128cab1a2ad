import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRanges } from '../../src/core/row-ranges.ts';
import type * as AnswerModule from '../../src/correcting/answer-questions.ts';
import type * as RetryModule from '../../src/correcting/retry.ts';
import type * as SkipModule from '../../src/correcting/skip.ts';
import type * as SubmitModule from '../../src/correcting/submit.ts';
import type * as TakeBackModule from '../../src/correcting/take-skip-back.ts';
import type * as RowsModule from '../../src/correcting/waiting-rows.ts';
import { unpackEntries } from '../../src/ledger/batches.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { closeAfterFile } from '../closing.ts';
import { type Booked, load, type Office } from '../importing/office.ts';
import {
  bookedGroup,
  fileOf,
  groupOf,
  type History,
  historyOf,
  jobOf,
  PRIVATE,
  type Purchase,
  type Random,
  randomOf,
} from './bank.ts';
import { type Company, expectOfEach, within } from './companies.ts';
import { CODE } from './names.ts';

const { answerQuestions } = await load<typeof AnswerModule>('correcting/answer-questions.js');
const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');
const { skipEntries } = await load<typeof SkipModule>('correcting/skip.js');
const { submit } = await load<typeof SubmitModule>('correcting/submit.js');
const { takeSkipBack } = await load<typeof TakeBackModule>('correcting/take-skip-back.js');
const { openWaitingRows } = await load<typeof RowsModule>('correcting/waiting-rows.js');

/** Histories of overlapping exports, and a person who knows the truth: whatever she does in which order, each purchase is booked once. */
const COUNT = Number(process.env['SAME_ENTRY_HISTORIES'] ?? 16);
/** Turns that she takes at an import; more than any of them needs. */
const TURNS = 16;
/** How often she takes a skip back. */
const CHANGES_HER_MIND = 0.3;

/** What can be answered, for purchases that are booked and for others. */
const ANSWERABLE: readonly string[] = [CODE.text, CODE.day, CODE.skipped, CODE.reading];

interface Imported {
  readonly row: ImportRow;
  readonly listed: readonly Purchase[];
}

/** An entry that waits. */
interface Waiting {
  readonly seq: number;
  readonly purchase: Purchase;
  readonly codes: readonly string[];
}

class Person {
  readonly #office: Office;
  readonly #random: Random;
  readonly #rows: RowsModule.WaitingRows;
  readonly #answered = new Set<string>();
  readonly imports: Imported[] = [];
  readonly did: string[] = [];
  knowsAccount = false;

  constructor(office: Office, random: Random) {
    this.#office = office;
    this.#random = random;
    this.#rows = openWaitingRows(join(office.folder, `waiting-${random.int(1_000_000_000)}`), office.ports);
    closeAfterFile(() => this.#rows.close());
  }

  /** Does what has to be done about an import, until nothing is left that she can do. */
  async attend(imported: Imported, most = TURNS): Promise<void> {
    for (let turn = 0; turn < most; turn++) if (!(await this.#turn(imported))) return;
  }

  /** Has all that waits planned again, although she has decided nothing. */
  async retry({ row }: Imported): Promise<void> {
    const now = await this.#office.ledger.imports.byNum(row.num);
    try {
      await retryImport(now, this.#office.ports);
    } catch {
      return;
    }
    this.did.push(`retry ${row.num}`);
    await this.#goOn(row);
  }

  /** Takes one of her skips back, if it still stands; what waits again she decides about again. */
  async takeBack({ row }: Imported): Promise<void> {
    const skips = (await this.#office.ledger.imports.events(row.num)).filter(({ what }) => what === 'skipped');
    if (skips.length === 0) return;
    const { skip } = JSON.parse(skips[this.#random.int(skips.length)]!.detail!) as { readonly skip: number };
    try {
      const { entries, kept } = await takeSkipBack(row, skip, 'looked again', this.#office.ports);
      this.did.push(`take skip ${skip} of ${row.num} back: ${entries} wait, ${kept} stay skipped`);
    } catch (error) {
      if ((error as Error).name !== 'UsageError') throw error;
    }
  }

  /** @returns false: there was nothing to be done */
  async #turn(imported: Imported): Promise<boolean> {
    const { row } = imported;
    const waiting = await this.#waiting(imported);
    const personal = waiting.filter(({ purchase }) => purchase.account === PRIVATE);
    if (personal.length > 0) return await this.#skip(row, personal, 'private');
    for (const code of [...ANSWERABLE, CODE.changed]) {
      const asked = waiting.filter(({ codes }) => codes.includes(code));
      if (asked.length === 0) continue;
      const fresh = await this.#fresh(asked);
      const known = asked.filter((each) => !fresh.includes(each));
      const isMixed = fresh.length > 0 && known.length > 0;
      if (isMixed && this.#random.chance(0.5)) return await this.#skip(row, known, 'booked already');
      if (isMixed || (fresh.length > 0 && code === CODE.changed)) return await this.#book(row, fresh);
      if (code === CODE.changed) return await this.#skip(row, known, 'the bank revised the rate');
      // Said already, and not of these: each earlier purchase is one row.
      const told = `${row.num} ${code} ${asked.map(({ seq }) => seq).join(' ')}`;
      if (known.length > 0 && this.#answered.has(told)) return await this.#skip(row, known, 'booked already');
      this.#answered.add(told);
      return await this.#answer(row, code, known.length > 0 ? 'same' : 'different');
    }
    if (!this.knowsAccount || !waiting.some(({ codes }) => codes.includes('account-unknown'))) return false;
    await this.retry(imported);
    return true;
  }

  async #waiting({ row, listed }: Imported): Promise<Waiting[]> {
    const { ledger } = this.#office;
    const entries = await ledger.waiting.page(row.num, { state: 'held' }, 0, 1_000);
    return await Promise.all(
      entries.map(async ({ seq, rows }) => ({
        seq,
        purchase: purchaseAt(listed, rows),
        codes: (await ledger.findings.problems(row.num, seq)).map(({ code }) => code as string),
      })),
    );
  }

  /** Of what is asked about, the purchases that are in no books yet: as many of each kind as are missing there. */
  async #fresh(asked: readonly Waiting[]): Promise<Waiting[]> {
    const booked = await this.#booked();
    const seen = new Set(this.imports.flatMap(({ listed }) => listed));
    const missing = new Map<string, number>();
    for (const purchase of seen) if (isBusiness(purchase)) count(missing, groupOf(purchase), 1);
    for (const [purchase, times] of booked) count(missing, groupOf(purchase), -times);
    const first = asked.toSorted(
      (one, other) => (booked.get(one.purchase) ?? 0) - (booked.get(other.purchase) ?? 0) || one.seq - other.seq,
    );
    return first.filter(({ purchase }) => {
      const left = missing.get(groupOf(purchase)) ?? 0;
      if (left <= 0) return false;
      count(missing, groupOf(purchase), -1);
      return true;
    });
  }

  /** How often the row of each purchase was booked. */
  async #booked(): Promise<Map<Purchase, number>> {
    const booked = new Map<Purchase, number>();
    for (const { row, listed } of this.imports) {
      for await (const { state, packed } of this.#office.ledger.findings.eachBatch(row.num)) {
        if (state !== 'booked') continue;
        for (const { rows } of unpackEntries(packed)) count(booked, purchaseAt(listed, rows), 1);
      }
    }
    return booked;
  }

  async #skip(row: ImportRow, some: readonly Waiting[], reason: string): Promise<true> {
    this.did.push(`skip ${row.num}: ${told(some)}, ${reason}`);
    const seqs = some.map(({ seq }) => seq);
    const now = await this.#office.ledger.imports.byNum(row.num);
    await skipEntries(now, reason, { filter: { seqs }, expect: countOf(seqs) }, this.#office.ports);
    return true;
  }

  async #answer(row: ImportRow, code: string, answer: string): Promise<true> {
    this.did.push(`answer ${row.num}: ${code}=${answer}`);
    const given = [{ code, answer }] as Parameters<typeof answerQuestions>[1];
    await answerQuestions(await this.#office.ledger.imports.byNum(row.num), given, 'by the papers', this.#office.ports);
    return await this.#goOn(row);
  }

  async #book(row: ImportRow, some: readonly Waiting[]): Promise<true> {
    this.did.push(`book ${row.num}: ${told(some)}`);
    const { ledger, ports, folder } = this.#office;
    const now = await ledger.imports.byNum(row.num);
    const seqs = some.map(({ seq }) => seq);
    const job = await ports.job(row.job);
    const path = join(folder, `${row.id}-${this.did.length}`);
    const insist = { reason: 'another purchase', tried: new Map() };
    await this.#rows.use(now, (cells) =>
      submit(now, { filter: { seqs }, expect: countOf(seqs), job, cells, path, insist }, ports),
    );
    return await this.#goOn(row);
  }

  async #goOn(row: ImportRow): Promise<true> {
    await this.#office.plan(row);
    await this.#office.post(row);
    return true;
  }
}

const isBusiness = ({ account }: Purchase) => account !== PRIVATE;
const countOf = ({ length }: readonly number[]) => ({ entries: length, rows: length });
const told = (some: readonly Waiting[]) => some.map(({ purchase }) => `#${purchase.id}`).join(' ');
const count = <Key>(of: Map<Key, number>, key: Key, by: number) => void of.set(key, (of.get(key) ?? 0) + by);

/** The header is row 1. */
function purchaseAt(listed: readonly Purchase[], rows: string): Purchase {
  const [row] = parseRanges(rows);
  return listed[row! - 2]!;
}

async function live(history: History, company: Company): Promise<void> {
  const { office } = company;
  const random = randomOf(history.seed + 1);
  const person = new Person(office, random);
  const job = `${company.service}-bank`;
  const define = (at: number) => {
    person.knowsAccount = at >= history.learnt;
    office.defineJob(job, jobOf(company.service, person.knowsAccount));
  };
  const take = async (at: number) => {
    const listed = history.exports[at]!;
    const text = fileOf(listed, at);
    person.did.push(`--- ${at}.csv\n${text}`);
    const row = await office.take(`${company.service}-${at}.csv`, text, job, { force: true });
    await office.plan(row);
    const imported = { row, listed };
    person.imports.push(imported);
    return imported;
  };
  try {
    for (let at = 0; at < history.exports.length; at++) {
      define(at);
      const taken = [await take(at)];
      if (history.paired.has(at) && at + 1 < history.exports.length) taken.push(await take(++at));
      for (const { row } of taken) await office.post(row);
      for (const imported of person.imports) {
        if (random.chance(0.2)) await person.retry(imported);
        if (random.chance(CHANGES_HER_MIND)) await person.takeBack(imported);
        if (random.chance(0.6)) await person.attend(imported, 1 + random.int(TURNS));
      }
    }
    define(history.exports.length);
    for (let round = 0; round < 3; round++) for (const imported of person.imports) await person.attend(imported);
    const listed = new Set(history.exports.flat());
    const expected = [...listed].filter(isBusiness).map(groupOf).sort();
    expect(await booksOf(company)).toEqual(expected);
    for (const { row } of person.imports) {
      const { mismatches, rows, state } = await office.receipt(row);
      expect(mismatches, state).toEqual([]);
      expect(rows.held, 'held').toBe(0);
    }
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${person.did.join('\n')}`);
  }
}

async function booksOf({ office, service }: Company): Promise<string[]> {
  const { entries } = (await office.call('GET', `booked?company=${service}`)) as Booked;
  return entries
    .map(({ lines }) => lines.find(({ AccountNumber }) => String(AccountNumber) !== '1920')!)
    .map(({ FinancialDate, Amount, AccountNumber }) =>
      bookedGroup(FinancialDate.slice(0, 10), Math.abs(Number(Amount)), String(AccountNumber)),
    )
    .sort();
}

test(
  'each purchase of a bank is booked once, whatever its exports change and in whatever order a person decides',
  () => expectOfEach(fc.nat().map(historyOf), { count: COUNT, seed: 260_401 }, live),
  within(COUNT * 2),
);
