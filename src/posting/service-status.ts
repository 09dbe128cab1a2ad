import type { RequestSeen } from '../service/client.ts';
import { type Breaker, CLOSED } from './breaker.ts';

/** Answers that are remembered of each service. */
const ANSWERS_KEPT = 12;
const SECONDS = 60;

/** Why nothing is sent to a service for a while. */
export interface Rest {
  /** It refuses us; it asked us to wait; it fails too often. */
  readonly why: 'misconfigured' | 'retry-after' | 'trouble';
  /** When it began. */
  readonly since: number;
  /** When it is tried again. */
  readonly until: number;
  /** What the service said, or what happened. */
  readonly message: string;
}

/** How posting to a service stands in this process: the sender writes it, whoever shows it reads it. */
export interface PostingState {
  breaker: Breaker;
  rest: Rest | undefined;
  /** When somebody last wanted it tried again. */
  hastened: number;
}

export function createPostingState(): PostingState {
  return { breaker: CLOSED, rest: undefined, hastened: 0 };
}

/** A request that has ended. */
export interface SeenAnswer extends RequestSeen {
  readonly at: number;
}

/** What one process has seen of its services since it began. */
export interface ServiceWatch {
  /** A request has ended. */
  observe(service: string, seen: RequestSeen): void;
  posting(service: string): PostingState;
  /** Newest first. */
  answers(service: string): readonly SeenAnswer[];
  /** Requests that ended within the last minute. */
  lastMinute(service: string): number;
  /**
   * Ends the pause of a service early, of those who send and of those who plan. A pause that the service itself asked for
   * stays.
   * @returns whether there was one that could end
   */
  hasten(service: string): boolean;
}

export function createServiceWatch(now: () => number): ServiceWatch {
  const states = new Map<string, PostingState>();
  const answers = new Map<string, SeenAnswer[]>();
  /** Requests by second: of each second that counts, and which second it was. */
  const counts = new Map<string, { second: number; requests: number }[]>();
  const second = () => Math.floor(now() / 1_000);
  const posting = (service: string) => {
    let state = states.get(service);
    if (state === undefined) {
      state = createPostingState();
      states.set(service, state);
    }
    return state;
  };
  return {
    observe(service, seen) {
      answers.set(service, [{ ...seen, at: now() }, ...(answers.get(service) ?? [])].slice(0, ANSWERS_KEPT));
      let seconds = counts.get(service);
      if (seconds === undefined) {
        seconds = Array.from({ length: SECONDS }, () => ({ second: 0, requests: 0 }));
        counts.set(service, seconds);
      }
      const current = seconds[second() % SECONDS]!;
      if (current.second !== second()) Object.assign(current, { second: second(), requests: 0 });
      current.requests++;
    },
    posting,
    answers: (service) => answers.get(service) ?? [],
    lastMinute: (service) =>
      (counts.get(service) ?? [])
        .filter((each) => each.second > second() - SECONDS && each.second <= second())
        .reduce((sum, { requests }) => sum + requests, 0),
    hasten(service) {
      const state = posting(service);
      const { breaker, rest } = state;
      const isRefused = answers.get(service)?.[0]?.outcome === 'misconfigured';
      if (rest === undefined ? !isRefused : rest.why === 'retry-after') return false;
      state.hastened = now();
      if (rest !== undefined) state.rest = { ...rest, until: now() };
      if (breaker.state === 'open') state.breaker = { ...breaker, until: now() };
      return true;
    },
  };
}
