import { BILAG, isPlannedAgain } from '../core/cancelled-issue.ts';
import type { KnownId } from '../core/records.ts';
import { RETRIABLE } from '../core/states.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { cancelImport, endCancelling } from './cancel.ts';

/**
 * Has what is left of an import planned afresh: IDs that its plan rests on are others in the service now. What was not sent is
 * taken back as by a person, and retried as by a person; what was sent stays.
 * @param moved with the IDs of the plan
 */
export async function planMoved(
  row: ImportRow,
  facts: PlanFacts,
  moved: readonly KnownId[],
  ports: PipelinePorts,
): Promise<void> {
  const { ledger } = ports;
  const ids = [...(facts.moved?.ids ?? []), ...moved.map(({ kind, code, id }) => `${kind} ${code} ${id}`)];
  const upTo = await ledger.posting.lastBatchNo(row.num);
  await ledger.imports.update(row.num, {
    facts: JSON.stringify({ ...facts, moved: { ids, upTo } } satisfies PlanFacts),
  });
  const reason = 'accounts or VAT types have other IDs in the service now, so this is planned afresh';
  await cancelImport(row, { reason, again: true }, { ...ports, who: BILAG });
  await planMovedAgain(row.num, ports);
}

/** Plans an import afresh that was taken back for that; nothing for any other. */
export async function planMovedAgain(num: number, ports: PipelinePorts): Promise<void> {
  const { ledger, now } = ports;
  const row = await ledger.imports.byNum(num);
  if (!isPlannedAgain(row)) return;
  const goesOn = { reason: null, cancelled: null, book: 1 };
  if (row.state === 'cancelled') {
    await endCancelling(num, ports);
    const values = { ...goesOn, todo: 'plan', finished_at: null } as const;
    await ledger.write(async (tx) => {
      if (await tx.imports.moveState(num, ['cancelled'], 'planning', values))
        await tx.imports.record(num, now(), BILAG, 'planned-afresh');
    });
  } else if (RETRIABLE.includes(row.state)) {
    if ((await ledger.posting.hasUnsent(num)) || !(await ledger.waiting.any(num)))
      await ledger.imports.update(num, { cancelled: null });
    else {
      const values = { ...goesOn, todo: 'retry', as_file: 0, leave_cancelled: 0, named: 0 } as const;
      await ledger.write(async (tx) => {
        if (await tx.imports.moveState(num, RETRIABLE, 'planning', values))
          await tx.imports.record(num, now(), BILAG, 'retry');
      });
    }
  }
}

/** The IDs that a plan rests on, without those that moved when it had been sent in part. */
export function idsOf({ accounts, vatTypes, moved }: PlanFacts): KnownId[] {
  const gone = new Set(moved?.ids);
  return [
    ...Object.entries(accounts).map(([id, [code]]) => ({ kind: 'account' as const, code, id: Number(id) })),
    ...Object.entries(vatTypes).map(([id, code]) => ({ kind: 'vat-type' as const, code, id: Number(id) })),
  ].filter((each) => !gone.has(keyOf(each) + each.id));
}

export function keyOf({ kind, code }: Pick<KnownId, 'kind' | 'code'>): string {
  return `${kind} ${code} `;
}
