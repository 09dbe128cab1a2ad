import type { BookingsJob } from '../../core/job.ts';
import { FileFigures, type FoundFigures } from '../../reading/file-figures.ts';
import type { OpenTable } from '../../reading/open-table.ts';
import type { PlanOrder, PlanPorts } from '../../reading/plan-ports.ts';
import type { FileVerdict } from './file-tally.ts';
import type { BookingsKnown } from './plan.ts';
import type { RowReader } from './read-row.ts';

type Order = PlanOrder<BookingsJob>;

/** Whether what waits is asked for its balance, and nobody has answered. */
function isAsked({ again }: Order): boolean {
  return again?.asked.includes('balance-broken') === true && again.answers['balance-broken'] === undefined;
}

/** Rows of a correction are not the file whose balance broke: they are held for it until a person has answered. */
export function heldForBalance(order: Order): FileVerdict | undefined {
  const { again } = order;
  if (again?.source === 0 || !isAsked(order)) return undefined;
  return withBalance(undefined, again?.facts.figures);
}

/** A balance that the job maps holds the file where it breaks, or where it shows a bank account that amounts go out of to come in. */
export function withBalance(
  verdict: FileVerdict | undefined,
  figures: FoundFigures | undefined,
): FileVerdict | undefined {
  const { balance } = figures ?? {};
  if (balance === undefined || !balance.mapped) return verdict;
  const { column, broken, against } = balance;
  if (broken !== undefined)
    return { ...verdict, balance: { column, message: broken.message, facts: broken.facts, isAgainst: false } };
  return against?.asks
    ? { ...verdict, balance: { column, message: against.message, facts: against.facts, isAgainst: true } }
    : verdict;
}

/** What checks the figures of a file while it is read. */
export interface FiguresCheck {
  /** Undefined where the file has none, or they are known. */
  readonly figures: FileFigures | undefined;
  /** The same where it is to be shown each row as it is read; else the table shows it all rows. */
  readonly ofRead: FileFigures | undefined;
  readonly table: OpenTable;
}

/**
 * Sees to it that balances and sums are checked in file order. A retry checks the original again where it waits for its balance, for the
 * job may read it otherwise by now: all of its rows count, those that are not read again too.
 */
export function figuresOf(
  order: Order,
  table: OpenTable,
  { verdict, figures: found, rowOrder }: BookingsKnown,
  reader: RowReader,
  watchdog: PlanPorts['watchdog'],
): FiguresCheck {
  const { again, job } = order;
  const isDue = again === undefined || (again.source === 0 && isAsked(order));
  if (!isDue || verdict !== undefined || found !== undefined) return { figures: undefined, ofRead: undefined, table };
  const { headers, columns, columnOf } = table.header;
  const figures = FileFigures.of({ job, headers, columns, columnOf, peek: table.peek() });
  if (figures === undefined || (again === undefined && rowOrder === 'near')) return { figures, ofRead: figures, table };
  const rowOf: OpenTable['rowOf'] = (record, line) => {
    watchdog.at(line);
    figures.see(record, line, reader.skips(record, line));
    watchdog.rest();
    return table.rowOf(record, line);
  };
  return { figures, ofRead: undefined, table: { ...table, rowOf } };
}
