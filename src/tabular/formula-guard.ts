import { open } from 'node:fs/promises';
import type { Cell } from '../core/cell.ts';
import type { Chunk, Source } from './table.ts';

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

/** Bytes at the start of a text file that hold its header, however many columns it has. */
const HEAD_BYTES = 1024 * 1024;
const ZIP_START = 'PK';

/**
 * Whether the head of a file may hold these words (in ASCII). False is certain: it is text in which they don't stand.
 * What is packed would have to be unpacked first, and may mention anything.
 */
export async function mayMention(path: string, words: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, HEAD_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.toString('latin1', 0, ZIP_START.length) === ZIP_START) return true;
    // In UTF-16 of either kind, the words' bytes stand with a NUL between each two.
    return head.includes(words, 0, 'latin1') || head.includes(words.split('').join('\0'), 0, 'latin1');
  } finally {
    await file.close();
  }
}
