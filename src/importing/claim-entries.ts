import { cutBatch } from '../core/batch-body.ts';
import { CauseBook } from '../core/cause-book.ts';
import { baseContent, compareContents } from '../core/entry-content.ts';
import type { BatchEntry, FrozenBatch } from '../core/states.ts';
import { kindOf } from '../kinds/kinds.ts';
import type { Blocking, ClaimConflict } from '../ledger/claims.ts';
import type { PlanWriter } from '../ledger/plans.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { Claimed, ClaimOrder, CompareContact, Describe } from '../reading/claimed.ts';
import { changedIssue, rateChanged, twinGivenUp } from '../reading/duplicate-issue.ts';
import { skippedBefore } from '../reading/file-questions.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { relationOf } from '../reading/same-voucher.ts';

/** The order to claim the entries of a plan that stands. @param insisted entries that a person said are no duplicates */
export function claimOrder(
  { num, id, kind, facts, claims_seen }: ImportRow,
  insisted: ReadonlySet<number>,
): ClaimOrder {
  const plan = JSON.parse(facts!) as PlanFacts;
  return {
    num,
    importId: id,
    kind,
    onDuplicate: plan.onDuplicate ?? 'hold',
    key: plan,
    keyed: plan.keyed === true,
    per: plan.per,
    insisted,
    claimVersion: claims_seen,
    listedAt: plan.matching?.listedAt ?? 0,
  };
}

const OURS: Claimed = { is: 'ours' };

/**
 * Takes the claims of a plan just before it is posted (docs: the same entry, section 4): of two imports of the same entry,
 * one gets it. An entry that somebody has claimed is taken out of its batch, which was never sent: it is a duplicate of one
 * that is booked, and waits for one of which that is not known. Entries that waited are judged again, so that this
 * may be repeated whenever another import has moved.
 * @param compare of a file of contacts
 */
export async function claimEntries(
  order: ClaimOrder,
  writer: PlanWriter,
  describe: Describe,
  compare?: CompareContact,
): Promise<void> {
  const { num, key, listedAt, insisted } = order;
  // One for all batches: the same reason is one cause, in however many of them.
  const causes = new CauseBook(Number.POSITIVE_INFINITY, await writer.nextCause(num));
  const blockers = new Map<number, Blocking>();
  /** Of imports whose contacts are waited for: batches with an outcome, when that was found. */
  const settled = new Map<number, number>();
  /** Another process has judged some of these batches meanwhile: it alone knows whom the entries wait for that it left waiting. */
  let isOvertaken = false;
  // Asked first: what another process makes of these batches meanwhile still waits, and has no claim of ours.
  const waited = await writer.waitingBatches(num);
  const conflicting = await writer.takeClaims(num, order.claimVersion);
  /** Contacts that say something else than all those they were compared with, where the job creates such. */
  const meant = new Set<number>();
  const rivalled = new Set(compare === undefined ? [] : await writer.takeContactClaims(num, { listedAt, insisted }));
  conflicting.push(...rivalled);
  /** Entries that waited under another one's claim, in other words: where it is given up, others may be the same by now. */
  const underOthers = new Map<number, ReadonlySet<number>>();
  for (const no of waited) {
    const those = await writer.underOthers(num, no);
    if (those.size > 0) underOthers.set(no, those);
    if (conflicting.includes(no)) continue;
    if (those.size > 0) conflicting.push(no);
    else await writer.endWaiting(num, no);
  }
  for (const no of conflicting) {
    const batch = await writer.body(num, no);
    const found = rivalled.has(no) ? [] : await writer.conflicts(no);
    const judgeOne = async (entry: BatchEntry): Promise<Claimed> => {
      if (rivalled.has(no)) {
        const rivals = await writer.rivals(no);
        const open = rivals.find(({ is }) => is === 'unsettled');
        if (open === undefined) {
          const ports = { created: writer.createdContact, describe };
          return compare!({ entry, body: batch.body }, rivals, order, ports);
        }
        settled.set(open.import, open.settled);
        return { is: 'waits', on: open.import };
      }
      const mine = found.filter((conflict) => conflict.claimedSeq === entry.seq);
      const isGivenUp = !mine.some((claim) => claim.import !== num && claim.content === entry.content);
      if (isGivenUp && underOthers.get(no)?.has(entry.seq))
        return { is: 'aside', state: 'held', why: twinGivenUp(order.importId) };
      return mine.length === 0 ? OURS : await judge(entry, mine, order, writer.fate, describe);
    };
    const judged: Claimed[] = [];
    for (const entry of batch.entries) judged.push(await judgeOne(entry));
    const isWaiting = await writer.isWaiting(num, no);
    for (const each of judged) {
      if (each.is !== 'waits') continue;
      const blocking = blockers.get(each.on);
      if (blocking !== undefined) blocking.entries++;
      else blockers.set(each.on, { entries: 1, settled: settled.get(each.on) ?? (await writer.settledThen(each.on)) });
    }
    // A contact is alone in its batch, which is not cut.
    if (rivalled.has(no) && !isWaiting && judged[0]!.is === 'waits') await writer.beginWaiting(num, no);
    if (rivalled.has(no) && judged[0]!.is === 'waits') continue;
    if (rivalled.has(no) && judged[0]!.is === 'ours') {
      meant.add(batch.entries[0]!.seq);
      continue;
    }
    // Nothing of it has moved.
    if (judged.every(({ is }) => is === (isWaiting ? 'waits' : 'ours'))) continue;
    const part = (which: Claimed['is'], waits: boolean) => {
      const kept = new Set(batch.entries.filter((_, at) => judged[at]!.is === which));
      if (kept.size === 0) return [];
      return [(next: number): FrozenBatch => ({ ...cutBatch(next, batch, (entry) => kept.has(entry), key), waits })];
    };
    const aside = batch.entries.flatMap((entry, at) => {
      const each = judged[at]!;
      if (each.is !== 'aside') return [];
      const alone = cutBatch(0, batch, (kept) => kept === entry, key);
      const { issue, detail } = each.why;
      return [
        {
          batchEntry: entry,
          entry: {
            seq: entry.seq,
            source: 0,
            key: entry.key,
            rows: entry.rows,
            row_count: entry.rowCount,
            state: each.state,
            totals: alone.totals,
            service_id: each.serviceId ?? null,
            identity: entry.identity,
            content: baseContent(entry.content),
          },
          problems: [{ row: 0, cause: causes.note(issue), detail }],
          twin: each.twin,
        },
      ];
    });
    const rest = [...part('ours', false), ...part('waits', true)];
    isOvertaken = !(await writer.withdraw(num, no, { rest, aside, causes: causes.takeFresh() })) || isOvertaken;
  }
  // They have no claims yet: as what a person insists on, they take them beside those of the others.
  if (meant.size > 0)
    return claimEntries({ ...order, insisted: new Set([...insisted, ...meant]) }, writer, describe, compare);
  await writer.setBlockers(num, blockers, isOvertaken);
}

