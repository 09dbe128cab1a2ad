import type { LookWhy } from '../core/look.ts';
import type { Evidence } from '../core/outcome.ts';
import { withoutSecrets } from '../core/secrets.ts';
import type { GetFailure } from './reply.ts';
import type { ServiceOptions } from './service-options.ts';

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

/** The service refuses us (401, 403, 404): only a person can correct it. The message holds the service's own words. */
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

/** Why a look-up failed, for pages: the status, or the error by the name that the system gives it. */
export function failedLook({ status, error }: Partial<Evidence> = {}): LookWhy {
  const said = status === undefined ? error : `status ${status}`;
  return { code: 'failed', ...(said === undefined ? {} : { facts: { said } }) };
}

/** The error that says what a failed look-up asks of the caller. */
export function serviceError(failure: GetFailure): ServiceUnavailable | ServiceMisconfigured | ServiceUnexpected {
  const { kind, message, evidence, retryAfter } = failure;
  if (kind === 'unavailable') return new ServiceUnavailable(message, evidence, retryAfter);
  if (kind === 'misconfigured') return new ServiceMisconfigured(message, evidence);
  return new ServiceUnexpected(message, evidence);
}

/** A header's value shorter than this is a setting (`nb-NO`), not a secret, in characters. */
const SECRET_LENGTH = 8;
/** A token shorter than this is no secret, and its letters stand in every other word, in characters. */
const TOKEN_LENGTH = 4;

/** What no text about a service may show. */
export function serviceSecrets(options: Pick<ServiceOptions, 'auth' | 'headers' | 'company'>): string[] {
  const secrets = new Set<string>();
  if (options.auth.type === 'bearer' && options.auth.token.length >= TOKEN_LENGTH) secrets.add(options.auth.token);
  for (const value of Object.values(options.headers)) {
    if (value === options.company) continue;
    // `Basic abc…`: the part behind the scheme is the secret, with or without the scheme before it.
    for (const part of [value, ...value.split(' ')]) if (part.length >= SECRET_LENGTH) secrets.add(part);
  }
  secrets.delete('');
  return [...secrets];
}

/** Answers a function that takes a service's secrets out of a text: a service may echo what it was sent. */
export function redactor(options: ServiceOptions): (text: string) => string {
  return withoutSecrets(serviceSecrets(options));
}
