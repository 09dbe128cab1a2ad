import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Driver, type Imported, startDriver } from './driver.ts';

const ENTRIES = 10_000;
const LINES = 3;
const JOB = `
kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst }
`;

/** A ledger sorted by account, as many programs export it: the rows of every entry are spread over the whole file. */
describe('entries whose rows are spread over a large file', () => {
  const sections = [
    { account: 1500, amount: (entry: number) => 12_500 + entry },
    { account: 2700, amount: (entry: number) => -2_500 - (entry % 7) },
    { account: 3000, amount: (entry: number) => -10_000 - entry + (entry % 7) },
  ];
  const keys = Array.from({ length: ENTRIES }, (_, at) => String(at).padStart(6, '0'));
  const date = (entry: number) => new Date(Date.UTC(2026, 0, 1 + (entry % 365))).toISOString().slice(0, 10);
  const euro = (cents: number) =>
    `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, '0')}`;
  // Each account has its entries in another order.
  const order = (section: number) => keys.map((_, at) => (at * [1, 7_919, 3_571][section]! + section) % ENTRIES);
  const rows = sections.flatMap(({ account, amount }, section) =>
    order(section).map((entry) =>
      `${keys[entry]};${date(entry)};${account};Salg ${entry} "${section}";${euro(amount(entry))}`.replace(
        /Salg (.*?);/,
        (_, text) => `"Salg ${text.replaceAll('"', '""')}";`,
      ),
    ),
  );
  let driver: Driver;
  let imported: Imported;
  beforeAll(async () => {
    driver = await startDriver();
    imported = await driver.importFile(`Bilagsnr;Dato;Konto;Tekst;Beløp\n${rows.join('\n')}\n`, JOB);
  });
  afterAll(() => driver.close());

  it('are found to be scattered, and all rows are booked', () => {
    expect(imported.facts).toMatchObject({ order: 'scattered', decimal: ',' });
    expect(imported.receipt).toMatchObject({ state: 'completed', issues: [], mismatches: [] });
    expect(imported.receipt?.rows).toMatchObject({ read: ENTRIES * LINES, booked: ENTRIES * LINES });
    expect(imported.receipt?.entries).toMatchObject({ planned: ENTRIES, booked: ENTRIES });
  });

  it('are booked whole, each with its own lines, in the order of the file', () => {
    const expected = keys.map((_, entry) =>
      sections
        .map(
          ({ account, amount }, section) =>
            `${account} ${euro(amount(entry))} ${date(entry)} Salg ${entry} "${section}"`,
        )
        .join('\n'),
    );
    const booked = imported.booked.map(({ lines }) =>
      lines
        .map(
          (line) => `${line.AccountNumber} ${line.Amount.replace('.', ',')} ${line.FinancialDate} ${line.Description}`,
        )
        .join('\n'),
    );
    expect(booked.length).toBe(expected.length);
    expect(booked.sort()).toEqual(expected.sort());
  });
});
