import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Config, cappedConcurrency } from '../../config/config.ts';
import { listJobs } from '../../config/job-folder.ts';
import { readConfig } from '../../config/read-config.ts';
import { readJob } from '../../config/read-job.ts';
import { diskRoom, LEAST_ROOM_BYTES, roomWords, seen } from '../../core/disk.ts';
import { UsageError } from '../../core/issue.ts';
import {
  checkOneLog,
  copyWords,
  lostLog,
  lostLogWords,
  unacceptedCopy,
  unknownAttempts,
  unknownWords,
} from '../../doubt/check-attempts.ts';
import { attemptLogPath } from '../../ledger/attempt-log.ts';
import { networkDrive } from '../../ledger/sqlite-database.ts';
import { diagnoseRedis } from '../../queue/redis-server/diagnose-redis.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { explainError } from '../output/explain-error.ts';
import { styleFor } from '../output/text.ts';
import { checkBooks } from './books.ts';
import type { Check } from './check.ts';
import { checkNotify, checkServer, checkServices } from './connections.ts';
import { checkInbox, checkSchedules } from './jobs.ts';
import { checkLedger } from './ledger.ts';
import { checkNode, nearestExisting } from './machine.ts';

/** `bilag doctor`: what is wrong and what to do, one finding a line. It changes nothing. */
export async function doctorCommand(context: CliContext): Promise<ExitCode> {
  const style = styleFor(context.out, context.env);
  let wrong = 0;
  const tell = (checks: readonly Check[]) => {
    for (const { ok, what, remedy } of checks) {
      if (!ok) wrong++;
      context.out.write(`${ok ? style('green', '✓') : style('red', '✗')} ${what}\n`);
      if (remedy !== undefined && remedy !== '') context.out.write(`  ${style('dim', remedy)}\n`);
    }
  };
  tell([checkNode(process.versions.node)]);
  let config: Awaited<ReturnType<typeof readConfig>>;
  try {
    config = await readConfig(context);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    tell(error.message.split('\n').map((what) => ({ ok: false, what, remedy: error.suggestion })));
    return EXIT.usage;
  }
  tell(await checkFolders(config));
  tell(await checkDisk(config));
  tell(await checkInbox(config));
  tell(await checkLedger(config));
  tell(await checkAttemptLog(config));
  const redis = await diagnoseRedis({ env: { ...context.env }, home: config.home });
  tell([{ ...redis, what: `queue: ${redis.what}` }]);
  tell(await checkJobs(config));
  tell(await checkSchedules(config, context.now()));
  tell(await checkServices(config));
  tell(await checkBooks(config));
  tell(await checkNotify(config));
  tell(await checkClock(config, context.now));
  tell(await checkServer(config));
  context.err.write(
    wrong === 0 ? 'Everything is in order.\n' : `${wrong === 1 ? 'One thing needs' : `${wrong} things need`} fixing.\n`,
  );
  return wrong === 0 ? EXIT.ok : EXIT.usage;
}

const NONE: Check = { ok: true, what: 'attempt log: none yet; the first booking creates it' };

/** Whether the ledger knows everything that was sent, as the log beside it has it. */
async function checkAttemptLog({ ledgerPath }: Config): Promise<Check[]> {
  const path = attemptLogPath(ledgerPath);
  try {
    if ((await seen(path)) === undefined && (await seen(ledgerPath)) === undefined) return [NONE];
    checkOneLog(path);
    const { unknown, copy, lost } = await compare(ledgerPath, path);
    if (copy !== undefined) return [{ ok: false, what: `attempt log: ${copyWords(copy)}`, remedy: 'bilag recover' }];
    if (unknown === undefined && lost !== undefined) {
      const remedy = 'Put it back, if it was moved or rotated; else see: bilag recover';
      return [{ ok: false, what: `attempt log: ${lostLogWords(lost, path)}`, remedy }];
    }
    if (unknown === undefined && !existsSync(path)) return [NONE];
    if (unknown === undefined) return [{ ok: true, what: `attempt log: ${path}, all of it known to the ledger` }];
    return [
      {
        ok: false,
        what: `attempt log: the ledger does not know ${unknownWords(unknown)}; nothing is booked until somebody has looked`,
        remedy:
          'See what it is with: bilag recover. If there is a newer copy of the ledger, put that in its place instead.',
      },
    ];
  } catch (error) {
    const { message, suggestion } = explainError(error);
    return [{ ok: false, what: `attempt log: ${path}: ${message}`, remedy: suggestion }];
  }
}

async function compare(ledgerPath: string, path: string) {
  // To open it would make one.
  if (!existsSync(ledgerPath)) {
    const { unknown } = await unknownAttempts(path, { knows: async () => false, mark: async () => undefined });
    return { unknown, copy: undefined, lost: undefined };
  }
  const { openLedger } = await import('../../ledger/open-ledger.ts');
  const ledger = openLedger(`sqlite:${ledgerPath}`);
  try {
    const { unknown } = await unknownAttempts(path, ledger.recovery);
    return { unknown, copy: await unacceptedCopy(path, ledger.recovery), lost: await lostLog(path, ledger.recovery) };
  } finally {
    ledger.close();
  }
}

/** By more than this our clock and a service's must not differ, in milliseconds: tokens expire, and quiet periods are judged by it. */
const SKEW_LIMIT_MS = 5 * 60_000;
/** How long a service may take to answer, in milliseconds. */
const ANSWER_LIMIT_MS = 5_000;

