import { setImmediate as letOthers } from 'node:timers/promises';
import type { Cancellation } from '../core/cancelled-issue.ts';
import { UsageError } from '../core/issue.ts';
import type { ImportState } from '../core/states.ts';
import { kindOf, kindWords } from '../kinds/kinds.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { finishIfDone } from './finish-import.ts';

export interface CancelOptions {
  /** For the history, and for whoever finds the entries held. */
  readonly reason: string;
  /** It is planned afresh then. */
  readonly again?: true;
}

/** What became of an import that was cancelled, in entries. */
export interface Cancelled {
  /** Its state now: `posting` as long as something is on its way. */
  readonly state: ImportState;
  /** Taken back before they were sent. What a retry was only being planned for waits as before, and is not counted. */
  readonly withdrawn: number;
  /** On their way: these end as they end. One that turns out not to be booked is held, not sent again. */
  readonly sending: number;
}

/**
 * Cancels an import (design, section 7). The decision is one transaction: after it no batch of the import is begun, by no
 * process, and whoever plans it stops. Where nothing can have been booked the import is `cancelled`, as if it had never
 * been planned; where something was, its unsent entries are held until somebody retries them. A process that dies in
 * between leaves the rest to whoever goes round (`reconcile`), to the next intake of the file, or to the same call again.
 * @throws UsageError where the import is at rest, or no reason is given
 */
export async function cancelImport(
  row: Pick<ImportRow, 'num'>,
  { reason, again }: CancelOptions,
  ports: PipelinePorts,
): Promise<Cancelled> {
  const { ledger, now, who } = ports;
  if (reason.trim() === '') {
    throw new UsageError('A reason is needed.', 'Add --reason with why it is cancelled.', { reason: 'reason-needed' });
  }
  const met = await ledger.cancelling.cancel(row.num, {
    ...{ at: now(), who, reason: reason.trim(), words: kindWords((await ledger.imports.byNum(row.num)).kind) },
    ...(again === undefined ? {} : { again }),
  });
  await endCancelling(row.num, ports);
  if (met === undefined) throw isSettled(await ledger.imports.byNum(row.num), await ledger.posting.hasUnsent(row.num));
  const { withdrawn, sending } = met;
  return { state: await finishIfDone(row.num, ports), withdrawn, sending };
}

/** Takes back what a cancelled import had planned, as far as that is left; nothing for any other. */
export async function endCancelling(num: number, { ledger }: Pick<PipelinePorts, 'ledger'>): Promise<void> {
  while (await ledger.cancelling.cancelSome(num)) await letOthers();
}

/** @param waiting others are sent when what is in doubt is settled */
function isSettled({ id, file, job, kind, state, cancelled }: ImportRow, waiting: boolean): UsageError {
  const { todo, done } = kindWords(kind);
  const told = { reason: 'cancel-nothing' } as const;
  switch (state) {
    case 'cancelled':
      return new UsageError(
        `Import ${id} was cancelled before, by ${cancelledBy(cancelled!)}.`,
        `To ${todo} it after all: bilag import ${file} --job ${job}`,
        { reason: 'cancelled-before' },
      );
    case 'rejected':
      return new UsageError(
        `Import ${id} was rejected whole: nothing of it was sent, and nothing will be.`,
        undefined,
        told,
      );
    case 'completed':
      return new UsageError(
        `Import ${id} is completed: nothing in it waits to be sent.`,
        kindOf(kind).records === undefined
          ? 'What is booked is taken back in the service, by reversing it there.'
          : 'What is created is removed in the service.',
        told,
      );
    case 'in-doubt':
      return new UsageError(
        waiting
          ? `Import ${id} is in doubt and at rest: what is in doubt was sent, and others wait until that is settled.`
          : `Import ${id} is in doubt and at rest: what is in doubt was sent, and nothing else waits to be sent.`,
        `Say what became of a batch with: bilag resolve ${id} BATCH${waiting ? '. Then the others are sent; cancel again to stop them' : ''}`,
        told,
      );
    default:
      return new UsageError(
        `Import ${id} is ${state} and at rest: nothing of it is sent, unless somebody asks for it.`,
        `What is held in it is ${done} by: bilag retry ${id}. Left alone, it stays held.`,
        told,
      );
  }
}

/** `kari ("the wrong month")` */
function cancelledBy(cancelled: string): string {
  const { who, reason } = JSON.parse(cancelled) as Cancellation;
  return `${who} ("${reason}")`;
}
