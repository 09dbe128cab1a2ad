import { sentLines } from '../core/batch-body.ts';
import { unpackIds } from '../core/booked-ids.ts';
import type { Cell } from '../core/cell.ts';
import { formatMinor } from '../core/money.ts';
import { formatRow, nameSheets, parseRanges, type SheetNames } from '../core/row-ranges.ts';
import { type BatchEntry, entryTexts } from '../core/states.ts';
import { kindOf } from '../kinds/kinds.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import { unpackEntries } from '../ledger/batches.ts';
import type { BatchRow, ImportRow } from '../ledger/rows.ts';
import { sheetsOf } from '../reading/named-sheets.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { type CorrectedRows, correctedRows } from './corrected-rows.ts';
import { ASIDE, createdTrail, skippedWords } from './created-trail.ts';

export const AUDIT_HEADER = [
  'entry',
  'rows',
  'outcome',
  'service ID',
  'service number',
  'batch',
  'date',
  'account',
  'account name',
  'amount',
  'VAT code',
  'description',
  'problem',
  'corrected',
] as const;

const OUTCOME = { ready: 'pending', sending: 'pending', booked: 'booked', 'in-doubt': 'in doubt' } as const;

/** A table that a spreadsheet takes. */
export interface Trail {
  readonly header: readonly string[];
  readonly rows: AsyncIterable<Cell[]>;
  /** Columns whose long texts are broken into lines. */
  readonly wrap: readonly number[];
}

/** All that became of an import, by its kind: a line for each draft line, contact or custom field. */
export function trailOf(row: ImportRow, ports: Pick<PipelinePorts, 'ledger'>): Trail {
  const { records } = kindOf(row.kind);
  const trail =
    records === undefined
      ? {
          header: AUDIT_HEADER,
          rows: auditTrail(row, ports),
          wrap: [AUDIT_HEADER.indexOf('problem'), AUDIT_HEADER.indexOf('corrected')],
        }
      : createdTrail(row, records.trail, ports);
  const sheets = sheetsOf(row.facts);
  return sheets === undefined ? trail : { ...trail, rows: withNames(trail.rows, sheets) };
}

async function* withNames(rows: AsyncIterable<Cell[]>, sheets: SheetNames): AsyncGenerator<Cell[]> {
  for await (const cells of rows)
    yield cells.map((cell) => (typeof cell === 'string' ? nameSheets(cell, sheets) : cell));
}

/** Every entry of an import, its rows, its lines as sent, its outcome, and what the service calls it (design, section 7): one line of the trail for each draft line. */
export async function* auditTrail(row: ImportRow, ports: Pick<PipelinePorts, 'ledger'>): AsyncGenerator<Cell[]> {
  const { findings } = ports.ledger;
  const facts = JSON.parse(row.facts ?? 'null') as PlanFacts | null;
  if (facts === null) return;
  const corrected = await correctedRows(row.num, facts.headers, ports.ledger);
  for await (const batch of findings.eachBatch(row.num)) {
    if (!(batch.state in OUTCOME)) continue;
    const outcome = OUTCOME[batch.state as keyof typeof OUTCOME];
    const ids = unpackIds(batch.ids);
    const entries = unpackEntries(batch.packed);
    for (const [at, text] of entryTexts(batch.body, entries).entries()) {
      yield* linesOf(entries[at]!, text, { outcome, id: ids[at] ?? [null, null], batch, corrected }, facts);
    }
  }
  for (const entry of await findings.entries(row.num, ...ASIDE)) {
    const why =
      skippedWords(entry) ??
      (await findings.problems(row.num, entry.seq))
        .map(
          (problem) =>
            `${problem.row === 0 ? '' : `row ${formatRow(problem.row)}: `}${problem.detail ?? problem.message}`,
        )
        .join('\n');
    const outcome = entry.state === 'duplicate-skipped' ? 'duplicate, skipped' : entry.state;
    yield [
      entry.key,
      entry.rows,
      outcome,
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      why,
      corrected.ofEntry(entry.rows, entry.source),
    ];
  }
}

/** A batch, and what became of one of its entries. */
interface Sent {
  readonly outcome: string;
  readonly id: readonly [number | null, string | null];
  readonly batch: Pick<BatchRow, 'no' | 'source'>;
  readonly corrected: CorrectedRows;
}

function* linesOf(
  entry: BatchEntry,
  text: string,
  { outcome, id: [id, number], batch, corrected }: Sent,
  facts: PlanFacts,
): Generator<Cell[]> {
  const names = new Map(Object.values(facts.accounts).map(([account, name]) => [account, name]));
  const lines = sentLines(text, facts);
  const rows = batch.source === 0 ? [] : [...parseRanges(entry.rows)];
  // Where each row made one line, its line is marked; else all lines of the entry are.
  const markOf = (at: number) =>
    rows.length === lines.length && rows.some((row) => corrected.of(row) !== '')
      ? corrected.of(rows[at]!)
      : corrected.ofEntry(entry.rows, batch.source);
  for (const [at, line] of lines.entries()) {
    yield [
      entry.key,
      entry.rows,
      outcome,
      id ?? '',
      number ?? '',
      batch.no,
      { kind: 'date', iso: line.date },
      line.account,
      names.get(line.account) ?? '',
      Number(formatMinor(line.units, facts.scale)),
      line.vatTypeId === undefined ? '' : (facts.vatTypes[line.vatTypeId] ?? String(line.vatTypeId)),
      line.description,
      '',
      markOf(at),
    ];
  }
}
