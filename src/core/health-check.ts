/** What a check of bilag's health finds. Added to, never changed. */
export const CHECK_CODES = [
  'disk-full',
  'disk-well',
  'failed',
  'ledger-locked',
  'ledger-well',
  'redis-away',
  'redis-well',
  'slow',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];
