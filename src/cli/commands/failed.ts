import { resolve } from 'node:path';
import { UsageError } from '../../core/issue.ts';
import { formatRow, nameSheets } from '../../core/row-ranges.ts';
import { visibleText } from '../../core/text.ts';
import { kindOf, kindWords } from '../../kinds/kinds.ts';
import { findImport } from '../../ledger/find-import.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import { sheetsOf } from '../../reading/named-sheets.ts';
import type { CliContext } from '../context.ts';
import { checkEnding, writing } from '../out-file.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { RECEIPT_WIDTH } from '../output/receipt.ts';
import { rowWords } from '../output/row-words.ts';
import { counted, styleFor, wrap } from '../output/text.ts';
import { inSession, type Session } from '../session.ts';

export interface FailedOptions {
  readonly out?: string;
  /** The number of a skip. */
  readonly takeBack?: string;
  readonly reason?: string;
}

/** `bilag failed`: the held and rejected entries, to be read, or whole and in the file's own shape, to be corrected. */
export function failedCommand(
  id: string,
  { out, takeBack, reason = '' }: FailedOptions,
  context: CliContext,
): Promise<ExitCode> {
  if (out !== undefined) checkEnding(out);
  if (takeBack === undefined && reason !== '') {
    throw new UsageError('--reason says why a skip is taken back.', 'Say which: --take-back SKIP --reason TEXT');
  }
  const skip = Number(takeBack);
  if (takeBack !== undefined && (!Number.isSafeInteger(skip) || skip < 1)) {
    throw new UsageError(
      `A skip goes by its number, not ${JSON.stringify(takeBack)}.`,
      `The history has it: bilag show ${id}`,
    );
  }
  return inSession(context, async (session) => {
    const { ledger } = session.runtime;
    const row = await findImport(id, ledger);
    if (takeBack !== undefined) await takeBackSkip(row, skip, reason, session);
    if (row.state === 'rejected' || row.state === 'cancelled') {
      const { message } = JSON.parse(row.reason ?? '{}') as { message?: string };
      throw new UsageError(
        `${row.file} was ${row.state} as a whole, so there are no rows to correct one by one: ${message}`,
        row.state === 'cancelled'
          ? `To ${kindWords(row.kind).todo} it after all, import the file again.`
          : 'Correct the file or the job, and import the file again.',
      );
    }
    const waiting = await ledger.findings.entries(row.num, 'held', 'rejected');
    if (waiting.length === 0) {
      context.err.write(`Nothing in ${row.file} is on hold or rejected.${await differingWords(row, ledger)}\n`);
      return EXIT.ok;
    }
    // The custom fields that a job of contacts asks for stand in no row.
    const entries = waiting.filter(({ row_count }) => row_count > 0).length;
    if (entries === 0) {
      await print(row, session);
      context.err.write(
        `No row of ${row.file} needs correcting. Once the job or the service is corrected: bilag retry ${row.id}\n`,
      );
      return EXIT.ok;
    }
    if (out === undefined) await print(row, session);
    else {
      const { writeFailedRows } = await import('../../correcting/write-failed-rows.ts');
      const path = resolve(context.cwd, out);
      await writing(path, () => writeFailedRows(row, path, session.runtime.ports));
    }
    context.err.write(
      out === undefined
        ? `To correct them: bilag failed ${row.id} --out failed.xlsx\n`
        : `${counted(entries, kindWords(row.kind).one, kindWords(row.kind).many)} of ${row.file} written to ${out}. Correct them there, keep the last three columns, and ${kindWords(row.kind).todo} them with:\n  bilag retry ${row.id} --file ${out}\n`,
    );
    return EXIT.ok;
  });
}

async function takeBackSkip(
  row: ImportRow,
  skip: number,
  reason: string,
  { runtime, context }: Session,
): Promise<void> {
  const { takeSkipBack } = await import('../../correcting/take-skip-back.ts');
  const { entries, kept } = await takeSkipBack(row, skip, reason, runtime.ports);
  const { one, many, done } = kindWords(row.kind);
  const stay =
    kept === 0
      ? ''
      : ` ${counted(kept, `${one} stays`, `${many} stay`)} skipped: ${done} by another import, or about to be.`;
  context.err.write(`${counted(entries, `${one} is`, `${many} are`)} on hold again.${stay}\n`);
}

/** Contacts that exist and differ are not corrected in the file alone: a person decides about all of them. */
async function differingWords({ id, num, kind }: ImportRow, { findings }: Ledger): Promise<string> {
  if (kindOf(kind).records === undefined || (await findings.firstEntries(num, 'duplicate', 1)).length === 0) return '';
  return ` What exists already and differs is on hold: bilag show ${id}`;
}

async function print(row: ImportRow, { runtime, context }: Session): Promise<void> {
  const { findings } = runtime.ledger;
  const sheets = sheetsOf(row.facts);
  const style = styleFor(context.out, context.env);
  for (const entry of await findings.entries(row.num, 'held', 'rejected')) {
    const noun = entry.row_count === 0 ? 'custom field' : kindWords(row.kind).one;
    const name = `${noun[0]!.toUpperCase()}${noun.slice(1)}${entry.key === '' ? '' : ` ${visibleText(entry.key)}`}`;
    const rows = entry.row_count === 0 ? '' : `${rowWords(nameSheets(entry.rows, sheets))}, `;
    const state = entry.state === 'held' ? style('yellow', 'on hold') : style('red', 'rejected by the service');
    const lines = (await findings.problems(row.num, entry.seq)).flatMap((problem) => {
      const place = problem.row === 0 || entry.row_count === 1 ? '' : `Row ${formatRow(problem.row)}: `;
      const why = `${place}${problem.detail ?? problem.message}${problem.suggestion === null ? '' : ` ${problem.suggestion}`}`;
      return wrap(nameSheets(why, sheets), RECEIPT_WIDTH);
    });
    context.out.write(
      `${[`${style('bold', name)}, ${rows}${state}`, ...lines.map((line) => `  ${line}`)].join('\n')}\n`,
    );
  }
}
