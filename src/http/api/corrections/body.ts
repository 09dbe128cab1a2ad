import { cellText } from '../../../core/cell.ts';
import { type Issue, toldOf } from '../../../core/issue.ts';
import { formatRow, parseRanges } from '../../../core/row-ranges.ts';
import { correctionsOf } from '../../../correcting/corrections-of.ts';
import { DRY_RUN_AWAITED_MS, type DryRuns, LOOK_AWAITED_MS, openDryRuns } from '../../../correcting/dry-runs.ts';
import { chartOf, proposeValues, type Suggestion } from '../../../correcting/suggest-values.ts';
import { differenceOf, type EntryDryRun } from '../../../correcting/try-entries.ts';
import { openWaitingRows, type WaitingRows } from '../../../correcting/waiting-rows.ts';
import type { CauseCount } from '../../../ledger/findings.ts';
import type { EntryRow, ImportRow, RevisionRow } from '../../../ledger/rows.ts';
import type { WaitingRow } from '../../../ledger/waiting-cells.ts';
import type { PlanFacts } from '../../../reading/plan-ports.ts';
import { ApiError } from '../../errors.ts';
import type { TemporaryFiles } from '../../files.ts';
import type { ServerPorts } from '../../ports.ts';
import { isoTime } from '../describe.ts';
import type { ChartReader } from './chart-reader.ts';
import type { RevisedAnswer, ShownSuggestion, WaitingCause, WaitingEntry } from './shapes.ts';

/** Problems that are told of one entry; the workbook has them all. */
const PROBLEMS_MAX = 500;
/** Bytes of JSON beyond which no entry is added to a page of them: cells may be large. */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** Bytes of JSON of the entries whose cells one request corrects, as they stand before. */
export const REVISED_BYTES = 4 * 1024 * 1024;

/** Causes for which something is proposed: a file may have thousands, and people see a few at a time. */
const PROPOSED_MAX = 50;

/** Why entries wait, with what can be done about each. */
export async function causeBodies(
  row: ImportRow,
  { dryRuns }: Pick<CorrectionBodies, 'dryRuns'>,
  ports: ServerPorts,
  charts: ChartReader,
): Promise<WaitingCause[]> {
  const { num, kind } = row;
  const { ledger } = ports;
  const revised = await ledger.revisions.ofCauses(num);
  if (revised.size > 0) await dryRuns.bring(row, LOOK_AWAITED_MS);
  const ready = await ledger.revisions.ofCauses(num, await dryRuns.ready(row));
  const causes = (await ledger.findings.causes(num)).filter(({ waits }) => waits === 1);
  // Somebody is about to choose accounts.
  if (causes.some(({ code }) => chartOf(code) !== undefined)) await charts.beforeProposing(row);
  const once = await ledger.findings.waitingOnce(
    num,
    causes.map(({ no }) => no),
  );
  const proposals = await proposeValues(row, causes.slice(0, PROPOSED_MAX), ports);
  return causes.map((cause, at) => {
    const counted = once.get(cause.no);
    const proposal = proposals[at];
    return {
      no: cause.no,
      ...issueBody(cause, cause.entries === 1 ? cause.detail : null),
      ...toldOf(cause, cause.entries === 1 ? cause.own : null),
      ...(cause.row === 0 ? {} : { row: formatRow(cause.row) }),
      rows: cause.rows,
      entries: cause.entries,
      ...(counted === undefined ? {} : { counted }),
      revised: revised.get(cause.no) ?? 0,
      ready: ready.get(cause.no) ?? 0,
      ...(proposal === undefined ? {} : { proposal: suggestionBody(proposal) }),
      mends: [...correctionsOf(cause.code as Issue['code'], kind, cause.value !== null && cause.column !== null)],
    };
  });
}

export function suggestionBody({ why, ...value }: Suggestion): ShownSuggestion {
  if (why === undefined) return value;
  return { ...value, why: why.is === 'replaced' ? { ...why, at: isoTime(why.at) } : why };
}

/** What an entry that waits is told by. */
interface EntryParts {
  readonly columns: number;
  readonly scale: number;
  /** All of it, by their numbers. */
  readonly rows: ReadonlyMap<number, WaitingRow>;
  /** Those that count, of this entry. */
  readonly revisions: readonly RevisionRow[];
  readonly trial: EntryDryRun | undefined;
}

async function entryBody(
  entry: EntryRow,
  { columns, scale, rows, revisions, trial }: EntryParts,
  { ledger }: Pick<ServerPorts, 'ledger'>,
): Promise<WaitingEntry> {
  const tried = revisions.length > 0 ? trial : undefined;
  const difference = tried === undefined ? differenceOf(entry.totals, scale) : tried.difference;
  const problems: Problem[] =
    tried?.problems.map(({ row, variant, facts, ...issue }) => ({
      row,
      body: {
        ...issueBody(issue, null),
        ...(variant === undefined ? {} : { variant }),
        ...(facts === undefined ? {} : { facts }),
      },
    })) ??
    (await ledger.pages.problems(entry.import, entry.seq, PROBLEMS_MAX)).map((problem) => ({
      row: problem.row,
      body: { ...issueBody(problem, problem.detail), ...toldOf(problem, problem.own), cause: problem.cause },
    }));
  const lines = [...parseRanges(entry.rows)];
  const mine = new Set(lines);
  return {
    seq: entry.seq,
    entry: entry.key,
    rows: entry.rows,
    state: entry.state as WaitingEntry['state'],
    revised: revisions.length > 0,
    ...(tried === undefined ? {} : { trial: tried.is }),
    ...(difference === undefined ? {} : { difference }),
    // What was corrected may make an entry with rows of another one: what is wrong with those is told as well.
    problems: problems.filter(({ row }) => !mine.has(row)).map(({ body }) => body),
    lines: lines.map((number) => {
      const corrected = revisions.filter(({ row }) => row === number);
      const texts = Array.from({ length: columns }, (_, at) => cellText(rows.get(number)!.cells[at] ?? ''));
      for (const { column, became } of corrected) texts[column] = became;
      return {
        row: formatRow(number),
        number,
        cells: texts,
        was: Object.fromEntries(corrected.map(({ column, was }) => [String(column), was])),
        problems: problems.filter(({ row }) => row === number).map(({ body }) => body),
      };
    }),
  };
}

