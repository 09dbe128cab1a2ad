import { parseDuration } from '../../config/durations.ts';
import { UsageError } from '../../core/issue.ts';
import type { CliContext } from '../context.ts';
import { checkEnding } from '../out-file.ts';
import type { ExitCode } from '../output/exit-code.ts';
import { takeFiles } from '../receive-files.ts';
import { runImports } from '../run-imports.ts';
import { inSession } from '../session.ts';

export interface WaitOptions {
  readonly json?: boolean;
  /** A duration; false with `--no-wait`. */
  readonly wait: string | false;
}

export interface ImportOptions extends WaitOptions {
  readonly job: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  /** Of a plan: list every entry. */
  readonly all?: boolean;
  /** Of a plan: write every entry into this file, .xlsx or .csv. */
  readonly out?: string;
}

/** `bilag import`, and `bilag plan`, which is `import --dry-run`. */
export function importCommand(
  files: readonly string[],
  options: ImportOptions,
  context: CliContext,
): Promise<ExitCode> {
  const patienceMs = patienceOf(options);
  const { json = false, all = false, out } = options;
  if (out !== undefined) checkEnding(out);
  if (json && all) {
    throw new UsageError(
      '--all lists the vouchers for people, and --json prints one object of counts and totals.',
      'For the vouchers in a form that programs read: --json --out plan.csv',
    );
  }
  const planOnly = options.dryRun ?? false;
  return inSession(context, async (session) => {
    const { ports } = session.runtime;
    const job = await ports.job(options.job);
    const taken = await takeFiles(
      files,
      job,
      { cwd: context.cwd, book: !planOnly, force: options.force ?? false, signal: context.interruption() },
      ports,
    );
    return runImports(taken, session, { planOnly, json, all, out, patienceMs, job });
  });
}

/**
 * Milliseconds without progress after which a command leaves; undefined with `--no-wait`.
 * @throws UsageError
 */
export function patienceOf({ wait }: WaitOptions): number | undefined {
  if (wait === false) return undefined;
  const ms = parseDuration(wait);
  if (ms === undefined || ms === 0) {
    throw new UsageError(
      `--wait takes a duration, not ${JSON.stringify(wait)}.`,
      'For example: --wait 30s, --wait 10m',
    );
  }
  return ms;
}
