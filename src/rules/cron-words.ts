import { type CronValues, cronValues, explainCron } from '../domain/cron.ts';
import { type CronLanguage, LANGUAGES, type Wording } from './cron-wording.ts';

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
