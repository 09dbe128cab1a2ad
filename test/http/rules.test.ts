import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openOffice } from '../importing/office.ts';
import { mender } from './mender.ts';
import { serve } from './serve.ts';

const BANK = `kind: bookings
columns: { date: Dato, amount: Beløp, description: Tekst }
defaults: { account: "1920", contraAccount: "2990" }
rules:
  - { when: { description: "circle k" }, set: { contraAccount: "7000" } }
`;
const STATEMENT = 'Dato;Beløp;Tekst\n05.01.2026;-89,90;KIWI 505\n06.01.2026;-700,00;Circle K\n';

async function unmatchedRows() {
  const office = await openOffice({ jobs: { bank: BANK } });
  const { row } = await office.book('a.csv', STATEMENT, 'bank');
  const server = await serve(office);
  return { office, row, server, ...mender(office, server, row) };
}

test('a rule is made for a text that none matched, and stands in the history', async () => {
  const { office, row, server, send } = await unmatchedRows();
  const { json: told } = await server.get(`/api/imports/${row.id}`);
  expect(told.unmatched).toMatchObject([{ field: 'contraAccount', account: '2990', texts: [{ text: 'KIWI 505' }] }]);
  const { status, json } = await send('POST', 'rules', { field: 'contraAccount', text: 'KIWI 505', account: '4310' });
  expect({ status, json }).toEqual({ status: 200, json: { job: 'bank', description: '^kiwi\\s+\\d+$' } });
  expect(readFileSync(join(office.folder, 'jobs', 'bank.yaml'), 'utf8')).toContain('4310');
  const remembered = (await office.ledger.imports.events(row.num)).find(({ what }) => what === 'remembered')!;
  expect(JSON.parse(remembered.detail!)).toEqual({ job: 'bank', section: 'rules', from: ['KIWI 505'], to: '4310' });
});

test.each([
  ['a text that the import has not', { field: 'contraAccount', text: 'REMA', account: '4310' }, 409],
  ['another field', { field: 'account', text: 'KIWI 505', account: '4310' }, 409],
  ['what is no account', { field: 'contraAccount', text: 'KIWI 505', account: 'varer' }, 400],
])('%s is refused, and the job stays as it is', async (_, body, refused) => {
  const { office, send } = await unmatchedRows();
  expect((await send('POST', 'rules', body)).status).toBe(refused);
  expect(readFileSync(join(office.folder, 'jobs', 'bank.yaml'), 'utf8')).toBe(BANK);
});
