import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config/config.ts';
import { readConfig } from '../../config/read-config.ts';
import type { Environment } from '../../core/environment.ts';
import { UsageError } from '../../core/issue.ts';
import { previewOf } from '../../importing/plan-preview.ts';
import { startSandbox } from '../../sandbox/server.ts';
import type { CliContext } from '../context.ts';
import { type ImportView, viewImport } from '../import-view.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { planLines } from '../output/plan.ts';
import { receiptLines } from '../output/receipt.ts';
import { type Style, styleFor } from '../output/text.ts';
import { takeFiles } from '../receive-files.ts';
import type { Role } from '../runtime.ts';
import { inSession, type Session } from '../session.ts';
import { untilStopped } from '../until-stopped.ts';
import { newestEvents, waitForImports } from '../wait-for-imports.ts';
import { type Comparison, compareBooks, comparisonLines, type SandboxBooks } from './demo-books.ts';
import { shortPlan, shortReceipt } from './demo-lines.ts';
import { DEMO_SAMPLES, type DemoSample } from './demo-samples.ts';

const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));
/** Variables of the environment that the demo heeds: everything else is its own. */
const HEEDED = ['BILAG_REDIS_SERVER', 'BILAG_LOG', 'BILAG_DASHBOARD', 'PATH', 'HOME'];
/** The service is on this machine: an import of a sample that stands still for so long is broken. Milliseconds. */
const PATIENCE_MS = 60_000;
/** The tour goes on by itself, and the receipt comes right behind. */
const BOOKING: readonly Role[] = ['plan', 'post'];
const DEMO_PLAN = { next: false, totals: 12 };

/** `bilag demo`: every sample goes through bilag into a sandbox, and the sandbox's books are held against the files. */
export async function demoCommand(
  { once = false }: { readonly once?: boolean },
  context: CliContext,
): Promise<ExitCode> {
  const stopped = context.interruption();
  const home = await prepareDemoHome(context.cwd, context.env);
  await cp(join(PACKAGE, 'jobs'), demoJobs(home), { recursive: true });
  const sandbox = await startSandbox();
  try {
    const config = await demoConfig(home, sandbox.url, context);
    return await inSession(
      context,
      async (session) => {
        const { runtime } = session;
        await runtime.followJobs();
        await runtime.work(once ? BOOKING : [...BOOKING, 'dashboard'], Object.keys(runtime.config.services));
        const code = await tour(session, sandbox.url);
        if (once || code !== EXIT.ok) return code;
        sayWhatNext(sandbox.url, home, session);
        await untilStopped(stopped);
        return EXIT.ok;
      },
      { config },
    );
  } finally {
    await sandbox.close();
    await leaveDemoHome(home);
  }
}

function demoConfig(home: string, url: string, { env }: CliContext): Promise<Config> {
  const heeded = Object.fromEntries(HEEDED.map((name) => [name, env[name]]));
  return readConfig({
    cwd: home,
    env: { ...heeded, BILAG_HOME: home, BILAG_JOBS: demoJobs(home), ACCOUNTING_URL: url },
  });
}

async function tour(session: Session, url: string): Promise<ExitCode> {
  const { context } = session;
  const { out } = context;
  const style = styleFor(out, context.env);
  const print = (...lines: string[]) => out.write(`${lines.join('\n')}\n`);
  print(
    style('bold', 'bilag demo'),
    `${DEMO_SAMPLES.length} files of a toy shop in Hamar go through bilag into a small accounting service on this machine.`,
    'Nothing leaves it.',
    '',
  );
  const views: ImportView[] = [];
  for (const [at, sample] of DEMO_SAMPLES.entries()) {
    print(style('bold', `${at + 1} of ${DEMO_SAMPLES.length}  ${sample.file}`) + style('dim', `  ${sample.what}`), '');
    const planned = await bring(sample, false, session);
    if (typeof planned === 'number') return planned;
    print(...(at === 0 ? await wholePlan(planned, session, style) : shortPlan(planned, style)), '');
    const booked = await bring(sample, true, session);
    if (typeof booked === 'number') return booked;
    views.push(booked);
    print(...(at === 0 ? receiptLines(booked, style) : shortReceipt(booked, style)), '');
  }
  const comparison = compareBooks(
    views.map(({ receipt }) => receipt),
    await booksOf(url),
  );
  const names = new Map(views.flatMap((view) => [...view.names]));
  print(style('bold', 'What the service has now, beside what the files say'), '');
  print(...comparisonLines(comparison, names, style));
  const others = (await session.runtime.ledger.imports.list(views.length + 1)).length - views.length;
  if (comparison.agrees || others <= 0) return codeOf(comparison, views);
  // Whoever tries the dashboard while the tour goes on has done nothing wrong.
  print('', 'Files of yours were booked meanwhile: they are in the service, but not in this table.');
  return worstOf(views);
}

