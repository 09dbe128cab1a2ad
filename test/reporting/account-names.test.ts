import { expect, test } from 'vitest';
import type * as ImportViewModule from '../../src/cli/import-view.ts';
import type * as BodyModule from '../../src/http/api/imports/body.ts';
import type * as NamesModule from '../../src/reporting/account-names.ts';
import { CARD_JOB, load, openOffice } from '../importing/office.ts';

const { accountNames } = await load<typeof NamesModule>('reporting/account-names.js');
const { viewImport } = await load<typeof ImportViewModule>('cli/import-view.js');
const { importBody } = await load<typeof BodyModule>('http/api/imports/body.js');

const jobOf = (account: string) =>
  `${CARD_JOB}rules: [{ when: { description: kiwi }, set: { contraAccount: "${account}" } }]\nonDuplicate: skip\n`;
const FIRST = 'Dato;Beløp;Tekst\n05.01.2026;-40,50;Kiwi 505\n';
const SECOND = `${FIRST}06.01.2026;-100,00;Kiwi 506\n`;

/** The shop's purchases were on 6540 when the first file came, and are on 6800 now. */
async function openRemapped() {
  const office = await openOffice({ jobs: { card: jobOf('6540') } });
  await office.book('a.csv', FIRST, 'card');
  office.defineJob('card', jobOf('6800'));
  const { row, receipt } = await office.book('b.csv', SECOND, 'card');
  return { ...office, row: await office.ledger.imports.byNum(row.num), receipt };
}

test('an account that only an earlier import has bears its name on the command line and on the page', async () => {
  const { ledger, row, receipt } = await openRemapped();
  expect(receipt.totals.accounts.map(({ account }) => account)).toEqual(['1920', '6540', '6800']);
  expect(Object.values(JSON.parse(row.facts!).accounts)).not.toContainEqual(['6540', expect.anything()]);

  const { names } = await viewImport(row.num, ledger, Date.now());
  expect(Object.fromEntries(names)).toMatchObject({
    1920: 'Bankinnskudd',
    6540: 'Inventar',
    6800: 'Kontorrekvisita',
  });
  expect(await importBody(row, receipt, ledger, Date.now())).toMatchObject({ accountNames: Object.fromEntries(names) });
});

test('what the plan read counts before the chart, and a number that neither knows has no name', async () => {
  const { ledger, row } = await openRemapped();
  await ledger.chart.note(row.company, row.service, [
    { kind: 'account', code: '1920', id: 1, name: 'Renamed since' },
    { kind: 'vat-type', code: '9999', id: 2, name: 'No account' },
  ]);
  const accounts = ['1920', '6540', '9999'].map((account) => ({ account }));
  const facts = { accounts: { 7: ['1920', 'Bankinnskudd'] } } as const;
  expect(Object.fromEntries(await accountNames(row, facts, accounts, ledger))).toEqual({
    1920: 'Bankinnskudd',
    6540: 'Inventar',
  });
  expect(Object.fromEntries(await accountNames(row, undefined, accounts, ledger))).toMatchObject({
    1920: 'Renamed since',
  });
});

test('the chart of another company gives no names', async () => {
  const { ledger, row } = await openRemapped();
  const other = { ...row, company: 'service:other' as typeof row.company };
  expect(await accountNames(other, undefined, [{ account: '6540' }], ledger)).toEqual(new Map());
});
