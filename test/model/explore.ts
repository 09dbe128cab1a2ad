import { cancelSteps } from './cancel.ts';
import type { Mutant } from './code.ts';
import { Explorer } from './explorer.ts';
import { checkSteps, personSteps, serviceSteps, timeSteps } from './others.ts';
import { probeSteps } from './probe.ts';
import { brokenBy } from './promises.ts';
import { retrySteps } from './retry.ts';
import { senderSteps } from './senders.ts';
import type { Config, State, Step } from './world.ts';
import { inOrder } from './world.ts';

export interface Explored {
  readonly states: number;
  readonly transitions: number;
  /** Different contents of the ledger, and verbs that ran on them. */
  readonly ledgers: number;
  readonly verbs: number;
  /** How an attempt can end, and a batch: what the exploration came through. */
  readonly reached: ReadonlySet<string>;
  /** The shortest sequence that breaks a promise. */
  readonly broken: { readonly promise: string; readonly sequence: readonly string[] } | undefined;
}

/** Every state that can be reached, breadth first, up to the first broken promise. */
export async function explore(config: Config, mutant?: Mutant): Promise<Explored> {
  const explorer = await Explorer.open(config, mutant);
  try {
    return await run(explorer);
  } finally {
    explorer.box.close();
  }
}

async function stepsFrom(explorer: Explorer, state: State): Promise<Step[]> {
  return [
    ...(await inOrder(state.senders, (_, at) => senderSteps(explorer, state, at))).flat(),
    ...serviceSteps(explorer, state),
    ...(await checkSteps(explorer, state)),
    ...(await personSteps(explorer, state)),
    ...(await probeSteps(explorer, state)),
    ...(await retrySteps(explorer, state)),
    ...(await cancelSteps(explorer, state)),
    ...(await timeSteps(explorer, state)),
  ];
}

async function run(explorer: Explorer): Promise<Explored> {
  const states: State[] = [];
  const cameFrom: number[] = [];
  const by: string[] = [];
  const seen = new Set<string>();
  const reached = new Set<string>();
  let transitions = 0;
  const alike = new Set(explorer.config.senders).size === 1;
  const add = (state: State, from: number, what: string): boolean => {
    const senders = alike ? state.senders.map((sender) => JSON.stringify(sender)).sort() : state.senders;
    const key = JSON.stringify([state.ledger, senders, state.requests, state.closing]);
    if (seen.has(key)) return false;
    seen.add(key);
    states.push(state);
    cameFrom.push(from);
    by.push(what);
    return true;
  };
  const result = (broken: Explored['broken']): Explored => ({
    states: states.length,
    transitions,
    ledgers: explorer.contents,
    verbs: explorer.ran,
    reached,
    broken,
  });
  const sequence = (from: number): string[] => (from < 0 ? [] : [...sequence(cameFrom[from]!), by[from]!]);
  add(await explorer.start(), -1, 'planned');
  for (let at = 0; at < states.length; at++) {
    const state = states[at]!;
    states[at] = undefined as never;
    for (const { what, state: next, broken } of await stepsFrom(explorer, state)) {
      transitions++;
      if (!add(next, at, what)) continue;
      const view = explorer.view(next.ledger);
      const promise = broken ?? brokenBy(view, next);
      if (promise !== undefined) return result({ promise, sequence: [...sequence(at), what] });
      for (const { state: is } of view.batches) reached.add(is);
    }
  }
  return result(undefined);
}
