import type { Receipt } from '../../src/reporting/receipt.ts';

/**
 * Names of the interface that these tests use and the design leaves open: they stand here alone, so that one change adapts
 * every test.
 */
export const CODE = {
  duplicate: 'duplicate',
  /** Same key, a date in common, other content. */
  changed: 'entry-changed',
  /** An export pasted behind itself. */
  repeated: 'rows-repeated',
  /** Same key, no date in common, otherwise the same. */
  date: 'date-changed',
  /** Nearly all keys of the file would be changed. */
  series: 'other-series',
  /** The bank enriched its text, or another column was mapped to it. */
  text: 'text-changed',
  /** A card purchase is listed by the day that it settled on. */
  day: 'day-changed',
  /** One has a key and the other has none. */
  key: 'key-differs',
  /** The same entries under new numbers. */
  numbers: 'numbers-differ',
  /** The numbers of some keys restart within the file. */
  restart: 'numbers-restart',
  /** The same rows, which the job read otherwise then. */
  reading: 'read-differently',
  /** A person skipped the other one. */
  skipped: 'skipped-before',
} as const;

/** What the rules about sameness hold an entry for; a plain duplicate is none of them. */
export const HOLDING: readonly string[] = Object.values(CODE).filter((code) => code !== CODE.duplicate);

/** `same`: not booked, counted as duplicates. `different`: booked. */
export type Answer = 'same' | 'different' | 'once' | 'meant' | 'separate' | 'together';

/** Arguments of the command that answers a question about an import. */
export const answering = (id: string, code: string, answer: Answer): string[] => [
  'retry',
  id,
  '--answer',
  `${code}=${answer}`,
  '--reason',
  'looked at the papers',
  '--json',
];

/** Imports whose entries this one waits for. */
export interface Waiting {
  readonly import: string;
  readonly file: string;
  readonly entries: number;
}
export const waitingOf = (receipt: object): readonly Waiting[] | undefined =>
  (receipt as { waiting?: readonly Waiting[] }).waiting?.map(({ import: id, file, entries }) => ({
    import: id,
    file,
    entries,
  }));

/** `columns.entry` of a job that says how far a number reaches. */
export const entryColumn = (column: string, per: 'date' | 'month' | 'year' | 'file', series?: string): string =>
  `{ column: ${column}, per: ${per}${series === undefined ? '' : `, series: ${series}`} }`;

/** Entries that an import holds for a reason; `asked`: in how many elements of `issues` it says so. */
export function heldFor({ issues }: Pick<Receipt, 'issues'>, code: string): { asked: number; entries: number } {
  const found = issues.filter((issue) => issue.code === code);
  return { asked: found.length, entries: found.reduce((sum, { entries }) => sum + entries, 0) };
}

/** Codes of the rules about sameness that an import names. */
export function holdsOf({ issues }: Pick<Receipt, 'issues'>): string[] {
  return issues.map(({ code }) => code as string).filter((code) => HOLDING.includes(code));
}
