import { describe, expect, test } from 'vitest';
import type * as RetryModule from '../../src/correcting/retry.ts';
import { load, openOffice } from '../importing/office.ts';

const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');

const bank = (rest = '', balance = '') => `kind: bookings
columns: { date: Dato, ${balance} description: Tekst, amount: Beløp }
defaults: { account: "1920", contraAccount: "2990" }
${rest}
`;
const csv = (...rows: string[]) => ['Dato;Tekst;Beløp;Saldo', ...rows].join('\n');
const WORDS = csv(
  '13.01.2026;Innskudd;1 000,00 CR;5 000,00 CR',
  '14.01.2026;Uttak;250,00 DR;4 750,00 CR',
  '15.01.2026;Renter;99,00;4 849,00 CR',
);

/** What a file comes to: why it is refused, or what is booked on the bank account. */
async function comesTo(content: string, yaml: string) {
  const office = await openOffice({ jobs: { bank: yaml } });
  const { receipt } = await office.book('a.csv', content, 'bank');
  if (receipt.state === 'rejected') return [receipt.reason?.code, receipt.reason?.variant, receipt.reason?.value];
  const { totals } = await office.booked();
  expect([receipt.entries.held, receipt.issues]).toEqual([0, []]);
  return totals['1920'];
}

describe('CR and DR behind the amounts of one account', () => {
  test.each(['', 'balance: Saldo,'])('are asked about (%s)', async (balance) => {
    expect(await comesTo(WORDS, bank('', balance))).toEqual(['credit-sign-ambiguous', 'word', '1 000,00 CR']);
  });

  test('are read as the job says, its balances too', async () => {
    expect(await comesTo(WORDS, bank('creditSign: positive', 'balance: Saldo,'))).toBe('849.00');
    expect(await comesTo(csv('13.01.2026;a;100,00 CR;'), bank('creditSign: negative'))).toBe('-100.00');
    expect(await comesTo(csv('13.01.2026;a;100,00 CR;'), bank('negate: true'))).toBe('100.00');
  });

  test('are asked about once: a retry reads them as the first plan did', async () => {
    const office = await openOffice({ jobs: { bank: bank('creditSign: positive') } });
    const { row } = await office.book('a.csv', csv('13.01.2026;a;100,00 CR;', '14.01.2026;b;x;'), 'bank');
    await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
    await office.plan(row);
    expect((await office.receipt(row)).entries).toMatchObject({ booked: 1, held: 1 });
  });
});

test('amounts without words, and words in a journal, are read as before', async () => {
  expect(await comesTo(csv('13.01.2026;a;100,00;', '14.01.2026;b;-30,00;'), bank())).toBe('70.00');
  const journal = `kind: bookings
columns: { entry: Nr, date: Dato, account: Konto, amount: Beløp, description: Tekst }
`;
  const lines = 'Nr;Dato;Konto;Tekst;Beløp\n1;13.01.2026;1920;a;100,00 CR\n1;13.01.2026;6800;a;100,00 DR\n';
  expect(await comesTo(lines, journal)).toBe('-100.00');
  const contra = journal.replace('entry: Nr, ', '').replace('amount', 'contraAccount: Mot, amount');
  expect(await comesTo('Dato;Konto;Mot;Tekst;Beløp\n13.01.2026;1920;6800;a;100,00 CR\n', contra)).toBe('-100.00');
});
