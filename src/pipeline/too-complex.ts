import type { Issue } from '../domain/issue.ts';

/** The file is small enough, and yet takes more time or memory than a plan may. */
export function tooComplex(
  row: string | undefined,
  message: string,
  suggestion: string,
): Issue & { code: 'file-too-complex' } {
  return { code: 'file-too-complex', ...(row === undefined ? {} : { value: row }), message, suggestion };
}

/** @param row the last that was begun; undefined where it was none yet */
export function tooMuchMemory(row: string | undefined, limitMb: number): Issue & { code: 'file-too-complex' } {
  return tooComplex(
    row,
    `Reading the file takes more than the ${limitMb} MB of memory that it may${row === undefined ? '; it did not get to the first row' : `; it got as far as row ${row}`}.`,
    'Look there for very long texts, or for an entry of very many rows. Split the file, or leave out the columns that are not booked.',
  );
}
