import { calendarDate } from './calendar-date.ts';

/** A zone behind a time of day. No place is further from UTC than 14 hours. */
export const ZONE_FORM = String.raw`Z|UTC|GMT|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?`;

const MINUTE_MILLISECONDS = 60_000;
const HOUR_MILLISECONDS = 60 * MINUTE_MILLISECONDS;
/** How far clocks are behind UTC, and before it, at most. */
const FARTHEST_WEST_HOURS = 12;
const FARTHEST_EAST_HOURS = 14;

/** A time of day that stands with its zone: what `2026-01-31T23:30:00+01:00` says beside its day. */
export interface ZonedTime {
  /** Since midnight, without parts of a second. */
  readonly seconds: number;
  /** Of the zone, before UTC. */
  readonly offsetMinutes: number;
}

/** Undefined where a text has no time of day or no zone: then it names a day, and no instant. */
export function zonedTime(
  [hour, minute, second]: readonly (string | undefined)[],
  half: string | undefined,
  zone: string | undefined,
): ZonedTime | undefined {
  if (hour === undefined || zone === undefined) return undefined;
  const written = Number(hour);
  const hours = half === undefined || written > 12 ? written : (written % 12) + (/^p/i.test(half) ? 12 : 0);
  const seconds = hours * 3600 + Number(minute ?? 0) * 60 + Number(second ?? 0);
  const [, sign, east = 0, rest = 0] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const distance = Number(east) * 60 + Number(rest);
  return { seconds, offsetMinutes: sign === '-' ? -distance : distance };
}

/** Tells the calendar day of an instant in a time zone (an IANA name); undefined where its year is out of range. */
export function daysIn(timeZone: string): (day: string, time: ZonedTime) => string | undefined {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  return (day, time) => {
    const parts = format.formatToParts(instantOf(day, time));
    const number = (type: 'year' | 'month' | 'day') => Number(parts.find((part) => part.type === type)?.value);
    return calendarDate(number('year'), number('month'), number('day'));
  };
}

/** The calendar days that an instant has somewhere on earth, in their order: two or three, the one that is written among them. */
export function possibleDays(day: string, time: ZonedTime): string[] {
  const instant = instantOf(day, time);
  // From end to end it is 26 hours: of three days, the second is in the middle.
  const middle = (FARTHEST_EAST_HOURS - FARTHEST_WEST_HOURS) / 2;
  const days = [-FARTHEST_WEST_HOURS, middle, FARTHEST_EAST_HOURS].map((hours) =>
    isoDay(instant + hours * HOUR_MILLISECONDS),
  );
  return [...new Set([...days, day])].sort();
}

function instantOf(day: string, { seconds, offsetMinutes }: ZonedTime): number {
  return Date.parse(day) + seconds * 1000 - offsetMinutes * MINUTE_MILLISECONDS;
}

function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
