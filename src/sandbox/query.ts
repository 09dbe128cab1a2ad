import type { Table } from './table.ts';

/** Rows of a list that asks for no `top`. */
export const DEFAULT_PAGE_ROWS = 100;
/** Rows of a list at most, whatever `top` says. */
export const MAX_PAGE_ROWS = 1000;

export type Row = Record<string, unknown>;

/** `<field> eq <value>`: a quoted value is text, a bare one a number, a boolean or null. */
export interface Filter {
  readonly field: string;
  readonly value: string | number | boolean | null;
}

/** The common query parameters (service interface, section 4). Field names are told apart without regard to case. */
export interface Query {
  readonly filter: Filter | undefined;
  readonly select: readonly string[] | undefined;
  readonly expand: readonly string[];
  readonly links: boolean;
  readonly top: number;
  readonly skip: number;
}

/** Reads the parameters; what isn't understood is left out without a word, as the service does. */
export function parseQuery(parameters: URLSearchParams): Query {
  const names = (name: string) =>
    (parameters.get(name) ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => part !== '');
  const select = names('select');
  const count = (name: string) => {
    const text = parameters.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  };
  return {
    filter: parseFilter(parameters.get('filter') ?? ''),
    select: select.length === 0 ? undefined : select,
    expand: names('expand'),
    links: parameters.get('hateoas')?.toLowerCase() !== 'false',
    top: Math.min(count('top') || DEFAULT_PAGE_ROWS, MAX_PAGE_ROWS),
    skip: count('skip') ?? 0,
  };
}

const FILTER = /^\s*([A-Za-z_][\w.]*)\s+eq\s+(?:'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?)|(true|false|null))\s*$/i;

/** A quote inside a text is doubled. Anything but one `eq` is undefined: the rows then come unfiltered. */
export function parseFilter(text: string): Filter | undefined {
  const match = FILTER.exec(text);
  if (!match) return undefined;
  const [, field = '', quoted, number, word] = match;
  if (quoted !== undefined) return { field: field.toLowerCase(), value: quoted.replaceAll("''", "'") };
  if (number !== undefined) return { field: field.toLowerCase(), value: Number(number) };
  const value = word?.toLowerCase() === 'null' ? null : word?.toLowerCase() === 'true';
  return { field: field.toLowerCase(), value };
}

/** The rows that a list answers: expanded, filtered, paged, selected, linked. */
export function listRows(table: Table, query: Query, path: string): Row[] {
  const page: Row[] = [];
  const filter = query.filter && hasField(table, query.filter.field, query.expand) ? query.filter : undefined;
  let toSkip = filter ? query.skip : 0;
  for (const stored of filter ? table.matching(filter) : table.from(query.skip)) {
    const row = expandRow(stored, query.expand);
    if (filter && !matches(fieldOf(row, filter.field), filter.value)) continue;
    if (toSkip-- > 0) continue;
    page.push(shapeRow(row, query, path));
    if (page.length >= query.top) break;
  }
  return page;
}

/** A field that rows don't have filters nothing. */
function hasField(table: Table, field: string, expand: readonly string[]): boolean {
  for (const first of table.from(0)) return fieldOf(expandRow(first, expand), field) !== undefined;
  return false;
}

/** One row as a get answers it. */
export function oneRow(stored: Row, query: Query, path: string): Row {
  return shapeRow(expandRow(stored, query.expand), query, path);
}

/** Objects that stand inside others, and are left out unless `expand` names them. */
const NESTED: ReadonlySet<string> = new Set([
  'Info',
  'DefaultPhone',
  'DefaultEmail',
  'InvoiceAddress',
  'DefaultAddress',
  'Items',
]);

function expandRow(row: Row, expand: readonly string[], prefix = ''): Row {
  const copy: Row = {};
  for (const [key, value] of Object.entries(row)) {
    if (!NESTED.has(key)) {
      copy[key] = value;
      continue;
    }
    const path = prefix + key.toLowerCase();
    if (!expand.some((name) => name === path || name.startsWith(`${path}.`))) continue;
    const nested = typeof value === 'object' && value !== null && !Array.isArray(value);
    copy[key] = nested ? expandRow(value as Row, expand, `${path}.`) : value;
  }
  return copy;
}

/** `select` leaves `ID` and `Deleted` in, asked for or not. */
function shapeRow(row: Row, query: Query, path: string): Row {
  if (query.select) {
    const wanted = new Set(query.select.map((name) => name.split('.')[0]));
    return Object.fromEntries(
      Object.entries(row).filter(([key]) => key === 'ID' || key === 'Deleted' || wanted.has(key.toLowerCase())),
    );
  }
  return query.links ? { ...row, _links: { self: { href: `${path}/${String(row['ID'])}` } } } : row;
}

/** The value at a dotted path; undefined where the row has no such field. */
function fieldOf(row: Row, path: string): unknown {
  let value: unknown = row;
  for (const name of path.split('.')) {
    if (value === null) return null;
    if (typeof value !== 'object') return undefined;
    const key = Object.keys(value as Row).find((each) => each.toLowerCase() === name);
    if (key === undefined) return undefined;
    value = (value as Row)[key];
  }
  return value;
}

function matches(value: unknown, wanted: Filter['value']): boolean {
  if (typeof wanted === 'string') return value !== null && String(value) === wanted;
  if (typeof wanted === 'number') return value !== null && value !== '' && Number(value) === wanted;
  return value === wanted;
}
