import { describe, expect, test } from 'vitest';
import { retryImport } from '../../src/correcting/retry.ts';
import { lateAccount, openHeldPlan } from './held-plan.ts';
import { JOURNAL_JOB, journal, openOffice, voucher } from './office.ts';

/** A voucher on an account that the service does not have yet. */
const NEW_ACCOUNT = journal(voucher(1, 100)).replaceAll(';3000;', ';3077;');

test('a plan that is asked for again knows the account that was created meanwhile', async () => {
  const office = await openOffice();
  const row = await office.take('a.csv', NEW_ACCOUNT, 'journal', { book: false });
  await office.plan(row);
  expect(await office.receipt(row)).toMatchObject({ state: 'planned', entries: { held: 1, pending: 0 } });
  await office.call('POST', 'accounts', [{ AccountNumber: 3077, AccountName: 'Salg, ny' }]);
  await office.take('a.csv', NEW_ACCOUNT, 'journal', { book: false });
  await office.plan(row);
  expect(await office.receipt(row)).toMatchObject({
    state: 'planned',
    entries: { held: 0, pending: 1 },
    mismatches: [],
  });
});

test('a retry knows the account and the VAT code that were created meanwhile', async () => {
  const office = await openOffice({
    jobs: {
      journal: `kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst }
defaults: { vat: "77" }
`,
    },
  });
  const { row, receipt } = await office.book('a.csv', NEW_ACCOUNT);
  expect(receipt.issues.map(({ code }) => code).sort()).toEqual(['account-unknown', 'vat-unknown']);
  await office.call('POST', 'accounts', [{ AccountNumber: 3077, AccountName: 'Salg, ny' }]);
  await office.call('POST', 'vattypes', [{ VatCode: '77', VatPercent: 0, Name: 'Ny kode' }]);
  await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
  await office.plan(row);
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 1 }, mismatches: [] });
});

const PROBE = `probe: { path: "/api/biz/journalentrylines?filter=Description eq '{description}'", marker: " [{import}-{batch}]" }`;

test.each([
  ['currency', 'currency: NOK', 'currency: EUR', 'plan'],
  ['length of descriptions', '', 'descriptionMax: 60', 'plan'],
  ['marker of the probe', '', PROBE, 'plan'],
  ['rate', '', 'rate: { requests: 20, per: 1s }', 'claim'],
])(
  'where the %s of its service was changed, a plan is booked as it was shown or made afresh',
  async (_, before, after, todo) => {
    const office = await openOffice({ service: before });
    const row = await office.take('a.csv', journal(voucher(1, 100)), 'journal', { book: false });
    await office.plan(row);
    office.useService(after);
    const later = await openOffice({ beside: office });
    const again = await later.take('a.csv', journal(voucher(1, 100)));
    expect(again).toMatchObject({ num: row.num, state: 'planning', todo });
    await later.plan(again);
    await later.post(again);
    expect(await later.receipt(again)).toMatchObject({ state: 'completed', entries: { booked: 1 } });
  },
);

describe('an import whose job books through another service by now', () => {
  const ELSEWHERE = `${JOURNAL_JOB}service: other\n`;
  const STOPPED = /was taken in for service main; the job journal books through other now\. Nothing is planned or sent/;

  test('stops before it is planned, and goes on when the job is set back', async () => {
    const office = await openOffice();
    const row = await office.take('a.csv', journal(voucher(1, 100)));
    office.defineJob('journal', ELSEWHERE);
    await expect(office.plan(row)).rejects.toThrow(STOPPED);
    expect(await office.receipt(row)).toMatchObject({ state: 'planning' });
    office.defineJob('journal', JOURNAL_JOB);
    await office.plan(row);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 1 } });
  });

  test('stops when its service answers after a while', async () => {
    const { office, letGo } = await openHeldPlan();
    const row = await office.take('a.csv', lateAccount(3));
    const planning = office.plan(row);
    const stopped = expect(planning).rejects.toThrow(STOPPED);
    office.defineJob('journal', ELSEWHERE);
    letGo();
    await stopped;
    expect(await office.receipt(row)).toMatchObject({ state: 'planning' });
    expect(await office.booked()).toMatchObject({ count: 0 });
  });
});
