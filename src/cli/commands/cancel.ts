import { setTimeout as sleep } from 'node:timers/promises';
import type { Cancelled } from '../../importing/cancel.ts';
import { kindWords } from '../../kinds/kinds.ts';
import { findImport } from '../../ledger/find-import.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode, firstThatApplies } from '../output/exit-code.ts';
import { reportImports } from '../output/report-imports.ts';
import { counted } from '../output/text.ts';
import { inSession, type Session } from '../session.ts';

/** Between two looks whether what was on its way has ended, in milliseconds. */
const LOOK_MS = 200;

export interface CancelOptions {
  readonly reason: string;
  readonly json?: boolean;
}

/** `bilag cancel`: takes an import back, as far as it is not sent; waits for what is on its way, and reports. */
export function cancelCommand(
  id: string,
  { reason, json = false }: CancelOptions,
  context: CliContext,
): Promise<ExitCode> {
  return inSession(context, async (session) => {
    const { ledger, ports } = session.runtime;
    const row = await findImport(id, ledger);
    const { cancelImport } = await import('../../importing/cancel.ts');
    const cancelled = await cancelImport(row, { reason }, ports);
    context.err.write(`${cancelledWords(row, cancelled)}\n`);
    const rests = await untilFinished(row.num, session);
    const taken = { several: false, nums: [row.num], known: new Set<number>(), refused: [] };
    const codes = await reportImports(taken, ledger, context, { json, planOnly: false, recorded: false });
    if (!rests) return EXIT.interrupted;
    // The code of a cancelled import says that its file was not booked; here that is what was asked for.
    return (await ledger.imports.byNum(row.num)).state === 'cancelled' ? EXIT.ok : firstThatApplies(codes);
  });
}

function cancelledWords({ file, id, kind }: ImportRow, { state, withdrawn, sending }: Cancelled): string {
  const { one, many, does, done } = kindWords(kind);
  if (state === 'cancelled') return `${file} is cancelled: nothing in it is ${done}, and nothing will be sent.`;
  const back =
    withdrawn > 0
      ? `${counted(withdrawn, one, many)} of ${file} ${withdrawn === 1 ? 'is' : 'are'} not sent, and on hold; bilag retry ${id} ${does} them after all.`
      : `${file}: nothing more of it is sent; what was on hold stays on hold.`;
  if (sending === 0) return back;
  return `${back} ${counted(sending, `${one} is`, `${many} are`)} on the way and can't be stopped; waiting to see what becomes of them.`;
}

/** A request ends by itself, by its deadline at the latest; here nothing is sent. @returns false where it was interrupted */
async function untilFinished(num: number, { context, runtime }: Session): Promise<boolean> {
  const { ledger, ports } = runtime;
  const { finishIfDone } = await import('../../importing/finish-import.ts');
  const { settleOrphans } = await import('../../posting/settle-orphans.ts');
  while ((await ledger.imports.byNum(num)).state === 'posting') {
    const signal = context.interruption();
    if (signal.aborted) return false;
    await settleOrphans(ports);
    if ((await finishIfDone(num, ports)) !== 'posting') break;
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  return true;
}
