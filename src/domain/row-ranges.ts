/** Room for the lines of a file in the number of an added row. */
const CORRECTION_STEP = 2 ** 32;

/**
 * Number of a row that a correction added: it has no line in the original file.
 * @param correction from 1
 */
export function addedRow(correction: number, line: number): number {
  return -(correction * CORRECTION_STEP + line);
}

/** Line numbers as ranges, `12-14,20`: what is stored and shown for the rows of an entry; an added row is `c1:5`, row 5 of correction 1. */
export function formatRanges(lines: readonly number[]): string {
  if (lines.length === 1) return formatRow(lines[0]!);
  let out = '';
  for (let i = 0; i < lines.length; ) {
    const start = lines[i]!;
    let end = start;
    while (++i < lines.length && start > 0 && lines[i] === end + 1) end++;
    out += `${out === '' ? '' : ','}${start === end ? formatRow(start) : `${start}-${end}`}`;
  }
  return out;
}

export function formatRow(line: number): string {
  return line < 0 ? `c${Math.floor(-line / CORRECTION_STEP)}:${-line % CORRECTION_STEP}` : String(line);
}

/** The line numbers of `12-14,20,c1:5`. */
export function* parseRanges(ranges: string): Iterable<number> {
  if (ranges === '') return;
  for (const range of ranges.split(',')) {
    if (range.startsWith('c')) {
      const [correction, line] = range.slice(1).split(':').map(Number) as [number, number];
      yield addedRow(correction, line);
      continue;
    }
    const dash = range.indexOf('-');
    const start = Number(dash < 0 ? range : range.slice(0, dash));
    const end = dash < 0 ? start : Number(range.slice(dash + 1));
    for (let line = start; line <= end; line++) yield line;
  }
}
