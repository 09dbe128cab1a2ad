import { describe, expect, test } from 'vitest';
import type { ChartValue } from '../../src/core/records.ts';
import type * as KeepChartModule from '../../src/importing/keep-chart.ts';
import { CHART_RETRY_MS, READING_MAX_MS } from '../../src/ledger/chart.ts';
import { CHART_OF_ACCOUNTS } from '../../src/sandbox/reference/chart-of-accounts.ts';
import { VAT_TYPES } from '../../src/sandbox/reference/vat-types.ts';
import { journal, load, type Office, openOffice, voucher } from './office.ts';

const { beginReading, renewWantedCharts } = await load<typeof KeepChartModule>('importing/keep-chart.js');

const MAIN = 'service:main';
const going = new AbortController().signal;
const codes = async (office: Office, company = MAIN) =>
  (await office.ledger.chart.of(company, 'main', 'account')).map(({ code }) => code);
const quirks = (office: Office, set: object) => office.call('PUT', 'quirks', set);

/** Reads what is due. @returns whether anything was */
async function read(office: Office, ports: Partial<Office['ports']> = {}, age: 'found' | 'missing' = 'found') {
  const reading = await beginReading('main', { ...office.ports, ...ports }, age, going);
  await reading?.ended;
  return reading !== undefined;
}

/** The office's ports with a clock that a test moves. */
function withClock(office: Office) {
  let now = Date.now();
  return { ports: { ...office.ports, now: () => now }, pass: (ms: number) => void (now += ms) };
}

describe('the chart of accounts', () => {
  test('is what the service lists: all of it, page by page, without what is deleted, and each of the VAT types', async () => {
    const office = await openOffice();
    const { ports, pass } = withClock(office);
    for (const pageRows of [null, 7]) {
      await quirks(office, { pageRows });
      expect(await read(office, ports)).toBe(true);
      expect((await codes(office)).sort()).toEqual(CHART_OF_ACCOUNTS.map(([number]) => String(number)).sort());
      pass(3_600_001);
    }
    const types = await office.ledger.chart.of(MAIN, 'main', 'vat-type');
    expect(types.map(({ code }) => code).sort()).toEqual(VAT_TYPES.map(({ code }) => code).sort());
    expect(types.find(({ code }) => code === '3')).toMatchObject({ percent: '25', name: expect.any(String) });
    expect(await office.ledger.chart.reading(MAIN, 'main')).toMatchObject({ whole: 1, failed_at: 0 });
  });

  test('of a service that shows a round number and no further page may not be whole, and loses nothing then', async () => {
    const office = await openOffice();
    await read(office);
    const all = await codes(office);
    await quirks(office, { pageRows: 50, skip: false });
    const { ports, pass } = withClock(office);
    pass(3_600_001);
    await read(office, ports);
    expect(await codes(office)).toEqual(all);
    expect(await office.ledger.chart.reading(MAIN, 'main')).toMatchObject({ whole: 0 });
  });

  test('is read again when the time of the configuration is over, and at once where something is missing for longer', async () => {
    const office = await openOffice({ service: 'cache: { accounts: 10m, vatTypes: 20m, missing: 30s }' });
    const { ports, pass } = withClock(office);
    expect(await read(office, ports)).toBe(true);
    await office.call('POST', 'accounts', [{ AccountNumber: 6941, AccountName: 'Porto, utland', VatTypeID: null }]);
    pass(29_000);
    expect(await read(office, ports, 'missing')).toBe(false);
    pass(2_000);
    expect(await read(office, ports)).toBe(false);
    expect(await codes(office)).not.toContain('6941');
    expect(await read(office, ports, 'missing')).toBe(true);
    expect(await codes(office)).toContain('6941');
    pass(600_001);
    expect(await read(office, ports)).toBe(true);
  });

  test('stays as it was while the service is away, which is asked again after a while', async () => {
    const office = await openOffice();
    const { ports, pass } = withClock(office);
    await read(office, ports);
    const all = await codes(office);
    pass(3_600_001);
    await office.faults('get-503=1');
    expect(await read(office, ports)).toBe(true);
    expect(await codes(office)).toEqual(all);
    const { read_at, failed_at } = (await office.ledger.chart.reading(MAIN, 'main'))!;
    expect(failed_at).toBeGreaterThan(read_at);
    expect(await read(office, ports)).toBe(false);
    await office.faults('');
    pass(CHART_RETRY_MS + 1);
    expect(await read(office, ports)).toBe(true);
    expect((await office.ledger.chart.reading(MAIN, 'main'))!.read_at).toBeGreaterThan(failed_at);
  });

  test('is read by one process at a time, and by another where that one was lost', async () => {
    const { ledger } = await openOffice();
    expect(await ledger.chart.begin(MAIN, 'main', 1_000_000, 0)).toBe(true);
    expect(await ledger.chart.begin(MAIN, 'main', 1_000_001, 1_000_000)).toBe(false);
    expect(await ledger.chart.begin(MAIN, 'main', 1_000_001 + READING_MAX_MS, 1_000_000)).toBe(true);
  });

  test('has none of two accounts of one number: nothing could be booked on either', async () => {
    const office = await openOffice();
    await office.call('POST', 'accounts', [{ AccountNumber: 6940, AccountName: 'Porto 2', VatTypeID: null }]);
    await read(office);
    expect(await codes(office)).not.toContain('6940');
    expect(await codes(office)).toContain('6900');
  });
});

