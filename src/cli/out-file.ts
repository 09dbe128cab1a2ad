import { extname, resolve } from 'node:path';
import { UsageError } from '../core/issue.ts';
import type { Session } from './session.ts';

/**
 * Checks the ending of a file that is to be written, before anything is read for it.
 * @throws UsageError
 */
export function checkEnding(path: string): '.xlsx' | '.csv' {
  const ending = extname(path).toLowerCase();
  if (ending === '.xlsx' || ending === '.csv') return ending;
  throw new UsageError(
    `--out writes .xlsx or .csv, and ${JSON.stringify(path)} is neither.`,
    'For example: --out failed.xlsx',
  );
}

/**
 * Writes a file that a person named.
 * @throws UsageError where it can't be written there
 */
export async function writing(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'EISDIR' && code !== 'ENOTDIR') throw error;
    if (code === 'ENOENT')
      throw new UsageError(`${path} can't be written: the folder does not exist.`, 'Create it first.');
    throw new UsageError(
      `${path} can't be written: ${message}.`,
      'Name a file in a folder that exists and that you may write in.',
    );
  }
}

/**
 * Writes the audit trail of an import, planned or booked; nothing where its file was rejected as a whole.
 * @throws UsageError where it can't be written there
 */
export async function writeTrail(num: number, out: string, { runtime, context }: Session): Promise<void> {
  const row = await runtime.ledger.imports.byNum(num);
  if (row.facts === null) return;
  const { writeTrail: write } = await import('../reporting/write-trail.ts');
  const path = resolve(context.cwd, out);
  await writing(path, () => write(row, path, runtime.ports));
  context.err.write(`The audit trail of ${row.file} is in ${path}.\n`);
}
