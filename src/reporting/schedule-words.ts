import { type CronValues, cronValues, explainCron } from '../core/cron.ts';

/** More times of a day than this are not listed. */
const TIMES_LISTED = 6;
/** More days of a month than this are not listed. */
const DAYS_LISTED = 6;
const MINUTES = 60;
const HOURS = 24;
const DAYS_IN_WEEK = 7;
const MONTHS = 12;
/** Every month has these days. */
const SURE_DAY = 28;

/**
 * When a cron expression comes, in words: `weekdays at 06:00`, `hverdager kl. 06.00`. The zone is not part of them.
 * @returns undefined where no words are sure to say what the scheduler does: the expression itself is shown then
 */
export function cronWords(cron: string, language: CronLanguage): string | undefined {
  if (explainCron(cron) !== undefined) return undefined;
  const values = cronValues(cron);
  const wording = LANGUAGES[language];
  const times = timeWords(values, wording);
  const days = dayWords(values, wording);
  if (times === undefined || days === undefined) return undefined;
  const months = values.months.length === MONTHS ? '' : ` ${wording.inMonths(values.months)}`;
  // "Every 15 minutes" is said by itself where it is so on every day.
  if (times.ofAllDay && days === wording.everyDay) return `${times.words}${months}`;
  return times.ofAllDay ? `${times.words}, ${days}${months}` : `${days}${months} ${times.words}`;
}

interface TimeWords {
  readonly words: string;
  /** They say by themselves that it goes on round the clock. */
  readonly ofAllDay: boolean;
}

function timeWords({ seconds, minutes, hours }: CronValues, wording: Wording): TimeWords | undefined {
  if (seconds.length * minutes.length * hours.length <= TIMES_LISTED) {
    const withSeconds = seconds.length > 1 || seconds[0] !== 0;
    const times = hours.flatMap((hour) =>
      minutes.flatMap((minute) => seconds.map((second) => [hour, minute, ...(withSeconds ? [second] : [])])),
    );
    return { words: wording.at(times.map((time) => wording.time(time))), ofAllDay: false };
  }
  if (seconds.length > 1 || seconds[0] !== 0) return undefined;
  const everyHour = hours.length === HOURS;
  const step = stepOf(minutes, MINUTES);
  const first = wording.time([hours[0]!, minutes[0]!]);
  if (step !== undefined && everyHour) return { words: wording.everyMinutes(step), ofAllDay: true };
  const last = wording.time([hours.at(-1)!, minutes.at(-1)!]);
  if (step !== undefined && isRange(hours))
    return { words: `${wording.everyMinutes(step)} ${wording.fromTo(first, last)}`, ofAllDay: true };
  if (minutes.length > 1) return undefined;
  if (everyHour) return { words: wording.everyHour(minutes[0]!), ofAllDay: true };
  const hourStep = stepOf(hours, HOURS);
  if (hourStep !== undefined) return { words: wording.everyHours(hourStep, first), ofAllDay: true };
  if (isRange(hours)) return { words: `${wording.everyHours(1)} ${wording.fromTo(first, last)}`, ofAllDay: true };
  return undefined;
}

/** The days of both fields are taken together by the scheduler, in more ways than one: such an expression has no words. */
function dayWords({ days, weekdays, months }: CronValues, wording: Wording): string | undefined {
  if (days !== undefined && weekdays !== undefined) return undefined;
  if (weekdays !== undefined) {
    if (weekdays.length === DAYS_IN_WEEK) return wording.everyDay;
    return wording.weekdays(weekdays);
  }
  if (days === undefined) return wording.everyDay;
  if (days.length > DAYS_LISTED) return undefined;
  // Of a few months only, nobody thinks of those that lack the day.
  return wording.monthDays(days, months.length === MONTHS && days.some((day) => day > SURE_DAY));
}

/** The distance of values that begin at 0 and divide a whole evenly: 0, 15, 30, 45 of 60. */
function stepOf(values: readonly number[], whole: number): number | undefined {
  const step = whole / values.length;
  return values.length > 1 && Number.isInteger(step) && values.every((value, at) => value === at * step)
    ? step
    : undefined;
}

function isRange(values: readonly number[]): boolean {
  return values.length > 1 && values.every((value, at) => value === values[0]! + at);
}

/** Languages that schedules are told in. */
type CronLanguage = 'en' | 'nb';

