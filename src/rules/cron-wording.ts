/** How a language says the parts of a schedule. Times are hour, minute and perhaps second. */
export interface Wording {
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

/** Monday to Friday, as a list of them is written. */
export const WORKING_DAYS = '1,2,3,4,5';
const RANGE_LEAST = 3;

/** `a, b and c` */
export const listed = (parts: readonly string[], and: string) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`;

/** `06:00` */
export const digits = (parts: readonly number[], mark: string) =>
  parts.map((part) => String(part).padStart(2, '0')).join(mark);

/** The week as people write it: Monday first. */
export const byMonday = (days: readonly number[]) => [...days].sort((a, b) => (a || 7) - (b || 7));

/** First and last of three days or more that follow each other. */
export function span(days: readonly number[]): readonly [number, number] | undefined {
  const week = byMonday(days).map((day) => day || 7);
  const runs = week.length >= RANGE_LEAST && week.every((day, at) => day === week[0]! + at);
  return runs ? [week[0]!, week.at(-1)! % 7] : undefined;
}
