import { setImmediate } from 'node:timers/promises';
import { entryTexts } from '../domain/batch.ts';
import { formatMinor, MinorSum } from '../domain/money.ts';
import { unpackEntries } from '../ledger/batch-entries.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { compareCodes } from '../rules/compare-codes.ts';
import { sentLines } from '../rules/cut-batch.ts';
import type { PlanFacts } from './plan-ports.ts';

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

export async function previewOf(row: ImportRow, facts: PlanFacts, ledger: Ledger): Promise<PlanPreview> {
  const names = new Map(Object.values(facts.accounts));
  const vatCode = (id: number | undefined) => (id === undefined ? '' : (facts.vatTypes[id] ?? String(id)));
  const sums = new Map<string, { account: string; vatCode: string; lines: number; sum: MinorSum }>();
  const first: PreviewEntry[] = [];
  let requests = 0;
  let entries = 0;
  let lines = 0;
  for (const batch of ledger.findings.eachBatch(row.num)) {
    if (!TO_BE_SENT.has(batch.state)) continue;
    if (++requests % BATCHES_AT_A_TIME === 0) await setImmediate();
    entries += batch.entries;
    const packed = unpackEntries(batch.packed);
    for (const [at, text] of entryTexts(batch.body, packed).entries()) {
      const sent = sentLines(text, facts);
      lines += sent.length;
      for (const line of sent) {
        const code = vatCode(line.vatTypeId);
        const key = `${line.account}\u0001${code}`;
        let total = sums.get(key);
        if (total === undefined) {
          total = { account: line.account, vatCode: code, lines: 0, sum: new MinorSum() };
          sums.set(key, total);
        }
        total.lines++;
        total.sum.add(line.units);
      }
      if (first.length === PREVIEW_ENTRIES) continue;
      const { key, rows } = packed[at]!;
      first.push({
        key,
        rows,
        lines: sent.map((line) => ({
          date: line.date,
          account: line.account,
          name: names.get(line.account) ?? '',
          amount: formatMinor(line.units, facts.scale),
          vatCode: vatCode(line.vatTypeId),
          description: line.description,
        })),
      });
    }
  }
  const duplicates = ledger.findings.entries(row.num, 'duplicate', 'duplicate-skipped');
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
    first,
    duplicates: duplicates
      .slice(0, PREVIEW_DUPLICATES)
      .flatMap(({ seq, rows }) =>
        ledger.findings.problems(row.num, seq).map(({ detail, message }) => `Rows ${rows}: ${detail ?? message}`),
      ),
    moreDuplicates: Math.max(0, duplicates.length - PREVIEW_DUPLICATES),
  };
}
