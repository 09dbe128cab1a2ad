import { carriedNumber, type DateCell } from '../../domain/cell.ts';
import { LAST_SERIAL_1900 } from './limits.ts';

const DAY_MILLISECONDS = 86_400_000;
const DAY_SECONDS = 86_400;
/** Days from 1899-12-30 to 1904-01-01: what lies between the two epochs. */
const EPOCH_DISTANCE_DAYS = 1_462;
const EPOCH_1899_12_30 = Date.UTC(1899, 11, 30);
/** Excel counts a 29 February 1900 that never was, so that the days before it are one further on. */
const FALSE_LEAP_DAY = 60;
const MEMO_MAX_ENTRIES = 10_000;

/** How a cell's number format shows its number. */
export const NOT_DATE = 0;
export const DATE = 1;
/** Only hours, minutes or seconds. */
export const TIME = 2;
export type FormatKind = typeof NOT_DATE | typeof DATE | typeof TIME;

/**
 * Turns serial numbers into dates as Excel shows them, times rounded to the second, but never to the next day. Undefined for what is no day: a time of
 * day below 1, a negative number, a number after the year 9999, and serial 60, the 29 February 1900 that never was.
 */
export function serialDates(epoch1904: boolean): (serial: number, kind: FormatKind) => DateCell | undefined {
  const memo = new Map<number, DateCell | undefined>();
  return (serial, kind) => {
    // Day 0 of the 1904 epoch is the first of January 1904; in the 1900 epoch, and as a time, it is no day.
    if (serial < (epoch1904 && kind === DATE ? 0 : 1)) return undefined;
    const known = memo.get(serial);
    if (known !== undefined) return known;
    if (memo.size === MEMO_MAX_ENTRIES) memo.clear();
    const cell = serialDate(serial, epoch1904);
    memo.set(serial, cell);
    return cell;
  };
}

function serialDate(serial: number, epoch1904: boolean): DateCell | undefined {
  const days = carriedNumber(serial);
  let day = Math.floor(days);
  const time = Math.min(Math.round((days - day) * DAY_SECONDS), DAY_SECONDS - 1);
  if (epoch1904) day += EPOCH_DISTANCE_DAYS;
  else if (day === FALSE_LEAP_DAY) return undefined;
  else if (day < FALSE_LEAP_DAY) day += 1;
  if (!(day <= LAST_SERIAL_1900)) return undefined;
  const iso = new Date(EPOCH_1899_12_30 + day * DAY_MILLISECONDS + time * 1000).toISOString();
  return { kind: 'date', iso: time === 0 ? iso.slice(0, 10) : iso.slice(0, 19) };
}

/** A date as `t="d"` cells hold it (ISO 8601): undefined where it is none, or has a zone, and is an instant. */
export function isoDate(text: string): DateCell | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?)?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, day, minutes, seconds] = match as unknown as [string, string, string | undefined, string | undefined];
  const time = minutes === undefined ? '00:00:00' : `${minutes}:${seconds ?? '00'}`;
  const instant = new Date(`${day}T${time}Z`);
  if (Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(day)) return undefined;
  return { kind: 'date', iso: time === '00:00:00' ? day : `${day}T${time}` };
}
