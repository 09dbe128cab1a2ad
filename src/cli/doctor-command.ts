import { readConfig } from '../config/read-config.ts';
import { UsageError } from '../domain/issue.ts';
import { diagnoseRedis } from '../queue/redis-server/diagnose-redis.ts';
import type { CliContext } from './context.ts';
import type { Check } from './doctor/check.ts';
import { checkAttemptLog } from './doctor/check-attempt-log.ts';
import { checkClock } from './doctor/check-clock.ts';
import { checkDisk } from './doctor/check-disk.ts';
import { checkFolders } from './doctor/check-folders.ts';
import { checkInbox } from './doctor/check-inbox.ts';
import { checkJobs } from './doctor/check-jobs.ts';
import { checkLedger } from './doctor/check-ledger.ts';
import { checkNode } from './doctor/check-node.ts';
import { checkNotify } from './doctor/check-notify.ts';
import { checkSchedules } from './doctor/check-schedules.ts';
import { checkServer } from './doctor/check-server.ts';
import { checkServices } from './doctor/check-services.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { styleFor } from './style.ts';

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
  tell(await checkNotify(config));
  tell(await checkClock(config, context.now));
  tell(await checkServer(config));
  context.err.write(
    wrong === 0
      ? 'Everything is in order.\n'
      : `${wrong === 1 ? 'One thing needs' : `${wrong} things need`} mending.\n`,
  );
  return wrong === 0 ? EXIT.ok : EXIT.usage;
}
