import { describe, expect, test } from 'vitest';
import type * as RetryModule from '../../src/correcting/retry.ts';
import type * as ResolveModule from '../../src/doubt/resolve.ts';
import { JOURNAL_HEADER, load, type Office, openOffice } from '../importing/office.ts';

const { resolveDoubt } = await load<typeof ResolveModule>('doubt/resolve.js');
const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');

const JOB = `kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst }
batch: { entries: 1 }
`;
const jobs = { journal: JOB };
/** An account that the service has locked: an ID that became its is refused. */
const LOCKED = 1501;

/** Vouchers of so many kroner, each from an account to the bank. */
function vouchers(...accounts: readonly number[]): string {
  const rows = accounts.flatMap((account, at) => {
    const amount = `${100 * (at + 1)},00`;
    return [
      `${at + 1};05.01.2026;1920;${amount};Bilag ${at + 1}`,
      `${at + 1};05.01.2026;${account};-${amount};Bilag ${at + 1}`,
    ];
  });
  return `${[JOURNAL_HEADER, ...rows].join('\n')}\n`;
}

/** What was booked on which account, by voucher. */
async function booked(office: Office): Promise<Record<string, string>> {
  const { entries } = await office.booked();
  return Object.fromEntries(
    entries
      .map(({ lines }) => [lines[0]!.Description, String(lines[1]!.AccountNumber)] as const)
      .sort(([one], [other]) => one.localeCompare(other)),
  );
}

const exchange = (office: Office, ...accounts: number[]) => office.call('POST', 'exchanged-ids', { accounts });

/** Goes on where an import is planned afresh. */
async function goOn(office: Office, row: Parameters<Office['post']>[0]): Promise<void> {
  if ((await office.ledger.imports.byNum(row.num)).state === 'planning') await office.plan(row);
  await office.post(row);
}

describe('IDs that moved while an import was sent', () => {
  test('what was sent stays, and the rest is planned afresh; nothing is booked twice', async () => {
    const office = await openOffice({ jobs });
    const row = await office.take('a.csv', vouchers(3000, 3020, 3000, 3020));
    await office.plan(row);
    await office.turn(row, async () => false);
    await exchange(office, 3000, 3020);
    // Another process, which has not looked at these books yet.
    const later = await openOffice({ beside: office });
    expect(await later.turn(row)).toBe(0);
    await goOn(later, row);
    expect(await later.receipt(row)).toMatchObject({
      state: 'completed',
      entries: { planned: 4, booked: 4 },
      mismatches: [],
    });
    expect(await booked(office)).toEqual({
      'Bilag 1': '3000',
      'Bilag 2': '3020',
      'Bilag 3': '3000',
      'Bilag 4': '3020',
    });
    expect(await later.events(row)).toEqual([
      'taken-in',
      'posting',
      'cancelled',
      'partly-booked',
      'retry',
      'posting',
      'completed',
    ]);
  });

  test('a batch in doubt that turns out not to be booked is planned afresh too', async () => {
    const office = await openOffice({ jobs });
    const row = await office.take('a.csv', vouchers(3000, 3020));
    await office.plan(row);
    await office.next('500');
    await office.turn(row, async () => false);
    const [doubtful] = await office.batches(row);
    await exchange(office, 3000, 3020);
    const later = await openOffice({ beside: office });
    await later.turn(row);
    await goOn(later, row);
    expect(await later.receipt(row)).toMatchObject({ state: 'in-doubt', entries: { booked: 1, inDoubt: 1 } });
    const { ledger, ports } = later;
    await resolveDoubt(await ledger.imports.byNum(row.num), doubtful!.no, 'not-booked', 'I looked', ports, {
      senderGone: true,
    });
    expect(await later.turn(row)).toBe(0);
    await goOn(later, row);
    expect(await later.receipt(row)).toMatchObject({ state: 'completed', entries: { planned: 2, booked: 2 } });
    expect(await booked(office)).toEqual({ 'Bilag 1': '3000', 'Bilag 2': '3020' });
  });

  test('an account whose number is gone holds its entries, and no others', async () => {
    const office = await openOffice({ jobs });
    const row = await office.take('a.csv', vouchers(3000, 7777));
    await office.call('POST', 'accounts', [{ AccountNumber: 7777, AccountName: 'Bar', VatTypeID: null }]);
    await office.plan(row);
    await office.call('POST', 'reset');
    const later = await openOffice({ beside: office });
    await later.turn(row);
    await goOn(later, row);
    expect(await later.receipt(row)).toMatchObject({ state: 'partly-booked', entries: { booked: 1, held: 1 } });
    expect(await later.ledger.findings.causes(row.num)).toMatchObject([{ code: 'account-unknown' }]);
  });
});

test('two imports that are compared at the same time: each keeps its own answers', async () => {
  const office = await openOffice({ jobs });
  // More than are looked up at once: the smaller import is compared before the larger one is.
  const others = Array.from({ length: 25 }, (_, at) => 5550 + at);
  await office.call(
    'POST',
    'accounts',
    others.map((AccountNumber) => ({ AccountNumber, AccountName: 'Konto', VatTypeID: null })),
  );
  const small = await office.take('a.csv', vouchers(3000, 3020));
  const large = await office.take('b.csv', vouchers(...others).replaceAll(/^(?=\d)/gm, '9'));
  await office.plan(small);
  await office.plan(large);
  await exchange(office, 3000, 3020);
  const later = await openOffice({ beside: office });
  expect(await Promise.all([later.turn(small), later.turn(large)])).toEqual([0, others.length]);
  expect(await later.events(small)).toContain('cancelled');
  expect(await later.events(large)).not.toContain('cancelled');
});

test('the IDs are compared once for a process, not for each batch', async () => {
  const office = await openOffice({ jobs });
  const lookUps = async () =>
    ((await office.call('GET', 'requests')) as { paths: Record<string, { count: number }> }).paths[
      'GET /api/biz/accounts'
    ]?.count;
  await office.book('a.csv', vouchers(3000, 3020, 3000, 3020));
  expect(await lookUps()).toBe(3 + 3);
  await office.book('b.csv', vouchers(3000, 3100).replaceAll('Bilag ', 'Nr. ').replace(/^(\d)/gm, '1$1'));
  expect(await lookUps()).toBe(3 + 3 + 1);
});

test('an account that a refusal names is looked up again by the retry', async () => {
  const office = await openOffice({ jobs });
  await office.book('a.csv', vouchers(3000));
  await exchange(office, 3000, LOCKED);
  // Planned by what is kept of the service's answers.
  const { row, receipt } = await office.book('b.csv', vouchers(3020, 3000).replace(/^(\d)/gm, '1$1'));
  expect(receipt).toMatchObject({ state: 'partly-booked', entries: { booked: 1, rejected: 1 } });
  await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
  await office.plan(row);
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 } });
});
