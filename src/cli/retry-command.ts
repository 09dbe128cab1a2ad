import { basename, resolve } from 'node:path';
import type { ImportRow } from '../ledger/rows.ts';
import { findImport } from '../pipeline/find-import.ts';
import { takeCorrection } from '../pipeline/take-in.ts';
import type { CliContext } from './context.ts';
import type { ExitCode } from './exit-code.ts';
import { patienceOf, type WaitOptions } from './import-command.ts';
import { runImports } from './run-imports.ts';
import { inSession, type Session } from './session.ts';
import { checkReadable } from './take-files.ts';

export interface RetryOptions extends WaitOptions {
  readonly file?: string;
}

/** `bilag retry`: what waits is planned and booked again, under today's job. */
export function retryCommand(id: string, options: RetryOptions, context: CliContext): Promise<ExitCode> {
  const patienceMs = patienceOf(options);
  return inSession(context, async (session) => {
    const row = findImport(id, session.runtime.ledger);
    await begin(row, options.file, session);
    const taken = { several: false, nums: [row.num], known: new Set<number>(), refused: [] };
    return runImports(taken, session, { planOnly: false, json: options.json ?? false, patienceMs });
  });
}

async function begin(row: ImportRow, file: string | undefined, { context, runtime }: Session): Promise<void> {
  const { ports } = runtime;
  if (file !== undefined) {
    const path = resolve(context.cwd, file);
    await checkReadable(path);
    await takeCorrection(row, path, basename(path), await ports.job(row.job), ports);
    return;
  }
  // Interrupted before: the same command goes on. Booked meanwhile: there is nothing to do.
  if (row.state === 'planning' || row.state === 'posting' || row.state === 'completed') return;
  const { retryImport } = await import('../pipeline/retry-import.ts');
  retryImport(row, ports);
}
