import type { CliContext } from '../context.ts';
import { type ColumnLayout, styleFor, tableLines } from '../output/text.ts';
import type { ServiceCommandOptions } from './ask-service.ts';

/** Characters of a text of the service that a table shows; `--json` has it whole. */
const CELL_CHARACTERS = 40;
const LONG_CELL_CHARACTERS = 60;
export const TEXT: ColumnLayout = { align: 'left', max: CELL_CHARACTERS };
/** For what a table is read for. */
export const LONG_TEXT: ColumnLayout = { align: 'left', max: LONG_CELL_CHARACTERS };
export const NUMBER: ColumnLayout = { align: 'right', max: CELL_CHARACTERS };

/** A table for people: a column's layout under its heading. */
export interface Table {
  readonly columns: Readonly<Record<string, ColumnLayout>>;
  readonly rows: readonly (readonly string[])[];
}

/** Writes what was asked for: one JSON object for programs, a table for people; nothing where it has no rows. */
export function writeTable(
  { json = false }: ServiceCommandOptions,
  { out, env }: CliContext,
  object: object,
  { columns, rows }: Table,
): void {
  if (json) out.write(`${JSON.stringify(object)}\n`);
  if (json || rows.length === 0) return;
  const [heading, ...lines] = tableLines([Object.keys(columns), ...rows], Object.values(columns));
  out.write(`${[styleFor(out, env)('dim', heading!), ...lines].join('\n')}\n`);
}
