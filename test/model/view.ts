import { unpackEntries } from '../../src/ledger/batches.ts';
import type { BatchRow, DecisionRow, EntryRow } from '../../src/ledger/rows.ts';
import type { Row } from './tables.ts';

/** Where an entry stands in the ledger. */
export interface Place {
  readonly state: string;
  readonly batch: number | undefined;
}

/** The ledger's contents as the model reads them. */
export interface View {
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly importState: string;
  readonly isCancelled: boolean;
  readonly batches: readonly BatchRow[];
  /** Entries of each batch, by number. */
  readonly entriesOf: ReadonlyMap<number, readonly { readonly seq: number; readonly content: string }[]>;
  /** Every place of every entry: there should be one. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
  readonly decisions: readonly DecisionRow[];
  readonly mismatches: readonly string[];
}

const ON_THEIR_WAY = ['ready', 'sending', 'in-doubt', 'booked'];

/** @param tables rows by table */
export function viewOf(tables: View['tables'], mismatches: readonly string[]): View {
  const batches = tables['batch'] as unknown as BatchRow[];
  const entriesOf = new Map(
    tables['batch_body']!.map((row) => [row['no'] as number, unpackEntries(row['entries'] as string)]),
  );
  const places = new Map<string, Place[]>();
  const place = (entry: string, at: Place) => places.set(entry, [...(places.get(entry) ?? []), at]);
  const contentOf = new Map<number, string>();
  for (const { no, state } of batches) {
    for (const { seq, content } of entriesOf.get(no)!) {
      contentOf.set(seq, content);
      if (ON_THEIR_WAY.includes(state)) place(content, { state, batch: no });
    }
  }
  for (const { seq, state } of tables['entry'] as unknown as EntryRow[]) {
    if (state !== 'replaced') place(contentOf.get(seq)!, { state, batch: undefined });
  }
  return {
    tables,
    importState: tables['import']![0]!['state'] as string,
    isCancelled: tables['import']![0]!['cancelled'] !== null,
    batches,
    entriesOf,
    places,
    decisions: tables['decision'] as unknown as DecisionRow[],
    mismatches,
  };
}
