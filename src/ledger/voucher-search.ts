import { type BodyKey, sentLines } from '../core/batch-body.ts';
import { type BatchState, DEBIT_TOTAL, entryTexts, type ImportState } from '../core/states.ts';
import { bodyOf } from './sent-entries.ts';
import type { Sql } from './sqlite-database.ts';

/** What a person looks for: a voucher's number, an amount, or a part of its text. */
export interface Wanted {
  /** In lower case. */
  readonly text: string;
  /** The amount that the text says, in minor units of so many decimals; undefined where it says none. */
  units(scale: number): number | undefined;
}

/** Where a search goes on: at the batches of an import that are older than this one. */
export interface SearchPlace {
  readonly import: number;
  readonly batch: number;
}

/** A voucher that was found, with the import that it is of. */
export interface FoundVoucher {
  readonly import: number;
  readonly key: string;
  readonly rows: string;
  /** Where it is: its batch's state, or why it waits. */
  readonly state: BatchState | 'held' | 'rejected' | 'duplicate';
  /** Undefined of one that was not sent: its cells are in the file alone. */
  readonly date?: string;
  readonly text?: string;
  /** Minor units: of the line that has the amount or the text, else its sum of debit. */
  readonly units: number;
  /** Number, or ID, that the service gave it. */
  readonly bookedAs?: string;
}

/** Looks through the vouchers of all imports, the newest first: what was sent, and what waits for a person. */
export interface VoucherSearch {
  /** @param kinds of imports that have vouchers @param isLate asked between two batches: whether the search is to stop @returns `next` where there is more to look through */
  find(
    wanted: Wanted,
    kinds: readonly string[],
    from: SearchPlace | undefined,
    limit: number,
    isLate: () => boolean,
  ): Promise<{ readonly found: readonly FoundVoucher[]; readonly next?: SearchPlace }>;
}

/** Batches whose numbers are read at a time. */
const BATCHES_AT_ONCE = 200;
/** Behind the number of every import, and of every batch. */
const BEHIND = 1e15 - 1;

interface ImportAt {
  readonly num: number;
  readonly state: ImportState;
  readonly facts: string | null;
}
interface BatchAt {
  readonly no: number;
  readonly state: BatchState;
  readonly ids: string | null;
}

export function voucherSearchOf(db: Sql): VoucherSearch {
  return {
    async find(wanted, kinds, from, limit, isLate) {
      const found: FoundVoucher[] = [];
      let at = from ?? { import: BEHIND, batch: BEHIND };
      for (;;) {
        const row = await db.get<ImportAt>(
          `select num, state, facts from import indexed by import_list where num <= ?
           and kind in (select value from json_each(?)) and state not in ('planning', 'rejected') order by num desc limit 1`,
          at.batch === 0 ? at.import - 1 : at.import,
          JSON.stringify(kinds),
        );
        if (row === undefined) return { found };
        if (row.num < at.import) {
          at = { import: row.num, batch: BEHIND };
          if (row.state !== 'cancelled') found.push(...(await waitingOf(db, row, wanted)));
        }
        const batches = await db.all<BatchAt>(
          `select no, state, ids from batch where import = ? and no < ?
           and state not in ('split', 'withdrawn', 'rejected') order by no desc limit ?`,
          row.num,
          at.batch,
          BATCHES_AT_ONCE,
        );
        for (const batch of batches) {
          if (found.length >= limit || isLate()) return { found, next: at };
          found.push(...(await sentOf(db, row, batch, wanted)));
          at = { import: row.num, batch: batch.no };
        }
        if (batches.length < BATCHES_AT_ONCE) at = { import: row.num, batch: 0 };
        if (found.length >= limit || isLate()) return { found, next: at };
      }
    },
  };
}

const keyOf = (facts: string | null) => JSON.parse(facts ?? '{"accounts":{},"scale":2}') as BodyKey;
const isCalled = (key: string, { text }: Wanted) => key.toLowerCase() === text;

/** Those of a batch. What was recovered from the attempt log has no body: only its number is known. */
async function sentOf(db: Sql, { num, facts }: ImportAt, { no, state, ids }: BatchAt, wanted: Wanted) {
  const { entries, body } = await bodyOf(db, num, no);
  const key = keyOf(facts);
  const units = wanted.units(key.scale);
  const texts = entryTexts(body, entries);
  const booked = JSON.parse(ids ?? '[]') as [number | null, string | null][];
  return entries.flatMap((entry, place): FoundVoucher[] => {
    const lines = texts[place] ? sentLines(texts[place], key) : [];
    const line =
      lines.find((each) => units !== undefined && Math.abs(each.units) === Math.abs(units)) ??
      lines.find(({ description }) => description.toLowerCase().includes(wanted.text));
    if (line === undefined && !isCalled(entry.key, wanted)) return [];
    const debit = lines.reduce((sum, each) => sum + Math.max(0, each.units), 0);
    const [id, number] = booked[place] ?? [];
    const as = number ?? id;
    return [
      {
        import: num,
        key: entry.key,
        rows: entry.rows,
        state,
        date: entry.date,
        text: (line ?? lines[0])?.description ?? '',
        units: line?.units ?? debit,
        ...(as == null ? {} : { bookedAs: String(as) }),
      },
    ];
  });
}

/** Those that wait for a person, by number and amount: their texts are in the file alone. */
async function waitingOf(db: Sql, { num, facts }: ImportAt, wanted: Wanted): Promise<FoundVoucher[]> {
  const found: FoundVoucher[] = [];
  const units = wanted.units(keyOf(facts).scale);
  await db.each<{ key: string; rows: string; state: 'held' | 'rejected' | 'duplicate'; totals: string }>(
    ({ key, rows, state, totals }) => {
      const sums = JSON.parse(totals) as Readonly<Record<string, string>>;
      const isMeant =
        units !== undefined && Object.values(sums).some((sum) => Math.abs(Number(sum)) === Math.abs(units));
      if (isMeant || isCalled(key, wanted))
        found.push({ import: num, key, rows, state, units: Number(sums[DEBIT_TOTAL] ?? 0) });
    },
    `select key, rows, state, totals from entry where import = ? and state in ('held', 'rejected', 'duplicate')`,
    num,
  );
  return found;
}
