import type { Cell } from '../domain/cell.ts';
import type { Chunk, Source } from '../domain/table.ts';

/**
 * How a spreadsheet tells a formula when it opens CSV: by the first character, the full-width forms of some languages'
 * keyboards included, or behind a tab or line end that it drops. Apostrophes before it are what the guard itself writes.
 */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** A plain signed number begins alike and is none. */
const SIGNED_NUMBER = /^[+-][\d.,'\s]*\d[\d.,'\s]*[+-]?$/;
/** A text that is longer is no number: the expression above takes time that grows with the square. */
const NUMBER_MAX_CHARACTERS = 40;

/** The text with an apostrophe before it where a spreadsheet would take it for a formula. `unguarded` takes that off again. */
export function guarded(text: string): string {
  if (!FORMULA_START.test(text)) return text;
  return text.length <= NUMBER_MAX_CHARACTERS && SIGNED_NUMBER.test(text) ? text : `'${text}`;
}

/** The text that `guarded` was given: exactly, since a text that begins as a guarded one was guarded too. */
export function unguarded(text: string): string {
  if (!text.startsWith("'")) return text;
  const bare = text.slice(1);
  return guarded(bare) === text ? bare : text;
}

/** A file of ours that comes back, its texts as they were before they were guarded. */
export function unguardedSource(source: Source): Source {
  const cell = (one: Cell) => (typeof one === 'string' ? unguarded(one) : one);
  const chunk = ({ lines, records }: Chunk): Chunk => ({ lines, records: records.map((record) => record.map(cell)) });
  return {
    ...source,
    head: async (table, count) => chunk(await source.head(table, count)),
    async *chunks(table) {
      for await (const one of source.chunks(table)) yield chunk(one);
    },
  };
}
