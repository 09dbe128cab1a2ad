import { CronExpressionParser } from 'cron-parser';

/** When something is to be done, again and again (design, section 5). */
export interface Schedule {
  /** Five fields, or six with the seconds first. */
  readonly cron: string;
  /** Name of a time zone; undefined: the machine's. */
  readonly tz?: string | undefined;
}

/** How far behind a change of the clocks cron-parser's answers depend on where it is asked from, in milliseconds: an hour, and some. */
const CHANGE_MS = 2 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * The first time later than `after`, in milliseconds since 1970: at the hour that the clocks of its zone show. An hour
 * that they skip in spring is caught up at the next one, an hour that they show twice in autumn counts once; a schedule of
 * every hour runs in each.
 *
 * Shortly after such a change, cron-parser, asked from there, leaves the first out and says the second twice. It is asked
 * from before the change then, and goes on from there.
 * @param schedule one that `explainCron` has nothing against
 */
export function nextRun(schedule: Schedule, after: number): number {
  const changed = offsetAt(after, schedule.tz) !== offsetAt(after - CHANGE_MS, schedule.tz);
  try {
    return firstLater(schedule, after, changed ? after - CHANGE_MS : after);
  } catch {
    // It gives up before some changes of half an hour (Lord Howe Island): that day is left out.
    return firstLater(schedule, after, after + DAY_MS);
  }
}

function firstLater({ cron, tz }: Schedule, after: number, from: number): number {
  const zone = tz === undefined ? {} : { tz };
  const times = CronExpressionParser.parse(cron, { currentDate: new Date(from), ...zone });
  for (;;) {
    const time = times.next().getTime();
    if (time > after) return time;
  }
}

/** The newest time later than `after` and not later than `now`; undefined where none has come. */
export function lastDue(schedule: Schedule, after: number, now: number): number | undefined {
  let due = nextRun(schedule, after);
  if (due > now) return undefined;
  // By halves: there may be half a million of them since the machine was last on.
  for (let end = now; nextRun(schedule, due) <= now; ) {
    const middle = Math.floor((due + end) / 2);
    const next = nextRun(schedule, middle);
    if (next <= now) due = next;
    else end = middle;
  }
  return due;
}

function offsetAt(at: number, tz: string | undefined): string | undefined {
  const format = new Intl.DateTimeFormat('en', { timeZone: tz, timeZoneName: 'longOffset' });
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
}
