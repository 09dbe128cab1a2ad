import type { Config } from '../config/config.ts';
import type { Log } from '../core/log.ts';
import type { CliContext } from './context.ts';
import { createDisplay, type Display } from './output/display.ts';
import type { Runtime } from './runtime.ts';

/** A command at work: the runtime, and what it says meanwhile. */
export interface Session {
  readonly context: CliContext;
  readonly runtime: Runtime;
  readonly display: Display;
  /** Lets requests on their way end, and leaves; the second time nothing happens. */
  close(): Promise<void>;
}

export interface SessionOptions {
  /** Default: that of the working folder and the environment. */
  readonly config?: Config;
  /** Default: the words of each event, on stderr. */
  readonly log?: Log;
}

/** Milliseconds beyond the longest request in which a process has surely left. */
const LEAVING_MARGIN_MS = 5_000;
/** Where nothing was taken on yet, nothing is under way but a private Redis that is starting, in milliseconds. */
const IDLE_LEAVING_MS = 5_000;

/** Opens the runtime for a command and closes it behind it, whatever happens. */
export async function inSession<T>(
  context: CliContext,
  work: (session: Session) => Promise<T>,
  options: SessionOptions = {},
): Promise<T> {
  const { readConfig } = await import('../config/read-config.ts');
  const display = createDisplay(context);
  const config = options.config ?? (await readConfig(context));
  const log = options.log ?? display.log;
  const opened = await context.open(config, log);
  let atWork = false;
  const runtime: Runtime = {
    ...opened,
    async work(roles, services) {
      await opened.work(roles, services);
      atWork = true;
    },
  };
  let closed: Promise<void> | undefined;
  const close = () =>
    (closed ??= leave(opened, atWork ? longestRequest(config) + LEAVING_MARGIN_MS : IDLE_LEAVING_MS, log));
  try {
    return await work({ context, runtime, display, close });
  } finally {
    display.endProgress();
    await close();
  }
}

function longestRequest({ services }: Config): number {
  const times = Object.values(services).map(
    ({ connectTimeoutMs, replyTimeoutMs }) => connectTimeoutMs + replyTimeoutMs,
  );
  return Math.max(0, ...times);
}

/** What goes wrong on leaving is told, but changes nothing of what was done: the ledger has it already. */
async function leave(runtime: Runtime, limitMs: number, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log(
        'leaving-early',
        'Leaving before everything has ended. The next command finds out what became of requests on their way.',
      );
      resolve();
    }, limitMs);
  });
  const closing = runtime.close().catch((error: Error) => log('close-failed', error.message, { error }));
  await Promise.race([closing, limit]);
  clearTimeout(timer);
}
