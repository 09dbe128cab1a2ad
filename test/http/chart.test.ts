import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ChartValue } from '../../src/core/records.ts';
import { journal, type Office, openOffice, voucher } from '../importing/office.ts';
import { ACCOUNT, mender, wrongAccount } from './mender.ts';
import { serve, until } from './serve.ts';

const VAT_JOB = `kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst, vat: Mva }
`;
const withVat = (code: string) =>
  `Bilagsnr;Dato;Konto;Beløp;Tekst;Mva\n1;05.01.2026;1920;10,00;A;\n1;05.01.2026;3000;-10,00;A;${code}\n`;

/** An import that waits, and what the server says of its chart once the service was read. */
async function waits(office: Office, wrong = '3015', ports = {}) {
  const { row } = await office.book('a.csv', journal(voucher(1, 1), wrongAccount(2, 20, wrong)));
  const server = await serve(office, { ports });
  const chart = async (query = '') => (await server.get(`/api/imports/${row.id}/chart${query}`)).json;
  const settled = async (query = '') => {
    await until(async () => (await chart(query)).state !== 'reading');
    return chart(query);
  };
  return { row, server, chart, settled, ...mender(office, server, row) };
}

describe('the chart of an import', () => {
  test('has what its plan was told at once, and what the service lists a moment later', async () => {
    const { chart, settled } = await waits(await openOffice());
    expect(await chart()).toEqual({
      of: 'account',
      q: '',
      total: 2,
      matching: 2,
      values: [
        { value: '1920', name: 'Bankinnskudd' },
        { value: '3000', name: 'Salgsinntekt handelsvarer, høy sats' },
      ],
      whole: false,
      state: 'reading',
    });
    const now = await settled('?q=PORTO');
    expect(now).toMatchObject({ matching: 1, values: [{ value: '6940', name: 'Porto' }], whole: true, state: 'kept' });
    expect(now.total).toBeGreaterThan(200);
    expect(Date.parse(now.readAt)).toBeLessThanOrEqual(Date.now());
    const all = await chart('?limit=100');
    expect([all.values.length, all.matching, all.total]).toEqual([100, now.total, now.total]);
    const vat = await chart('?of=vat-type&q=middels');
    expect(vat.values.length).toBeGreaterThan(0);
    expect(vat.values.every(({ name }: { name: string }) => /middels/i.test(name))).toBe(true);
  });

  test('is there while the service is away, which is said with its age', async () => {
    const office = await openOffice();
    let now = Date.now();
    const { chart, settled } = await waits(office, '3015', { now: () => now });
    await settled();
    const { readAt, total } = await chart();
    now += 3_600_001;
    await office.faults('get-503=1');
    const away = await settled('?q=porto');
    expect(away).toMatchObject({ state: 'away', readAt, total, values: [{ value: '6940' }] });
  });

  test('has an account that was created a moment ago, as soon as it is looked for', async () => {
    const office = await openOffice({ service: 'cache: { missing: 0s }' });
    let now = Date.now();
    const { settled } = await waits(office, '3015', { now: () => now });
    await settled();
    await office.call('POST', 'accounts', [{ AccountNumber: 6941, AccountName: 'Porto, utland', VatTypeID: null }]);
    now += 10_000;
    expect(await settled('?q=6941')).toMatchObject({ values: [{ value: '6941', name: 'Porto, utland' }] });
  });

  test('of another company is never offered where the service has changed its books', async () => {
    const office = await openOffice({ service: 'headers: { CompanyKey: toys }' });
    for (const company of ['toys', 'books']) {
      const account = { AccountNumber: 6950, AccountName: `Porto for ${company}`, VatTypeID: null };
      await office.call('POST', `accounts?company=${company}`, [account]);
      const vat = { VatCode: company, VatPercent: '25', Name: `Mva for ${company}`, OutputVat: true };
      await office.call('POST', `vattypes?company=${company}`, [vat]);
    }
    const { row, settled } = await waits(office);
    await settled();
    office.useService('headers: { CompanyKey: books }');
    const later = await openOffice({ beside: office });
    const server = await serve(later);
    const of = async (what: string) => (await server.get(`/api/${what}`)).json;
    const mine = `imports/${row.id}`;
    // The other company's chart is read, by its own name.
    await until(async () => (await of('services/main/chart?q=porto%20for')).values.length > 0);
    expect((await of('services/main/chart?q=porto%20for')).values).toEqual([
      { value: '6950', name: 'Porto for books' },
    ]);
    const chart = await of(`${mine}/chart?q=porto%20for`);
    expect(chart).toMatchObject({ state: 'other-books', values: [{ value: '6950', name: 'Porto for toys' }] });
    const codes = await of(`${mine}/chart?of=vat-type&q=mva%20for`);
    expect(codes.values).toEqual([{ value: 'toys', name: 'Mva for toys' }]);
    const { causes } = await of(`${mine}/waiting`);
    const { suggestions } = await of(`${mine}/suggestions?cause=${causes[0].no}`);
    expect(JSON.stringify([suggestions, causes])).not.toContain('for books');
    expect(suggestions.length).toBeGreaterThan(0);
  });

  test('that is not known yet is not filled with the books that the service keeps now', async () => {
    const office = await openOffice({ service: 'headers: { CompanyKey: toys }', jobs: { journal: VAT_JOB } });
    const { row } = await office.book('a.csv', withVat('77'));
    await office.ledger.write(async (tx) => tx.chart.keep('company:toys', 'main', [], true, Date.now()));
    office.useService('headers: { CompanyKey: books }');
    const server = await serve(await openOffice({ beside: office }));
    const get = async (path: string) => (await server.get(`/api/imports/${row.id}/${path}`)).json;
    const { causes } = await get('waiting');
    expect(causes[0]).toMatchObject({ code: 'vat-unknown' });
    expect(await get(`suggestions?cause=${causes[0].no}`)).toMatchObject({ suggestions: [] });
    expect(await get('chart?of=vat-type')).toMatchObject({ total: 0, values: [], state: 'other-books' });
  });

  test('is told to who may look, and what is asked is checked', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20)));
    const token = `sha256:${createHash('sha256').update('bilag_vera').digest('hex')}`;
    const users = [{ name: 'vera', role: 'viewer' as const, token }];
    const server = await serve(office, { users });
    const authorization = 'Bearer bilag_vera';
    for (const path of [`/api/imports/${row.id}/chart`, '/api/services/main/chart']) {
      expect((await server.get(path)).status).toBe(401);
      expect((await server.get(`${path}?of=vat`, { authorization })).json.error.message).toContain('Did you mean');
      for (const query of ['limit=0', 'limit=101', `q=${'x'.repeat(101)}`])
        expect([query, (await server.get(`${path}?${query}`, { authorization })).status]).toEqual([query, 400]);
    }
    expect((await server.get('/api/services/maim/chart', { authorization })).status).toBe(404);
    expect((await server.get('/api/imports/01M7Y70DRAX1NCFJ699GM8ZHVA/chart', { authorization })).status).toBe(404);
  });
});

