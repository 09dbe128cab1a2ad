import type { BookedPart, FailedPart, Throughput } from '../ledger/throughput.ts';

/** What is counted together, in milliseconds: whoever looks at more time sees several of these as one. */
export const HALF_HOUR_MS = 30 * 60_000;
const DAY_HALF_HOURS = 48;
/** Time that can be looked at, in days, and how many half hours one bar of it is. */
export const BARS = { 1: 1, 7: 6, 30: 24 } as const;
export type Days = keyof typeof BARS;

/** What has ended is counted again after this time, in milliseconds: a doubt may have been settled, a late reply have come. */
const COUNT_AGAIN_MS = 10 * 60_000;

/** What went wrong with a request, for people. */
export const ERROR_WORDS = [
  'refused',
  'asked-to-wait',
  'status',
  'timeout',
  'cut',
  'unreachable',
  'contradiction',
  'sender-gone',
] as const;
export type ErrorWord = (typeof ERROR_WORDS)[number];

/** Errors of one sort within the time that was asked for. */
export interface ErrorSum {
  readonly what: ErrorWord;
  readonly status?: number;
  readonly times: number;
  readonly first: number;
  readonly last: number;
}

/** A service over time: a bar for each part, the oldest first. */
export interface ServiceBars {
  readonly name: string;
  readonly booked: readonly number[];
  readonly failed: readonly number[];
  /** The commonest first. */
  readonly errors: readonly ErrorSum[];
}

export interface ThroughputBars {
  readonly from: number;
  /** The end of the half hour that it is. */
  readonly to: number;
  readonly barMs: number;
  readonly services: readonly ServiceBars[];
}

/**
 * Answers what services booked, and what failed, over the last days. Half hours that are over are counted once and kept for a
 * while, a day at a time, so that whoever posts in this process is never kept waiting long.
 */
export function createThroughput(ledger: Throughput, now: () => number) {
  let known = { from: 0, to: 0, at: 0, booked: [] as BookedPart[], failed: [] as FailedPart[] };
  const count = async (from: number, to: number) => {
    const outside = ({ part }: { readonly part: number }) => part < from || part >= to;
    const booked = known.booked.filter(outside);
    const failed = known.failed.filter(outside);
    for (let day = from; day < to; day += DAY_HALF_HOURS) {
      const until = Math.min(day + DAY_HALF_HOURS, to) * HALF_HOUR_MS;
      booked.push(...(await ledger.booked(day * HALF_HOUR_MS, until, HALF_HOUR_MS)));
      failed.push(...(await ledger.failed(day * HALF_HOUR_MS, until, HALF_HOUR_MS)));
      await new Promise(setImmediate);
    }
    known = { ...known, booked, failed };
  };
  const look = async (days: Days, services: readonly string[]): Promise<ThroughputBars> => {
    const to = Math.floor(now() / HALF_HOUR_MS) + 1;
    const from = to - days * DAY_HALF_HOURS;
    if (now() - known.at > COUNT_AGAIN_MS || to < known.to) known = { from: to, to, at: now(), booked: [], failed: [] };
    if (from < known.from) await count(from, known.from);
    // The one that it is, and the one before, which may have ended since.
    await count(Math.max(from, known.to - 1), to);
    known = { ...known, from: Math.min(from, known.from), to };
    return barsOf(known, { from, to, bar: BARS[days] }, services);
  };
  let asked: Promise<unknown> = Promise.resolve();
  return (days: Days, services: readonly string[]): Promise<ThroughputBars> => {
    const answer = asked.then(() => look(days, services));
    asked = answer.catch(() => undefined);
    return answer;
  };
}

interface Window {
  /** Numbers of half hours. */
  readonly from: number;
  readonly to: number;
  /** Half hours of a bar. */
  readonly bar: number;
}

function barsOf(
  { booked, failed }: { readonly booked: readonly BookedPart[]; readonly failed: readonly FailedPart[] },
  { from, to, bar }: Window,
  services: readonly string[],
): ThroughputBars {
  const empty = () => Array.from({ length: (to - from) / bar }, () => 0);
  return {
    from: from * HALF_HOUR_MS,
    to: to * HALF_HOUR_MS,
    barMs: bar * HALF_HOUR_MS,
    services: services.map((name) => {
      const theirs = <Part extends BookedPart | FailedPart>(parts: readonly Part[]) =>
        parts.filter(({ service, part }) => service === name && part >= from && part < to);
      const bars = { booked: empty(), failed: empty() };
      const errors = new Map<string, ErrorSum>();
      for (const { part, entries } of theirs(booked)) bars.booked[Math.floor((part - from) / bar)]! += entries;
      for (const each of theirs(failed)) {
        bars.failed[Math.floor((each.part - from) / bar)]! += each.times;
        const error = errorOf(each);
        const key = `${error.what} ${error.status}`;
        const { times = 0, first = Number.POSITIVE_INFINITY, last = 0 } = errors.get(key) ?? {};
        errors.set(key, {
          ...error,
          times: times + each.times,
          first: Math.min(first, each.first),
          last: Math.max(last, each.last),
        });
      }
      return { name, ...bars, errors: [...errors.values()].sort((a, b) => b.times - a.times) };
    }),
  };
}

const TOO_MANY = 429;
const UNREACHABLE = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH/;

/** What a request that failed met. */
export function errorOf({
  outcome,
  status,
  error,
  contradicts,
}: Pick<FailedPart, 'outcome' | 'status' | 'error' | 'contradicts'>): Pick<ErrorSum, 'what' | 'status'> {
  if (contradicts === 1) return { what: 'contradiction' };
  if (status !== null) {
    const what = outcome === 'misconfigured' ? 'refused' : status === TOO_MANY ? 'asked-to-wait' : 'status';
    return { what, status };
  }
  if (outcome === 'not-applied' || UNREACHABLE.test(error ?? '')) return { what: 'unreachable' };
  if (error?.startsWith('no whole reply within')) return { what: 'timeout' };
  return { what: error?.startsWith('The process that sent it') ? 'sender-gone' : 'cut' };
}
