import { type EndedRun, isNews } from '../../arriving/run-job.ts';
import { UsageError } from '../../core/issue.ts';
import { findImport } from '../../ledger/find-import.ts';
import type { RunRow } from '../../ledger/runs.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode, firstThatApplies } from '../output/exit-code.ts';
import { counted, readableTime } from '../output/text.ts';
import { runImports } from '../run-imports.ts';
import { inSession, type Session } from '../session.ts';
import { patienceOf, type WaitOptions } from './import.ts';

/** A run of that job is under way: nothing was done, and nothing is wrong. */
class RunUnderWay extends Error {
  readonly suggestion: string;
  constructor({ job, began_at, holder }: RunRow) {
    super(
      `A run of ${job} is under way since ${readableTime(began_at)} (${holder}); two at once would fetch the same files.`,
    );
    this.name = 'RunUnderWay';
    this.suggestion = 'Wait until it has ended, then see what it brought: bilag list';
  }
}

/**
 * `bilag run`: fetches the files of a job now, and books what is new. Exit code 1 where the files could not all be
 * fetched, or another run of the job is under way: what was asked for was not done; else that of the imports, also of those
 * that were rejected before and whose files still lie there.
 */
export function runCommand(name: string, options: WaitOptions, context: CliContext): Promise<ExitCode> {
  const patienceMs = patienceOf(options);
  const json = options.json ?? false;
  return inSession(context, async (session) => {
    const { runtime } = session;
    const { job } = await runtime.ports.job(name);
    if (job.fetch === undefined) {
      throw new UsageError(
        `The job ${name} does not say where its files are fetched from.`,
        `Add fetch to it, for example fetch: { path: /mnt/exports/*.csv }; or: bilag import FILE --job ${name}`,
      );
    }
    const run = await runtime.runNow(name, context.interruption());
    if (run.how === 'under-way') throw new RunUnderWay(run.run);
    const { ended } = run;
    const besides = { run: { job: name, ...(ended ?? { outcome: 'interrupted', files: [] }) } };
    const codes: ExitCode[] = [ended === undefined ? EXIT.interrupted : await sayOutcome(name, ended, json, session)];
    const nums = new Set(
      await Promise.all(newsOf(ended).map(async (id) => (await findImport(id, runtime.ledger)).num)),
    );
    if (nums.size > 0) {
      const taken = { several: true, nums: [...nums], known: new Set<number>(), refused: [] };
      codes.push(await runImports(taken, session, { planOnly: false, json, patienceMs, besides }));
    } else if (json) context.out.write(`${JSON.stringify({ ...besides, imports: [] })}\n`);
    return firstThatApplies(codes);
  });
}

function newsOf(ended: EndedRun | undefined): string[] {
  return (ended?.files ?? []).filter(isNews).flatMap((file) => file.import ?? []);
}

/** What the receipts of the imports do not say. */
async function sayOutcome(
  name: string,
  ended: EndedRun,
  json: boolean,
  { context, display }: Session,
): Promise<ExitCode> {
  const { outcome, files, message, suggestion } = ended;
  if (outcome === 'failed') {
    context.err.write(`${display.style('red', 'bilag:')} The run of ${name} failed: ${message}\n`);
    if (suggestion !== undefined) context.err.write(`  ${suggestion}\n`);
    return EXIT.failure;
  }
  if (!json) {
    for (const { name: file, import: id, reason } of files)
      if (id === undefined && reason !== undefined) context.out.write(`${name}: ${file}: ${reason}\n`);
  }
  const known = files.filter((file) => file.import !== undefined).length;
  const rejected = files.filter((file) => file.rejected);
  const words = rejected.map((file) => `${file.name} was rejected: bilag show ${file.import}`);
  if (!json && outcome === 'nothing-new') {
    const before = known === 0 ? 'no file' : `${counted(known, 'file')}, received before`;
    context.out.write(`${name}: nothing new (${[before, ...words].join('; ')}).\n`);
  } else if (!json) for (const each of words) context.out.write(`${name}: received before, ${each}\n`);
  return rejected.length > 0 ? EXIT.held : EXIT.ok;
}
