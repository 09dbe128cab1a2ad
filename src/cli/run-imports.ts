import { performance } from 'node:perf_hooks';
import { RESTING_STATES } from '../core/states.ts';
import { kindWords } from '../kinds/kinds.ts';
import type { JobToday } from '../kinds/ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { writeTrail } from './out-file.ts';
import { EXIT, type ExitCode, firstThatApplies } from './output/exit-code.ts';
import { explainError, explainTrouble } from './output/explain-error.ts';
import { reportImports } from './output/report-imports.ts';
import type { Taken } from './receive-files.ts';
import type { Session } from './session.ts';
import { type Blocked, newestEvents, type Waited, waitForImports } from './wait-for-imports.ts';

export interface RunOptions {
  /** Wait for the plans alone, and book nothing. */
  readonly planOnly: boolean;
  readonly json: boolean;
  /** Of a plan every entry is shown. */
  readonly all?: boolean;
  /** Where the audit trail of the imports is written to, once they rest. */
  readonly out?: string | undefined;
  /** The job of a plan that is to be shown. */
  readonly job?: JobToday | undefined;
  /** Milliseconds without progress after which the command leaves; undefined: it does not wait at all. */
  readonly patienceMs: number | undefined;
  /** What the JSON object of several imports holds besides them. */
  readonly besides?: object;
}

/**
 * Works on imports until they rest, and reports them. What is at rest already costs neither Redis nor workers.
 * @returns the exit code over all of them
 */
export async function runImports(taken: Taken, session: Session, options: RunOptions): Promise<ExitCode> {
  const { context, runtime, display, close } = session;
  if (options.patienceMs === undefined) {
    await reportImports(taken, runtime.ledger, context, { ...options, recorded: true });
    return taken.refused.length > 0 ? EXIT.held : EXIT.ok;
  }
  const codes: ExitCode[] = taken.refused.length > 0 ? [EXIT.held] : [];
  let waited: Waited | undefined;
  try {
    waited = await work(taken.nums, session, options, options.patienceMs);
  } catch (error) {
    const explained = explainError(error);
    codes.push(explained.code);
    complain(session, explained.message, explained.suggestion ?? GOES_ON);
  }
  display.endProgress();
  if (waited !== undefined) codes.push(...sayEnd(waited, session, options.patienceMs));
  const report = (ledger: Ledger) => reportImports(taken, ledger, context, { ...options, recorded: false });
  if (waited?.end === 'rested' || waited?.end === 'in-doubt') {
    if (!options.planOnly) await nameCreated(session);
    if (options.out !== undefined) for (const num of taken.nums) await writeTrail(num, options.out, session);
    return firstThatApplies([...codes, ...(await report(runtime.ledger))]);
  }
  // Requests that were on their way have an outcome only when everything has ended.
  await close();
  const { openLedger } = await import('../ledger/open-ledger.ts');
  const ledger = openLedger(`sqlite:${runtime.config.ledgerPath}`);
  try {
    return firstThatApplies([...codes, ...(await report(ledger))]);
  } finally {
    ledger.close();
  }
}

/** The IDs of contacts stand in the report, also where the service did not tell them when it created them. */
async function nameCreated({ context, runtime, display }: Session): Promise<void> {
  const { nameContacts } = await import('../kinds/contacts/backfill-ids.ts');
  await nameContacts(runtime.ports, context.interruption()).catch((error: Error) =>
    display.log('periodic-work-failed', error.message, { work: 'backfill-ids', error }),
  );
}

const GOES_ON = 'Nothing is lost: the same command continues where it stopped.';

