import { cellText } from '../../domain/cell.ts';
import type { Issue } from '../../domain/issue.ts';
import { formatRow, parseRanges } from '../../domain/row-ranges.ts';
import type { CauseCount } from '../../ledger/findings.ts';
import type { EntryRow, ImportRow, RevisionRow } from '../../ledger/rows.ts';
import type { WaitingRow } from '../../ledger/waiting-cells.ts';
import { differenceOf, type Trial } from '../../pipeline/mends/try-entries.ts';
import { mendsOf } from '../../rules/mends-of.ts';
import type { WaitingCause, WaitingEntry } from './api-mends.ts';
import type { ServerPorts } from './server-ports.ts';

/** Problems that are told of one entry; the workbook has them all. */
const PROBLEMS_MAX = 500;

/** Why entries wait, with what can be done about each. */
export function causeBodies({ num, kind }: ImportRow, { ledger }: Pick<ServerPorts, 'ledger'>): WaitingCause[] {
  const revised = ledger.revisions.ofCauses(num);
  return ledger.findings
    .causes(num)
    .filter(({ waits }) => waits === 1)
    .map((cause) => ({
      no: cause.no,
      ...issueBody(cause, cause.entries === 1 ? cause.detail : null),
      ...(cause.row === 0 ? {} : { row: formatRow(cause.row) }),
      rows: cause.rows,
      entries: cause.entries,
      revised: revised.get(cause.no) ?? 0,
      mends: [...mendsOf(cause.code as Issue['code'], kind, cause.value !== null && cause.column !== null)],
    }));
}

/** What an entry that waits is told by. */
export interface EntryParts {
  readonly columns: number;
  readonly scale: number;
  /** All of it, by their numbers. */
  readonly rows: ReadonlyMap<number, WaitingRow>;
  /** Those that count, of this entry. */
  readonly revisions: readonly RevisionRow[];
  readonly trial: Trial | undefined;
}

export function entryBody(
  entry: EntryRow,
  { columns, scale, rows, revisions, trial }: EntryParts,
  { ledger }: Pick<ServerPorts, 'ledger'>,
): WaitingEntry {
  const tried = revisions.length > 0 ? trial : undefined;
  const difference = tried === undefined ? differenceOf(entry.totals, scale) : tried.difference;
  const problems: Problem[] =
    tried?.problems.map(({ row, ...issue }) => ({ row, body: issueBody(issue, null) })) ??
    ledger.pages.problems(entry.import, entry.seq, PROBLEMS_MAX).map((problem) => ({
      row: problem.row,
      body: { ...issueBody(problem, problem.detail), cause: problem.cause },
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
    // What was mended may make an entry with rows of another one: what is wrong with those is told as well.
    problems: problems.filter(({ row }) => !mine.has(row)).map(({ body }) => body),
    lines: lines.map((number) => {
      const mended = revisions.filter(({ row }) => row === number);
      const texts = Array.from({ length: columns }, (_, at) => cellText(rows.get(number)!.cells[at] ?? ''));
      for (const { column, became } of mended) texts[column] = became;
      return {
        row: formatRow(number),
        number,
        cells: texts,
        was: Object.fromEntries(mended.map(({ column, was }) => [String(column), was])),
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
