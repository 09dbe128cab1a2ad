import { computed } from '@preact/signals';
import { language } from './language.ts';

const locale = computed(() => (language.value === 'nb' ? 'nb-NO' : 'en-GB'));
const counts = computed(() => new Intl.NumberFormat(locale.value));
const times = computed(() => new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'short' }));
const exactTimes = computed(() => new Intl.DateTimeFormat(locale.value, { dateStyle: 'full', timeStyle: 'long' }));
const days = computed(() => new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeZone: 'UTC' }));
const hours = computed(() => new Intl.DateTimeFormat(locale.value, { timeStyle: 'short' }));
const weekdays = computed(() => new Intl.DateTimeFormat(locale.value, { dateStyle: 'full' }));
const near = computed(() => new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' }));

/** 12 345 */
export function count(value: number): string {
  return counts.value.format(value);
}

/** An amount as the interface has it, decimal text: never a number, so that no øre is lost. `-1234.50` → `−1 234,50` */
export function amount(text: string): string {
  const { minus, whole, decimals } = /^(?<minus>-?)(?<whole>\d+)(?:\.(?<decimals>\d+))?$/.exec(text)?.groups ?? {};
  if (whole === undefined) return text;
  const formatted = new Intl.NumberFormat(locale.value).format(BigInt(whole));
  const mark = language.value === 'nb' ? ',' : '.';
  return `${minus === '' ? '' : '−'}${formatted}${decimals === undefined ? '' : mark + decimals}`;
}

/** An amount as above; nothing where it is zero. */
export function shownAmount(text: string): string {
  return /[1-9]/.test(text) ? amount(text) : '';
}

/** 22. nov. 2026, 04:47 */
export function time(iso: string): string {
  return times.value.format(new Date(iso));
}

/** 08:42:15, to the second; with its day where that is another than today. */
export function clock(iso: string): string {
  const at = new Date(iso);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? at.toLocaleTimeString(locale.value) : at.toLocaleString(locale.value);
}

/** 04:47 */
export function hour(iso: string): string {
  return hours.value.format(new Date(iso));
}

/** From one day to another, as the person's clock has them. */
function daysBetween(today: Date, at: Date): number {
  const start = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  return Math.round((start(at) - start(today)) / 86_400_000);
}

/** Today; yesterday; Friday 6 November: the day of a moment, as the person's clock has it. */
export function dayName(iso: string): string {
  const days = daysBetween(new Date(), new Date(iso));
  const name = days > -2 ? near.value.format(days, 'day') : weekdays.value.format(new Date(iso));
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** 6 Nov */
export function shortDay(iso: string): string {
  return new Date(iso).toLocaleDateString(locale.value, { day: 'numeric', month: 'short' });
}

/** today 05:30; Fri 6 Nov 16:44: in little room. @param timeZone whose clocks show it; default: the person's */
export function when(iso: string, timeZone?: string): string {
  const wall = (at: Date) => (timeZone === undefined ? at : new Date(at.toLocaleString('en-US', { timeZone })));
  const at = wall(new Date(iso));
  const days = daysBetween(wall(new Date()), at);
  const style = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const day = Math.abs(days) < 2 ? near.value.format(days, 'day') : at.toLocaleDateString(locale.value, style);
  return `${day} ${hours.value.format(at)}`;
}

export function exactTime(iso: string): string {
  return exactTimes.value.format(new Date(iso));
}

/** A day that is no moment: `2026-11-22`. */
export function day(iso: string): string {
  return days.value.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
}

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** 3 minutes ago, in 2 hours. @param now milliseconds since 1970 */
export function ago(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1_000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return near.value.format(Math.trunc(seconds / size), unit);
  }
  return near.value.format(Math.trunc(seconds), 'second');
}

/** 287 bytes, 1.4 MB: without a word, a count of bytes says nothing. */
export function bytes(value: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const at = value < 1_000 ? 0 : value < 1e6 ? 1 : value < 1e9 ? 2 : 3;
  const style = {
    style: 'unit',
    unit: units[at]!,
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(locale.value, style).format(value / 1_000 ** at);
}

/** 12 %, of a part in a whole. */
export function share(part: number, whole: number): string {
  const style = { style: 'percent', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale.value, style).format(whole === 0 ? 0 : part / whole);
}

/** 0.12 seconds, 12 seconds, 15 minutes. */
export function duration(seconds: number): string {
  const [value, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(locale.value, style).format(value);
}
