import { calendarDate, fullYear } from '../core/calendar-date.ts';
import { UsageError } from '../core/issue.ts';
import { ZONE_FORM, type ZonedTime, zonedTime } from '../core/zoned-time.ts';
import { monthOfName } from './month-names.ts';

/** Longest pattern of a job's `file.dates`, in characters. */
const DATE_PATTERN_MAX_CHARACTERS = 50;

export interface DatePattern {
  /** Only digits, always as many as this: a number that lost its leading zero can get it back. */
  readonly fixedDigits: number | undefined;
  /** `YYYY-MM-DD` where the whole text fits and there is such a day. */
  read(text: string): string | undefined;
  /** The time of day and the zone of a text that fits, where the pattern has both: the text is an instant. */
  timeOf(text: string): ZonedTime | undefined;
}

type Part = 'year' | 'month' | 'day' | 'name' | 'hour' | 'minute' | 'second' | 'zone';
const CLOCK = ['hour', 'minute', 'second'] as const satisfies readonly Part[];

const TOKENS: Readonly<Record<string, { readonly part: Part; readonly regexp: string; readonly digits?: number }>> = {
  yyyy: { part: 'year', regexp: String.raw`(\d{4})`, digits: 4 },
  yy: { part: 'year', regexp: String.raw`(\d{2})`, digits: 2 },
  MMMM: { part: 'name', regexp: String.raw`([\p{L}\p{M}]+\.?)` },
  MMM: { part: 'name', regexp: String.raw`([\p{L}\p{M}]+\.?)` },
  MM: { part: 'month', regexp: String.raw`(\d{2})`, digits: 2 },
  M: { part: 'month', regexp: String.raw`(\d{1,2})` },
  dd: { part: 'day', regexp: String.raw`(\d{2})`, digits: 2 },
  d: { part: 'day', regexp: String.raw`(\d{1,2})` },
  HH: { part: 'hour', regexp: '([01][0-9]|2[0-3])', digits: 2 },
  mm: { part: 'minute', regexp: '([0-5][0-9])', digits: 2 },
  ss: { part: 'second', regexp: '([0-5][0-9])', digits: 2 },
  X: { part: 'zone', regexp: `(${ZONE_FORM})` },
};

/** A run of one letter, quoted literal text, or one other character. */
const PIECE = /'([^']*)'|([A-Za-z])\2*|[\s\S]/g;

/**
 * One pattern of `file.dates` (design, section 5): tokens `d dd M MM MMM MMMM yy yyyy HH mm ss X`, everything else as it
 * stands; letters in single quotes, except the `T` between date and time.
 *
 * @throws UsageError that says what is wrong with the pattern
 */
export function compileDatePattern(pattern: string): DatePattern {
  const wrong = explainDatePattern(pattern);
  if (wrong !== undefined) throw new UsageError(`The date pattern "${pattern}" ${wrong}`);
  const pieces = piecesOf(pattern);
  const regexp = new RegExp(`^${pieces.map((piece) => TOKENS[piece]?.regexp ?? literal(piece)).join('')}$`, 'u');
  const parts = pieces.flatMap((piece) => TOKENS[piece]?.part ?? []);
  const zone = literalZone(pieces);
  const isInstant = parts.includes('hour') && (zone !== undefined || parts.includes('zone'));
  return {
    fixedDigits: fixedDigits(pieces),
    read: (text) => readParts(regexp.exec(text), parts),
    timeOf(text) {
      const found = isInstant ? regexp.exec(text) : null;
      if (found === null) return undefined;
      const said = (part: Part) => (parts.includes(part) ? found[parts.indexOf(part) + 1] : undefined);
      return zonedTime(CLOCK.map(said), undefined, zone ?? said('zone'));
    },
  };
}

const LITERAL_ZONE = new RegExp(String.raw`^(?:[.,]\d+)?\s?(${ZONE_FORM})$`, 'i');

/** A zone that a pattern spells out behind its time of day: `HH:mm:ss'Z'`. */
function literalZone(pieces: readonly string[]): string | undefined {
  const behind = pieces.slice(pieces.findLastIndex((piece) => isClock(TOKENS[piece]?.part)) + 1);
  const next = behind.findIndex((piece) => TOKENS[piece] !== undefined);
  const text = (next < 0 ? behind : behind.slice(0, next)).map((piece) => piece.replaceAll("'", '')).join('');
  return LITERAL_ZONE.exec(text.trim())?.[1];
}

/** What is wrong with a pattern, as the end of a sentence about it; undefined where nothing is. */
export function explainDatePattern(pattern: string): string | undefined {
  if (pattern.length > DATE_PATTERN_MAX_CHARACTERS) return `is longer than ${DATE_PATTERN_MAX_CHARACTERS} characters.`;
  const pieces = piecesOf(pattern);
  const seen = new Set<string>();
  let before = '';
  for (const piece of pieces) {
    const token = TOKENS[piece];
    if (token === undefined && /^[A-Za-z]/.test(piece) && piece !== 'T') {
      return `has "${piece}", which means nothing. Days are d or dd, months M, MM, MMM or MMMM, years yy or yyyy, times HH:mm:ss, time zones X.`;
    }
    const kind = token === undefined ? undefined : token.part === 'name' ? 'month' : token.part;
    if (kind !== undefined && !isClock(kind) && seen.has(kind)) return `names the ${kind} twice.`;
    if (kind !== undefined) seen.add(kind);
    if ((isOpen(before) && isDigits(piece)) || (isDigits(before) && isOpen(piece))) {
      return `has "${before}${piece}", which can't be told apart without a separator. Use dd and MM.`;
    }
    before = piece;
  }
  const missing = ['year', 'month', 'day'].filter((kind) => !seen.has(kind));
  if (missing.length > 0) return `has no ${missing.join(' and no ')}. For example: dd.MM.yyyy`;
  return undefined;
}

function piecesOf(pattern: string): string[] {
  return [...pattern.matchAll(PIECE)].map((found) => found[0]);
}

function literal(piece: string): string {
  const text = piece.length > 1 && piece.startsWith("'") ? piece.slice(1, -1) : piece;
  // A no-break space where the pattern has a space is nothing that a person could see.
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s/g, String.raw`\s`);
}

function isDigits(piece: string): boolean {
  const token = TOKENS[piece];
  return (token !== undefined && token.part !== 'name' && token.part !== 'zone') || /^\d$/.test(piece);
}

function isClock(part: Part | undefined): boolean {
  return part === 'hour' || part === 'minute' || part === 'second';
}

/** A token whose number of digits is open. */
function isOpen(piece: string): boolean {
  return piece === 'd' || piece === 'M';
}

function fixedDigits(pieces: readonly string[]): number | undefined {
  let sum = 0;
  for (const piece of pieces) {
    const digits = TOKENS[piece]?.digits;
    if (digits === undefined) return undefined;
    sum += digits;
  }
  return sum;
}

function readParts(found: RegExpExecArray | null, parts: readonly Part[]): string | undefined {
  if (found === null) return undefined;
  let year = 0;
  let month: number | undefined = 0;
  let day = 0;
  for (const [index, part] of parts.entries()) {
    const text = found[index + 1]!;
    if (part === 'year') year = fullYear(Number(text), text.length);
    else if (part === 'day') day = Number(text);
    else if (part === 'month' || part === 'name') month = part === 'name' ? monthOfName(text) : Number(text);
  }
  return month === undefined ? undefined : calendarDate(year, month, day);
}
