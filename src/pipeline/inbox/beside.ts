import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../../domain/issue.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import { besideName } from '../../source/inbox/file-name.ts';
import { seen } from '../../source/inbox/list-folder.ts';
import { removeFile } from '../../source/inbox/placeholder.ts';
import { writeAtomically } from '../../source/write-atomically.ts';
import type { PipelinePorts } from '../ports.ts';
import { receiptJson, receiptOf } from '../receipt.ts';
import { writeFailedRows } from '../write-failed-rows.ts';
import { importWords } from './words.ts';

/** What goes beside a file (design, section 7). */
const ENDINGS = { receipt: '.receipt.json', failed: '.failed.xlsx', reason: '.reason.txt' } as const;

/** The path of what goes beside a file. */
export function besidePath(path: string, kind: keyof typeof ENDINGS): string {
  return join(dirname(path), besideName(basename(path), ENDINGS[kind]));
}

/** Whether anything lies there that would go beside a file of this path. */
export async function hasBeside(path: string): Promise<boolean> {
  for (const kind of kinds()) if ((await seen(besidePath(path, kind))) !== undefined) return true;
  return false;
}

/** Takes away all that lies beside a file. */
export async function removeBeside(path: string): Promise<void> {
  for (const kind of kinds()) await removeFile(besidePath(path, kind));
}

/** Says beside a file why it was not taken. */
export function writeReason(path: string, words: string): Promise<void> {
  return writeText(besidePath(path, 'reason'), `${words}\n`);
}

/**
 * Writes the receipt of an import beside a file, its failed rows and, where neither says enough, what to do; takes away
 * what no longer holds. Failed rows that are still the same are left alone: a person may be mending them there.
 * @param shown tells the failed rows that were written here before
 * @returns the same of those that lie there now
 */
export async function writeBeside(
  path: string,
  row: ImportRow,
  shown: string | null,
  ports: PipelinePorts,
): Promise<string | null> {
  const receipt = receiptOf(row.num, ports.ledger, ports.now());
  await writeText(besidePath(path, 'receipt'), `${JSON.stringify(receiptJson(receipt))}\n`);
  const failed = besidePath(path, 'failed');
  const now = row.state === 'rejected' ? null : failedMark(row, ports);
  let words = importWords(row, now !== null);
  if (now === null) await removeFile(failed);
  else if (now !== shown || (await seen(failed)) === undefined) {
    try {
      await writeFailedRows(row, failed, ports);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      await removeFile(failed);
      words = `${error.message}\nWrite them as CSV: bilag failed ${row.id} --out failed.csv`;
    }
  }
  if (words === undefined) await removeFile(besidePath(path, 'reason'));
  else await writeReason(path, words);
  return now;
}

/** Changes when other rows wait, or for other reasons; null where none do. */
function failedMark({ num }: ImportRow, { ledger }: PipelinePorts): string | null {
  const entries = ledger.findings.entries(num, 'held', 'rejected');
  if (entries.length === 0) return null;
  const hash = createHash('sha256');
  for (const { seq, source, rows, state } of entries) hash.update(`${seq} ${source} ${rows} ${state}\n`);
  hash.update(JSON.stringify(ledger.findings.causes(num)));
  return hash.digest('hex');
}

function kinds(): (keyof typeof ENDINGS)[] {
  return Object.keys(ENDINGS) as (keyof typeof ENDINGS)[];
}

function writeText(path: string, text: string): Promise<void> {
  return writeAtomically(path, async (stream) => {
    stream.end(text);
  });
}