async function judge(
  entry: BatchEntry,
  conflicts: readonly ClaimConflict[],
  { num, importId, kind, onDuplicate, keyed, per, insisted }: ClaimOrder,
  fateOf: PlanWriter['fate'],
  describe: Describe,
): Promise<Claimed> {
  const { records, duplicate } = kindOf(kind);
  const hasKey = keyed && entry.key !== '';
  const relations = conflicts.map((claim) => ({
    claim,
    is:
      claim.content === entry.content
        ? 'same'
        : hasKey && claim.import !== num
          ? relationOf(baseContent(entry.content), baseContent(claim.content), per)
          : undefined,
  }));
  const same = relations.find(({ is }) => is === 'same')?.claim;
  const changed = relations.find(({ is }) => is === 'changed')?.claim;
  const isMeant = insisted.has(entry.seq) || onDuplicate === 'book';
  const claim = same ?? (isMeant ? undefined : changed);
  if (claim === undefined) return (isMeant ? undefined : await revised(entry, conflicts, fateOf, describe)) ?? OURS;
  const { rowName, ...other } = await describe(claim.import);
  const fate = claim.import !== num ? await fateOf(claim) : ({ is: 'booked' } as const);
  const isOpen = fate.is === 'pending' || fate.is === 'doubt';
  const earlier = { ...other, row: rowName(claim.row), isOpen };
  if (isOpen && records === undefined) return { is: 'waits', on: claim.import };
  if (fate.is === 'skipped' && records === undefined) {
    if (same === undefined) return OURS;
    const why = skippedBefore(importId, entry.key, earlier, fate.skip);
    return { is: 'aside', state: 'held', why };
  }
  if (same === undefined) return { is: 'aside', state: 'held', why: changedIssue(entry.key, entry.date, earlier) };
  const state = onDuplicate === 'skip' || entry.rowCount === 0 ? 'duplicate-skipped' : 'duplicate';
  return {
    is: 'aside',
    state,
    why: duplicate(entry.key, earlier, entry.rowCount === 0),
    twin: records === undefined ? same : undefined,
  };
}

/** The same amount in its own currency was claimed at another rate since this was planned: the bank may have revised the rate. */
async function revised(
  { date }: BatchEntry,
  conflicts: readonly ClaimConflict[],
  fateOf: PlanWriter['fate'],
  describe: Describe,
): Promise<Claimed | undefined> {
  for (const claim of conflicts) {
    if (claim.original === null || !compareContents(claim.original, claim.content).same) continue;
    const fate = await fateOf(claim);
    if (fate.is === 'skipped' || (fate.is === 'pending' && !fate.isOnItsWay)) continue;
    const { id, file, rowName } = await describe(claim.import);
    return { is: 'aside', state: 'held', why: rateChanged(date, { id, file, row: rowName(claim.row) }) };
  }
  return undefined;
}
