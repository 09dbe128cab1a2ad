import type { OutcomeKind } from '../../src/core/outcome.ts';
import type { ImportState } from '../../src/core/states.ts';

/** The clock of the model stands here, in milliseconds since 1970: time passes by making what is stored older. */
export const NOW = 1_800_000_000_000;
/** One step of time, in milliseconds: a lease, and a quiet period. */
export const TICK_MS = 60_000;
/** Of a lease that was just renewed, in milliseconds. */
export const LEASE_LEFT_MS = 10_000;

/** After a request is over, until an absence counts, in milliseconds. */
export const QUIET_MS = TICK_MS - LEASE_LEFT_MS;

/**
 * How long a request may still be applied when nobody waits for its reply any more: its sender gave it up, or its process
 * ended. `until-quiet` is the assumption that no client can do without: when the quiet period has passed, it is not
 * applied any more. As long as its process lives, stopped or not, it may be applied.
 */
export type Lateness = 'until-quiet' | 'ever';
export const ASSUMED: Lateness = 'until-quiet';

export interface Config {
  readonly name: string;
  /** Entries of each batch. */
  readonly batches: readonly number[];
  /** Where each sender runs; people and probes look from `here`. */
  readonly senders: readonly ('here' | 'elsewhere')[];
  readonly rejection: 'whole' | 'unknown';
  /** Attempts in all: what keeps the exploration finite. */
  readonly attempts: number;
  /** Steps of time after which a sender that still lives is taken for lost. */
  readonly deadlineTicks: 1 | 2;
  readonly decider: 'person' | 'probe';
  readonly lateness: Lateness;
  /** Whether people have what was refused planned and sent again. */
  readonly retry: boolean;
  /** Whether people cancel the import. */
  readonly cancel: boolean;
  /** Whether a process may stand still between finding that an import is done and saying so. */
  readonly gap: boolean;
  /** People do not wait for the quiet period before they look and say "not booked". */
  readonly hasty?: boolean;
}

/**
 * A process that sends. One that has nothing to do leaves in good order, and comes as another; so does one that died.
 */
export interface Sender {
  readonly attempt: string;
  readonly batch: number;
  /** The name under which it began. */
  readonly as: string;
  /** Its name now: another where it was given up. */
  readonly holder: string;
  /** Whether it can see that its lease still holds. */
  readonly held: boolean;
  readonly stage: 'begun' | 'sent' | 'ended';
  /** What came of the attempt, once it ended. */
  readonly kind: OutcomeKind | null;
}

/** A request as the service and the wire have it. */
export interface Request {
  readonly attempt: string;
  readonly entries: readonly string[];
  /** `wire`: it may be applied. */
  readonly stage: 'unsent' | 'wire' | 'over';
  /** Nobody waits for its reply any more; `quiet`: for so long that it is taken to be over. */
  readonly left: 'no' | 'gone' | 'quiet';
  readonly applied: readonly string[];
}

export interface State {
  /** The ledger's contents, by number. */
  readonly ledger: number;
  /** By where they run; null: nobody is there. */
  readonly senders: readonly (Sender | null)[];
  readonly requests: readonly Request[];
  /** A process that found an import done, and has not yet said so. */
  readonly closing: { readonly from: ImportState; readonly to: ImportState } | null;
}

/** One thing that may happen next; `broken` says which promise it breaks. */
export interface Step {
  readonly what: string;
  readonly state: State;
  readonly broken?: string | undefined;
}

export const timesApplied = (state: Pick<State, 'requests'>, entry: string): number =>
  state.requests.filter(({ applied }) => applied.includes(entry)).length;

export function replace<Item>(items: readonly Item[], at: number, item: Item): Item[] {
  const copy = [...items];
  copy[at] = item;
  return copy;
}

/** A request whose reply nobody waits for. One that is over can be forgotten about. */
export const left = (request: Request): Request => ({ ...request, left: request.stage === 'over' ? 'quiet' : 'gone' });

/** One after the other: all work on one ledger, whose contents are put in and taken out. */
export async function inOrder<Item, Made>(
  items: readonly Item[],
  make: (item: Item, at: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [at, item] of items.entries()) made.push(await make(item, at));
  return made;
}
