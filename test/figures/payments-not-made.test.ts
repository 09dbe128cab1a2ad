import { describe, expect, test } from 'vitest';
import type * as RetryModule from '../../src/correcting/retry.ts';
import { load, openOffice } from '../importing/office.ts';

const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');

const job = (rest = '') => `kind: bookings
columns: { date: Dato, description: Tekst, amount: Beløp }
defaults: { account: "1920", contraAccount: "2990" }
${rest}
`;
/** How many rows are booked, and why others are held. */
async function comesTo(header: string, statuses: readonly string[], yaml = job()) {
  const office = await openOffice({ jobs: { bank: yaml } });
  const rows = statuses.map((status, at) => `1${at}.01.2026;Kjøp ${at};-${at + 1}00,00;${status}`);
  const { row, receipt } = await office.book('a.csv', [`Dato;Tekst;Beløp;${header}`, ...rows].join('\n'), 'bank');
  expect(receipt.mismatches).toEqual([]);
  return { office, row, booked: receipt.entries.booked, held: receipt.issues.map(({ value }) => value) };
}

describe('a payment that was not made is on hold', () => {
  test.each([
    ['Status', ['Utført', 'Venter', 'Slettet'], ['Venter', 'Slettet']],
    ['Status', ['Bokført', 'Avvist', 'Venter på godkjenning'], ['Avvist', 'Venter på godkjenning']],
    ['State', ['COMPLETED', 'REVERTED', 'PENDING'], ['REVERTED', 'PENDING']],
    ['Transaction status', ['Settled', 'Declined', 'failed'], ['Declined', 'failed']],
    ['Betalingsstatus', ['Reservert', 'Kansellert', 'Betalt'], ['Reservert', 'Kansellert']],
    ['Info', ['Umsatz gebucht', 'Umsatz vorgemerkt'], ['Umsatz vorgemerkt']],
  ])('by %s: %j', async (header, statuses, held) => {
    const found = await comesTo(header, statuses);
    expect(found.held).toEqual(held);
    expect(found.booked).toBe(statuses.length - held.length);
  });

  test('until the job skips it', async () => {
    const { office, row } = await comesTo('Status', ['Utført', 'Venter']);
    office.defineJob('bank', job('skip: [{ column: Status, equals: Venter }]'));
    await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
    await office.plan(row);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ entries: { booked: 1, held: 0 }, issues: [], mismatches: [] });
  });
});

describe('payments are booked', () => {
  test.each([
    ['Status', ['Utført', 'Bokført', 'Completed', 'Betalt', 'OK', '']],
    ['Melding', ['Venter', 'Pending', 'Avvist faktura 7', 'Slettet']],
    ['Status', ['Ventetid', 'Pendingbuss', 'Ikke avvist']],
    ['Info', ['Pending', 'Venter']],
    ['Avstemt', ['Venter', 'Nei']],
  ])('whatever %s says of %j', async (header, statuses) => {
    expect(await comesTo(header, statuses)).toMatchObject({ booked: statuses.length, held: [] });
  });

  test('and entries of a journal, whose status is that of an invoice', async () => {
    const office = await openOffice({
      jobs: {
        gl: 'kind: bookings\ncolumns: { entry: Nr, date: Dato, account: Konto, amount: Beløp, description: Tekst }\n',
      },
    });
    const lines = ['1;05.01.2026;1500;Salg;100,00;Venter', '1;05.01.2026;3000;Salg;-100,00;Venter'];
    const { receipt } = await office.book('a.csv', ['Nr;Dato;Konto;Tekst;Beløp;Status', ...lines].join('\n'), 'gl');
    expect(receipt).toMatchObject({ entries: { booked: 1, held: 0 }, issues: [] });
  });
});
