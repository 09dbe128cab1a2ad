import { JobError } from '../../../config/problems.ts';
import { parseJob } from '../../../config/read-job.ts';
import { jobText } from '../../../config/write-job.ts';
import type { ProblemCode } from '../../../core/definition-problem.ts';
import type { Facts } from '../../../core/facts.ts';
import type { Job } from '../../../core/job.ts';
import { ApiError } from '../../errors.ts';

/** Something wrong with a definition, and at which of its keys. */
export interface DefinitionProblem {
  readonly key: string;
  readonly message: string;
  /** The field without which nothing can be imported. */
  readonly missing?: string;
  readonly code: ProblemCode;
  readonly facts?: Facts;
}

/** A definition as it came, the file that it would be, and the job that it is; without one there are problems. */
export interface CheckedDefinition {
  readonly yaml: string;
  readonly problems: readonly DefinitionProblem[];
  readonly job: Job | undefined;
}

/**
 * Keys that reach beyond the file: to the disk of the server, to other machines, to secrets of its environment. Whoever may write
 * the folder of jobs may set them; whoever brings a file may not.
 */
const BEYOND_THE_FILE = ['fetch', 'schedule'] as const;

/**
 * Checks a definition by the very schema and checks of jobs (design, section 5): as the file that it would be.
 * @param services names of those that are configured
 * @throws ApiError 400 where it is no definition at all
 */
export function checkDefinition(
  definition: Readonly<Record<string, unknown>>,
  remark: string,
  services: readonly string[],
): CheckedDefinition {
  const yaml = textOf(definition, remark);
  const problems: DefinitionProblem[] = BEYOND_THE_FILE.filter((key) => Object.hasOwn(definition, key)).map((key) => ({
    key,
    message: `${key} can't be set here: it reaches beyond the file. Add it to the job's file.`,
    code: 'key-beyond',
    facts: { key },
  }));
  let job: Job | undefined;
  try {
    job = parseJob(yaml, 'the job');
  } catch (error) {
    if (!(error instanceof JobError)) throw error;
    for (const { key, message, missing, shared } of error.problems)
      problems.push({
        ...{ key, message, ...(missing === undefined ? {} : { missing }) },
        ...(missing !== undefined
          ? { code: 'missing', facts: { field: missing } }
          : shared !== undefined
            ? { code: 'same-column', facts: { field: shared.other, column: shared.column } }
            : { code: codeOf(key), facts: { key } }),
      });
  }
  if (job !== undefined && !services.includes(job.service)) {
    const known = services.length === 0 ? 'None is configured.' : `Configured: ${services.join(', ')}.`;
    problems.push({
      key: 'service',
      message: `service is not one of the configured services. ${known}`,
      code: 'service-wrong',
    });
  }
  return { yaml, problems, job: problems.length === 0 ? job : undefined };
}

/** What a wrong value of a key means to a person who filled in a form. */
const BY_KEY: readonly (readonly [RegExp, ProblemCode])[] = [
  [/^defaults\.date$/, 'date-wrong'],
  [/^defaults\.(amount|debit|credit)$/, 'amount-wrong'],
  [/^defaults\.description$/, 'text-wrong'],
  [/^currency$/, 'currency-wrong'],
  [/^skip\b.*matches$/, 'pattern-wrong'],
  [/^sign\b/, 'flags-wrong'],
  [/^service$/, 'service-wrong'],
];

function codeOf(key: string): ProblemCode {
  return BY_KEY.find(([pattern]) => pattern.test(key))?.[1] ?? 'key-wrong';
}

function textOf(definition: Readonly<Record<string, unknown>>, remark: string): string {
  try {
    return jobText(definition, remark);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ApiError(400, 'request-invalid', 'The definition is nested too deeply.');
  }
}
