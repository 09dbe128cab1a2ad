import { UsageError } from '../domain/issue.ts';

/** One thing that is wrong in a file that a person wrote: a job, or bilag.yaml. */
export interface Problem {
  /** Path of the file as it was given; `environment` for a variable. */
  readonly file: string;
  /** Counted from 1; 0 where the problem has no line. */
  readonly line: number;
  /** `columns.account`, `rules[0].when`; empty for the file as a whole. */
  readonly key: string;
  /** The whole sentence behind `file:line:`, remedy included. */
  readonly message: string;
}

/** `jobs/bookings.yaml:14: columns.acount is not a key of a job. Did you mean "account"?` */
export function problemText(problem: Problem): string {
  return `${problem.file}${problem.line > 0 ? `:${problem.line}` : ''}: ${problem.message}`;
}

function allTexts(problems: readonly Problem[]): string {
  return problems.map(problemText).join('\n');
}

/** A job can't be used: all that is wrong with it, one problem a line, in the order of the file. */
export class JobError extends UsageError {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(allTexts(problems));
    this.name = 'JobError';
    this.problems = problems;
  }
}

/** The configuration can't be used: all that is wrong with bilag.yaml and the environment. */
export class ConfigError extends UsageError {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(allTexts(problems));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
