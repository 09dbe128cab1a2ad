import { join } from 'node:path';
import type { ArrivalRow } from '../../ledger/arrivals.ts';
import { LEASE_HORIZON_MS } from '../../ledger/leases.ts';
import type { Inbox } from './inbox.ts';

/** How long a watcher that says nothing is taken to be at work, where its process can't be seen, in milliseconds. */
export const HOLD_MS = 30_000;
/** Between two renewals, in milliseconds. */
export const HOLD_RENEW_MS = 10_000;
/** The same for an arrival that is just being moved out of the inbox: nobody waits for it, and to be wrong would cost a file. */
const FOUND_HOLD_MS = 10 * 60_000;

/** An arrival that this watcher works on. */
export interface Held {
  readonly row: ArrivalRow;
  /** The job's folder. */
  readonly base: string;
  /** The id of its import; empty before it has one. */
  importId(): Promise<string>;
  /** The path of a place of it. */
  at(place: string): string;
  /** @throws NotHeld */
  change(values: Partial<ArrivalRow>): Promise<void>;
  /** The last change of this turn: others may go on from here. @throws NotHeld */
  settle(values: Partial<ArrivalRow>): Promise<void>;
  drop(): Promise<void>;
  release(): Promise<void>;
}

/** Somebody else works on the arrival by now: they took this process for dead. */
export class NotHeld extends Error {}

/** Takes the right to work on an arrival; undefined where a living process has it. */
export async function holdArrival(seen: ArrivalRow, inbox: Inbox): Promise<Held | undefined> {
  const { ports, holder } = inbox;
  if (seen.holder !== null && seen.holder !== holder && !isGone(seen, inbox)) return undefined;
  const { arrivals } = ports.ledger;
  if (seen.holder !== holder && !(await arrivals.hold(seen, holder, ports.now() + HOLD_MS))) return undefined;
  return (await arrivals.find(seen.id))?.holder === holder ? await heldArrival(seen.id, inbox) : undefined;
}

/** An arrival that this watcher already holds. */
export async function heldArrival(id: string, inbox: Inbox): Promise<Held> {
  const { ports, holder, folder } = inbox;
  const { arrivals } = ports.ledger;
  let row = (await arrivals.find(id))!;
  const base = join(folder, row.job);
  const change = async (values: Partial<ArrivalRow>) => {
    if (!(await arrivals.change(id, holder, values)))
      throw new NotHeld(`Arrival ${id} is worked on by another process.`);
    row = { ...row, ...values };
  };
  return {
    get row() {
      return row;
    },
    base,
    importId: async () => (row.import === null ? '' : (await ports.ledger.imports.byNum(row.import)).id),
    at: (place) => join(base, place),
    change,
    settle: (values) => change({ ...values, gone_at: null, holder: null, until: 0 }),
    async drop() {
      await arrivals.drop(id, holder);
      row = { ...row, holder: null };
    },
    async release() {
      if (row.holder === holder) await arrivals.release(id, holder);
    },
  };
}

/** How a watcher names itself: by the process too, so that others can see whether it lives. */
export function holderName(id: string, { host, processes }: Inbox['ports']): string {
  return `${id} ${host} ${process.pid} ${processes.self}`;
}

/** One that lives keeps what it holds, however long it stands still: it would go on where it stood. */
function isGone({ holder, until, state }: ArrivalRow, { ports }: Inbox): boolean {
  const [, host, pid, ...started] = holder!.split(' ');
  const lives = host === ports.host ? ports.processes.lives(Number(pid), started.join(' ')) : undefined;
  if (lives !== undefined) return !lives;
  const patience = state === 'found' ? FOUND_HOLD_MS : 0;
  return until > ports.now() + LEASE_HORIZON_MS || until + patience < ports.now();
}
