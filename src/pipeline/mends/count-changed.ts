import type { WaitingCount } from '../../ledger/waiting.ts';

/** Others match now than those that a person confirmed; nothing was done. */
export class CountChanged extends Error {
  readonly now: WaitingCount;
  constructor(now: WaitingCount) {
    super(`${now.entries} entries with ${now.rows} rows match now: others than were confirmed.`);
    this.name = 'CountChanged';
    this.now = now;
  }
}

/** @throws CountChanged */
export function checkCount(now: WaitingCount, confirmed: WaitingCount): void {
  if (now.entries !== confirmed.entries || now.rows !== confirmed.rows) throw new CountChanged(now);
}
