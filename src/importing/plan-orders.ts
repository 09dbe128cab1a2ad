import { parseRanges } from '../core/row-ranges.ts';
import { kindWords } from '../kinds/kinds.ts';
import type { JobToday, PipelinePorts } from '../kinds/ports.ts';
import type { EntryRow, ImportRow } from '../ledger/rows.ts';
import { storedPath } from '../ledger/stored-file.ts';
import { isQuestion } from '../reading/file-questions.ts';
import { keyColumns } from '../reading/match-header.ts';
import type { PlanAgain, PlanFacts, PlanOrder } from '../reading/plan-ports.ts';

/** Entries that wait for a person, or for a retry. */
export const WAITING = ['held', 'rejected', 'duplicate'] as const;

/** What the planner has to read for an import that is in state `planning`. */
export async function planOrders(row: ImportRow, job: JobToday, ports: PipelinePorts): Promise<PlanOrder[]> {
  const { num } = row;
  const common = await commonOrder(row, job, ports);
  const original = storedPath(ports.home, row.sha256);
  if (row.todo === 'claim') return [];
  if (row.todo === 'plan') return [{ ...common, path: original }];
  const { imports, findings, waiting: entries } = ports.ledger;
  const corrections = await imports.corrections(num);
  const waiting = await findings.entries(num, ...WAITING);
  if (row.todo === 'correction') {
    const { no, sha256 } = corrections.at(-1)!;
    const insisted = await entries.insisted(num, no);
    return [
      await correctionOrder(row, job, { path: storedPath(ports.home, sha256), source: no, waiting, insisted }, ports),
    ];
  }
  const corrected = row.as_file === 1 ? new Set() : await leftToPeople(row, job, ports);
  const left = new Set(row.leave_cancelled === 1 ? await entries.seqs(num, { cancelled: true }) : []);
  const plain = waiting.filter(({ seq }) => !corrected.has(seq) && !left.has(seq));
  const again = { ...(await againOf(row, plain, ports)), insisted: [], onlyKnown: true };
  return [...new Set(plain.map((entry) => entry.source))].sort().map((source) => ({
    ...common,
    path: storedPath(ports.home, corrections.find(({ no }) => no === source)?.sha256 ?? row.sha256),
    again: {
      ...again,
      source,
      seqOfRow: seqOfRows(plain.filter((entry) => entry.source === source)),
      numbered: source > 0,
    },
  }));
}

/**
 * Somebody works on them, and the file says otherwise by now: they wait to be submitted. So do those whose key she gave to a
 * row of these: they are one entry by now.
 */
async function leftToPeople(row: ImportRow, job: JobToday, ports: PipelinePorts): Promise<ReadonlySet<number>> {
  const corrected = (await ports.ledger.revisions.entries(row.num)).map(({ seq }) => seq);
  return new Set(corrected.length === 0 ? corrected : await withMerged(row, corrected, job, ports));
}

/** A correction, and the entries that it may be about. */
interface CorrectionParts {
  readonly path: string;
  /** Its number. */
  readonly source: number;
  readonly waiting: readonly EntryRow[];
  /** Entries of it that are booked although they look like duplicates. */
  readonly insisted: readonly number[];
}

/** What the planner has to read of a correction. */
export async function correctionOrder(
  row: ImportRow,
  job: JobToday,
  { path, source, waiting, insisted }: CorrectionParts,
  ports: PipelinePorts,
): Promise<PlanOrder> {
  return {
    ...(await commonOrder(row, job, ports)),
    path,
    again: {
      ...(await againOf(row, waiting, ports)),
      source,
      seqOfRow: seqOfRows(waiting),
      insisted,
      numbered: true,
      onlyKnown: false,
    },
  };
}

async function commonOrder(
  { num, id: importId, job: jobName, file, service: name, created_at: receivedAt }: ImportRow,
  job: JobToday,
  ports: PipelinePorts,
) {
  const service = ports.service(name);
  const company = await service.company();
  const customFields = await ports.ledger.customFields.of(company);
  const { marker, descriptionMax, currency } = service;
  const words = kindWords(job.job.kind);
  const { home } = ports;
  return {
    ...{ num, importId, jobName, job: job.job, words, company, home, file, receivedAt },
    ...{ marker, descriptionMax, currency, customFields },
  };
}

async function againOf(
  row: ImportRow,
  waiting: readonly EntryRow[],
  { ledger }: PipelinePorts,
): Promise<
  Pick<
    PlanAgain,
    | 'original'
    | 'facts'
    | 'nextSeq'
    | 'nextBatch'
    | 'nextCause'
    | 'contents'
    | 'duplicates'
    | 'asked'
    | 'answers'
    | 'questions'
    | 'rowless'
    | 'skippedFields'
  >
> {
  const facts = JSON.parse(row.facts!) as PlanFacts;
  return {
    original: row.sha256,
    facts,
    nextSeq: facts.nextSeq,
    nextBatch: (await ledger.posting.lastBatchNo(row.num)) + 1,
    nextCause: (await ledger.findings.lastCause(row.num)) + 1,
    contents: new Map(waiting.flatMap(({ seq, content }) => (content === null ? [] : [[seq, content] as const]))),
    duplicates: new Set(waiting.flatMap(({ seq, state }) => (state === 'duplicate' ? [seq] : []))),
    asked: (await ledger.findings.causes(row.num)).flatMap(({ code, waits }) =>
      waits === 1 && isQuestion(code) ? [code] : [],
    ),
    answers: await ledger.answers.of(row.num),
    questions: await ledger.findings.questions(row.num),
    skippedFields: await ledger.customFields.skipped(row.num),
    rowless: waiting.filter((entry) => entry.row_count === 0).map(({ seq }) => seq),
  };
}

function seqOfRows(entries: readonly EntryRow[]): Map<number, number> {
  return new Map(entries.flatMap((entry) => [...parseRanges(entry.rows)].map((line) => [line, entry.seq] as const)));
}

/**
 * Entries, and those that wait and whose key somebody gave to a row of these: they are one entry by now, and are planned
 * together.
 */
export async function withMerged(
  row: ImportRow,
  seqs: readonly number[],
  { job }: JobToday,
  { ledger }: PipelinePorts,
): Promise<readonly number[]> {
  const { headers } = JSON.parse(row.facts!) as PlanFacts;
  const all = new Set(seqs);
  for (const column of keyColumns(job, headers)) {
    for (const { seq, became } of await ledger.revisions.inColumn(row.num, column)) {
      if (all.has(seq)) for (const other of await ledger.waiting.ofKey(row.num, became.trim())) all.add(other);
    }
  }
  return all.size === seqs.length ? seqs : [...all].sort((a, b) => a - b);
}
