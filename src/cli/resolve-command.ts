import { UsageError } from '../domain/issue.ts';
import type { CliContext } from './context.ts';
import type { ExitCode } from './exit-code.ts';
import { counted } from './figures.ts';
import { findImport } from './find-import.ts';
import { batchContent, batchLines } from './format-batch.ts';
import { patienceOf, type WaitOptions } from './import-command.ts';
import { factsOf } from './import-view.ts';
import { runImports } from './run-imports.ts';
import { inSession } from './session.ts';
import { styleFor } from './style.ts';

export interface ResolveOptions extends WaitOptions {
  readonly booked?: boolean;
  readonly notBooked?: boolean;
  readonly reason: string;
}

/** `bilag resolve`: a person says what became of a batch in doubt, having seen its lines and the evidence. */
export function resolveCommand(
  id: string,
  no: string,
  options: ResolveOptions,
  context: CliContext,
): Promise<ExitCode> {
  const patienceMs = patienceOf(options);
  if ((options.booked ?? false) === (options.notBooked ?? false)) {
    throw new UsageError('Say what became of the batch: --booked or --not-booked.', 'Look it up in the service first.');
  }
  const batchNo = Number(no);
  if (!Number.isSafeInteger(batchNo) || batchNo < 1) {
    throw new UsageError(`A batch goes by its number, not ${JSON.stringify(no)}.`, `See them with: bilag show ${id}`);
  }
  return inSession(context, async (session) => {
    const { runtime } = session;
    const { ledger, ports } = runtime;
    const row = findImport(id, ledger);
    const batch = ledger.posting.batch(row.num, batchNo);
    const facts = factsOf(row);
    if (batch !== undefined && facts !== undefined) {
      const output = options.json ? context.err : context.out;
      const style = styleFor(output, context.env);
      const lines = [
        ...batchLines(batch, ledger.posting.attempts(row.num, batchNo), style),
        ...batchContent(batch, facts, ledger, style).map((line) => `  ${line}`),
      ];
      output.write(`${lines.join('\n')}\n\n`);
    }
    const { resolveDoubt } = await import('../pipeline/resolve-doubt.ts');
    resolveDoubt(row, batchNo, options.booked ? 'booked' : 'not-booked', options.reason, ports);
    const entries = counted(batch?.entries ?? 0, 'entry is', 'entries are');
    context.err.write(
      options.booked
        ? `Batch ${batchNo} is declared booked ("${options.reason}"); it will not be sent again.\n`
        : `Batch ${batchNo} is declared not booked ("${options.reason}"); its ${entries} sent again now.\n`,
    );
    const taken = { several: false, nums: [row.num], known: new Set<number>(), refused: [] };
    return runImports(taken, session, { planOnly: false, json: options.json ?? false, patienceMs });
  });
}
