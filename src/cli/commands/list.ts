import { leftLine, openWords } from '../../arriving/inbox/words.ts';
import type { RowCounts } from '../../core/states.ts';
import { kindOf, namedKind } from '../../kinds/kinds.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import { type Counts, countOutcomes } from '../../reporting/receipt.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { stateTone } from '../output/state-words.ts';
import { readableCount, readableTime, styleFor, tableLines } from '../output/text.ts';
import { inSession } from '../session.ts';

/** Imports that `bilag list` shows a person; a program gets all of them. */
export const LISTED_IMPORTS = 50;
const ALL_IMPORTS = 1_000_000;
const FILE_CHARACTERS = 40;
/** Files in the inbox that are not taken, of which a person is shown so many. */
const LEFT_SHOWN = 5;
const STATE_COLUMN = 1;
/** Behind the state of an import of which something was decided and turned out otherwise. */
const CONTRADICTED = ' !!';

/** `bilag list`: the newest imports first. */
export function listCommand({ json = false }: { json?: boolean }, context: CliContext): Promise<ExitCode> {
  return inSession(context, async ({ runtime }) => {
    const { ledger } = runtime;
    if (json) {
      const imports = await Promise.all(
        (await ledger.imports.list(ALL_IMPORTS)).map(async (row) => ({
          ...listed(row, await countsOf(row, ledger)),
          ...((await isContradicted(row, ledger)) ? { contradicted: true } : {}),
        })),
      );
      const open = (await ledger.openFiles.list(context.now())).map(({ job, name, program, pid, since }) => ({
        job,
        file: name,
        program,
        process: pid,
        since: iso(since),
      }));
      context.out.write(`${JSON.stringify({ imports, ...(open.length === 0 ? {} : { openFiles: open }) })}\n`);
      return EXIT.ok;
    }
    for (const file of await ledger.openFiles.list(context.now())) context.out.write(`${openWords(file)}\n`);
    const left = await ledger.arrivals.left(runtime.config.inbox);
    for (const { job, name, reason } of left.slice(0, LEFT_SHOWN))
      context.out.write(`${leftLine(job, name, reason ?? '')}\n`);
    if (left.length > LEFT_SHOWN)
      context.out.write(`… and ${left.length - LEFT_SHOWN} more in the inbox, each with its reason beside it.\n`);
    const rows = await ledger.imports.list(LISTED_IMPORTS + 1);
    const shown = rows.slice(0, LISTED_IMPORTS);
    if (shown.length === 0) {
      context.err.write('Nothing has been imported here yet. Begin with: bilag plan FILE --job NAME\n');
      return EXIT.ok;
    }
    const style = styleFor(context.out, context.env);
    const ofBookings = shown.every(({ kind }) => !hasRecords(kind));
    const cells: string[][] = [];
    for (const row of shown) {
      const { rows, entries } = await countsOf(row, ledger);
      cells.push([
        row.id,
        (await isContradicted(row, ledger)) ? row.state + CONTRADICTED : row.state,
        readableTime(row.created_at),
        row.job,
        row.file,
        readableCount(rows.read),
        hasRecords(row.kind)
          ? createdCell(rows)
          : `${readableCount(entries.booked)} of ${readableCount(entries.planned)}`,
      ]);
    }
    const lines = tableLines(
      [
        ['import', 'state', 'received', 'job', 'file', 'rows', ofBookings ? 'vouchers booked' : 'booked, created'],
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
      context.err.write('!! a decision turned out to be wrong; what it means: bilag show IMPORT\n');
    if (rows.length > shown.length) context.err.write('… and older ones: bilag list --json lists them all.\n');
    return EXIT.ok;
  });
}

const hasRecords = (kind: string) => kindOf(kind).records !== undefined;

/** `2 of 6`, or `2 of 6, 1 exists`: what exists already need not be created. */
function createdCell({ booked, duplicate, read, skipped }: RowCounts): string {
  const there = duplicate === 0 ? '' : `, ${readableCount(duplicate)} ${duplicate === 1 ? 'exists' : 'exist'}`;
  return `${readableCount(booked)} of ${readableCount(read - skipped)}${there}`;
}

async function isContradicted({ num }: ImportRow, ledger: Ledger): Promise<boolean> {
  return (await ledger.doubts.contradictions(num)).length > 0;
}

function listed(row: ImportRow, { rows, entries, contacts, customFields }: Counts): object {
  const { id, job, kind, file, state, created_at, finished_at } = row;
  return {
    import: id,
    job,
    ...namedKind(kind),
    file,
    state,
    rows,
    entries,
    ...(hasRecords(kind) ? { contacts, customFields } : {}),
    takenIn: iso(created_at),
    ...(finished_at === null ? {} : { finished: iso(finished_at) }),
  };
}

const iso = (at: number) => new Date(at).toISOString();

/** Kept counts are as of the last change; while something changes they are counted anew. */
async function countsOf(row: ImportRow, ledger: Ledger): Promise<Counts> {
  const changing = row.state === 'posting' || row.state === 'in-doubt' || row.state === 'planning';
  return row.counts === null || changing ? await countOutcomes(row, ledger) : (JSON.parse(row.counts) as Counts);
}
