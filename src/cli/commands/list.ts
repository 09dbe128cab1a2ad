import { openWords } from '../../arriving/inbox/words.ts';
import type { RowCounts } from '../../core/states.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import { type Counts, type CreatedCounts, countOutcomes } from '../../reporting/receipt.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { stateTone } from '../output/state-words.ts';
import { readableCount, readableTime, styleFor, tableLines } from '../output/text.ts';
import { inSession } from '../session.ts';

/** Imports that `bilag list` shows a person; a program gets all of them. */
export const LISTED_IMPORTS = 50;
const ALL_IMPORTS = 1_000_000;
const FILE_CHARACTERS = 40;
const STATE_COLUMN = 1;
/** Behind the state of an import of which something was decided and turned out otherwise. */
const CONTRADICTED = ' !!';

/** `bilag list`: the newest imports first. */
export function listCommand({ json = false }: { json?: boolean }, context: CliContext): Promise<ExitCode> {
  return inSession(context, async ({ runtime }) => {
    const { ledger } = runtime;
    if (json) {
      const imports = ledger.imports.list(ALL_IMPORTS).map((row) => ({
        ...listed(row, countsOf(row, ledger)),
        ...(isContradicted(row, ledger) ? { contradicted: true } : {}),
      }));
      const open = ledger.openFiles
        .list(context.now())
        .map(({ job, name, program, pid, since }) => ({ job, file: name, program, process: pid, since: iso(since) }));
      context.out.write(`${JSON.stringify({ imports, ...(open.length === 0 ? {} : { openFiles: open }) })}\n`);
      return EXIT.ok;
    }
    for (const file of ledger.openFiles.list(context.now())) context.out.write(`${openWords(file)}\n`);
    const rows = ledger.imports.list(LISTED_IMPORTS + 1);
    const shown = rows.slice(0, LISTED_IMPORTS);
    if (shown.length === 0) {
      context.err.write('Nothing has been imported here yet. Begin with: bilag plan FILE --job NAME\n');
      return EXIT.ok;
    }
    const style = styleFor(context.out, context.env);
    const ofBookings = shown.every(({ kind }) => kind === 'bookings');
    const cells = shown.map((row) => {
      const { rows, entries, contacts, customFields } = countsOf(row, ledger);
      return [
        row.id,
        isContradicted(row, ledger) ? row.state + CONTRADICTED : row.state,
        readableTime(row.created_at),
        row.job,
        row.file,
        readableCount(rows.read),
        row.kind === 'bookings'
          ? `${readableCount(entries.booked)} of ${readableCount(entries.planned)}`
          : createdCell(row.kind === 'contacts' ? contacts : customFields, rows),
      ];
    });
    const lines = tableLines(
      [
        ['import', 'state', 'received', 'job', 'file', 'rows', ofBookings ? 'entries booked' : 'booked, created'],
        ...cells,
      ],
      [
        { align: 'left' },
        { align: 'left' },
        { align: 'left' },
        { align: 'left' },
        { align: 'left', max: FILE_CHARACTERS },
        { align: 'right' },
        { align: 'right' },
      ],
    );
    context.out.write(`${style('dim', lines[0]!)}\n`);
    lines.slice(1).forEach((line, i) => {
      const { state } = shown[i]!;
      const cell = cells[i]![STATE_COLUMN]!;
      context.out.write(
        `${line.replace(` ${cell} `, ` ${style(cell === state ? stateTone(state) : 'red', cell)} `)}\n`,
      );
    });
    if (cells.some((each) => each[STATE_COLUMN]!.endsWith(CONTRADICTED)))
      context.err.write('!! an outcome contradicts what was decided; what it means: bilag show IMPORT\n');
    if (rows.length > shown.length) context.err.write('… and older ones: bilag list --json has them all.\n');
    return EXIT.ok;
  });
}

/** `2 of 6`, or `2 of 6, 1 exists`: what exists already need not be created. */
function createdCell({ created, existing }: CreatedCounts, { read, skipped }: RowCounts): string {
  const there = existing === 0 ? '' : `, ${readableCount(existing)} ${existing === 1 ? 'exists' : 'exist'}`;
  return `${readableCount(created)} of ${readableCount(read - skipped)}${there}`;
}

function isContradicted({ num }: ImportRow, ledger: Ledger): boolean {
  return ledger.doubts.contradictions(num).length > 0;
}

function listed(row: ImportRow, { rows, entries, contacts, customFields }: Counts): object {
  const { id, job, kind, file, state, created_at, finished_at } = row;
  return {
    import: id,
    job,
    ...(kind === 'bookings' ? {} : { kind }),
    file,
    state,
    rows,
    entries,
    ...(kind === 'bookings' ? {} : { contacts, customFields }),
    takenIn: iso(created_at),
    ...(finished_at === null ? {} : { finished: iso(finished_at) }),
  };
}

const iso = (at: number) => new Date(at).toISOString();

/** Kept counts are as of the last change; while something changes they are counted anew. */
function countsOf(row: ImportRow, ledger: Ledger): Counts {
  const changing = row.state === 'posting' || row.state === 'in-doubt' || row.state === 'planning';
  return row.counts === null || changing ? countOutcomes(row, ledger) : (JSON.parse(row.counts) as Counts);
}
