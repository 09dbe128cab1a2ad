import { counted } from './counted.ts';
import { UsageError } from './issue.ts';
import type { BatchEntry } from './states.ts';

/** Entries that a message lists at most. */
const LISTED = 20;

/** An entry as people name it: by its key, or by its rows where it has none. */
export function entryName({ key, rows }: Pick<BatchEntry, 'key' | 'rows'>): string {
  return key === '' ? rowsName(rows) : key;
}

/** Names of entries as a list of a bounded length. */
export function entryNames(entries: readonly Pick<BatchEntry, 'key' | 'rows'>[]): string {
  const more = entries.length - LISTED;
  const names = entries.slice(0, LISTED).map((entry) => entryName(entry));
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The same as a list; where there are more, its last item is `…`. */
export function namesOf(entries: readonly Pick<BatchEntry, 'key' | 'rows'>[]): string[] {
  return [...entries.slice(0, LISTED).map(entryName), ...(entries.length > LISTED ? ['…'] : [])];
}

/**
 * The entries of a batch that a person names: by key, or by rows as they are listed (`rows 12-14`; an entry without a
 * key also by the bare `12-14`). A value may name several, between commas; a name that holds a comma is found all the
 * same.
 * @throws UsageError for a name that no entry has, or that several have
 */
export function entriesNamed(values: readonly string[], entries: readonly BatchEntry[]): ReadonlySet<BatchEntry> {
  const known = new Map<string, Set<BatchEntry>>();
  const add = (name: string, entry: BatchEntry) => known.set(name, (known.get(name) ?? new Set()).add(entry));
  for (const entry of entries) {
    add(rowsName(entry.rows), entry);
    add(entry.key === '' ? entry.rows : entry.key.trim(), entry);
  }
  const named = new Set<BatchEntry>();
  for (const value of values) {
    for (const name of namesIn(value, known)) {
      const [first, ...more] = known.get(name) ?? [];
      if (first === undefined) {
        throw new UsageError(
          `No voucher of the batch is called ${JSON.stringify(name)}.`,
          `There are: ${entryNames(entries)}.`,
        );
      }
      if (more.length > 0) {
        throw new UsageError(
          `${counted(more.length + 1, 'voucher')} of the batch are called ${JSON.stringify(name)}.`,
          `Name them by their rows: ${[first, ...more].map(({ rows }) => `"${rowsName(rows)}"`).join(', ')}.`,
        );
      }
      named.add(first);
    }
  }
  if (named.size === 0) throw new UsageError('No voucher is named.', `There are: ${entryNames(entries)}.`);
  return named;
}

function rowsName(rows: string): string {
  return `${/[-,]/.test(rows) ? 'rows' : 'row'} ${rows}`;
}

/** Cuts at commas, but takes the longest that is a name: rows and keys may hold commas. */
function namesIn(value: string, known: ReadonlyMap<string, unknown>): string[] {
  const parts = value.split(',').map((part) => part.trim());
  const names: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let end = parts.length;
    while (end > at + 1 && !isKnown(parts.slice(at, end), known)) end--;
    const [one = '', ...rest] = parts.slice(at, end);
    const name = rest.length === 0 ? one : nameOf([one, ...rest], known)!;
    if (name !== '') names.push(name);
    at = end;
  }
  return names;
}

function isKnown(parts: readonly string[], known: ReadonlyMap<string, unknown>): boolean {
  return nameOf(parts, known) !== undefined;
}

function nameOf(parts: readonly string[], known: ReadonlyMap<string, unknown>): string | undefined {
  return [parts.join(','), parts.join(', ')].find((name) => known.has(name));
}