describe('what is proposed for a cause', () => {
  test('is the nearest account of its group, which the file need not name', async () => {
    const { row, server, waiting, settled } = await waits(await openOffice());
    // As near as 3020, and the lower one of the two.
    const proposal = {
      value: '3010',
      name: 'Salgsinntekt egentilvirkede varer, høy sats',
      why: { is: 'nearest' },
    };
    // The button of the cause, and the first that is suggested in the list under it: also at the first look.
    const both = async () => {
      const [cause] = (await waiting()).causes;
      const { suggestions } = (await server.get(`/api/imports/${row.id}/suggestions?cause=${cause.no}`)).json;
      return [cause.proposal, suggestions[0]];
    };
    expect(await both()).toEqual([proposal, proposal]);
    await settled();
    expect(await both()).toEqual([proposal, proposal]);
  });

  test('is nothing before the list of the service was read: the nearest in the file may soon be another', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(voucher(1, 1), wrongAccount(2, 20, '3015')));
    await office.faults('get-503=1');
    const server = await serve(office);
    const { causes } = await mender(office, server, row).waiting();
    expect(causes[0].code).toBe('account-unknown');
    expect(causes[0].proposal).toBeUndefined();
    const { suggestions } = (await server.get(`/api/imports/${row.id}/suggestions?cause=${causes[0].no}`)).json;
    expect(suggestions[0]).toEqual({ value: '3000', name: 'Salgsinntekt handelsvarer, høy sats' });
  });

  test('is nothing where no account is near', async () => {
    const { waiting, settled } = await waits(await openOffice(), '9');
    await settled();
    expect((await waiting()).causes[0].proposal).toBeUndefined();
  });

  test('is what people chose in earlier files of the job, with how often, while that is still there', async () => {
    const office = await openOffice();
    const first = await office.book(
      'jan.csv',
      journal(wrongAccount(11, 1, '3015'), wrongAccount(12, 2, '3015'), wrongAccount(13, 3, '3015')),
    );
    const server = await serve(office);
    /** The service's list, as if it had just been read. */
    const knows = async (values: ChartValue[]) => {
      await office.ledger.chart.begin('service:main', 'main', Date.now(), Date.now());
      await office.ledger.chart.keep('service:main', 'main', values, true, Date.now());
    };
    const january = mender(office, server, first.row);
    await knows([
      { kind: 'account', code: '3100', id: 1, name: 'Avgiftsfritt' },
      { kind: 'account', code: '3200', id: 2, name: 'Utenfor' },
    ]);
    const { causes } = await january.waiting();
    await january.mend({ cause: causes[0].no }, [3, 6], { do: 'set', column: ACCOUNT, from: '3015', to: '3200' });
    const [last] = (await january.waiting()).entries.slice(-1);
    await january.revise({ row: last.lines[1].number, column: ACCOUNT, value: '3100' });
    // What is not submitted may be taken back.
    const { row } = await office.book('feb.csv', journal(wrongAccount(21, 4, '3015')));
    const february = mender(office, server, row);
    const proposed = async () => (await february.waiting()).causes[0].proposal;
    expect(await proposed()).toBeUndefined();
    await january.tried();
    await january.mend({ revised: true }, [3, 6], { do: 'retry' });
    await january.go();
    expect(await proposed()).toMatchObject({
      value: '3200',
      why: { is: 'replaced', entries: 2, of: 3, at: expect.stringMatching(/^20/) },
    });
    await knows([{ kind: 'account', code: '3100', id: 1, name: 'Avgiftsfritt' }]);
    expect(await proposed()).toMatchObject({ value: '3100', why: { is: 'replaced', entries: 1, of: 3 } });
  });

  test('is the VAT code of that rate where only one has it', async () => {
    const office = await openOffice({ jobs: { journal: VAT_JOB } });
    await office.call('POST', 'vattypes', [{ VatCode: 'R9', VatPercent: '9', Name: 'Ni prosent', OutputVat: true }]);
    const { row } = await office.book('a.csv', withVat('9'));
    const { waiting } = mender(office, await serve(office), row);
    const { causes, chart } = await waiting();
    expect(causes[0].proposal).toEqual({ value: 'R9', name: 'Ni prosent', why: { is: 'rate', percent: '9' } });
    expect(chart).toEqual([
      { column: ACCOUNT, of: 'account' },
      { column: 5, of: 'vat-type' },
    ]);
  });
});
