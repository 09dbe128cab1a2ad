import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Driver, type Imported, startDriver } from './driver.ts';
import { readSaft } from './saft.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/bank-and-ledger/', import.meta.url));
const WORKBOOK = `${CORPUS}no-saft-888888888-ExcelView.xlsx`;
const VOUCHERS = `${CORPUS}no-saft-888888888.xml`;
const JOB = readFileSync(new URL('jobs/norwegian-ledger.yaml', import.meta.url), 'utf8');
const present = existsSync(WORKBOOK) && existsSync(VOUCHERS);

/** 53 vouchers of four months, in the tax administration's workbook, against the same vouchers in its XML. */
describe.skipIf(!present)(`the real Norwegian ledger${present ? '' : ' (the corpus is not here: skipped)'}`, () => {
  const oracle = present ? readSaft(readFileSync(VOUCHERS, 'utf8')) : undefined!;
  let driver: Driver;
  let imported: Imported;

  beforeAll(async () => {
    driver = await startDriver({ lockedBefore: '2010-01-01' });
    const unknown = new Set(oracle.accounts.map(({ number }) => number));
    for (const account of await driver.accountNumbers()) unknown.delete(account);
    await driver.addAccounts(
      oracle.accounts
        .filter(({ number }) => unknown.has(number))
        .map(({ number, name }) => ({ AccountNumber: Number(number), AccountName: name })),
    );
    imported = await driver.importFile({ path: WORKBOOK }, JOB);
  });
  afterAll(() => driver.close());

  it('is read by the oracle as its header says', () => {
    const cents = (amount: string) => BigInt(amount.replace('.', ''));
    const debits = oracle.vouchers.flatMap(({ lines }) =>
      lines.map(({ amount }) => cents(amount)).filter((c) => c > 0n),
    );
    expect(oracle.vouchers).toHaveLength(53);
    expect(debits.reduce((sum, debit) => sum + debit, 0n)).toBe(cents(oracle.totalDebit));
  });

  it('is booked line for line as the vouchers of the XML are', () => {
    const booked = imported.booked.map(({ lines }) =>
      lines.map((line) => ({
        account: String(line.AccountNumber),
        amount: line.Amount,
        description: line.Description,
        date: line.FinancialDate,
        vat: line.VatCode,
      })),
    );
    const expected = oracle.vouchers.map(({ date, lines }) => lines.map((line) => ({ ...line, date, vat: null })));
    expect(inOneOrder(booked)).toEqual(inOneOrder(expected));
  });

  it('has no VAT added by the service: its VAT lines are its own', () => {
    expect(imported.booked.filter(({ vatLines }) => vatLines !== undefined)).toEqual([]);
  });

  it('has a receipt that adds up', () => {
    const { receipt } = imported;
    expect(receipt).toMatchObject({ state: 'completed', issues: [], mismatches: [] });
    // 44 rows repeat a line for its second and third dimension with amount zero; the last row is the sum of the sheet.
    expect(receipt?.rows).toEqual({
      read: 215,
      booked: 170,
      skipped: 45,
      held: 0,
      rejected: 0,
      duplicate: 0,
      inDoubt: 0,
      pending: 0,
    });
    expect(receipt?.entries).toMatchObject({ planned: 53, booked: 53 });
    for (const { file, booked } of receipt!.totals.accounts) expect(booked).toBe(file);
  });

  it('is not booked a second time', async () => {
    const again = await driver.importFile({ path: WORKBOOK }, JOB);
    expect(again.booked).toEqual([]);
    expect(again.receipt?.entries).toMatchObject({ planned: 53, booked: 0, duplicate: 53 });
  });
});

/** The service books requests as they arrive, several at once: the order of entries means nothing, that of lines does. */
function inOneOrder(entries: readonly object[]): string[] {
  return entries.map((entry) => JSON.stringify(sorted(entry), null, 1)).sort();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
