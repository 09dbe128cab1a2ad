import type { Ledger } from '../ledger/open-ledger.ts';

/** How long a sender that says nothing is taken to be alive, in milliseconds: a crash is noticed within 15 s (design, section 4). */
export const LEASE_MS = 10_000;
/** Between two renewals, in milliseconds. */
export const RENEW_MS = 2_500;
/** A request may only leave while this much of the lease is left, in milliseconds: it must not run out under way to the wire. */
const LEASE_MARGIN_MS = 1_000;

export interface SenderLeasePorts {
  readonly ledger: Ledger;
  readonly host: string;
  readonly pid: number;
  /** What tells the process from every other that had its pid. */
  readonly started: string;
  now(): number;
  /** Milliseconds on a clock that nobody can set. */
  monotonic(): number;
  newId(): string;
}

/** This process as a sender: its lease in the ledger is what others go by. */
export interface SenderLease {
  readonly id: string;
  /**
   * Whether the lease surely still holds: by the monotonic clock, which nobody can set back, and by the wall clock, which
   * goes on while the machine sleeps.
   */
  alive(): boolean;
  renew(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Registers this process as a sender and keeps its lease. A process that was taken for dead never sends under its old
 * name again: whoever doubted its requests has struck it out, and it gets a new one.
 */
export async function startSenderLease(ports: SenderLeasePorts): Promise<SenderLease> {
  const { ledger, now, monotonic } = ports;
  let id = '';
  let renewedAt = 0;
  let leaseUntil = 0;
  const register = async () => {
    const at = monotonic();
    const since = now();
    const until = since + LEASE_MS;
    const { host, pid, started } = ports;
    const drawn = ports.newId();
    await ledger.leases.register({ id: drawn, host, pid, started, lease_until: until, since });
    id = drawn;
    renewedAt = at;
    leaseUntil = until;
  };
  const renewOnce = async () => {
    const at = monotonic();
    const until = now() + LEASE_MS;
    if (!(await ledger.leases.renew(id, until))) return register();
    renewedAt = at;
    leaseUntil = until;
  };
  /** Renewed twice at once, it might get two names. */
  let renewing: Promise<void> | undefined;
  const renew = () => {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
  await register();
  const timer = setInterval(async () => {
    try {
      await renew();
    } catch {
      // The ledger can't be written: the lease runs out, nothing more is sent, and the next try may succeed.
    }
  }, RENEW_MS);
  timer.unref();
  return {
    get id() {
      return id;
    },
    alive: () => monotonic() - renewedAt < LEASE_MS - LEASE_MARGIN_MS && now() < leaseUntil - LEASE_MARGIN_MS,
    renew,
    async stop() {
      clearInterval(timer);
      await renewing?.catch(() => undefined);
      await ledger.leases.remove(id);
    },
  };
}
