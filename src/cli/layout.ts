import { visibleText } from '../domain/visible-text.ts';

/** Columns of text that stand under each other. */
export interface ColumnLayout {
  readonly align: 'left' | 'right';
  /** Longer texts are cut; default: as wide as the widest. */
  readonly max?: number;
}

const GAP = '  ';

/** Lines of a table; spaces at the end of a line are left out. Cells are plain text: colours would count as characters. */
export function tableLines(rows: readonly (readonly string[])[], columns: readonly ColumnLayout[]): string[] {
  const cut = rows.map((row) =>
    columns.map(({ max }, i) => (max === undefined ? (row[i] ?? '') : shorten(row[i] ?? '', max))),
  );
  const widths = columns.map((_, i) => Math.max(0, ...cut.map((row) => widthOf(row[i]!))));
  return cut.map((row) =>
    row
      .map((text, i) => pad(text, widths[i]!, columns[i]!.align))
      .join(GAP)
      .trimEnd(),
  );
}

/** @returns the text in at most `max` characters, on one line */
export function shorten(text: string, max: number): string {
  const characters = [...visibleText(text.replace(/\s+/g, ' '))];
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`;
}

export function pad(text: string, width: number, align: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'left' ? text + spaces : spaces + text;
}

export function widthOf(text: string): number {
  return [...text.normalize('NFC')].length;
}

/** Breaks a text into lines of at most `width` characters at its spaces; longer words stay whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines;
}

/** Characters of a line where nothing else says how many fit. */
export const LINE_CHARACTERS = 100;
