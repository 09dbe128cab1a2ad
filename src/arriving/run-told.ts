import { JobError } from '../config/problems.ts';
import type { Facts } from '../core/facts.ts';
import { FileRejected, UsageError } from '../core/issue.ts';
import type { RunCode, RunTold } from '../core/run-code.ts';
import { ServiceMisconfigured, ServiceUnavailable } from '../service/errors.ts';

/** Why a run failed, as pages word it: a code, and what it names. */
export function toldOf(code: RunCode, facts: Facts = {}): RunTold {
  return { code: `run/${code}`, facts };
}

/** The same of what was thrown; of what has no reason of its own, only the log says more. */
export function toldOfError(error: unknown): RunTold {
  if (error instanceof FileRejected) {
    const { code, variant, facts } = error.issue;
    return { code, ...(variant === undefined ? {} : { variant }), ...(facts === undefined ? {} : { facts }) };
  }
  if (error instanceof JobError) return { code: 'job-broken' };
  if (error instanceof UsageError && error.told !== undefined) return { code: 'refused', ...error.told };
  if (error instanceof ServiceMisconfigured) return { code: 'refused', reason: 'service-refuses' };
  if (error instanceof ServiceUnavailable) return { code: 'waits/service' };
  return { code: 'failure' };
}
