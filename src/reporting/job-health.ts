/** How a job is, the most urgent first. */
export const JOB_HEALTH = ['failing', 'needs-you', 'paused', 'ok'] as const;
export type JobHealth = (typeof JOB_HEALTH)[number];

/** What decides how a job is. */
export interface JobFacts {
  /** Its definition has errors. */
  readonly isBroken: boolean;
  /** The service that it books in is in trouble. */
  readonly isServiceIll: boolean;
  /** Imports of it that are planned or sent at the moment. */
  readonly underWay: number;
  /** Of its fetches, the last one that ended failed. */
  readonly runFailed: boolean;
  /** Imports of it that need a person, however old. */
  readonly waiting: number;
  readonly isPaused: boolean;
}

/** Why a job is failing: its definition, the service that its imports wait for, or its fetch. */
export type FailingWhy = 'definition' | 'service' | 'run';

/**
 * How a job is, and why it fails where it does. Who paused a job knows that its fetch failed; that its files can't be read, or
 * that their vouchers wait, is true all the same. A service that is in trouble is one to a job that has something to send.
 */
export function jobHealth(facts: JobFacts): { readonly health: JobHealth; readonly why?: FailingWhy } {
  const { isBroken, isServiceIll, underWay, runFailed, waiting, isPaused } = facts;
  if (isBroken) return { health: 'failing', why: 'definition' };
  if (isServiceIll && underWay > 0) return { health: 'failing', why: 'service' };
  if (runFailed && !isPaused) return { health: 'failing', why: 'run' };
  if (waiting > 0) return { health: 'needs-you' };
  return { health: isPaused ? 'paused' : 'ok' };
}
