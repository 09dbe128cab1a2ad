import { afterAll, expect, test } from 'vitest';
import { explore } from './explore.ts';
import { SMALL } from './mutants.ts';
import type { Config } from './world.ts';

/** `BILAG_MODEL=all` explores larger ones, too: some minutes. */
const ALL = process.env['BILAG_MODEL'] === 'all';

const ENDS = ['ready', 'sending', 'in-doubt', 'booked', 'rejected'];
const SMALL_ONES: Config[] = [
  SMALL,
  { ...SMALL, name: 'refused in part', rejection: 'unknown' },
  { ...SMALL, name: 'closed by a slow process', batches: [1], gap: true },
  { ...SMALL, name: 'refused, and retried', batches: [1], senders: ['elsewhere', 'elsewhere'], retry: true },
  { ...SMALL, name: 'cancelled', batches: [1, 1], senders: ['here'], attempts: 1, cancel: true },
  { ...SMALL, name: 'cancelled, and retried', batches: [1], senders: ['here'], attempts: 1, cancel: true, retry: true },
  { ...SMALL, name: 'looked up', batches: [1], senders: ['here'], decider: 'probe', attempts: 1 },
];
const LARGER_ONES: Config[] = [
  { ...SMALL, name: 'past the deadline, closed by a slow process', gap: true, deadlineTicks: 2 },
  { ...SMALL, name: 'two batches', batches: [1, 1], senders: ['here'] },
  { ...SMALL, name: 'three attempts', batches: [1], senders: ['here'], attempts: 3, retry: true },
  { ...SMALL, name: 'two machines', batches: [1], senders: ['here', 'elsewhere'], retry: true, gap: true },
  { ...SMALL, name: 'cancelled, sent again', batches: [1], senders: ['here'], cancel: true },
  { ...SMALL, name: 'cancelled, retried, sent again', batches: [1], senders: ['here'], cancel: true, retry: true },
  { ...SMALL, name: 'cancelled, closed by a slow process', batches: [1], senders: ['here'], cancel: true, gap: true },
  { ...SMALL, name: 'looked up, sent again', batches: [1], senders: ['here'], decider: 'probe' },
];

const explored: string[] = [];
afterAll(() => console.info(explored.join('\n')));

test.each([...SMALL_ONES, ...(ALL ? LARGER_ONES : [])])(
  '$name: no sequence breaks a promise',
  async (config) => {
    const { broken, states, transitions, ledgers, verbs, reached } = await explore(config);
    explored.push(
      `${config.name}: ${states} states, ${transitions} transitions; ${verbs} verbs ran on ${ledgers} different ledgers`,
    );
    expect(broken).toBeUndefined();
    expect([...reached]).toEqual(expect.arrayContaining(ENDS));
  },
  ALL ? 3_600_000 : 600_000,
);
