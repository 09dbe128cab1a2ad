import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createFile, seen, writeAtomically } from '../../core/disk.ts';
import { UsageError } from '../../core/issue.ts';
import { writeFailedRows } from '../../correcting/write-failed-rows.ts';
import type { PipelinePorts } from '../../kinds/ports.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import { createdRecords, RECORDS_IN_FILE } from '../../reporting/created-records.ts';
import { receiptJson, receiptOf } from '../../reporting/receipt.ts';
import { removeFile, SIDECAR_ENDINGS, sidecarName } from './files.ts';
import { importWords } from './words.ts';

/** What goes beside a file (design, section 7). */
export type Sidecar = keyof typeof SIDECAR_ENDINGS;
const KINDS = Object.keys(SIDECAR_ENDINGS) as Sidecar[];

/** The path of what goes beside a file. */
export function sidecarPath(path: string, kind: Sidecar): string {
  return join(dirname(path), sidecarName(basename(path), kind));
}

/** The paths of all that goes beside a file. */
export function sidecarPaths(path: string): string[] {
  return KINDS.map((kind) => sidecarPath(path, kind));
}

/** Whether anything lies there that would go beside a file of this path. */
export async function hasSidecar(path: string): Promise<boolean> {
  for (const each of sidecarPaths(path)) if ((await seen(each)) !== undefined) return true;
  return false;
}

/** Takes away all that lies beside a file. */
export async function removeSidecar(path: string): Promise<void> {
  for (const each of sidecarPaths(path)) await removeFile(each);
}

/** Writes something beside a file, whole from the first moment. @returns false where it is there already */
export function createSidecar(path: string, kind: Sidecar, text: string): Promise<boolean> {
  return createFile(sidecarPath(path, kind), text);
}

/** Whether what lies there is this reason, or, without one, a receipt of that import. */
export async function isSidecar(path: string, reason: string | undefined, importId: string): Promise<boolean> {
  try {
    const text = await readFile(sidecarPath(path, reason === undefined ? 'receipt' : 'reason'), 'utf8');
    return reason === undefined ? JSON.parse(text).import === importId : text === reason;
  } catch {
    return false;
  }
}

/** Writes beside a file why it was not taken, or renews that. */
export function writeReason(path: string, words: string): Promise<void> {
  return writeText(sidecarPath(path, 'reason'), words);
}

/** The receipt of an import as it lies beside its file: what `--json` prints, with the ID of every contact. */
export async function receiptText(row: ImportRow, { ledger, now }: PipelinePorts): Promise<string> {
  const records = await createdRecords(row, ledger, RECORDS_IN_FILE);
  return `${JSON.stringify(receiptJson(await receiptOf(row.num, ledger, now()), records))}\n`;
}

export async function writeReceipt(path: string, row: ImportRow, ports: PipelinePorts): Promise<Promise<void>> {
  return writeText(sidecarPath(path, 'receipt'), await receiptText(row, ports));
}

/**
 * Writes the failed rows of an import beside a file and, where they and the receipt don't say enough, what to do; takes
 * away what no longer holds. Failed rows that are still the same are left alone: a person may be correcting them there.
 * @param shown tells the failed rows that were written here before
 * @returns the same of those that lie there now
 */
export async function writeFindings(
  path: string,
  row: ImportRow,
  shown: string | null,
  ports: PipelinePorts,
): Promise<string | null> {
  const failed = sidecarPath(path, 'failed');
  const now = row.state === 'rejected' ? null : await failedMark(row, ports);
  let words = importWords(row, now !== null);
  if (now === null) await removeFile(failed);
  else if (now !== shown || (await seen(failed)) === undefined) {
    try {
      await writeFailedRows(row, failed, ports);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      await removeFile(failed);
      words = `${error.message}\nWrite them as CSV: bilag failed ${row.id} --out failed.csv\n`;
    }
  }
  if (words === undefined) await removeFile(sidecarPath(path, 'reason'));
  else await writeReason(path, words);
  return now;
}

/** Changes when other rows wait, or for other reasons; null where none do. */
async function failedMark({ num }: ImportRow, { ledger }: PipelinePorts): Promise<string | null> {
  const entries = await ledger.findings.entries(num, 'held', 'rejected');
  if (entries.length === 0) return null;
  const hash = createHash('sha256');
  for (const { seq, source, rows, state } of entries) hash.update(`${seq} ${source} ${rows} ${state}\n`);
  hash.update(JSON.stringify(await ledger.findings.causes(num)));
  return hash.digest('hex');
}

function writeText(path: string, text: string): Promise<void> {
  return writeAtomically(path, async (stream) => {
    stream.end(text);
  });
}
