import { type Cell, cellText } from '../../core/cell.ts';
import { HEADER_MAX_CHARACTERS, normaliseHeader } from '../../core/text.ts';
import { isKnownHeader } from '../../reading/field-words.ts';
import { namesOfTwo } from '../../reading/match-header.ts';
import type { Chunk } from '../../tabular/table.ts';
import { isValue } from './profile-column.ts';

/** Why a row is taken for the one that names the columns: it holds names that are known, or it is all text above values. */
export type HeaderReason = 'known-names' | 'text-above-values' | 'first-row' | 'none';

export interface GuessedHeader {
  /** Place among the records; -1 where no row names the columns. */
  readonly at: number;
  /** Line (CSV) or row (workbook); 0 where there is none. */
  readonly line: number;
  readonly why: HeaderReason;
  /** Columns whose names are known. */
  readonly known: number;
  /** Where the row above says some of the names: those of both. */
  readonly names?: readonly Cell[];
}

/** Known names that make a row the header beyond doubt. */
const KNOWN_NAMES = 2;
/** Share of the usual number of filled cells that a header has at least. */
const WIDE_SHARE = 0.5;

type Guess = Pick<GuessedHeader, 'at' | 'known' | 'names'>;

interface Row {
  readonly record: readonly Cell[];
  /** Undefined where a cell of it names no column. */
  readonly names: readonly string[] | undefined;
  readonly filled: number;
}

/** The row that names the columns, of a file that no job is known for. @param chunk the first records */
export function guessHeader(chunk: Chunk): GuessedHeader {
  const rows = chunk.records.map((record) => ({ record, names: namesOf(record), filled: filledIn(record) }));
  const usual = median(rows.map(({ filled }) => filled));
  const named = (at: number, why: HeaderReason, known: number) => ({ at, line: chunk.lines[at] ?? 0, why, known });
  let best: Guess = { at: -1, known: 0 };
  for (const [at, { record, names }] of rows.entries()) {
    const known = names === undefined ? 0 : knownIn(record);
    if (known > best.known) best = { at, known };
  }
  if (best.known >= KNOWN_NAMES) {
    const { names, ...found } = guessOfTwo(rows, best) ?? best;
    return { ...named(found.at, 'known-names', found.known), ...(names && { names }) };
  }
  const wide = (filled: number) => filled >= Math.max(1, usual * WIDE_SHARE);
  const first = rows.findIndex(({ filled }) => wide(filled));
  const at = rows.findIndex(({ names, filled }) => names !== undefined && wide(filled));
  if (at < 0) return named(-1, 'none', 0);
  const below = rows.slice(at + 1).some(({ record }) => record.some(isValue));
  if (below) {
    // Values above the first row of names: that is a row of texts among others, and not the header.
    return at === first ? named(at, 'text-above-values', best.known) : named(-1, 'none', 0);
  }
  return named(at, 'first-row', best.known);
}

/** Two rows that together name more columns than the best of them. */
function guessOfTwo(rows: readonly Row[], best: Guess): Guess | undefined {
  for (const at of [best.at, best.at + 1]) {
    const [upper, lower] = [rows[at - 1], rows[at]];
    if (upper?.names === undefined || lower?.names === undefined) continue;
    // Below the header may be a row of texts: all of them must be names.
    if (at > best.at && knownIn(lower.record) < lower.filled) continue;
    const names = namesOfTwo(upper.record, lower.record);
    const known = knownIn(names ?? []);
    if (names !== undefined && known > best.known) return { at, known, names };
  }
  return undefined;
}

/** The cells of a row that could name columns; undefined where one of them is a value, or a name comes twice. */
function namesOf(record: readonly Cell[]): string[] | undefined {
  const names: string[] = [];
  for (const cell of record) {
    const text = cellText(cell).trim();
    if (text === '') continue;
    if (text.length > HEADER_MAX_CHARACTERS || isValue(cell)) return undefined;
    names.push(normaliseHeader(text));
  }
  return new Set(names).size === names.length ? names : undefined;
}

function knownIn(record: readonly Cell[]): number {
  return record.filter((cell) => isKnownHeader(cellText(cell))).length;
}

function filledIn(record: readonly Cell[]): number {
  return record.reduce<number>((sum, cell) => (cellText(cell).trim() === '' ? sum : sum + 1), 0);
}

function median(counts: readonly number[]): number {
  return [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
}
