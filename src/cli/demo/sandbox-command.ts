import { UsageError } from '../../core/issue.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { styleFor } from '../output/text.ts';
import { untilStopped } from '../until-stopped.ts';

export interface SandboxCommandOptions {
  readonly port?: string;
  readonly faults?: string;
  readonly quirks?: string;
  readonly seed?: string;
  readonly token?: string;
  readonly lockedBefore?: string;
}

const LARGEST_PORT = 65_535;

/** `bilag sandbox`: a small accounting service on this machine, until it is stopped. */
export async function sandboxCommand(options: SandboxCommandOptions, context: CliContext): Promise<ExitCode> {
  const { startSandbox } = await import('../../sandbox/server.ts');
  const { faults, quirks, token, lockedBefore } = options;
  if (lockedBefore !== undefined && !/^\d{4}-\d\d-\d\d$/.test(lockedBefore)) {
    throw new UsageError(
      `--locked-before takes a date, not ${JSON.stringify(lockedBefore)}.`,
      'For example: --locked-before 2026-01-01',
    );
  }
  const port = wholeNumber('--port', options.port, LARGEST_PORT);
  const seed = wholeNumber('--seed', options.seed, Number.MAX_SAFE_INTEGER);
  const stopped = context.interruption();
  const sandbox = await startSandbox({
    ...(port === undefined ? {} : { port }),
    ...(seed === undefined ? {} : { seed }),
    ...(faults === undefined ? {} : { faults }),
    ...(quirks === undefined ? {} : { quirks }),
    ...(token === undefined ? {} : { token }),
    ...(lockedBefore === undefined ? {} : { lockedBefore }),
  });
  const style = styleFor(context.err, context.env);
  context.out.write(`${sandbox.url}\n`);
  context.err.write(
    [
      style('bold', 'A sandbox accounting service is up. It keeps everything in memory.'),
      '  To book in it, in another terminal:',
      `    export ACCOUNTING_URL=${sandbox.url}${token === undefined ? '' : ` ACCOUNTING_TOKEN=${token}`}`,
      '    bilag import FILE --job NAME',
      `  What it booked:      curl ${sandbox.url}/sandbox/booked?summary=1`,
      `  All it can be asked: curl ${sandbox.url}/sandbox/`,
      '  Ctrl-C ends it.',
      '',
    ].join('\n'),
  );
  await untilStopped(stopped);
  await sandbox.close();
  return EXIT.ok;
}

function wholeNumber(option: string, text: string | undefined, largest: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= largest) return number;
  throw new UsageError(`${option} takes a whole number up to ${largest}, not ${JSON.stringify(text)}.`);
}
