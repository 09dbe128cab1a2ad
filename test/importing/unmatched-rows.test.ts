import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rememberMapping } from '../../src/app/remember-mapping.ts';
import { patternOf } from '../../src/reading/unmatched-rows.ts';
import { openOffice } from './office.ts';

const BANK = (rules: string) => `kind: bookings
columns: { date: Dato, amount: Beløp, description: Tekst }
defaults: { account: "1920", contraAccount: "2990" }
rules:
${rules}`;
const KIWI = '  - { when: { description: "^kiwi" }, set: { contraAccount: "4300" } }\n';
const FUEL = '  - { when: { description: "circle k" }, set: { contraAccount: "7000" } }\n';
const statement = (...rows: string[]) => `${['Dato;Beløp;Tekst', ...rows].join('\n')}\n`;

test('rows that no rule matched are counted by text, with where the same text went before', async () => {
  const office = await openOffice({ jobs: { bank: BANK(KIWI + FUEL), card: BANK(FUEL) } });
  await office.book('january.csv', statement('05.01.2026;-89,90;KIWI 505', '06.01.2026;-10,00;KIWI 612'), 'bank');
  const { receipt } = await office.book(
    'february.csv',
    statement(
      '05.02.2026;-11,00;Kiwi 7',
      '05.02.2026;-700,00;Circle K Grønland',
      '06.02.2026;350,00;Vipps 1',
      '07.02.2026;-12,50;KIWI 8',
      '08.02.2026;-99,00;?;',
    ),
    'card',
  );
  expect(receipt.unmatched).toEqual([
    {
      field: 'contraAccount',
      account: '2990',
      rows: 4,
      texts: [
        { text: 'Kiwi 7', rows: 2, row: '2', amount: '23.50', earlier: { account: '4300', times: 2, of: 2 } },
        { text: 'Vipps 1', rows: 1, row: '4', amount: '-350.00' },
        { text: '?', rows: 1, row: '6', amount: '99.00' },
      ],
      moreTexts: 0,
    },
  ]);
});

test('amounts in other currencies are told in these, beside those of the books', async () => {
  const office = await openOffice({ jobs: { bank: `currency: NOK\n${BANK(KIWI)}` } });
  const { receipt } = await office.book(
    'a.csv',
    statement(
      '05.01.2026;-89,90;Vipps 1',
      '06.01.2026;EUR -12,00;Vipps 2',
      '07.01.2026;EUR -1,50;Vipps 3',
      '08.01.2026;USD 3;Fee',
    ),
    'bank',
  );
  expect(receipt.unmatched?.[0]?.texts).toEqual([
    { text: 'Vipps 1', rows: 3, row: '2', amount: '89.90', others: [{ currency: 'EUR', amount: '13.50' }] },
    { text: 'Fee', rows: 1, row: '5', amount: '0.00', others: [{ currency: 'USD', amount: '-3.00' }] },
  ]);
});

test('where the cells or the rules say all accounts nothing is said', async () => {
  const office = await openOffice({ jobs: { bank: BANK(KIWI) } });
  const { receipt } = await office.book('a.csv', statement('05.01.2026;-89,90;KIWI 505'), 'bank');
  expect(receipt).not.toHaveProperty('unmatched');
});

test('a rule that is made for a text matches its rows from then on', async () => {
  const office = await openOffice({ jobs: { bank: `# Banken\n${BANK(FUEL)}` } });
  const folder = join(office.folder, 'jobs');
  const text = 'Vipps*Kiosk (Nord) 0601';
  const first = await office.book('a.csv', statement(`05.01.2026;10,00;${text}`), 'bank');
  expect(first.receipt.unmatched).toMatchObject([{ texts: [{ text }] }]);
  await rememberMapping(folder, 'bank', {
    section: 'rules',
    description: patternOf(text),
    set: { contraAccount: '3900' },
  });
  expect(readFileSync(join(folder, 'bank.yaml'), 'utf8')).toMatch(/^# Banken\n.*circle k.*vipps/s);
  const { receipt } = await office.book('b.csv', statement(`06.01.2026;11,00;${text.replace('0601', '0701')}`), 'bank');
  expect(receipt).not.toHaveProperty('unmatched');
  expect(receipt.totals.accounts.map(({ account }) => account)).toEqual(['1920', '3900']);
});
