import { styleText } from 'node:util';
import { counted as countedAs } from '../../core/counted.ts';
import type { Environment } from '../../core/environment.ts';
import { visibleText } from '../../core/text.ts';
import type { HiddenRows } from '../../reading/hidden-rows.ts';
import type { Output } from '../context.ts';

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

/** `-1234567.50` as a person reads it: `-1 234 567.50`. Takes decimal text, changes no digit. */
export function readableAmount(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (match === null) return text;
  const [, sign, whole, decimals = ''] = match;
  return `${sign}${whole!.replace(/\B(?=(\d{3})+$)/g, ' ')}${decimals}`;
}

/** `1 234` */
export function readableCount(count: number): string {
  return readableAmount(String(count));
}

/** `1 row`, `1 234 rows` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return countedAs(readableCount(count), one, many);
}

/** Seconds as a person says them: `12 ms`, `0.3 s`, `2 min 5 s`. */
export function readableSeconds(seconds: number): string {
  if (seconds < 0.1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${Math.round(seconds - minutes * 60)} s`;
}

/** Local time, `2026-03-31 14:05:09`. */
export function readableTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** `not read: Notater, Februar (has no column "Beløp")` */
export function unreadWords(sheets: readonly string[]): string {
  return `not read: ${sheets.join(', ')}`;
}

/** `3 hidden rows taken` */
export function hiddenWords({ rows, are }: HiddenRows): string {
  return `${counted(rows, 'hidden row')} ${are}`;
}

export type Tone = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan';
export type Style = (tone: Tone, text: string) => string;

/** No colours: for files, pipes, and people who said so. */
export const plain: Style = (_, text) => text;

/** Colours on a terminal, unless NO_COLOR holds anything. */
export function styleFor(output: Output, env: Environment): Style {
  if (!output.isTerminal || (env['NO_COLOR'] ?? '') !== '') return plain;
  return (tone, text) => styleText(tone, text, { validateStream: false });
}
