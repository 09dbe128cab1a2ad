import type { Evidence } from '../domain/outcome.ts';
import type { GetFailure } from './get-reply.ts';

/** A look-up could not be made now: wait (at least `retryAfter` milliseconds, where it is said) and ask again. */
export class ServiceUnavailable extends Error {
  override readonly name = 'ServiceUnavailable';
  readonly evidence: Evidence;
  readonly retryAfter: number | undefined;
  constructor(message: string, evidence: Evidence, retryAfter?: number) {
    super(message);
    this.evidence = evidence;
    this.retryAfter = retryAfter;
  }
}

/** The service refuses us (401, 403, 404): only a person can mend it. The message holds the service's own words. */
export class ServiceMisconfigured extends Error {
  override readonly name = 'ServiceMisconfigured';
  readonly evidence: Evidence;
  constructor(message: string, evidence: Evidence) {
    super(message);
    this.evidence = evidence;
  }
}

/** The service answered something that its interface does not know. Asking again may help, but a person should hear of it. */
export class ServiceUnexpected extends Error {
  override readonly name = 'ServiceUnexpected';
  readonly evidence: Evidence;
  constructor(message: string, evidence: Evidence) {
    super(message);
    this.evidence = evidence;
  }
}

/** The error that says what a failed look-up asks of the caller. */
export function serviceError(failure: GetFailure): ServiceUnavailable | ServiceMisconfigured | ServiceUnexpected {
  const { kind, message, evidence, retryAfter } = failure;
  if (kind === 'unavailable') return new ServiceUnavailable(message, evidence, retryAfter);
  if (kind === 'misconfigured') return new ServiceMisconfigured(message, evidence);
  return new ServiceUnexpected(message, evidence);
}
