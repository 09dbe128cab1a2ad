import { expect, vi } from 'vitest';
import type { Receipt } from '../../src/reporting/receipt.ts';
import { bytesOf, dashboardOffice, inBrowser } from './open-dashboard.ts';
import { asFile, bringIn, type VoucherRow } from './vouchers.ts';

const dashboard = dashboardOffice();

inBrowser('a receipt on paper has every account, and nothing to press', async () => {
  const id = await bringIn(dashboard, 'januar.csv', bytesOf('bookings.csv'), 'completed');
  const { totals } = await dashboard.ask<{ totals: { accounts: unknown[] } }>(`/api/imports/${id}`);
  const kari = await dashboard.person();
  const page = await kari.open(`/imports/${id}`);
  await page.getByText('It adds up').waitFor();
  const accounts = page.locator('.money tbody tr');
  await accounts.first().waitFor();
  expect(await accounts.count()).toBeLessThan(totals.accounts.length);
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  expect(await accounts.count()).toBe(totals.accounts.length);
  // No page is left empty: the table goes on from the first to the second, and the history is on the third.
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(PAGES);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button').count()).toBe(0);
  // Where every row ended up is told in a fold, which is open on paper.
  expect(await page.getByRole('row', { name: /^Read from the file/ }).isVisible()).toBe(true);
});

/** Of a receipt with 36 accounts. */
const PAGES = 3;

type Line = readonly [account: string, amount: string];
const voucher = (number: string, ...lines: readonly Line[]): VoucherRow[] =>
  lines.map(([Konto, amount]) => ({
    Bilagsnr: number,
    Dato: '05.10.2026',
    Konto,
    Tekst: `Salg ${number}`,
    Beløp: amount,
    'Mva-kode': '',
  }));
/** `−1,234.50`, `−1 234,50` and `–` as øre. */
const cents = (text: string) => (text === '–' ? 0 : Number(text.replace('−', '-').replaceAll(/[^\d-]/g, '')));

inBrowser.for(['en-GB', 'nb-NO'] as const)(
  'the figures of an import agree with each other on its page: %s',
  async (language) => {
    const first = language === 'nb-NO' ? '7' : '8';
    const again = voucher(`${first}1`, ['1920', '20,00'], ['3000', '-20,00']);
    await bringIn(dashboard, `${first}-oktober.csv`, asFile(again), 'completed');
    // One is booked already, one names an account that is not there, one stands on both sides of its accounts.
    const rows = [
      ...again,
      ...voucher(`${first}2`, ['1920', '75,50'], ['3015', '-75,50']),
      ...voucher(`${first}3`, ['1920', '1234,00'], ['3000', '-1234,00'], ['1920', '-30,00'], ['3000', '30,00']),
    ];
    const id = await bringIn(dashboard, `${first}-november.csv`, asFile(rows), 'partly-booked');
    const kari = await dashboard.person({ language });
    const page = await kari.open(`/imports/${id}`);
    const nb = language === 'nb-NO';
    // One on hold, and one booked before: in the sentence, on the button, in the bar, in the steps and in the table of rows.
    await page
      .locator('.say .one')
      .getByText(
        nb
          ? '1 bilag er på vent til feilene er rettet. 1 bilag er allerede bokført av en tidligere import'
          : '1 voucher is on hold until you fix it. 1 voucher is already booked by an earlier import',
      )
      .waitFor();
    expect(await page.locator('.say .btn').textContent()).toBe(nb ? 'Rett 1 bilag' : 'Fix 1 voucher');
    expect(await page.locator('.receipt .legend li').allInnerTexts()).toEqual(
      nb ? ['1 bokført', '1 på vent', '1 allerede bokført'] : ['1 booked', '1 on hold', '1 already booked'],
    );
    expect(await page.locator('.steps .hold .sub').textContent()).toBe(
      nb ? '1 bilag på vent, 1 bilag allerede bokført' : '1 voucher on hold, 1 voucher already booked',
    );
    await page
      .locator('summary', { hasText: nb ? 'Rader og bilag' : 'Rows and vouchers' })
      .first()
      .click();
    const placed = page.locator('.fold[open] table').first();
    expect(await placed.locator('tbody tr').allInnerTexts()).toEqual(
      (nb
        ? [
            ['bokført', '4', '1'],
            ['på vent', '2', '1'],
            ['allerede bokført', '2', '1'],
          ]
        : [
            ['booked', '4', '1'],
            ['on hold', '2', '1'],
            ['already booked', '2', '1'],
          ]
      ).map(([name, of, n]) => expect.stringMatching(new RegExp(`${name}\\s+${of}\\s+${n}`))),
    );
    // What is on hold is not booked: in the sum, and in its column. What was booked before is no part of it.
    expect(await page.locator('.sums > div').last().locator('dd').allInnerTexts()).toEqual(
      nb ? ['75,50', 'allerede bokført: 20,00'] : ['75.50', 'already booked: 20.00'],
    );
    const table = page.locator('.money');
    const heads = await table.locator('thead th').allInnerTexts();
    expect(heads.slice(1)).toEqual(
      nb
        ? ['I filen', 'Bokført', 'Allerede bokført', 'Ikke bokført']
        : ['In the file', 'Booked', 'Already booked', 'Not booked'],
    );
    const figures = async (rows: string) =>
      (
        await table
          .locator(rows)
          .evaluateAll((trs) => trs.map((tr) => [...tr.querySelectorAll('td')].map((td) => td.textContent ?? '')))
      ).map((tr) => tr.map(cents));
    const accounts = await figures('tbody tr');
    const [both, debit, credit, balance] = await figures('tfoot tr');
    expect(both).toEqual([6_000, 6_000, 0, 0]);
    for (const at of [0, 1, 2, 3]) {
      const column = accounts.map((each) => each[at]!);
      const sum = (of: readonly number[]) => of.reduce((all, each) => all + each, 0);
      expect(sum(column.filter((each) => each > 0)) + both![at]!, heads[at + 1]).toBe(debit![at]);
      expect(sum(column.filter((each) => each < 0)) - both![at]!, heads[at + 1]).toBe(credit![at]);
      expect(sum(column), heads[at + 1]).toBe(balance![at]);
    }
    expect(await page.locator('.sums > div').first().locator('dd').first().textContent()).toMatch(
      nb ? /1.359,50/ : '1,359.50',
    );
    expect(debit).toEqual([135_950, 126_400, 2_000, 7_550]);
  },
);