interface Problem {
  readonly row: number;
  readonly body: WaitingEntry['problems'][number];
}

function issueBody(
  issue: Pick<CauseCount, 'code' | 'message'> & {
    readonly column?: string | null | undefined;
    readonly value?: string | null | undefined;
    readonly suggestion?: string | null | undefined;
  },
  detail: string | null,
): WaitingEntry['problems'][number] {
  const { code, column, value, message, suggestion } = issue;
  return {
    code: code as WaitingEntry['problems'][number]['code'],
    ...(column == null ? {} : { column }),
    ...(value == null ? {} : { value }),
    message: detail ?? message,
    ...(suggestion == null ? {} : { suggestion }),
  };
}

/** Entries in file order. */
interface WaitingPage {
  readonly bodies: WaitingEntry[];
  /** The page holds no more: seq of the last entry that was looked at. Absent where that was all of them. */
  readonly fullAt?: number;
}

/** What waits, kept at hand for those who correct it. */
export interface CorrectionBodies {
  readonly rows: WaitingRows;
  readonly dryRuns: DryRuns;
  /** Those of these entries that still wait, as they stand now, as many as a page holds, and one at least; what was corrected in them is tried. */
  page(row: ImportRow, entries: readonly EntryRow[]): Promise<WaitingPage>;
  /**
   * To be called before cells are corrected, for whoever does sees their entries again, all of them. One is told however large.
   * @throws ApiError 413 where they come to more than an answer holds
   */
  checkSize(row: ImportRow, cells: readonly { readonly row: number }[]): Promise<void>;
  /** The same of entries by their seq, with how many were corrected in all. */
  revised(row: ImportRow, seqs: readonly number[]): Promise<RevisedAnswer>;
  close(): Promise<void>;
}

export function openCorrections(files: Pick<TemporaryFiles, 'folder'>, ports: ServerPorts): CorrectionBodies {
  const { ledger } = ports;
  const rows = openWaitingRows(files.folder('waiting'), ports);
  const dryRuns = openDryRuns(files.folder('dry-runs'), rows, ports);
  /** @param dryRun of what was corrected */
  const bodies = async (
    row: ImportRow,
    entries: readonly EntryRow[],
    maxBytes: number,
    dryRun: () => ReturnType<DryRuns['bring']> | undefined,
  ): Promise<WaitingPage> => {
    if (entries.length === 0) return { bodies: [] };
    const { headers, scale } = JSON.parse(row.facts!) as PlanFacts;
    const tried = await dryRun();
    const seqs = entries.map(({ seq }) => seq);
    return rows.use(row, async (cells) => {
      const revisions = await ledger.revisions.counting(row.num, seqs);
      const made: WaitingEntry[] = [];
      let bytes = 0;
      let last = 0;
      for (const entry of await ledger.waiting.entries(row.num, seqs)) {
        const copied = cells.rows(entry.seq);
        // It was planned anew since they were copied: the next look shows it, and never with cells that look empty.
        if ([...parseRanges(entry.rows)].every((number) => copied.has(number))) {
          const body = await entryBody(
            entry,
            {
              columns: headers.length,
              scale,
              rows: copied,
              revisions: revisions.filter(({ seq }) => seq === entry.seq),
              trial: tried?.get(entry.seq),
            },
            ports,
          );
          bytes += Buffer.byteLength(JSON.stringify(body));
          if (made.length > 0 && bytes > maxBytes) return { bodies: made, fullAt: last };
          made.push(body);
        }
        last = entry.seq;
      }
      return { bodies: made };
    });
  };
  return {
    rows,
    dryRuns,
    page: (row, entries) => bodies(row, entries, PAGE_BYTES, () => dryRuns.bring(row, LOOK_AWAITED_MS)),
    async checkSize(row, cells) {
      const seqs = await rows.use(row, (copied) => [
        ...new Set(cells.flatMap(({ row: number }) => copied.row(number)?.seq ?? [])),
      ]);
      const entries = await ledger.waiting.entries(row.num, seqs);
      const { fullAt } = await bodies(row, entries, REVISED_BYTES, () => undefined);
      if (fullAt === undefined) return;
      const message = `The entries of these cells come to more than ${REVISED_BYTES} bytes, and one answer holds no more. Nothing was kept.`;
      throw new ApiError(413, 'body-too-large', message, 'Correct cells of fewer entries in one request.');
    },
    async revised(row, seqs) {
      // Whoever corrected them sees all of them again.
      const entries = await bodies(row, await ledger.waiting.entries(row.num, seqs), Infinity, () =>
        dryRuns.bring(row, DRY_RUN_AWAITED_MS),
      );
      const ready = await ledger.revisions.ofCauses(row.num, await dryRuns.ready(row));
      return {
        entries: entries.bodies,
        revised: await dryRuns.counts(row),
        causes: [...(await ledger.revisions.ofCauses(row.num))].map(([no, revised]) => ({
          ...{ no, revised },
          ready: ready.get(no) ?? 0,
        })),
      };
    },
    async close() {
      await dryRuns.close();
      await rows.close();
    },
  };
}
