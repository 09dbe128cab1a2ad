import type { Config } from '../config/config.ts';
import type { CliContext } from './context.ts';
import { createDisplay, type Display } from './display.ts';
import type { Runtime } from './runtime.ts';

/** A command at work: the runtime, and what it says meanwhile. */
export interface Session {
  readonly context: CliContext;
  readonly runtime: Runtime;
  readonly display: Display;
  /** Lets requests on their way end, and leaves; the second time nothing happens. */
  close(): Promise<void>;
}

/** Opens the runtime for a command and closes it behind it, whatever happens. */
export async function inSession<T>(
  context: CliContext,
  work: (session: Session) => Promise<T>,
  config?: Config,
): Promise<T> {
  const { readConfig } = await import('../config/read-config.ts');
  const display = createDisplay(context);
  const runtime = await context.open(config ?? (await readConfig(context)), display.say);
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= runtime.close());
  try {
    return await work({ context, runtime, display, close });
  } finally {
    display.endProgress();
    await close();
  }
}
