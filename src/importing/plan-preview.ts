import { setImmediate } from 'node:timers/promises';
import { type SentLine, sentLines } from '../core/batch-body.ts';
import { formatMinor, MinorSum } from '../core/money.ts';
import { nameSheets } from '../core/row-ranges.ts';
import { type BatchEntry, entryTexts } from '../core/states.ts';
import { compareCodes } from '../core/text.ts';
import { unpackEntries } from '../ledger/batches.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';

/** Entries that a plan shows as they will be booked. */
export const PREVIEW_ENTRIES = 3;
/** Duplicates that a plan names with the earlier import, file and row. */
export const PREVIEW_DUPLICATES = 5;
/** Batches between pauses, in which a signal is heard. */
const BATCHES_AT_A_TIME = 50;

/** What would be sent, read back from the frozen requests: the preview is the plan, and not another sum of the file. */
export interface PlanPreview {
  readonly requests: number;
  readonly entries: number;
  readonly lines: number;
  readonly totals: readonly { account: string; name: string; vatCode: string; lines: number; amount: string }[];
  /** Per account: vouchers with a line in it, and its two sides. */
  readonly accounts: readonly { account: string; name: string; entries: number; debit: string; credit: string }[];
  /** All debit and all credit lines; decimal text. */
  readonly debit: string;
  readonly credit: string;
  readonly first: readonly PreviewEntry[];
  /** Entries that an earlier import booked, in words; not all of them. */
  readonly duplicates: readonly string[];
  readonly moreDuplicates: number;
}

export interface PreviewEntry {
  readonly key: string;
  readonly rows: string;
  readonly lines: readonly {
    date: string;
    account: string;
    name: string;
    amount: string;
    vatCode: string;
    description: string;
  }[];
}

const TO_BE_SENT: ReadonlySet<string> = new Set(['ready', 'sending', 'in-doubt', 'booked']);

/**
 * @param wanted duplicates that are put into words
 * @param shown entries that are shown line by line
 */
export async function previewOf(
  row: ImportRow,
  facts: PlanFacts,
  ledger: Ledger,
  wanted = PREVIEW_DUPLICATES,
  shown = PREVIEW_ENTRIES,
): Promise<PlanPreview> {
  const names = namesOf(facts);
  const accounts = new Map<string, { entries: number; last: number; debit: MinorSum; credit: MinorSum }>();
  const sums = new Map<string, { account: string; vatCode: string; lines: number; sum: MinorSum }>();
  const [debit, credit] = [new MinorSum(), new MinorSum()];
  const first: PreviewEntry[] = [];
  let requests = 0;
  let entries = 0;
  let lines = 0;
  /** Number of the one that is read; counted from 1. */
  let voucher = 0;
  for await (const { packed, texts } of toBeSent(row, ledger)) {
    requests++;
    entries += packed.length;
    for (const [at, text] of texts.entries()) {
      const sent = sentLines(text, facts);
      voucher++;
      lines += sent.length;
      for (const line of sent) {
        const code = vatCodeOf(line, facts);
        const key = `${line.account}\u0001${code}`;
        let total = sums.get(key);
        if (total === undefined) {
          total = { account: line.account, vatCode: code, lines: 0, sum: new MinorSum() };
          sums.set(key, total);
        }
        total.lines++;
        total.sum.add(line.units);
        (line.units < 0 ? credit : debit).add(line.units);
        const of = accounts.get(line.account) ?? { entries: 0, last: 0, debit: new MinorSum(), credit: new MinorSum() };
        accounts.set(line.account, of);
        (line.units < 0 ? of.credit : of.debit).add(line.units);
        if (of.last !== voucher) of.entries++;
        of.last = voucher;
      }
      if (first.length < shown) first.push(previewEntry(packed[at]!, sent, facts, names));
    }
  }
  const duplicates = await ledger.findings.entries(row.num, 'duplicate', 'duplicate-skipped');
  return {
    requests,
    entries,
    lines,
    totals: [...sums.values()]
      .sort((a, b) => compareCodes(a.account, b.account) || compareCodes(a.vatCode, b.vatCode))
      .map(({ sum, ...total }) => ({
        ...total,
        name: names.get(total.account) ?? '',
        amount: formatMinor(sum.value(), facts.scale),
      })),
    accounts: [...accounts]
      .sort(([a], [b]) => compareCodes(a, b))
      .map(([account, sum]) => ({
        account,
        name: names.get(account) ?? '',
        entries: sum.entries,
        debit: formatMinor(sum.debit.value(), facts.scale),
        credit: formatMinor(sum.credit.value(), facts.scale),
      })),
    debit: formatMinor(debit.value(), facts.scale),
    credit: formatMinor(credit.value(), facts.scale),
    first,
    duplicates: (
      await Promise.all(
        duplicates
          .slice(0, wanted)
          .map(async ({ seq, rows }) =>
            (
              await ledger.findings.problems(row.num, seq)
            ).map(({ detail, message }) => nameSheets(`Rows ${rows}: ${detail ?? message}`, facts.sheets)),
          ),
      )
    ).flat(),
    moreDuplicates: Math.max(0, duplicates.length - wanted),
  };
}

/** Every entry as it will be booked, in the order of the requests. */
export async function* entriesToBook(row: ImportRow, facts: PlanFacts, ledger: Ledger): AsyncGenerator<PreviewEntry> {
  const names = namesOf(facts);
  for await (const { packed, texts } of toBeSent(row, ledger)) {
    for (const [at, text] of texts.entries()) yield previewEntry(packed[at]!, sentLines(text, facts), facts, names);
  }
}

/** The frozen requests of a plan that are to be sent, with the texts of their entries. */
async function* toBeSent(
  { num }: ImportRow,
  { findings }: Ledger,
): AsyncGenerator<{ packed: readonly BatchEntry[]; texts: readonly string[] }> {
  let read = 0;
  for await (const batch of findings.eachBatch(num)) {
    if (!TO_BE_SENT.has(batch.state)) continue;
    if (++read % BATCHES_AT_A_TIME === 0) await setImmediate();
    const packed = unpackEntries(batch.packed);
    yield { packed, texts: entryTexts(batch.body, packed) };
  }
}

const namesOf = ({ accounts }: PlanFacts) => new Map(Object.values(accounts));

function vatCodeOf({ vatTypeId }: SentLine, { vatTypes }: PlanFacts): string {
  return vatTypeId === undefined ? '' : (vatTypes[vatTypeId] ?? String(vatTypeId));
}

function previewEntry(
  { key, rows }: BatchEntry,
  sent: readonly SentLine[],
  facts: PlanFacts,
  names: ReadonlyMap<string, string>,
): PreviewEntry {
  return {
    key,
    rows: nameSheets(rows, facts.sheets),
    lines: sent.map((line) => ({
      date: line.date,
      account: line.account,
      name: names.get(line.account) ?? '',
      amount: formatMinor(line.units, facts.scale),
      vatCode: vatCodeOf(line, facts),
      description: line.description,
    })),
  };
}