const cardJob = (account: string, onDuplicate: 'skip' | 'hold') => `kind: bookings
columns: { date: Dato, amount: Beløp, description: Tekst }
defaults: { account: "1940", contraAccount: "7140" }
rules: [{ when: { description: kiwi }, set: { contraAccount: "${account}" } }]
onDuplicate: ${onDuplicate}
`;
const CARD = ['Dato;Beløp;Tekst', '05.01.2026;-89,90;Kiwi 505', '06.01.2026;-12,00;Rema'];

inBrowser('a rule was edited since: what is already booked is on the accounts that the service has', async () => {
  const bring = (name: string, rows: readonly string[], state: string) =>
    bringIn(dashboard, name, `${rows.join('\n')}\n`, state, { job: 'kort' });
  const edit = async (account: string, onDuplicate: 'skip' | 'hold') => {
    await dashboard.office.write('jobs/kort.yaml', cardJob(account, onDuplicate));
    const now = async () => JSON.stringify(await dashboard.ask('/api/jobs/kort'));
    await vi.waitFor(async () => expect(await now()).toMatch(new RegExp(`${account}.*${onDuplicate}`, 's')), {
      timeout: 90_000,
    });
  };
  type Sums = Readonly<Record<string, string>>;
  const inService = async () => (await dashboard.control<{ totals: Sums }>('booked')).totals;
  const before = await inService();
  await edit('6540', 'skip');
  await bring('kort-1.csv', CARD, 'completed');
  await edit('6800', 'skip');
  const settled = await bring('kort-2.csv', [...CARD, '07.01.2026;-20,00;Kiwi 7'], 'completed');
  const after = await inService();

  // Each figure of the command line is what the sandbox got: both files together say what it has.
  const { out } = await dashboard.office.run('show', settled, '--json');
  const { totals, mismatches = [] } = JSON.parse(out) as Receipt;
  expect(mismatches).toEqual([]);
  expect(totals.accounts.map(({ account }) => account)).toEqual(['1940', '6540', '6800', '7140']);
  for (const { account, booked, already = '0' } of totals.accounts)
    expect(cents(booked) + cents(already), account).toBe(cents(after[account]!) - cents(before[account] ?? '0'));

  const person = await dashboard.person();
  /** What is not booked in all, and what is said of it. */
  let sums: string[] = [];
  const rowsOf = async (id: string, proof: RegExp) => {
    const page = await person.open(`/imports/${id}`);
    await page.getByText(proof).waitFor();
    const texts = (each: string) =>
      page
        .locator(`.money ${each}`)
        .evaluateAll((trs) =>
          trs.map((tr) =>
            [...tr.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim().slice(0, 15) ?? ''),
          ),
        );
    const [[, ...heads]] = (await texts('thead tr')) as [string[]];
    const rows = await texts('tbody tr');
    sums = await page.locator('.sums > div').last().locator('dd').allInnerTexts();
    return rows.map(([name, ...cells]) => [
      name!.slice(0, 4),
      Object.fromEntries(heads.map((head, at) => [head, cells[at]])),
    ]);
  };
  const none = { 'In the file': '–', 'Another account': '–', Booked: '0.00' };
  expect(
    await rowsOf(settled, /in the file \+ corrected \+ another account = booked \+ already booked \+ not booked/),
  ).toEqual([
    ['1940', { ...none, 'In the file': '−121.90', Booked: '−20.00', 'Already booked': '−101.90' }],
    ['6540', { ...none, 'Another account': '89.90', 'Already booked': '89.90' }],
    ['6800', { ...none, 'In the file': '109.90', 'Another account': '−89.90', Booked: '20.00', 'Already booked': '–' }],
    ['7140', { ...none, 'In the file': '12.00', 'Already booked': '12.00' }],
  ]);
  expect(sums).toEqual(['0.00', 'already booked: 101.90']);

  // Nobody has decided about these, and they are booked all the same.
  await edit('6800', 'hold');
  const held = await bring('kort-3.csv', [...CARD].concat('08.01.2026;-5,00;Rema 8'), 'partly-booked');
  expect(
    await rowsOf(held, /in the file \+ corrected \+ another account = booked \+ already booked \+ not booked/),
  ).toEqual([
    ['1940', { ...none, 'In the file': '−106.90', Booked: '−5.00', 'Already booked': '−101.90' }],
    ['6540', { ...none, 'Another account': '89.90', 'Already booked': '89.90' }],
    ['6800', { ...none, 'In the file': '89.90', 'Another account': '−89.90', 'Already booked': '–' }],
    ['7140', { ...none, 'In the file': '17.00', Booked: '5.00', 'Already booked': '12.00' }],
  ]);
  expect(sums).toEqual(['0.00', 'already booked: 101.90']);
  const page = await person.open(`/imports/${held}`);
  await page
    .getByText(
      '2 vouchers are already booked by an earlier import: skip them, or book what is new. 1 voucher is booked.',
    )
    .waitFor();
  await page.getByRole('link', { name: 'Check 2 vouchers' }).waitFor();
});

