import { nearest } from './nearest.ts';

/** One field of a cron expression: its name, least and greatest value, and the names that stand for numbers. */
interface CronField {
  readonly name: string;
  readonly least: number;
  readonly greatest: number;
  readonly names?: readonly string[];
}

const SECOND: CronField = { name: 'second', least: 0, greatest: 59 };
const DAY: CronField = { name: 'day of month', least: 1, greatest: 31 };
const MONTH: CronField = {
  name: 'month',
  least: 1,
  greatest: 12,
  names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
};
const WEEKDAY: CronField = {
  name: 'day of week',
  least: 0,
  greatest: 7,
  names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
};
const DATE_FIELDS = [DAY, MONTH, WEEKDAY] as const;
const FIELDS: readonly CronField[] = [
  { name: 'minute', least: 0, greatest: 59 },
  { name: 'hour', least: 0, greatest: 23 },
  ...DATE_FIELDS,
];
/** In a leap year. */
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAYS_IN_WEEK = 7;
const EXAMPLE = '0 6 * * 1-5';

/** What is wrong with a cron expression of five fields (or six, seconds first), as a predicate; undefined where nothing is. */
export function explainCron(expression: string): string | undefined {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== FIELDS.length && parts.length !== FIELDS.length + 1)
    return `has ${parts.length === 1 ? 'one field' : `${parts.length} fields`}, but a cron expression has 5: minute, hour, day of month, month, day of week. For example: ${EXAMPLE}`;
  const fields = parts.length === FIELDS.length ? FIELDS : [SECOND, ...FIELDS];
  for (const [at, field] of fields.entries()) {
    const part = parts[at] ?? '';
    if (!part.split(',').every((piece) => plausible(piece, field)))
      return `has "${part}" for the ${field.name}, which must be ${field.least} to ${field.greatest}, *, a range or a list. For example: ${EXAMPLE}`;
    const values = valuesOf(part, field);
    const twice = values.find((value, index) => values.indexOf(value) !== index);
    if (twice !== undefined)
      return `has ${twice} twice for the ${field.name}: "${part}". Keep it once. For example: ${EXAMPLE}`;
  }
  const [days = '', months = '', weekdays] = parts.slice(-DATE_FIELDS.length);
  const longest = Math.max(...valuesOf(months, MONTH).map((month) => DAYS_IN_MONTH[month - 1] as number));
  if (weekdays === '*' && Math.min(...valuesOf(days, DAY)) > longest)
    return `has "${days}" for the day of month, and no such day in the months "${months}": it would never come. For example: ${EXAMPLE}`;
  return undefined;
}

/** The values that each field of a sound expression stands for, in ascending order, Sunday as 0. */
export interface CronValues {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Undefined: any, as `*` says. */
  readonly days: readonly number[] | undefined;
  readonly months: readonly number[];
  /** Undefined: any, as `*` says. */
  readonly weekdays: readonly number[] | undefined;
}

/** @param expression one that `explainCron` has nothing against */
export function cronValues(expression: string): CronValues {
  const parts = expression.trim().split(/\s+/);
  const all = parts.length === FIELDS.length ? ['0', ...parts] : parts;
  const [seconds, minutes, hours, days, months, weekdays] = [SECOND, ...FIELDS].map((field, at) =>
    [...new Set(valuesOf(all[at]!, field))].sort((a, b) => a - b),
  ) as [number[], number[], number[], number[], number[], number[]];
  return {
    seconds,
    minutes,
    hours,
    days: all[3] === '*' ? undefined : days,
    months,
    weekdays: all[5] === '*' ? undefined : weekdays,
  };
}

/** What is wrong with a time zone's name, as a predicate; undefined where the zone is known. */
export function explainZone(zone: string): string | undefined {
  // Offsets ("+02:00") are taken by Intl, but don't know summer time: a schedule needs a place.
  if (/^[A-Za-z]/.test(zone)) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      return undefined;
    } catch {
      // Told below.
    }
  }
  const meant = nearest(zone, Intl.supportedValuesOf('timeZone'));
  return `must be a time zone, not {value}. ${meant === undefined ? 'For example: Europe/Oslo' : `Did you mean "${meant}"?`}`;
}

function plausible(piece: string, field: CronField): boolean {
  const [range = '', step, ...more] = piece.split('/');
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d{0,2}$/.test(step))) return false;
  if (range === '*') return true;
  const ends = range.split('-').map((end) => numberIn(end, field));
  if (ends.length > 2 || ends.some((end) => Number.isNaN(end) || end < field.least || end > field.greatest))
    return false;
  return ends.length === 1 || (ends[0] as number) <= (ends[1] as number);
}

function numberIn(text: string, field: CronField): number {
  const named = field.names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return named + field.least;
  return /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
}

/** Every value that a plausible part stands for, in its order; a list may hold one twice. */
function valuesOf(part: string, field: CronField): number[] {
  return part.split(',').flatMap((piece) => {
    const [range = '', step] = piece.split('/');
    const [from, to] =
      range === '*' ? [field.least, field.greatest] : range.split('-').map((end) => numberIn(end, field));
    const first = from as number;
    const last = to ?? (step === undefined ? first : field.greatest);
    const values: number[] = [];
    for (let value = first; value <= last; value += Number(step ?? 1))
      values.push(field === WEEKDAY ? value % DAYS_IN_WEEK : value);
    // Sunday is 0, and 7 too: from one to the other is every day.
    return [...new Set(values)];
  });
}
