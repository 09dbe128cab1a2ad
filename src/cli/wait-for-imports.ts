import { isPlannedAgain } from '../core/cancelled-issue.ts';
import { RESTING_STATES } from '../core/states.ts';
import { hasMoved } from '../importing/finish-import.ts';
import { kindWords } from '../kinds/kinds.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { MISCONFIGURED_PAUSE_MS } from '../posting/breaker.ts';
import { countOutcomes } from '../reporting/receipt.ts';
import type { Progress } from './output/progress-bar.ts';

/** Between two looks at the states of imports, in milliseconds. */
const LOOK_MS = 100;
/** Between two counts of their entries, in milliseconds: counting costs more than looking. */
const COUNT_MS = 400;
/**
 * What was said to stop an import before the wait began is believed after this time without progress, in milliseconds: by
 * then whoever sends has tried again what was refused.
 */
const BELIEVED_MS = MISCONFIGURED_PAUSE_MS + 15_000;
/** A count may take this share of the time at most, however large the import is. */
const COUNT_SHARE = 0.02;

/** Somebody has to correct something before this import can go on. */
export interface Blocked {
  readonly num: number;
  readonly kind: 'misconfigured' | 'failure';
  readonly message: string;
  /** Of the error, where it has one. */
  readonly code?: string | undefined;
  readonly suggestion: string | undefined;
}

export interface Waited {
  /** `in-doubt`: nothing has moved for too long, and all that is left is doubts that are looked up. */
  readonly end: 'rested' | 'blocked' | 'interrupted' | 'no-progress' | 'in-doubt';
  readonly blocked: readonly Blocked[];
}

export interface WaitOptions {
  /** Newest event of each import before the work began: only newer ones say that it is blocked. */
  readonly since: ReadonlyMap<number, number>;
  /** Wait for the plan alone. */
  readonly planOnly: boolean;
  /** Leave after this time without progress, in milliseconds. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  rowsRead(num: number): number;
  /** Whether an import in doubt is looked up, and may go on by itself; default: none is. */
  readonly looked?: (num: number) => Promise<boolean>;
  show(progress: Progress): void;
  /** A clock that nobody can set, in milliseconds. */
  monotonic(): number;
}

/** The newest event of each import. */
export async function newestEvents(nums: Iterable<number>, ledger: Ledger): Promise<Map<number, number>> {
  const newest = new Map<number, number>();
  for (const num of nums) newest.set(num, (await ledger.imports.events(num)).at(-1)?.id ?? 0);
  return newest;
}

/** Waits until every import rests, until one of them needs a person, or until nothing has moved for too long. */
export async function waitForImports(nums: readonly number[], ledger: Ledger, options: WaitOptions): Promise<Waited> {
  const { signal, monotonic } = options;
  const blocked = new Map<number, Blocked>();
  const isLooked = lookedBy(options);
  const rests = restsBy(ledger, options, isLooked);
  let seen = '';
  let movedAt = monotonic();
  let countAt = monotonic();
  for (;;) {
    if (signal.aborted) return { end: 'interrupted', blocked: [...blocked.values()] };
    const waiting: number[] = [];
    for (const num of nums) if (!blocked.has(num) && !(await rests(num))) waiting.push(num);
    const [first] = waiting;
    if (first === undefined) return { end: blocked.size > 0 ? 'blocked' : 'rested', blocked: [...blocked.values()] };
    const now = monotonic();
    if (now >= countAt) {
      for (const num of waiting) {
        const found = await newlyBlocked(num, ledger, options.since.get(num) ?? 0);
        if (found === undefined) continue;
        blocked.set(num, found);
        // What one import lacks, a token or a job, is mostly what the others lack too.
        if (found.kind === 'misconfigured') return { end: 'blocked', blocked: [...blocked.values()] };
      }
      const progresses = await Promise.all(waiting.map((num) => progressOf(num, ledger, options)));
      options.show(progresses[0]!);
      const moved = JSON.stringify(progresses);
      if (moved !== seen) movedAt = now;
      seen = moved;
      const cost = monotonic() - now;
      countAt = now + Math.max(Math.min(COUNT_MS, options.patienceMs / 2), cost / COUNT_SHARE);
    }
    if (now - movedAt >= Math.min(options.patienceMs, BELIEVED_MS)) {
      for (const num of waiting) {
        const found = await blockedBefore(num, ledger);
        if (found !== undefined) blocked.set(num, found);
      }
      if (blocked.size > 0) return { end: 'blocked', blocked: [...blocked.values()] };
    }
    if (now - movedAt >= options.patienceMs) {
      let doubtful = true;
      for (const num of waiting)
        doubtful &&= (await ledger.imports.byNum(num)).state === 'in-doubt' && (await isLooked(num));
      return { end: doubtful ? 'in-doubt' : 'no-progress', blocked: [...blocked.values()] };
    }
    await pause(LOOK_MS, signal);
  }
}