/** Compares our clock with those of the services, as their replies tell it. Where none tells the time, nothing is said. */
export async function checkClock({ services }: Pick<Config, 'services'>, now: () => number): Promise<Check[]> {
  const skews = await Promise.all(
    Object.values(services).map(async ({ name, baseUrl }) => ({ name, skew: await skewOf(baseUrl, now) })),
  );
  const told = skews.filter((each): each is { name: string; skew: number } => each.skew !== undefined);
  const off = told.filter(({ skew }) => Math.abs(skew) > SKEW_LIMIT_MS);
  if (told.length > 0 && off.length === 0) return [{ ok: true, what: 'clock: agrees with the services' }];
  return off.map(({ name, skew }) => ({
    ok: false,
    what: `clock: this machine is ${Math.round(Math.abs(skew) / 60_000)} min ${skew > 0 ? 'ahead of' : 'behind'} service ${name}`,
    remedy: 'Have this machine set its clock by the network (timedatectl set-ntp true).',
  }));
}

/** Ours minus the service's, in milliseconds. The request has no credentials: any answer tells the time. */
async function skewOf(baseUrl: string, now: () => number): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const reply = await fetch(baseUrl, { method: 'HEAD', redirect: 'manual', signal });
    const theirs = Date.parse(reply.headers.get('date') ?? '');
    return Number.isNaN(theirs) ? undefined : now() - theirs;
  } catch {
    // That it can't be reached is said with the services.
    return undefined;
  }
}

/** Room on the disks that bilag writes to, each told once; and that the home is on a disk of this machine. */
export async function checkDisk({ home, inbox, ledgerPath }: Config): Promise<Check[]> {
  const checks: Check[] = [];
  const seen = new Set<number>();
  for (const [name, path] of [
    ['disk', home],
    ['disk of the ledger', dirname(ledgerPath)],
    ['disk of the inbox', inbox],
  ] as const) {
    const existing = await nearestExisting(path);
    const { dev } = await stat(existing);
    if (seen.has(dev)) continue;
    seen.add(dev);
    const room = await diskRoom(existing);
    const ok = room >= LEAST_ROOM_BYTES;
    checks.push({
      ok,
      what: `${name}: ${roomWords(room)} free`,
      remedy: ok ? undefined : `Make room where ${path} is: a plan needs about three times the size of its file.`,
    });
  }
  const network = networkDrive(await nearestExisting(home));
  if (network !== undefined) {
    checks.push({
      ok: false,
      what: `disk: ${home} lies on a network drive (${network})`,
      remedy: 'Set BILAG_HOME to a folder on a disk of this machine: locks do not work reliably across a network.',
    });
  }
  return checks;
}

/** Home and jobs: there, and to be written or read by this user. */
export async function checkFolders({ home, jobs }: Config): Promise<Check[]> {
  return [
    await homeCheck(home),
    await readable('jobs', jobs, 'Create it and put a job into it, or name another folder with BILAG_JOBS.'),
  ];
}

async function homeCheck(home: string): Promise<Check> {
  const existing = await nearestExisting(home);
  if (!(await stat(existing)).isDirectory()) {
    return { ok: false, what: `home: ${existing} is a file`, remedy: 'Name a folder with BILAG_HOME.' };
  }
  try {
    await access(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    return {
      ok: false,
      what: `home: ${existing} can't be written: ${(error as Error).message}`,
      remedy: `Give this user the right to write there, or call bilag as the user who has it.${existing === home ? ' With another BILAG_HOME bilag knows nothing of what was booked from here, and books it again.' : ''}`,
    };
  }
  return { ok: true, what: `home: ${home}${existing === home ? '' : ', created when it is first needed'}` };
}

async function readable(name: string, path: string, remedy: string): Promise<Check> {
  try {
    await access(path, constants.R_OK | constants.X_OK);
    return { ok: true, what: `${name}: ${path}` };
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { ok: false, what: `${name}: ${path} ${absent ? 'does not exist' : "can't be read"}`, remedy };
  }
}

/** Every job: sound, and of a service that is configured. */
async function checkJobs({ jobs, services }: Config): Promise<Check[]> {
  const checks: Check[] = [];
  let listed: Awaited<ReturnType<typeof listJobs>>;
  try {
    listed = await listJobs(jobs);
  } catch (error) {
    // That the folder is not there was said already.
    if (!(error instanceof UsageError)) throw error;
    return [];
  }
  for (const { name, path } of listed) {
    try {
      const { job } = await readJob(path);
      // That none is configured at all is said once, with the services.
      const capped = Object.keys(services).length > 0 ? cappedConcurrency(job, services) : undefined;
      const about = capped === undefined ? '' : `; ${capped.what}`;
      checks.push({
        ok: true,
        what: `job ${name}: ${job.kind}, service ${job.service}${about}`,
        remedy: capped?.remedy,
      });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      for (const what of error.message.split('\n'))
        checks.push({ ok: false, what: `job ${name}: ${what}`, remedy: error.suggestion });
    }
  }
  return checks.length > 0
    ? checks
    : [{ ok: false, what: `jobs: ${jobs} holds no jobs`, remedy: 'Write one: see jobs/ of bilag for examples.' }];
}
