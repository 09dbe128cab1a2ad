import { readConfig } from '../../config/read-config.ts';
import { UsageError } from '../../core/issue.ts';
import { type Log, logOnce } from '../../core/log.ts';
import { nearest } from '../../core/nearest.ts';
import type { ImportState } from '../../core/states.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import { tellDashboard } from '../announce-dashboard.ts';
import type { CliContext } from '../context.ts';
import { logRuns } from '../log-runs.ts';
import { logSecrets } from '../log-secrets.ts';
import { createLogger } from '../logger.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { ROLES, type Role } from '../runtime.ts';
import { inSession } from '../session.ts';
import { untilStopped } from '../until-stopped.ts';

/** Between two looks for imports whose state has changed, in milliseconds. */
const LOOK_MS = 1_000;
/** Newest imports that are looked at. */
const LOOKED_AT = 200;

/** `bilag start`: does its work until it is stopped. */
export async function startCommand({ only }: { readonly only?: string }, context: CliContext): Promise<ExitCode> {
  const roles = rolesOf(only);
  const stopped = context.interruption();
  const config = await readConfig(context);
  const services = Object.keys(config.services);
  if (roles.includes('post') && services.length === 0) {
    throw new UsageError(
      'No service is configured, so nothing could be booked.',
      'Set ACCOUNTING_URL and ACCOUNTING_TOKEN, or write services into bilag.yaml.',
    );
  }
  const log = await createLogger(config.log, context, logSecrets(config, context.env));
  await inSession(
    context,
    async ({ runtime }) => {
      await runtime.followJobs();
      await runtime.tellPeople();
      const working = runtime.work(roles, services).then(() => {
        const { home } = config;
        log('started', `started: ${roles.join(', ')}; services: ${services.join(', ')}`, {
          roles,
          services,
          home,
          dashboard: runtime.dashboardUrl(),
        });
        return untilStopped(stopped);
      });
      // What it fails with is told where it is waited for.
      working.catch(() => undefined);
      const stopTelling = tellDashboard(runtime, log);
      const stopWatching = await logChanges(runtime.ledger, log);
      const stopRuns = roles.includes('schedule') ? await logRuns(runtime, log, context.now) : () => undefined;
      try {
        // Stopped before it started, too: a Redis that is away keeps it waiting.
        await Promise.race([working, untilStopped(stopped)]);
      } finally {
        stopTelling();
        stopWatching();
        stopRuns();
      }
      log('stopping', 'stopping: requests on their way end first');
    },
    { config, log },
  );
  log('stopped', 'stopped');
  return EXIT.ok;
}

/**
 * The roles that a process takes on; all there are without `--only`.
 * @throws UsageError for a role that there is not
 */
export function rolesOf(only: string | undefined): readonly Role[] {
  if (only === undefined) return ROLES;
  const names = only.split(',').map((name) => name.trim());
  return [...new Set(names)].map((name) => {
    const role = ROLES.find((each) => each === name);
    if (role !== undefined) return role;
    const meant = nearest(name, ROLES);
    throw new UsageError(
      `There is no role ${JSON.stringify(name)}.`,
      `${meant === undefined ? '' : `Did you mean ${meant}? `}Roles: ${ROLES.join(', ')}.`,
    );
  });
}

/** One line for each import that changed its state, whoever changed it. */
async function logChanges(ledger: Ledger, log: Log): Promise<() => void> {
  const states = new Map<number, ImportState>(
    (await ledger.imports.list(LOOKED_AT)).map(({ num, state }) => [num, state]),
  );
  const complain = logOnce(log, () => performance.now());
  const timer = setInterval(async () => {
    try {
      for (const row of (await ledger.imports.list(LOOKED_AT)).reverse()) {
        if (states.get(row.num) === row.state) continue;
        states.set(row.num, row.state);
        const { id, job, file, state } = row;
        log('import-state', `${file}: ${state}`, { import: id, job, file, state });
      }
    } catch (error) {
      complain('periodic-work-failed', (error as Error).message, { work: 'log-changes', error });
    }
  }, LOOK_MS);
  return () => clearInterval(timer);
}