/** How a language says the parts of a schedule. Times are hour, minute and perhaps second. */
interface Wording {
  readonly everyDay: string;
  time(parts: readonly number[]): string;
  at(times: readonly string[]): string;
  everyMinutes(step: number): string;
  everyHour(minute: number): string;
  /** @param from the first one of a day, where they go on all day */
  everyHours(step: number, from?: string): string;
  fromTo(first: string, last: string): string;
  /** Sunday is 0; never all seven. */
  weekdays(days: readonly number[]): string;
  /** @param maybe some months lack one of them */
  monthDays(days: readonly number[], maybe: boolean): string;
  /** January is 1; never all twelve. */
  inMonths(months: readonly number[]): string;
}

const WORKING_DAYS = '1,2,3,4,5';
const RANGE_LEAST = 3;

const listed = (parts: readonly string[], and: string) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`;

const digits = (parts: readonly number[], mark: string) =>
  parts.map((part) => String(part).padStart(2, '0')).join(mark);

/** The week as people write it: Monday first. */
const byMonday = (days: readonly number[]) => [...days].sort((a, b) => (a || 7) - (b || 7));

/** First and last of three days or more that follow each other. */
function span(days: readonly number[]): readonly [number, number] | undefined {
  const week = byMonday(days).map((day) => day || 7);
  const runs = week.length >= RANGE_LEAST && week.every((day, at) => day === week[0]! + at);
  return runs ? [week[0]!, week.at(-1)! % 7] : undefined;
}

const EN_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const EN_MONTHS = 'January February March April May June July August September October November December'.split(' ');
const NB_DAYS = ['søndag', 'mandag', 'tirsdag', 'onsdag', 'torsdag', 'fredag', 'lørdag'];
const NB_MONTHS = 'januar februar mars april mai juni juli august september oktober november desember'.split(' ');

function ordinal(day: number): string {
  const teen = day > 10 && day < 14;
  return `${day}${(!teen && ['th', 'st', 'nd', 'rd'][day % 10]) || 'th'}`;
}

const en: Wording = {
  everyDay: 'every day',
  time: (parts) => digits(parts, ':'),
  at: (times) => `at ${listed(times, 'and')}`,
  everyMinutes: (step) => (step === 1 ? 'every minute' : `every ${step} minutes`),
  everyHour: (minute) => (minute === 0 ? 'every hour, on the hour' : `every hour, at ${minute} minutes past`),
  everyHours: (step, from) =>
    `${step === 1 ? 'every hour' : `every ${step} hours`}${from === undefined ? '' : `, the first at ${from}`}`,
  fromTo: (first, last) => `from ${first} to ${last}`,
  weekdays(days) {
    if (String(days) === WORKING_DAYS) return 'weekdays';
    const ends = span(days);
    if (ends !== undefined) return `${EN_DAYS[ends[0]]} to ${EN_DAYS[ends[1]]}`;
    return listed(
      byMonday(days).map((day) => `${EN_DAYS[day]}s`),
      'and',
    );
  },
  monthDays: (days, maybe) =>
    `the ${listed(days.map(ordinal), 'and')} of the month${maybe ? ' (in months that have it)' : ''}`,
  inMonths: (months) =>
    `in ${listed(
      months.map((month) => EN_MONTHS[month - 1]!),
      'and',
    )}`,
};

const nb: Wording = {
  everyDay: 'hver dag',
  time: (parts) => digits(parts, '.'),
  at: (times) => `kl. ${listed(times, 'og')}`,
  everyMinutes: (step) => (step === 1 ? 'hvert minutt' : `hvert ${step}. minutt`),
  everyHour: (minute) => (minute === 0 ? 'hver hele time' : `hver time, ${minute} minutter over`),
  everyHours: (step, from) =>
    `${step === 1 ? 'hver time' : step === 2 ? 'annenhver time' : `hver ${step}. time`}${from === undefined ? '' : `, første gang kl. ${from}`}`,
  fromTo: (first, last) => `fra kl. ${first} til ${last}`,
  weekdays(days) {
    if (String(days) === WORKING_DAYS) return 'hverdager';
    const ends = span(days);
    if (ends !== undefined) return `${NB_DAYS[ends[0]]} til ${NB_DAYS[ends[1]]}`;
    return listed(
      byMonday(days).map((day) => `${NB_DAYS[day]}er`),
      'og',
    );
  },
  monthDays: (days, maybe) =>
    `den ${listed(
      days.map((day) => `${day}.`),
      'og',
    )} i måneden${maybe ? ' (i måneder som har den)' : ''}`,
  inMonths: (months) =>
    `i ${listed(
      months.map((month) => NB_MONTHS[month - 1]!),
      'og',
    )}`,
};

const LANGUAGES: Readonly<Record<CronLanguage, Wording>> = { en, nb };
