import { cutBatch } from '../../src/core/batch-body.ts';
import { UsageError } from '../../src/core/issue.ts';
import { takeClaims } from '../../src/ledger/claims.ts';
import type { Ledger } from '../../src/ledger/open-ledger.ts';
import type { EntryRow } from '../../src/ledger/rows.ts';
import type { PlanFacts } from '../../src/reading/plan-ports.ts';
import type { Explorer } from './explorer.ts';
import { type LedgerBox, PLANNER } from './ledger-box.ts';
import { NUM } from './seed.ts';
import { inOrder, NOW, type State, type Step } from './world.ts';

/** A person has what was refused, or taken back, planned again; the planner writes it and says so, in two transactions, and may die between them. */
export async function retrySteps(explorer: Explorer, state: State): Promise<Step[]> {
  if (!explorer.config.retry) return [];
  const view = explorer.view(state.ledger);
  const waits = [...view.places.values()].flat().some((place) => WAITS.includes(place.state));
  if (view.importState !== 'planning') return waits ? await retry(explorer, state) : [];
  const planning = { ledger: explorer.code.ledger, box: explorer.box, now: NOW };
  if (view.isCancelled) return [];
  const written = (await explorer.verb(state.ledger, 'plan again', () => planAgain(planning))).ledger;
  const steps: Step[] = [{ what: 'the planner writes what was refused anew', state: { ...state, ledger: written } }];
  const { ledger, result } = await explorer.verb(state.ledger, 'planned again', () => endPlan(planning));
  if (result) steps.push({ what: 'the planner ends, and it is posted again', state: { ...state, ledger } });
  return steps;
}

async function retry(explorer: Explorer, state: State): Promise<Step[]> {
  const { ledger, result } = await explorer.verb(state.ledger, 'retry', async () => {
    try {
      await explorer.code.retryImport(await explorer.code.ledger.imports.byNum(NUM), explorer.ports(state));
      return true;
    } catch (error) {
      if (error instanceof UsageError) return false;
      throw error;
    }
  });
  return result ? [{ what: 'a person has it retried', state: { ...state, ledger } }] : [];
}

const WAITS = ['rejected', 'held'];

/** What the planner needs of a ledger to plan a part of an import again. */
export interface Planning {
  readonly ledger: Ledger;
  readonly box: Pick<LedgerBox, 'db' | 'writer' | 'touched'>;
  readonly now: number;
}

const factsOf = async ({ ledger }: Planning) => JSON.parse((await ledger.imports.byNum(NUM)).facts!) as PlanFacts;
const waiting = ({ ledger }: Planning): Promise<EntryRow[]> => ledger.findings.entries(NUM, 'rejected', 'held');

/** As `planImport` has it done for a retry: what an earlier try left goes, then the batches are written. */
export async function planAgain(planning: Planning): Promise<void> {
  const { ledger, box, now } = planning;
  const { posting, imports } = ledger;
  const facts = await factsOf(planning);
  await imports.claimPlanning(NUM, PLANNER, now, now + 1);
  await posting.clearUnsent(NUM, PLANNER);
  const unbooked = (await posting.batches(NUM)).filter(({ state }) => state === 'rejected' || state === 'withdrawn');
  const batches = await inOrder(await waiting(planning), async ({ seq }, at) => {
    const isIt = (entry: { readonly seq: number }) => entry.seq === seq;
    const frozen = (await inOrder(unbooked, ({ no }) => posting.body(NUM, no))).find(({ entries }) =>
      entries.some(isIt),
    )!;
    const cut = cutBatch((await posting.lastBatchNo(NUM)) + 1 + at, frozen, isIt, facts);
    return { ...cut, entries: cut.entries.map((entry) => ({ ...entry, seq: facts.nextSeq + at })) };
  });
  await box.writer.write(NUM, 0, batches, [], []);
  box.touched();
}

/** @returns false where nothing was written yet */
export async function endPlan(planning: Planning): Promise<boolean> {
  const { ledger, box, now } = planning;
  const { posting, imports } = ledger;
  const facts = await factsOf(planning);
  const replaced = await waiting(planning);
  const first = await inOrder(await posting.batches(NUM), async ({ no }) => (await posting.body(NUM, no)).entries[0]!);
  const fresh = first.filter(({ seq }) => seq >= facts.nextSeq);
  if (fresh.length < replaced.length) return false;
  await imports.claimPlanning(NUM, PLANNER, now, now + 1);
  const totals: Record<string, string> = {};
  for (const { totals: sums } of replaced) {
    for (const [account, units] of Object.entries(JSON.parse(sums) as Record<string, string>))
      totals[account] = String(BigInt(totals[account] ?? 0) + BigInt(units));
  }
  await box.writer.finishAgain(
    NUM,
    {
      replaced: replaced.map(({ seq }) => seq),
      aside: [],
      causes: [],
      remarks: [],
      corrected: [],
      addedRows: 0,
      skippedRows: 0,
      totals,
      facts: JSON.stringify({ ...facts, nextSeq: facts.nextSeq + replaced.length }),
      readings: [],
      claimsSeen: await box.writer.claimVersion(),
      at: now,
    },
    [],
  );
  box.touched();
  if ((await takeClaims(box.db, NUM, await box.writer.claimVersion())).length > 0) throw new Error('claimed twice');
  await imports.moveState(NUM, ['planning'], 'posting');
  return true;
}