/** More batches than are sent at once. */
const MANY = 900;

inBrowser('what somebody cancelled is said so everywhere, and nobody is asked to fix it', async () => {
  const rows = Array.from({ length: MANY }, (_, at) =>
    voucher(`${30_001 + at}`, ['1920', '10,00'], ['3000', '-10,00']),
  ).flat();
  await dashboard.control('faults', { spec: 'slow=1,slow-for=2s' }, 'PUT');
  const address = '/api/imports?job=bookings&name=stoppet.csv';
  const body = asFile(rows);
  const { import: id } = await dashboard.ask<{ import: string }>(address, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body,
  });
  const now = () => dashboard.ask<Receipt>(`/api/imports/${id}`);
  const isSending = async () => {
    const { batches } = await dashboard.ask<{ batches: { state: string }[] }>(`/api/imports/${id}/batches`);
    return batches.some(({ state }) => state === 'sending');
  };
  await expect.poll(isSending, { timeout: 60_000 }).toBe(true);
  await dashboard.ask(`/api/imports/${id}/cancel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'the wrong month' }),
  });
  await dashboard.control('faults', { spec: '' }, 'PUT');
  await vi.waitFor(async () => expect((await now()).state).toBe('partly-booked'), { timeout: 60_000 });
  const { booked, held } = (await now()).entries;
  expect([booked > 0, held > 0, booked + held]).toEqual([true, true, MANY]);
  for (const [language, said, rest] of [
    ['en-GB', `Cancelled: ${booked} vouchers are booked, ${held} are not.`, 'cancelled'],
    ['nb-NO', `Avbrutt: ${booked} bilag er bokført, ${held} er det ikke.`, 'avbrutt'],
  ] as const) {
    const page = await (await dashboard.person({ language })).open(`/imports/${id}`);
    await page.getByText(said, { exact: true }).waitFor();
    await page.locator('.legend').getByText(`${held} ${rest}`).waitFor();
    expect(await page.locator('main .primary').count()).toBe(0);
    expect(await page.getByText(/Waiting for you|Venter på deg|until you fix/).count()).toBe(0);
  }
});
