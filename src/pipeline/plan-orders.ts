import { parseRanges } from '../domain/row-ranges.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { PlanFacts, PlanOrder } from './plan-ports.ts';
import type { JobToday, PipelinePorts } from './ports.ts';
import { storedPath } from './stored-file.ts';

/** Entries that wait for a person, or for a retry. */
export const WAITING = ['held', 'rejected', 'duplicate'] as const;

/** What the planner has to read for an import that is in state `planning`. */
export function planOrders(row: ImportRow, job: JobToday, ports: PipelinePorts): PlanOrder[] {
  const { num, id: importId, file } = row;
  const service = ports.service(row.service);
  const customFields = ports.ledger.customFields.of(service.company);
  const common = { num, importId, job: job.job, company: service.company, marker: service.marker, file, customFields };
  const original = storedPath(ports.home, row.sha256);
  if (row.todo === 'claim') return [];
  if (row.todo === 'plan') return [{ ...common, path: original }];
  const { imports, findings, posting } = ports.ledger;
  const corrections = imports.corrections(num);
  const pathOf = (source: number) =>
    source === 0
      ? original
      : storedPath(ports.home, corrections.find((correction) => correction.no === source)!.sha256);
  const facts = JSON.parse(row.facts!) as PlanFacts;
  const waiting = findings.entries(num, ...WAITING);
  const again = {
    facts,
    nextSeq: facts.nextSeq,
    nextBatch: posting.lastBatchNo(num) + 1,
    nextCause: findings.lastCause(num) + 1,
    rowless: waiting.filter((entry) => entry.row_count === 0).map(({ seq }) => seq),
  };
  const seqOfRows = (entries: typeof waiting) =>
    new Map(entries.flatMap((entry) => [...parseRanges(entry.rows)].map((line) => [line, entry.seq] as const)));
  if (row.todo === 'correction') {
    const source = corrections.at(-1)!.no;
    return [
      {
        ...common,
        path: pathOf(source),
        again: { ...again, source, seqOfRow: seqOfRows(waiting), numbered: true, onlyKnown: false },
      },
    ];
  }
  return [...new Set(waiting.map((entry) => entry.source))].sort().map((source) => ({
    ...common,
    path: pathOf(source),
    again: {
      ...again,
      source,
      seqOfRow: seqOfRows(waiting.filter((entry) => entry.source === source)),
      numbered: source > 0,
      onlyKnown: true,
    },
  }));
}
