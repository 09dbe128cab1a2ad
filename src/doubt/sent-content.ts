import { sentLines } from '../core/batch-body.ts';
import { batchMarker, entryMarker } from '../core/marker.ts';
import { formatMinor, MinorSum } from '../core/money.ts';
import type { Contact, CustomFieldDefinition } from '../core/records.ts';
import { type BatchEntry, DEBIT_TOTAL, entryTexts } from '../core/states.ts';
import { stepOf } from '../kinds/kinds.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { BatchRow, ImportRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { batchTotals } from '../reporting/batch-sums.ts';

/** Lines that are shown of an entry; a payroll run may be one entry of thousands. */
const LINES_SHOWN = 200;

/** An entry as it was sent. Amounts are decimal text. */
export interface SentEntry {
  readonly seq: number;
  /** The file's key; empty where rows have none. */
  readonly entry: string;
  readonly rows: string;
  readonly date: string;
  readonly debit: string;
  readonly lines: readonly {
    readonly account: string;
    readonly name: string;
    readonly amount: string;
    readonly description: string;
    readonly date: string;
    readonly vat?: string;
  }[];
  /** Lines that are not shown. */
  readonly moreLines?: number;
}

/** What a batch sent, for a person who looks it up in the service. */
export interface SentContent {
  /** Sum of debit; absent where there are no amounts. */
  readonly debit?: string;
  readonly totals: readonly {
    readonly account: string;
    readonly name: string;
    readonly amount: string;
    /** Both sides of the account, as its journal shows them; absent where the lines are not known. */
    readonly debit?: string;
    readonly credit?: string;
  }[];
  /** Dates of its entries, first and last; absent where there are none. */
  readonly dates?: { readonly from: string; readonly to: string };
  /** What stands at the end of the descriptions, by which they are found; absent where the service has none. */
  readonly marker?: string;
  /** One page of them. */
  readonly entries: readonly SentEntry[];
  /** Ordinal in the batch of the first entry that is not on this page; absent at the end. */
  readonly next?: number;
  readonly contact?: Contact;
  readonly field?: CustomFieldDefinition;
  /** What was sent is not in this ledger: it is known from the attempt log which entries it was. */
  readonly isLost: boolean;
}

/** @param from ordinal in the batch of the first entry that is told */
export async function sentContent(
  row: ImportRow,
  batch: BatchRow,
  { from, limit }: { readonly from: number; readonly limit: number },
  marker: string,
  ledger: Ledger,
): Promise<SentContent> {
  const { entries, body } = await ledger.posting.body(row.num, batch.no);
  const facts = row.facts === null ? undefined : (JSON.parse(row.facts) as PlanFacts);
  const isLost = facts === undefined || body === '';
  const page = entries.slice(from, from + limit);
  const next = from + page.length < entries.length ? { next: from + page.length } : {};
  if (batch.step !== 'book') {
    const created = isLost ? {} : stepOf(batch.step).shown?.(body, facts);
    return { totals: [], entries: page.map((entry) => sentEntry(entry)), ...next, ...created, isLost };
  }
  const names = new Map(Object.values(facts?.accounts ?? {}));
  const scale = facts?.scale ?? row.scale;
  const sums = await ledger.posting.totals(row.num, batch.no);
  const units = (JSON.parse(sums) as Record<string, string>)[DEBIT_TOTAL];
  const texts = isLost ? [] : entryTexts(body, entries);
  const sides = sidesOf(texts, facts);
  const dates = entries.map(({ date }) => date).sort();
  const [first] = entries;
  const found =
    first === undefined || isLost ? undefined : await markerOf(row, batch, first, texts[0]!, marker, ledger);
  return {
    ...(units === undefined ? {} : { debit: formatMinor(BigInt(units), scale) }),
    totals: batchTotals(sums, scale).map((total) => ({
      ...total,
      name: names.get(total.account) ?? '',
      ...sides.get(total.account),
    })),
    ...(dates.length === 0 ? {} : { dates: { from: dates[0]!, to: dates.at(-1)! } }),
    ...(found === undefined ? {} : { marker: found }),
    entries: page.map((entry, at) => sentEntry(entry, facts, texts[from + at], names)),
    ...next,
    isLost,
  };
}

/** What all lines of an account come to in debit, and in credit. */
function sidesOf(texts: readonly string[], facts: PlanFacts | undefined) {
  const sums = new Map<string, { readonly debit: MinorSum; readonly credit: MinorSum }>();
  if (facts !== undefined) {
    for (const { account, units } of texts.flatMap((text) => sentLines(text, facts))) {
      const sum = sums.get(account) ?? { debit: new MinorSum(), credit: new MinorSum() };
      sums.set(account, sum);
      if (units > 0) sum.debit.add(units);
      else sum.credit.add(-units);
    }
  }
  const scale = facts?.scale ?? 0;
  const text = (sum: MinorSum) => formatMinor(sum.value(), scale);
  return new Map([...sums].map(([account, sum]) => [account, { debit: text(sum.debit), credit: text(sum.credit) }]));
}

function sentEntry(
  { seq, key, rows, date }: BatchEntry,
  facts?: PlanFacts,
  text?: string,
  names?: ReadonlyMap<string, string>,
): SentEntry {
  const said = { seq, entry: key, rows, date };
  if (facts === undefined || text === undefined) return { ...said, debit: '', lines: [] };
  const lines = sentLines(text, facts);
  const debit = new MinorSum();
  for (const { units } of lines) if (units > 0) debit.add(units);
  const more = lines.length - LINES_SHOWN;
  return {
    ...said,
    debit: formatMinor(debit.value(), facts.scale),
    lines: lines.slice(0, LINES_SHOWN).map(({ account, units, description, date: on, vatTypeId }) => ({
      account,
      name: names?.get(account) ?? '',
      amount: formatMinor(units, facts.scale),
      description,
      date: on,
      ...(vatTypeId === undefined ? {} : { vat: facts.vatTypes[vatTypeId] ?? String(vatTypeId) }),
    })),
    ...(more > 0 ? { moreLines: more } : {}),
  };
}

/** The marker at the end of an entry's description: of the batch, or of the one that it was divided from. */
async function markerOf(
  { num, id }: ImportRow,
  batch: BatchRow,
  { seq }: BatchEntry,
  text: string,
  marker: string,
  { posting }: Ledger,
): Promise<string | undefined> {
  if (marker === '') return undefined;
  const { DraftLines } = JSON.parse(text) as { DraftLines: { Description: string }[] };
  for (let at: BatchRow | undefined = batch; at !== undefined; ) {
    const sent = entryMarker(batchMarker(marker, id, at.no), seq);
    if (DraftLines[0]?.Description.endsWith(sent)) return sent.trim();
    at = at.parent === null ? undefined : await posting.batch(num, at.parent);
  }
  return undefined;
}
