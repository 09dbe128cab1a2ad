import { expect, test } from 'vitest';
import { openSqlite } from '../../src/ledger/sqlite-database.ts';
import { BOOKED_PARTS, FAILED_PARTS } from '../../src/ledger/throughput.ts';
import { createThroughput, errorOf, HALF_HOUR_MS } from '../../src/reporting/throughput.ts';
import { journal, openOffice, voucher } from '../importing/office.ts';

const JOB = `kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst }
batch: { entries: 2, concurrency: 1 }
`;
const sum = (bars: readonly number[]) => bars.reduce((all, bar) => all + bar, 0);

test('what was booked and what failed stands in the half hour in which it ended, and adds up', async () => {
  const office = await openOffice({ jobs: { journal: JOB } });
  const { ledger } = office;
  await office.book('a.csv', journal(...[1, 2, 3, 4, 5].map((key) => voucher(key, key))));
  // A reply that is lost, a token that is refused, a service that is down; what comes of the doubt is no request.
  await office.next('reset-after', '401', '503');
  const doubted = await office.take('b.csv', journal(...[6, 7, 8].map((key) => voucher(key, key))));
  await office.plan(doubted);
  for (let turn = 0; turn < 3; turn++) await office.turn(doubted);
  let now = Date.now();
  const look = createThroughput(ledger.throughput, () => now);
  const day = await look(1, ['main', 'other']);
  expect([day.barMs, day.to - day.from]).toEqual([HALF_HOUR_MS, 48 * HALF_HOUR_MS]);
  const [main, other] = day.services;
  expect(sum(other!.booked) + sum(other!.failed)).toBe(0);
  expect(main!.booked).toHaveLength(48);
  const counted = (await ledger.imports.list(10)).map(({ counts }) => JSON.parse(counts ?? '{}').entries?.booked ?? 0);
  expect(sum(main!.booked)).toBeGreaterThanOrEqual(5);
  expect(sum(main!.booked)).toBe(sum(counted));
  expect(sum(main!.failed)).toBe(sum(main!.errors.map(({ times }) => times)));
  expect(main!.errors.map(({ what }) => what)).toContain('cut');
  // The same, seen from further away; and a day later it leaves at the other end.
  for (const days of [7, 30] as const) {
    const { services, from, to } = await look(days, ['main']);
    expect([services[0]!.booked.length, to - from]).toEqual([{ 7: 56, 30: 60 }[days], days * 48 * HALF_HOUR_MS]);
    expect(sum(services[0]!.booked)).toBe(sum(main!.booked));
    expect(services[0]!.booked.at(-1)! + services[0]!.booked.at(-2)!).toBe(sum(main!.booked));
  }
  now += 46 * HALF_HOUR_MS;
  const later = await look(1, ['main']);
  expect(sum(later.services[0]!.booked.slice(0, 2))).toBe(sum(main!.booked));
  now += 3 * HALF_HOUR_MS;
  expect(sum((await look(1, ['main'])).services[0]!.booked)).toBe(0);
});

test('half hours that are over are kept, and counted again after a while', async () => {
  let asked: number[] = [];
  const entries = { of: 1 };
  let now = 1_000 * HALF_HOUR_MS;
  const look = createThroughput(
    {
      booked: async (from, to) => {
        asked.push((to - from) / HALF_HOUR_MS);
        const part = 990;
        return from <= part * HALF_HOUR_MS && part * HALF_HOUR_MS < to
          ? [{ part, service: 'main', entries: entries.of }]
          : [];
      },
      failed: async () => [],
    },
    () => now,
  );
  const total = async () => sum((await look(1, ['main'])).services[0]!.booked);
  expect(await total()).toBe(1);
  expect(asked).toEqual([48, 1]);
  asked = [];
  entries.of = 5;
  now += HALF_HOUR_MS / 10;
  expect(await total()).toBe(1);
  expect(asked).toEqual([1]);
  // More is counted only as far as it is new.
  asked = [];
  await look(7, ['main']);
  expect(asked).toEqual([48, 48, 48, 48, 48, 48, 1]);
  now += HALF_HOUR_MS;
  expect(await total()).toBe(5);
});

test.each([
  [
    { outcome: 'misconfigured', status: 401, error: null, contradicts: 0 },
    { what: 'refused', status: 401 },
  ],
  [
    { outcome: 'not-applied', status: 429, error: null, contradicts: 0 },
    { what: 'asked-to-wait', status: 429 },
  ],
  [
    { outcome: 'in-doubt', status: 503, error: null, contradicts: 0 },
    { what: 'status', status: 503 },
  ],
  [{ outcome: 'in-doubt', status: 200, error: null, contradicts: 1 }, { what: 'contradiction' }],
  [{ outcome: 'in-doubt', status: null, error: 'no whole reply within 60000 ms', contradicts: 0 }, { what: 'timeout' }],
  [{ outcome: 'in-doubt', status: null, error: 'ECONNRESET: read', contradicts: 0 }, { what: 'cut' }],
  [{ outcome: 'not-applied', status: null, error: 'ECONNREFUSED', contradicts: 0 }, { what: 'unreachable' }],
  [
    { outcome: 'in-doubt', status: null, error: 'The process that sent it went away', contradicts: 0 },
    { what: 'sender-gone' },
  ],
] as const)('%j is called %j', (part, error) => {
  expect(errorOf(part)).toEqual(error);
});

test('both are answered from indexes, by the time alone', async () => {
  const db = openSqlite(':memory:', 1_000);
  for (const [query, index] of [
    [BOOKED_PARTS, /SEARCH a USING COVERING INDEX attempt_sent/],
    [FAILED_PARTS, /SEARCH attempt USING INDEX attempt_failed/],
  ] as const) {
    const plan = (await db.all<{ detail: string }>(`explain query plan ${query}`)).map(({ detail }) => detail);
    expect(plan.filter((step) => index.test(step))).toHaveLength(1);
    expect(plan.filter((step) => /^SCAN (?!\(subquery)/.test(step))).toEqual([]);
  }
  db.close();
});
