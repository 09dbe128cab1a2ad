import { describe, expect, it } from 'vitest';
import { LOCKED_BEFORE } from '../../src/sandbox/reference/company.ts';
import { BOOK, type SandboxClient, sandboxClient } from './client.ts';

type Line = Record<string, unknown>;

/** Books a sound entry, then one whose first line was changed; answers the messages. */
async function refuseLine(client: SandboxClient, change: Line): Promise<{ Message: string; PropertyName: string }[]> {
  const bad = client.entry();
  Object.assign(bad.DraftLines[0]!, change);
  const { status, json } = await client.post(BOOK, [client.entry(), bad]);
  expect(status).toBe(400);
  expect((await client.get('/sandbox/booked?summary=1')).json.count).toBe(0);
  return json.Messages;
}

describe('booking', () => {
  it('answers an ID and a number for each entry, and shows the draft lines as they were sent', async () => {
    const client = await sandboxClient();
    const vat = await client.vatTypeId('3');
    const first = client.entry(1234.5, 'Kaffe & kake «æøå» 😀');
    Object.assign(first.DraftLines[1]!, { VatTypeID: vat });
    const { status, json } = await client.post(BOOK, [first, client.entry(0.01), client.entry(7, 'x', '2023-12-31')]);
    expect(status).toBe(200);
    expect(json.map((row: Line) => row['JournalEntryNumber'])).toEqual(['1-2024', '2-2024', '1-2023']);
    const { entries, count, lines, totals } = await client.booked();
    expect(count).toBe(3);
    expect(lines).toBe(6);
    expect(totals).toEqual({ '1920': '1241.51', '3000': '-1241.51' });
    expect(entries.map((each: Line) => each['id'])).toEqual(json.map((row: Line) => row['ID']));
    expect(entries[0]).toMatchObject({ number: '1-2024', request: 1, index: 0, company: 'default' });
    const common = { Description: 'Kaffe & kake «æøå» 😀', FinancialDate: '2024-03-01' };
    expect(entries[0].lines).toEqual([
      { AccountID: client.bank, AccountNumber: 1920, Amount: '1234.50', ...common, VatTypeID: null, VatCode: null },
      { AccountID: client.sales, AccountNumber: 3000, Amount: '-1234.50', ...common, VatTypeID: vat, VatCode: '3' },
    ]);
    expect(entries[2].number).toBe('1-2023');
  });

  it('sums decimals exactly', async () => {
    const client = await sandboxClient();
    const lines = (amounts: number[]) => ({
      DraftLines: amounts.map((Amount) => ({ ...client.entry().DraftLines[0], Amount })),
    });
    expect((await client.post(BOOK, [lines([0.1, 0.2, -0.3])])).status).toBe(200);
    expect((await client.post(BOOK, [lines([9999999999999.99, 0.01, -9999999999999.99, -0.01])])).status).toBe(200);
    // In floating point these two sums are zero and not zero.
    const { status, json } = await client.post(BOOK, [lines([9007199254740.93, -9007199254740.92])]);
    expect(status).toBe(400);
    expect(json.Messages).toEqual([
      { Message: 'The journal entry is not in balance, the difference is 0.01.', PropertyName: '[0].DraftLines' },
    ]);
  });

  it.each([
    ['AccountID', { AccountID: 1920 }, 'There is no account with ID 1920.'],
    ['AccountID', { AccountID: '214003' }, 'AccountID must be a whole number.'],
    ['VatTypeID', { VatTypeID: 3 }, 'There is no VAT type with ID 3.'],
    ['Amount', { Amount: '100' }, 'Amount must be a number.'],
    ['Amount', { Amount: 100.001 }, 'Amount 100.001 has more than two decimals.'],
    ['Amount', { Amount: 1e13 }, 'Amount 10000000000000 is too large.'],
    ['Description', { Description: null }, 'Description must be a text.'],
    ['Description', { Description: 'x'.repeat(501) }, "Description can't be longer than 500 characters."],
    ['FinancialDate', { FinancialDate: '2024-02-30' }, '"2024-02-30" is not a date as YYYY-MM-DD.'],
    ['FinancialDate', { FinancialDate: '01.03.2024' }, '"01.03.2024" is not a date as YYYY-MM-DD.'],
    ['FinancialDate', { FinancialDate: undefined }, 'Nothing is not a date as YYYY-MM-DD.'],
  ])('refuses the request whole for a bad %s, and says where: %o', async (field, change, message) => {
    const messages = await refuseLine(await sandboxClient(), change);
    expect(messages).toContainEqual({ Message: message, PropertyName: `[1].DraftLines[0].${field}` });
  });

  it('refuses locked and deleted accounts, locked periods and entries across two years', async () => {
    const client = await sandboxClient();
    const at = (messages: { PropertyName: string }[]) => messages.map((each) => each.PropertyName);
    expect((await refuseLine(client, { AccountID: await client.accountId(2401) }))[0]!.Message).toBe(
      'Account 2401 is locked for booking.',
    );
    expect((await refuseLine(client, { AccountID: await client.accountId(1925) }))[0]!.Message).toMatch(/no account/);
    expect(at(await refuseLine(client, { FinancialDate: '2025-01-01' }))).toEqual(['[1].DraftLines[1].FinancialDate']);
    const locked = await refuseLine(client, { FinancialDate: '2019-12-31' });
    expect(locked[0]!.Message).toContain(`locked before ${LOCKED_BEFORE}`);
    await client.put('/sandbox/locked-before', { date: '2017-01-01' });
    expect((await client.post(BOOK, [client.entry(1, 'Gammelt', '2017-01-01')])).status).toBe(200);
  });

  it('takes dates that are there and none that are not', async () => {
    const client = await sandboxClient();
    const statuses = async (dates: string[]) =>
      Promise.all(dates.map(async (date) => (await client.post(BOOK, [client.entry(1, 'x', date)])).status));
    const lastDays = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2023, month + 1, 0)));
    const texts = [...lastDays.map((day) => day.toISOString().slice(0, 10)), '2024-02-29'];
    expect(new Set(await statuses(texts))).toEqual(new Set([200]));
    const nextDays = texts.map((text) => text.slice(0, 8) + (Number(text.slice(8)) + 1));
    expect(
      new Set(
        await statuses([
          ...nextDays,
          '2024-00-01',
          '2024-13-01',
          '2024-01-00',
          '2023-02-29',
          '20240-1-01',
          '2024-1-001',
          '2024-01-1x',
        ]),
      ),
    ).toEqual(new Set([400]));
  });

  it('sees digits that a floating point number would lose', async () => {
    const client = await sandboxClient();
    const text = JSON.stringify([client.entry(5), client.entry(0.1)]);
    const { status, json } = await client.post(BOOK, text.replace('"Amount":0.1,', '"Amount":0.1000000000000000055,'));
    expect(status).toBe(400);
    expect(json.Messages[0].PropertyName).toBe('[1].DraftLines[0].Amount');
    expect((await client.post(BOOK, text.replace('"Amount":0.1,', '"Amount":0.1000,'))).status).toBe(200);
  });

  it('tells of every bad entry of a request', async () => {
    const client = await sandboxClient();
    const unbalanced = client.entry();
    unbalanced.DraftLines.pop();
    const { json } = await client.post(BOOK, [unbalanced, client.entry(), { DraftLines: [] }, 7]);
    expect(json.Messages.map((each: Line) => each['PropertyName'])).toEqual([
      '[0].DraftLines',
      '[2].DraftLines',
      '[3]',
    ]);
  });

  it('refuses what is no booking request', async () => {
    const client = await sandboxClient();
    expect((await client.post(BOOK, '{"DraftLines":[')).status).toBe(400);
    expect((await client.post(BOOK, client.entry())).status).toBe(400);
    expect((await client.post(BOOK, [])).status).toBe(400);
    expect((await client.post('/api/biz/journalentries', [client.entry()])).status).toBe(400);
    expect((await client.post(BOOK, [client.entry()], { 'content-type': 'text/csv' })).status).toBe(415);
    expect((await client.post(BOOK, ' '.repeat(8 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await client.get('/api/biz/journalentries')).status).toBe(405);
    expect((await client.get('/sandbox/booked?summary=1')).json).toEqual({ count: 0, lines: 0, totals: {} });
  });

  it('works out the VAT in the journal and leaves the draft lines alone', async () => {
    const client = await sandboxClient();
    const [sale, abroad, purchases] = [
      await client.vatTypeId('3'),
      await client.vatTypeId('86'),
      await client.accountId(6795),
    ];
    const sold = client.entry(125, 'Salg med mva');
    Object.assign(sold.DraftLines[1]!, { VatTypeID: sale });
    const bought = client.entry(-100, 'Fra utlandet');
    Object.assign(bought.DraftLines[1]!, { AccountID: purchases, VatTypeID: abroad });
    await client.post(BOOK, [sold, bought]);
    const { entries, totals } = await client.booked();
    expect(totals).toEqual({ '1920': '25.00', '3000': '-125.00', '6795': '100.00' });
    const amounts = (index: number) =>
      entries[index].vatLines.map((line: Line) => [line['AccountNumber'], line['Amount']]);
    expect(amounts(0)).toEqual([[2700, '-25.00']]);
    expect(amounts(1)).toEqual([
      [2714, '25.00'],
      [2704, '-25.00'],
    ]);
    const { json } = await client.get("/api/biz/journalentrylines?filter=Description eq 'Salg med mva'");
    expect(json.map((line: Line) => line['Amount'])).toEqual([125, -100, -25]);
  });

  it('finds booked lines by their description, whatever it holds', async () => {
    const client = await sandboxClient();
    const texts = ["O'Hara #1-2", 'æ "ø" å\\', 'plain', 'tab\there'];
    const { json } = await client.post(
      BOOK,
      texts.map((text) => client.entry(5, text)),
    );
    for (const [index, text] of texts.entries()) {
      const filter = encodeURIComponent(`Description eq '${text.replaceAll("'", "''")}'`);
      const found = await client.get(`/api/biz/journalentrylines?filter=${filter}&top=1`);
      expect(found.json).toHaveLength(1);
      expect(found.json[0]).toMatchObject({
        Description: text,
        Amount: 5,
        AccountID: client.bank,
        JournalEntryID: json[index].ID,
        JournalEntryNumber: json[index].JournalEntryNumber,
      });
    }
    expect((await client.get("/api/biz/journalentrylines?filter=Description eq 'absent'&top=1")).json).toEqual([]);
    // A sender may escape every character: \u0070 is p.
    await client.post(BOOK, JSON.stringify([client.entry(9, 'XX')]).replaceAll('XX', '\\u0070ip'));
    expect((await client.get("/api/biz/journalentrylines?filter=Description eq 'pip'")).json).toHaveLength(2);
    expect((await client.get("/api/biz/journalentrylines?filter=Text eq 'absent'&top=3")).json).toHaveLength(3);
  });

  it.each([
    ['full', 200, [{ ID: 60001, JournalEntryNumber: '1-2024' }]],
    ['201', 201, [{ ID: 60001, JournalEntryNumber: '1-2024' }]],
    ['ids', 200, [{ ID: 60001 }]],
    ['empty', 200, undefined],
    ['204', 204, undefined],
  ])('answers a success as reply=%s asks', async (style, status, body) => {
    const client = await sandboxClient();
    await client.put('/sandbox/faults', { spec: `reply=${style}` });
    const reply = await client.post(BOOK, [client.entry()]);
    expect(reply.status).toBe(status);
    expect(reply.json).toEqual(body);
    expect((await client.booked()).count).toBe(1);
  });

  it('keeps the books of companies apart', async () => {
    const client = await sandboxClient();
    await client.post(BOOK, [client.entry(1)], { CompanyKey: 'a' });
    await client.post(BOOK, [client.entry(2), client.entry(3)], { CompanyKey: 'b' });
    expect((await client.get('/sandbox/booked?summary=1&company=a')).json.totals).toEqual({
      '1920': '1.00',
      '3000': '-1.00',
    });
    const { count, companies, entries } = await client.booked();
    expect(count).toBe(3);
    expect(companies.b).toEqual({ count: 2, lines: 4, totals: { '1920': '5.00', '3000': '-5.00' } });
    expect(entries.map((each: Line) => [each['company'], each['number']])).toEqual([
      ['a', '1-2024'],
      ['b', '1-2024'],
      ['b', '2-2024'],
    ]);
  });

  it('takes many entries of many lines, and streams all of them back', async () => {
    const client = await sandboxClient();
    const batch = Array.from({ length: 100 }, (_, index) => client.entry(index + 0.37, `Linje ${index}`));
    const replies = await Promise.all(Array.from({ length: 60 }, () => client.post(BOOK, batch)));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    const { entries, count, totals } = await client.booked();
    expect(count).toBe(6000);
    expect(entries).toHaveLength(6000);
    expect(totals['1920']).toBe(`${60 * (4950 + 37)}.00`);
    expect(new Set(entries.map((each: Line) => each['id'])).size).toBe(6000);
    expect(new Set(entries.map((each: Line) => each['number'])).size).toBe(6000);
  });
});

it('keeps on which account it was booked when two accounts exchange their IDs', async () => {
  const client = await sandboxClient();
  await client.post(BOOK, [client.entry(100)]);
  expect((await client.post('/sandbox/exchanged-ids', { accounts: [3000, 3020] })).status).toBe(200);
  expect(await client.accountId(3020)).toBe(client.sales);
  await client.post(BOOK, [client.entry(30)]);
  const { entries, totals } = await client.booked();
  expect(entries.map(({ lines }: { lines: { AccountNumber: number }[] }) => lines[1]!.AccountNumber)).toEqual([
    3000, 3020,
  ]);
  expect(totals).toEqual({ 1920: '130.00', 3000: '-100.00', 3020: '-30.00' });
  expect((await client.post('/sandbox/exchanged-ids', { accounts: [3000, 1] })).status).toBe(400);
});