/**
 * Whether an import rests. One whose entries wait for others rests where nothing becomes of those by itself either: they are
 * in doubt, blocked, or wait in their turn, for it too.
 */
function restsBy(
  ledger: Ledger,
  options: WaitOptions,
  isLooked: (num: number) => Promise<boolean>,
): (num: number) => Promise<boolean> {
  const rests = async (num: number, asked: Set<number>): Promise<boolean> => {
    if (asked.has(num)) return true;
    asked.add(num);
    const row = await ledger.imports.byNum(num);
    const { state } = row;
    if (isPlannedAgain(row)) return false;
    if (options.planOnly) return state !== 'planning';
    if (state === 'in-doubt' && (await isLooked(num))) return false;
    if ((state !== 'posting' && state !== 'in-doubt') || !(await ledger.waits.has(num)))
      return RESTING_STATES.has(state);
    if (state === 'posting' && (await ledger.posting.hasUnsettled(num))) return false;
    if (await hasMoved(num, ledger)) return false;
    for (const { num: other } of await ledger.waits.blockers(num)) {
      const isBlocked = (await ledger.imports.events(other)).at(-1)?.what === 'blocked';
      if (!isBlocked && !(await rests(other, asked))) return false;
    }
    return true;
  };
  return (num) => rests(num, new Set());
}

/** Whether an import in doubt is looked up: asked now and then only, since it costs more than its state. */
function lookedBy({ looked, monotonic }: WaitOptions): (num: number) => Promise<boolean> {
  const answers = new Map<number, { looked: boolean; until: number }>();
  return async (num) => {
    const asked = monotonic();
    const known = answers.get(num);
    if (known !== undefined && asked < known.until) return known.looked;
    const answer = (await looked?.(num)) ?? false;
    const answered = monotonic();
    const until = answered + Math.max(COUNT_MS, (answered - asked) / COUNT_SHARE);
    answers.set(num, { looked: answer, until });
    return answer;
  };
}

async function newlyBlocked(num: number, ledger: Ledger, since: number): Promise<Blocked | undefined> {
  const event = (await ledger.imports.events(num)).findLast(({ id, what }) => what === 'blocked' && id > since);
  return event === undefined ? undefined : blockedOf(num, event.detail);
}

/** What stops an import that nobody plans or posts: another process met it, and does not say it again. */
async function blockedBefore(num: number, ledger: Ledger): Promise<Blocked | undefined> {
  if ((await ledger.imports.byNum(num)).state !== 'posting') return undefined;
  const found = await ledger.serviceSends.blockedImport(num);
  return found === undefined ? undefined : blockedOf(num, found.detail);
}

function blockedOf(num: number, detail: string | null): Blocked {
  const { kind, message, code, suggestion } = JSON.parse(detail ?? '{}') as Partial<Blocked>;
  return { num, kind: kind ?? 'failure', message: message ?? "It can't continue.", code, suggestion };
}

async function progressOf(num: number, ledger: Ledger, { rowsRead }: WaitOptions): Promise<Progress> {
  const row = await ledger.imports.byNum(num);
  const { many } = kindWords(row.kind);
  if (row.state === 'planning')
    return { file: row.file, many, phase: 'planning', rowsRead: rowsRead(num), settled: 0, planned: 0 };
  const { entries } = await countOutcomes(row, ledger);
  return {
    file: row.file,
    many,
    phase: 'posting',
    rowsRead: row.rows_read,
    settled: entries.planned - entries.pending,
    planned: entries.planned,
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
