import { expect } from 'vitest';
import { type Account, soundAccount, sumUp } from './account.ts';

export const { judge } = await import(new URL('../../chaos/judge.mjs', import.meta.url).href);

/** Findings by list and kind, as `lost:lost`. */
export function found(account: Account): Record<string, number> {
  const { doubt, ...lists } = judge(account);
  const counts: Record<string, number> = {};
  for (const [list, findings] of Object.entries({ ...lists, missed: doubt.missed, needless: doubt.needless })) {
    for (const { what, words } of findings as { what: string; words: string }[]) {
      expect(words).toMatch(/\.$/);
      counts[`${list}:${what}`] = (counts[`${list}:${what}`] ?? 0) + 1;
    }
  }
  return counts;
}

/** The sound account, changed. */
export const bent = (bend: (account: Account) => void): Account => {
  const account = soundAccount();
  bend(account);
  return account;
};
export const batchOf = (account: Account, no: number) =>
  account.ledger.batches.find((batch: Account) => batch.no === no);
/** The first attempt to send a batch. */
export const row = (account: Account, no: number) => account.ledger.attempts.find((each: Account) => each.batch === no);
export const request = (account: Account, no: number) =>
  account.requests.find((each: Account) => each.id === row(account, no).id);
/** Takes what an attempt booked out of the service's books. */
export function unbook(account: Account, id: string) {
  account.booked.entries = account.booked.entries.filter((entry: Account) => entry.requestId !== id);
  sumUp(account.booked);
}