/** Plans a sample, or books it; an exit code where that did not come to an end. */
async function bring({ file, job: name }: DemoSample, book: boolean, session: Session): Promise<ImportView | ExitCode> {
  const { context, runtime, display } = session;
  const { ledger, ports } = runtime;
  const signal = context.interruption();
  const path = join(PACKAGE, 'samples', file);
  const taken = await takeFiles([path], await ports.job(name), { cwd: context.cwd, book, force: false, signal }, ports);
  const since = await newestEvents(taken.nums, ledger);
  for (const num of taken.nums) await runtime.wake(num);
  const { end, blocked } = await waitForImports(taken.nums, ledger, {
    since,
    planOnly: !book,
    patienceMs: PATIENCE_MS,
    signal,
    rowsRead: runtime.rowsRead,
    show: display.progress,
    monotonic: () => performance.now(),
  });
  display.endProgress();
  const [num] = taken.nums;
  if (end === 'interrupted' || num === undefined) return EXIT.interrupted;
  if (end === 'rested') return await viewImport(num, ledger, context.now());
  const [first] = blocked;
  if (first === undefined) display.say(`${file} can’t continue.`);
  else display.log('import-blocked', first.message, { error: first });
  return EXIT.failure;
}

async function wholePlan(view: ImportView, { runtime }: Session, style: Style): Promise<string[]> {
  if (view.facts === undefined || view.row.state !== 'planned') return receiptLines(view, style);
  const job = await runtime.ports.job(view.row.job);
  return planLines(view, await previewOf(view.row, view.facts, runtime.ledger), job, style, DEMO_PLAN);
}

/** What the service says of itself. */
async function booksOf(url: string): Promise<SandboxBooks> {
  const { request } = await import('undici');
  const ask = async <Answer>(what: string) => (await (await request(`${url}/sandbox/${what}`)).body.json()) as Answer;
  const booked = await ask<Pick<SandboxBooks, 'count' | 'lines' | 'totals'>>('booked?summary=1');
  const contacts = await ask<{ count: number }>('contacts?summary=1');
  const customFields = await ask<{ active: number }>('custom-fields');
  return { ...booked, contacts: contacts.count, customFields: customFields.active };
}

function codeOf({ agrees }: Comparison, views: readonly ImportView[]): ExitCode {
  return agrees ? worstOf(views) : EXIT.failure;
}

function worstOf(views: readonly ImportView[]): ExitCode {
  return views.find(({ code }) => code !== EXIT.ok)?.code ?? EXIT.ok;
}

/** The demo's own copies: what people change in them, or add, is gone with the demo. */
function demoJobs(home: string): string {
  return join(home, 'jobs');
}

function sayWhatNext(url: string, home: string, { context, runtime }: Session): void {
  const dashboard = runtime.dashboardUrl();
  const style = styleFor(context.err, context.env);
  context.err.write(
    [
      '',
      ...(dashboard === undefined ? [] : [`${style('bold', 'The dashboard is at')} ${style('bold', dashboard)}`, '']),
      style('bold', 'The service and the workers stay up. In another terminal:'),
      `  export BILAG_HOME=${quoted(home)} BILAG_JOBS=${quoted(demoJobs(home))} ACCOUNTING_URL=${url}`,
      `  bilag import ${quoted(join(PACKAGE, 'samples', 'errors', 'account-unknown.csv'))} --job bookings`,
      style('dim', '      an account that does not exist: its vouchers are on hold, the others are booked'),
      '  bilag failed IMPORT --out failed.xlsx        correct them there, then:',
      '  bilag retry IMPORT --file failed.xlsx',
      '  bilag list                                   what was imported',
      `  curl ${url}/sandbox/booked                    every voucher in the service`,
      'Ctrl-C ends the demo.',
      '',
    ].join('\n'),
  );
}

/** Safe in a shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const DEFAULT_HOME = '.bilag-demo';
/** Says that a folder is a demo's, which may be emptied; holds the id of the process that runs it. */
const MARKER = 'bilag-demo.pid';
/** What a demo leaves behind and the next begins without. A Redis that was fetched stays. */
const LEFT_BEHIND = [
  'ledger.db',
  'ledger.db-wal',
  'ledger.db-shm',
  'attempts.journal',
  'attempts.log',
  'files',
  'scratch',
  'jobs',
];

/**
 * The home of the demo, apart from real work: made, or emptied of what the last demo left.
 * @throws UsageError where the folder may hold real work, or another demo runs in it
 */
export async function prepareDemoHome(cwd: string, env: Environment): Promise<string> {
  const home = resolve(cwd, env['BILAG_DEMO_HOME'] || DEFAULT_HOME);
  const marker = join(home, MARKER);
  const pid = await readFile(marker, 'utf8').catch(() => undefined);
  if (pid === undefined && (await exists(join(home, 'ledger.db')))) {
    throw new UsageError(
      `${home} holds a ledger that is not a demo's; the demo would delete it.`,
      'Set BILAG_DEMO_HOME to another folder.',
    );
  }
  if (pid !== undefined && lives(Number(pid))) {
    throw new UsageError(
      `Another demo is running in ${home} (process ${pid.trim()}).`,
      'End it with Ctrl-C, or set BILAG_DEMO_HOME to another folder.',
    );
  }
  await mkdir(home, { recursive: true, mode: 0o700 });
  for (const name of LEFT_BEHIND) await rm(join(home, name), { recursive: true, force: true });
  await writeFile(marker, `${process.pid}\n`);
  return home;
}

/** Lets the next demo have it, also when this process's id is somebody else's by then. */
export async function leaveDemoHome(home: string): Promise<void> {
  await writeFile(join(home, MARKER), '');
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function lives(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
