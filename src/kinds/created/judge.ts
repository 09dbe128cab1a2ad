import { nthContent } from '../../core/entry-content.ts';
import { HashTable } from '../../core/hash.ts';
import type { ClaimFate } from '../../ledger/claims.ts';
import type { ClaimJudge } from '../../reading/entry.ts';
import type { PlanOrder } from '../../reading/plan-ports.ts';
import type { PlanStore } from '../../reading/plan-sink.ts';
import { contactCreatedBefore, fieldCreatedBefore } from './issues.ts';
import type { CreatedUnit } from './units.ts';

/**
 * Contacts and custom fields exist once, unless the job creates another one of each that exists.
 * @param listedAt `ContactClaims.listedAt`
 */
export function createdJudge(
  { num, again }: PlanOrder,
  { describe, fate, movedSince }: PlanStore,
  onDuplicate: 'hold' | 'skip' | 'book',
  listedAt: number,
): ClaimJudge<CreatedUnit> {
  const insisted = new Set(again?.insisted);
  /** By identity: how many the file has so far. */
  const occurrences = new HashTable();
  /** Per identity: numbers among equals that entries of this plan passed over, and those that they hold. */
  const passed = new Map<number, number>();
  const held = new Map<number, Set<number>>();
  return {
    async judge({ unit, identity, content }, bucketOf) {
      const { byContent } = bucketOf(identity);
      const isField = unit.is === 'field';
      const isInsisted = insisted.has(unit.seq);
      const repeats = !isField && onDuplicate === 'book' && !isInsisted;
      const isUnique = !isInsisted && (isField || onDuplicate !== 'book');
      const before = repeats ? occurrences.get(identity) : 0;
      if (repeats) occurrences.set(identity, before + 1);
      const taken = held.get(identity) ?? new Set<number>();
      const first = isInsisted ? 0 : before + (passed.get(identity) ?? 0);
      for (let n = first; ; n++) {
        const claimed = nthContent(content, n);
        const same = byContent.get(claimed);
        const itself = same?.import === num && same.seq === unit.seq;
        if (same === undefined || itself) {
          if (!itself && taken.has(n) && !isUnique) continue;
          if (insisted.size > 0) held.set(identity, taken.add(n));
          return { is: 'sound', content: claimed };
        }
        // From an equal row, and the service shows it.
        if (!isField && !isInsisted && unit.exists !== undefined && same.import !== num)
          return { is: 'aside', state: 'duplicate-skipped', why: unit.exists };
        // It is compared with that one's contact when the claims are taken, or waits for it.
        const isOpen =
          !isField &&
          same.import !== num &&
          ((await movedSince(same.import, listedAt)) || !isSettled(await fate(same)));
        if (isOpen && isUnique) return { is: 'sound', content: claimed };
        const stands =
          same.import === num
            ? isUnique
            : !isInsisted && (isField || onDuplicate !== 'book' || (await describe(same.import)).sameBytes);
        if (stands) {
          const { id, file, rowName } = await describe(same.import);
          const createdBefore = isField ? fieldCreatedBefore : contactCreatedBefore;
          const isOpen = same.import !== num && !isSettled(await fate(same));
          const why = createdBefore(unit.key, { id, file, row: rowName(same.row), isOpen });
          const skips = isField ? unit.rows.length === 0 : onDuplicate === 'skip';
          return { is: 'aside', state: skips ? 'duplicate-skipped' : 'duplicate', why };
        }
        // Equal entries that come later in the file must not end at the same number.
        if (!isInsisted) passed.set(identity, n + 1 - before);
      }
    },
  };
}

function isSettled({ is }: ClaimFate): boolean {
  return is === 'booked' || is === 'skipped';
}
