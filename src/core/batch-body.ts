import { hash } from 'node:crypto';
import { MinorSum } from './money.ts';
import {
  type AccountTotals,
  type BatchEntry,
  CREDIT_TOTAL,
  DEBIT_TOTAL,
  entryTexts,
  type FrozenBatch,
} from './states.ts';

/** How the lines of a body are read back: AccountID → [number, name], and the decimals of the amounts. */
export interface BodyKey {
  readonly accounts: Readonly<Record<string, readonly [string, string]>>;
  readonly scale: number;
}

/** A draft line of a body, read back. */
export interface SentLine {
  readonly account: string;
  /** Minor units. */
  readonly units: number;
  readonly description: string;
  readonly date: string;
  readonly vatTypeId: number | undefined;
}

/** A smaller batch out of a frozen one: the kept entries' texts, to the letter. */
export function cutBatch(
  no: number,
  batch: { readonly entries: readonly BatchEntry[]; readonly body: string },
  keep: (entry: BatchEntry) => boolean,
  key: BodyKey,
): FrozenBatch {
  const texts = entryTexts(batch.body, batch.entries);
  const kept = batch.entries.map((entry, i) => ({ entry, text: texts[i]! })).filter(({ entry }) => keep(entry));
  // What is sent alone stays as it is.
  const body = batch.body.startsWith('[') ? `[${kept.map(({ text }) => text).join(',')}]` : batch.body;
  const sums = new Map<string, MinorSum>();
  let lines = 0;
  for (const { text } of kept) {
    for (const line of sentLines(text, key)) {
      lines++;
      addTotal(sums, line.account, line.units);
    }
  }
  const entries = kept.map(({ entry }) => entry);
  return {
    no,
    entries,
    rows: entries.reduce((rows, entry) => rows + entry.rowCount, 0),
    lines,
    totals: totalsJson(sums),
    body: Buffer.from(body),
  };
}

/** Sums per account of each entry of a batch, in its order. */
export function entryTotals(
  batch: { readonly entries: readonly BatchEntry[]; readonly body: string },
  key: BodyKey,
): AccountTotals[] {
  return entryTexts(batch.body, batch.entries).map((text) => {
    const sums = new Map<string, MinorSum>();
    for (const line of sentLines(text, key)) addTotal(sums, line.account, line.units);
    return plainTotals(sums);
  });
}

/** A batch in two halves, or in as many as it has entries. */
export function divideBatch(
  into: 'halves' | 'entries',
  firstNo: number,
  batch: { readonly entries: readonly BatchEntry[]; readonly body: string },
  key: BodyKey,
): FrozenBatch[] {
  const size = into === 'entries' ? 1 : Math.ceil(batch.entries.length / 2);
  const parts: FrozenBatch[] = [];
  for (let from = 0; from < batch.entries.length; from += size) {
    const part = new Set(batch.entries.slice(from, from + size));
    parts.push(cutBatch(firstNo + parts.length, batch, (entry) => part.has(entry), key));
  }
  return parts;
}

/** The draft lines of one entry's text; exact, since an amount of at most 15 digits survives a number. */
export function sentLines(text: string, key: BodyKey): SentLine[] {
  // A contact and a custom field have none.
  const { DraftLines = [] } = JSON.parse(text) as {
    DraftLines?: {
      AccountID: number;
      Amount: number;
      Description: string;
      FinancialDate: string;
      VatTypeID?: number;
    }[];
  };
  return DraftLines.map((line) => ({
    account: key.accounts[line.AccountID]?.[0] ?? String(line.AccountID),
    units: unitsOf(line.Amount, key.scale),
    description: line.Description,
    date: line.FinancialDate,
    vatTypeId: line.VatTypeID,
  }));
}

function unitsOf(amount: number, scale: number): number {
  const units = Math.round(amount * 10 ** scale);
  if (Number.isSafeInteger(units)) return units;
  throw new Error(`A stored amount can't be read back: ${amount}`);
}

/** sha256 of a request body, hex: a body that no longer matches is never sent. */
export function bodyHash(body: Buffer): string {
  return hash('sha256', body, 'hex');
}

export function addTotal(sums: Map<string, MinorSum>, account: string, units: number): void {
  addTo(sums, account, units);
  if (units !== 0) addTo(sums, units > 0 ? DEBIT_TOTAL : CREDIT_TOTAL, units);
}

export function addTo(sums: Map<string, MinorSum>, name: string, units: number): void {
  let sum = sums.get(name);
  if (sum === undefined) {
    sum = new MinorSum();
    sums.set(name, sum);
  }
  sum.add(units);
}

/** The same as JSON: an object whose names are numbers is slow to fill and to write. */
export function totalsJson(sums: ReadonlyMap<string, MinorSum>): string {
  let json = '';
  for (const [account, sum] of sums) json += `${json === '' ? '{' : ','}${JSON.stringify(account)}:"${sum.text()}"`;
  return json === '' ? '{}' : `${json}}`;
}

export function plainTotals(sums: ReadonlyMap<string, MinorSum>): Record<string, string> {
  const totals: Record<string, string> = {};
  for (const [account, sum] of sums) totals[account] = sum.text();
  return totals;
}
