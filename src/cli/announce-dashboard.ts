import type { Log } from '../core/log.ts';
import type { Runtime } from './runtime.ts';

/** Between two looks whether the dashboard answers, in milliseconds. */
const LOOK_MS = 200;

/**
 * One line as soon as the dashboard answers: it does so before Redis is there, or only later, when another process leaves
 * the address.
 * @returns ends it
 */
export function tellDashboard({ dashboardUrl }: Pick<Runtime, 'dashboardUrl'>, log: Log): () => void {
  const timer = setInterval(() => {
    const dashboard = dashboardUrl();
    if (dashboard === undefined) return;
    clearInterval(timer);
    log('dashboard-started', `dashboard: ${dashboard}`, { dashboard });
  }, LOOK_MS);
  return () => clearInterval(timer);
}
