import { type Cell, cellText } from '../../../core/cell.ts';
import { toldOf } from '../../../core/issue.ts';
import { formatMinor } from '../../../core/money.ts';
import { formatRow, numberSheets, parseRanges } from '../../../core/row-ranges.ts';
import type { CopiedCells } from '../../../correcting/waiting-rows.ts';
import type { EntryRow, ImportRow } from '../../../ledger/rows.ts';
import { ANSWERS, isQuestion, placeIn } from '../../../reading/file-questions.ts';
import type { PlanFacts } from '../../../reading/plan-ports.ts';
import type { ServerPorts } from '../../ports.ts';
import type { CorrectionBodies } from '../corrections/body.ts';
import type { CauseQuestion, WaitingCause } from '../corrections/shapes.ts';
import { unmarkedOf } from '../marker-of.ts';

/** Its message names the rows: the entries are all of the file, and show nothing. */
const NAMES_ROWS = 'balance-broken';
/** Entries that a question is shown by. */
const EXAMPLES_MAX = 3;
/** Lines that are shown of each, and of what it is compared with. */
const LINES_MAX = 6;
/** Characters of a cell that an example shows; the entry itself, further down, has all of them. */
const EXAMPLE_CELL_CHARACTERS = 1_000;

type Ports = Pick<ServerPorts, 'ledger' | 'service'>;
type Example = CauseQuestion['examples'][number];

/** Causes with what can be answered to those that are questions, and examples of what these are about. */
export async function withQuestions(
  row: ImportRow,
  causes: readonly WaitingCause[],
  { rows }: Pick<CorrectionBodies, 'rows'>,
  ports: Ports,
): Promise<WaitingCause[]> {
  if (!causes.some(({ code }) => isQuestion(code))) return [...causes];
  return rows.use(
    row,
    async (cells) =>
      await Promise.all(
        causes.map(async (cause) => {
          const { code, no } = cause;
          if (!isQuestion(code)) return cause;
          const entries =
            code === NAMES_ROWS ? [] : await ports.ledger.waiting.page(row.num, { cause: no }, 0, EXAMPLES_MAX);
          const examples = await Promise.all(entries.map((entry) => exampleOf(entry, no, cells, ports)));
          return { ...cause, question: { answers: Object.keys(ANSWERS[code]), examples } };
        }),
      ),
  );
}

async function exampleOf(entry: EntryRow, cause: number, cells: CopiedCells, ports: Ports): Promise<Example> {
  const problem = (await ports.ledger.findings.problems(entry.import, entry.seq)).find((each) => each.cause === cause);
  const message = problem?.detail ?? problem?.message ?? '';
  const copied = cells.rows(entry.seq);
  const numbers = [...parseRanges(entry.rows)];
  const earlier = await earlierOf(message, ports);
  return {
    entry: entry.key,
    rows: entry.rows,
    message,
    ...(problem === undefined ? {} : toldOf(problem, problem.own)),
    lines: numbers.slice(0, LINES_MAX).flatMap((number) => {
      const found = copied.get(number);
      return found === undefined ? [] : [{ row: formatRow(number), cells: found.cells.map(exampleCell) }];
    }),
    moreLines: Math.max(0, numbers.length - LINES_MAX),
    ...(earlier === undefined ? {} : { earlier }),
  };
}

function exampleCell(cell: Cell): string {
  const text = cellText(cell);
  return text.length > EXAMPLE_CELL_CHARACTERS ? `${text.slice(0, EXAMPLE_CELL_CHARACTERS)}…` : text;
}

async function earlierOf(message: string, { ledger, ...ports }: Ports): Promise<Example['earlier']> {
  const place = placeIn(message);
  const other = place === undefined ? undefined : await ledger.pages.ofId(place.id);
  if (place === undefined || other === undefined) return undefined;
  const unmarked = unmarkedOf(other, ports);
  const { scale = 2, sheets } = JSON.parse(other.facts ?? '{}') as Partial<PlanFacts>;
  const [number = 0] = parseRanges(numberSheets(place.row, sheets));
  const { key, lines = [], skip } = (await ledger.pages.entryAt(other.num, number)) ?? {};
  return {
    import: other.id,
    file: other.file,
    row: place.row,
    ...(key === undefined || key === '' ? {} : { entry: key }),
    lines: lines.slice(0, LINES_MAX).map(({ date, account, units, description }) => ({
      date,
      account,
      amount: formatMinor(BigInt(units), scale),
      description: unmarked(description),
    })),
    moreLines: Math.max(0, lines.length - LINES_MAX),
    ...(skip === undefined
      ? {}
      : { skipped: { at: new Date(skip.at).toISOString(), who: skip.who, reason: skip.reason } }),
  };
}