describe('what plans are told', () => {
  test('is kept with the company, and is there when the service is away for good', async () => {
    const office = await openOffice();
    await office.book('a.csv', journal(voucher(1, 1)));
    const later = await openOffice({ beside: office });
    await office.sandbox.close();
    expect(await codes(later)).toEqual(['1920', '3000']);
    expect((await later.ledger.chart.of(MAIN, 'main', 'vat-type')).length).toBe(VAT_TYPES.length);
  });

  test('replaces what was known by another name, and takes nothing else away', async () => {
    const office = await openOffice();
    await read(office);
    const all = await office.ledger.chart.of(MAIN, 'main', 'account');
    const renamed = all.map(
      (each): ChartValue => (each.code === '3000' ? { ...each, name: 'Salg, gammelt navn' } : each),
    );
    await office.ledger.chart.note(MAIN, 'main', renamed);
    await office.book('a.csv', journal(voucher(1, 1)));
    expect(await office.ledger.chart.of(MAIN, 'main', 'account')).toEqual(all);
  });
});

describe('another company', () => {
  test('behind the same service has a chart of its own, and each stays with its books', async () => {
    const office = await openOffice({ service: 'headers: { CompanyKey: toys }' });
    await office.call('POST', 'accounts?company=toys', [
      { AccountNumber: 6941, AccountName: 'Leker', VatTypeID: null },
    ]);
    await office.call('POST', 'accounts?company=books', [
      { AccountNumber: 6942, AccountName: 'Bøker', VatTypeID: null },
    ]);
    await read(office);
    office.useService('headers: { CompanyKey: books }');
    const later = await openOffice({ beside: office });
    await read(later);
    const [toys, books] = [await codes(later, 'company:toys'), await codes(later, 'company:books')];
    expect([toys.includes('6941'), toys.includes('6942')]).toEqual([true, false]);
    expect([books.includes('6941'), books.includes('6942')]).toEqual([false, true]);
  });

  test('that answers under the same name is recognised by its IDs, in lists and in plans, and nothing of it is kept', async () => {
    const token = (named: string) => `auth: { type: bearer, token: "${named}" }`;
    const office = await openOffice({ service: token('first-token') });
    await quirks(office, { books: 'token' });
    await office.book('a.csv', journal(voucher(1, 1)));
    await read(office);
    const kept = await office.ledger.chart.of(MAIN, 'main', 'account');
    office.useService(token('other-token'));
    const other = await openOffice({ beside: office });
    const { ports, pass } = withClock(other);
    pass(3_600_001);
    expect(await read(other, ports)).toBe(true);
    expect(await other.ledger.chart.of(MAIN, 'main', 'account')).toEqual(kept);
    await other.plan(await other.take('b.csv', journal(voucher(2, 2))));
    expect(await other.ledger.chart.of(MAIN, 'main', 'account')).toEqual(kept);
    // Somebody says that these are the same books, with new IDs.
    await other.ledger.knownIds.setVerdict(MAIN, 'same');
    pass(CHART_RETRY_MS + 1);
    expect(await read(other, ports)).toBe(true);
    const now = await other.ledger.chart.of(MAIN, 'main', 'account');
    expect(now.map(({ code }) => code)).toEqual(kept.map(({ code }) => code));
    expect(now.map(({ id }) => id)).not.toEqual(kept.map(({ id }) => id));
  });
});

test('the service is asked where rows wait for somebody who chooses accounts, and nowhere else', async () => {
  const office = await openOffice();
  const asked = async () => (await office.ledger.chart.reading(MAIN, 'main'))?.asked_at;
  await office.book('a.csv', journal(voucher(1, 1)));
  await renewWantedCharts(office.ports, going);
  expect(await asked()).toBeUndefined();
  await office.book('b.csv', journal(voucher(2, 2).replaceAll('3000', '3015')));
  await renewWantedCharts(office.ports, going);
  expect(await asked()).toBeGreaterThan(0);
  expect(await codes(office)).toContain('3010');
});
