import type { FaultKind } from './fault-kinds.ts';
import type { Chance, FaultSpec } from './fault-spec.ts';
import { randomAt } from './random.ts';

/** What befalls one request. */
export interface Fault {
  readonly kind: FaultKind | undefined;
  readonly slow: boolean;
}

/** Faults by seed and by the count of requests: the n-th POST meets the same fault in every run. */
export interface FaultSchedule {
  draw(method: 'post' | 'get'): Fault;
}

const STREAMS = { post: { fault: 0, slow: 1 }, get: { fault: 2, slow: 3 } } as const;

export function createFaultSchedule(spec: FaultSpec, seed: number): FaultSchedule {
  const counts = { post: 0, get: 0 };
  return {
    draw(method) {
      const n = counts[method]++;
      const slow = method === 'post' ? spec.slowPost : spec.slowGet;
      return {
        kind: pick(spec[method], randomAt(seed, STREAMS[method].fault, n)),
        slow: slow > 0 && randomAt(seed, STREAMS[method].slow, n) < slow,
      };
    },
  };
}

function pick(chances: readonly Chance[], draw: number): FaultKind | undefined {
  let below = 0;
  for (const { kind, probability } of chances) {
    below += probability;
    if (draw < below) return kind;
  }
  return undefined;
}