async function work(
  nums: readonly number[],
  { context, runtime, display }: Session,
  { planOnly }: RunOptions,
  patienceMs: number,
): Promise<Waited> {
  const { ledger, ports } = runtime;
  // What it waits for may have moved while nobody was there.
  const { finishIfDone } = await import('../importing/finish-import.ts');
  for (const num of nums) if (await ledger.waits.has(num)) await finishIfDone(num, ports);
  const rows = await Promise.all(nums.map((num) => ledger.imports.byNum(num)));
  const { probesAwaited } = await import('../doubt/probe.ts');
  const told = new Set<number>();
  const looked = async (num: number) => {
    const looks = await probesAwaited(num, ports);
    if (looks !== undefined && !told.has(num))
      display.say(lookedUpWords(await ledger.imports.byNum(num), looks.batches));
    if (looks !== undefined) told.add(num);
    return looks !== undefined;
  };
  const goesOn = async ({ num, state }: ImportRow) =>
    !RESTING_STATES.has(state) ||
    (state === 'in-doubt' &&
      ((await probesAwaited(num, ports)) !== undefined ||
        (await ledger.waits.blockers(num)).some((other) => !RESTING_STATES.has(other.state))));
  const due: ImportRow[] = [];
  for (const row of rows) if (planOnly ? row.state === 'planning' : await goesOn(row)) due.push(row);
  const since = await newestEvents(nums, ledger);
  const notStarted = new AbortController();
  const waited = waitForImports(nums, ledger, {
    since,
    planOnly,
    patienceMs,
    signal: AbortSignal.any([context.interruption(), notStarted.signal]),
    rowsRead: runtime.rowsRead,
    looked,
    show: display.progress,
    monotonic: () => performance.now(),
  });
  if (due.length === 0) return waited;
  const start = async () => {
    const services = [...new Set(due.map(({ service }) => service))];
    await runtime.work(planOnly ? ['plan'] : ['plan', 'post'], services);
    for (const { num } of due) await runtime.wake(num);
  };
  // Not awaited: a Redis that is away keeps the work from starting, and patience counts then too.
  const failed = new Promise<never>((_, reject) => {
    start().catch((error) => {
      notStarted.abort();
      reject(error);
    });
  });
  return Promise.race([failed, waited]);
}

function lookedUpWords({ file, kind }: ImportRow, batches: number): string {
  const what =
    batches === 1 ? 'a batch is in doubt. bilag looks it up' : `${batches} batches are in doubt. bilag looks them up`;
  return `${file}: ${what} in the service, until it is known whether ${batches === 1 ? 'it was' : 'they were'} ${kindWords(kind).done}.`;
}

/** Says why the wait ended, unless everything rests. */
function sayEnd({ end, blocked }: Waited, session: Session, patienceMs: number): ExitCode[] {
  const { display } = session;
  for (const each of blocked) sayBlocked(each, session);
  const codes: ExitCode[] = blocked.map(({ kind }) => (kind === 'misconfigured' ? EXIT.usage : EXIT.failure));
  if (end === 'interrupted') {
    display.say('Stopping: requests on their way end first. Ctrl-C again ends at once.');
    codes.push(EXIT.interrupted);
  }
  if (end === 'in-doubt') {
    display.say('Not settled yet; leaving. A running "bilag start", or the same command, goes on looking.');
  }
  if (end === 'no-progress') {
    const seconds = patienceMs / 1000;
    display.say(`No progress for ${seconds < 60 ? `${seconds} s` : `${seconds / 60} min`}; leaving. ${GOES_ON}`);
    codes.push(EXIT.pending);
  }
  return codes;
}

function sayBlocked(blocked: Blocked, session: Session): void {
  const told = explainTrouble(blocked, blocked.message, blocked.suggestion);
  complain(
    session,
    told.message,
    told.suggestion === undefined ? GOES_ON : `${told.suggestion} ${told.suggestion.includes(GOES_ON) ? '' : GOES_ON}`,
  );
}

function complain({ context, display }: Session, message: string, suggestion: string): void {
  display.endProgress();
  if (!display.hasSaid(message)) context.err.write(`${display.style('red', 'bilag:')} ${message}\n`);
  context.err.write(`  ${suggestion.trim()}\n`);
}
