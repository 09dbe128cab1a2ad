import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type * as PreviewModule from '../../src/importing/plan-preview.ts';
import type { PlanFacts } from '../../src/reading/plan-ports.ts';
import { JOURNAL_JOB, journal, load, type Office, openOffice, voucher } from '../importing/office.ts';
import { drafting, sample, sampleJob } from './drafting.ts';
import { type ServeOptions, serve, until } from './serve.ts';

const { previewOf } = await load<typeof PreviewModule>('importing/plan-preview.js');

const WRONG = voucher(2, 20).replaceAll('3000', '9');
/** Longer than any test, in milliseconds. */
const NEVER_MS = 60 * 60_000;
const DEFINITION = {
  kind: 'bookings',
  columns: { entry: 'Bilagsnr', date: 'Dato', account: 'Konto', amount: 'Beløp', description: 'Tekst' },
};

async function open(options: ServeOptions & { jobs?: readonly string[] } = {}) {
  const jobs = options.jobs?.map((name) => [name, sampleJob(name)]);
  const office = await openOffice(jobs === undefined ? {} : { jobs: Object.fromEntries(jobs) });
  const server = await serve(office, options);
  return { office, server, ...drafting(server) };
}

/** What `bilag plan` records of the same file under the same job. */
async function planned(office: Office, name: string, content: Buffer | string, job: string) {
  const row = await office.take(name, content, job, { book: false });
  await office.plan(row);
  const { facts } = await office.ledger.imports.byNum(row.num);
  const preview = facts === null ? undefined : await previewOf(row, JSON.parse(facts) as PlanFacts, office.ledger);
  return { receipt: await office.receipt(row), preview };
}

/** All that an office keeps of files, imports and claims. */
async function traces({ folder, ledger }: Office) {
  const home = join(folder, 'home');
  const files = (name: string) =>
    existsSync(join(home, name)) ? readdirSync(join(home, name), { recursive: true }) : [];
  return { imports: (await ledger.imports.list(100)).length, files: files('files'), scratch: files('scratch') };
}

describe('a trial', () => {
  test.each([
    ['bookings.csv', 'bookings'],
    ['bookings.xlsx', 'bookings'],
    ['till.csv', 'till'],
    ['contacts.xlsx', 'members'],
  ])('of %s comes to what a plan records', async (name, job) => {
    const { office, bring, plan, remove, server } = await open({ jobs: [job] });
    const before = await traces(office);
    const { draft } = (await bring(name, sample(name))).json;
    const trial = await plan(draft, { job });
    expect(trial.state).toBe('done');
    expect(await traces(office)).toEqual(before);
    expect(server.temporary()).toHaveLength(1);
    await remove(draft);
    await until(() => server.temporary().length === 0);

    const { receipt, preview } = await planned(office, name, sample(name), job);
    const { rows, entries, contacts, issues, totals, remarks } = receipt;
    expect(trial.plan.receipt).toMatchObject({
      state: 'planned',
      rows,
      entries,
      contacts,
      issues,
      debit: totals.debit,
      credit: totals.credit,
    });
    expect(trial.plan.receipt.remarks).toEqual(remarks);
    if (job === 'members') {
      expect(trial.plan.created).toMatchObject({
        contacts: entries.pending - 4,
        fields: { length: 4 },
      });
      return;
    }
    expect(trial.plan.bookings).toMatchObject({
      entries: preview!.entries,
      lines: preview!.lines,
      totals: preview!.totals,
      accounts: preview!.accounts,
    });
    const { bookings } = trial.plan;
    expect(bookings.first).toHaveLength(preview!.entries);
    expect(bookings.first).toMatchObject({ ...preview!.first.map(({ key, rows: of }) => ({ key, rows: of })) });
    const sum = (amounts: readonly string[]) => amounts.reduce((all, each) => all + BigInt(each.replace('.', '')), 0n);
    const amounts = (lines: { amount: string }[]) => sum(lines.map(({ amount }) => amount));
    expect(amounts(bookings.vat)).toBe(amounts(bookings.totals));
    // The sides of the accounts come to those of the whole, and each account's to its lines.
    for (const side of ['debit', 'credit'] as const)
      expect(sum(bookings.accounts.map((each: Record<typeof side, string>) => each[side]))).toBe(sum([bookings[side]]));
    for (const { account, debit, credit } of bookings.accounts)
      expect(sum([debit, credit]), account).toBe(
        amounts(bookings.totals.filter((total: { account: string }) => total.account === account)),
      );
  });

  test('names what stands in the way, and what was booked before, with its file and row', async () => {
    const { office, bring, plan } = await open();
    const { row } = await office.book('before.csv', journal(voucher(1, 10)));
    const { draft } = (await bring('a.csv', journal(voucher(1, 10), WRONG, voucher(3, 30)))).json;
    const { plan: found } = await plan(draft, { job: 'journal' });
    expect(found.receipt.entries).toMatchObject({ planned: 3, pending: 1, held: 1, duplicate: 1 });
    expect(
      found.receipt.issues.map(({ code, rows, entries }: Record<string, unknown>) => [code, rows, entries]),
    ).toEqual([
      ['duplicate', 2, 1],
      ['account-unknown', 1, 1],
    ]);
    expect(found.duplicates).toMatchObject([
      { rows: '2-3', entry: '1', message: expect.stringContaining('row 2 of before.csv'), earlier: row.id },
    ]);
    expect(found.bookings.vat).toEqual([{ vatCode: '', lines: 2, amount: '0.00' }]);
    expect(found.bookings.accounts.map(({ account, entries }: Record<string, unknown>) => [account, entries])).toEqual([
      ['1920', 1],
      ['3000', 1],
    ]);
    // Every amount of the file has its place: 30 to be booked, 10 booked before, 20 held.
    expect(found.receipt).toMatchObject({
      debit: '60.00',
      already: { debit: '10.00' },
      notBooked: { debit: '20.00' },
    });
    expect(found.bookings.debit).toBe('30.00');
  });

  test('tells what would wait for another import, so that no amount is missing', async () => {
    const { office, bring, plan } = await open();
    const waits = await office.take('first.csv', journal(voucher(1, 10)), 'journal', { book: true });
    await office.plan(waits);
    const { draft } = (await bring('a.csv', journal(voucher(1, 10), voucher(2, 20)))).json;
    const { plan: found } = await plan(draft, { job: 'journal' });
    expect(found).toMatchObject({
      waits: 1,
      receipt: { debit: '30.00', waiting: '10.00' },
      bookings: { debit: '20.00' },
    });
  });

  test('of a job that is not saved comes to the same, and saves nothing', async () => {
    const { office, bring, plan } = await open();
    const { draft } = (await bring('a.csv', journal(voucher(1, 10), WRONG))).json;
    const saved = (await plan(draft, { job: 'journal' })).plan;
    const unsaved = (await plan(draft, { definition: DEFINITION })).plan;
    expect({ ...unsaved, job: 'journal' }).toEqual(saved);
    expect(readdirSync(join(office.folder, 'jobs')).sort()).toEqual(['card.yaml', 'journal.yaml']);
  });

  test('says why a file can’t be taken', async () => {
    const { bring, plan } = await open();
    const { draft } = (await bring('a.csv', 'Dato;Beløp\n01.01.2026;1,00\n')).json;
    const { plan: found } = await plan(draft, { job: 'journal' });
    expect(found.receipt).toMatchObject({ state: 'rejected', reason: { code: 'column-missing' } });
    expect(found.bookings).toBeUndefined();
  });

  test('of a wrong definition says what is wrong, each at its key', async () => {
    const { bring, start } = await open();
    const { draft } = (await bring('a.csv', journal(voucher(1, 10)))).json;
    const definition = {
      ...DEFINITION,
      columns: { ...DEFINITION.columns, acount: 'x' },
      service: 'other',
      fetch: { url: 'https://x.example' },
      schedule: { cron: '* * * * *' },
    };
    const { status, json } = await start(draft, { definition });
    expect([status, json.error.code]).toEqual([422, 'job-broken']);
    expect(json.problems.map(({ key }: { key: string }) => key).sort()).toEqual([
      'columns.acount',
      'fetch',
      'schedule',
    ]);
    const service = await start(draft, { definition: { ...DEFINITION, service: 'other' } });
    expect(service.json.problems).toEqual([
      { key: 'service', message: expect.stringContaining('Configured: main'), code: 'service-wrong' },
    ]);
    expect((await start(draft, {})).status).toBe(400);
    expect((await start(draft, { job: 'journal', definition: DEFINITION })).status).toBe(400);
    expect((await start(draft, { job: 'nobody' })).json.error.code).toBe('job-unknown');
  });

  test('waits for a service that is away, says so, and can be given up', async () => {
    const { office, server, bring, start, trial, abandon } = await open();
    await office.faults('down=10m');
    const { draft } = (await bring('a.csv', journal(voucher(1, 10)))).json;
    expect((await start(draft, { job: 'journal' })).json).toEqual({ state: 'running', rows: 0 });
    await until(async () => (await trial(draft)).json.waiting !== undefined);
    expect((await trial(draft)).json).toMatchObject({ state: 'running', waiting: expect.stringContaining('main') });
    expect((await abandon(draft)).json).toMatchObject({ state: 'failed', error: { code: 'trial-abandoned' } });
    expect(server.temporary()).toHaveLength(1);
  });

  test('is refused while as many go as may', async () => {
    const { office, bring, start } = await open({ limits: { dryRuns: 1, dryRunUnaskedMs: NEVER_MS } });
    await office.faults('down=10m');
    const drafts: string[] = [];
    for (const name of ['a.csv', 'b.csv']) drafts.push((await bring(name, journal(voucher(1, 10)))).json.draft);
    await start(drafts[0]!, { job: 'journal' });
    const refused = await start(drafts[1]!, { job: 'journal' });
    expect([refused.status, refused.json.error.code]).toEqual([503, 'too-many']);
  });

  test('ends when nobody asks for it any more', async () => {
    const { office, bring, start, trial } = await open({ limits: { dryRuns: 1, dryRunUnaskedMs: 1_500 } });
    await office.faults('down=10m');
    const drafts: string[] = [];
    for (const name of ['a.csv', 'b.csv']) drafts.push((await bring(name, journal(voucher(1, 10)))).json.draft);
    await start(drafts[0]!, { job: 'journal' });
    await until(async () => (await start(drafts[1]!, { job: 'journal' })).status === 202);
    expect((await trial(drafts[0]!)).json).toMatchObject({ state: 'failed', error: { code: 'trial-abandoned' } });
  });

  test('gives way to the next of the same draft', async () => {
    const { office, bring, start, plan } = await open({ limits: { dryRuns: 1 } });
    const { draft } = (await bring('a.csv', journal(voucher(1, 10)))).json;
    await office.faults('down=1s');
    await start(draft, { job: 'journal' });
    expect((await plan(draft, { job: 'journal' })).state).toBe('done');
  });

  test('gives way to the next, also where two are asked for at once', async () => {
    const { office, bring, start } = await open({ limits: { dryRuns: 2, dryRunUnaskedMs: NEVER_MS } });
    const [first, second] = [
      (await bring('a.csv', journal(voucher(1, 10)))).json.draft,
      (await bring('b.csv', journal(voucher(1, 10)))).json.draft,
    ];
    await office.faults('down=10m');
    await start(first, { job: 'journal' });
    await Promise.all([start(first, { job: 'journal' }), start(first, { job: 'journal' })]);
    // One of the two runs that may go at once is left.
    expect((await start(second, { job: 'journal' })).status).toBe(202);
  });
});

describe('booking a draft', () => {
  test('receives exactly the file, once, as it was tried', async () => {
    const { office, server, bring, plan, book, look } = await open();
    const content = journal(voucher(1, 10), voucher(2, 20));
    const { draft } = (await bring('januar 2026.csv', content)).json;
    const { plan: tried } = await plan(draft, { job: 'journal' });
    const booked = await book(draft, { job: 'journal', hash: tried.hash });
    expect(booked.status).toBe(202);
    expect(booked.json).toMatchObject({ file: 'januar 2026.csv', job: 'journal', how: 'new', state: 'planning' });
    expect((await look(draft)).status).toBe(404);
    await until(() => server.temporary().length === 0);
    const [row] = await office.ledger.imports.list(10);
    expect(readFileSync(join(office.folder, 'home', 'files', row!.sha256.slice(0, 2), row!.sha256), 'utf8')).toBe(
      content,
    );
    await office.plan(row!);
    await office.post(row!);
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
    expect(await office.receipt(row!)).toMatchObject({
      state: 'completed',
      totals: { debit: '30.00', credit: '-30.00' },
    });
  });

  test('the same bytes again names the earlier import, and books no entry twice when it is forced', async () => {
    const { office, bring, book } = await open();
    const content = journal(voucher(1, 10));
    const { row } = await office.book('before.csv', content);
    const { draft } = (await bring('again.csv', content)).json;
    const refused = await book(draft, { job: 'journal' });
    expect([refused.status, refused.json.error.code, refused.json.import]).toEqual([409, 'imported-before', row.id]);
    const forced = await book(draft, { job: 'journal', force: true });
    expect(forced.status).toBe(202);
    const [second] = await office.ledger.imports.list(1);
    await office.plan(second!);
    await office.post(second!);
    expect((await office.booked()).count).toBe(1);
  });

  test('asked for twice at once is one import', async () => {
    const { office, bring, book } = await open();
    const { draft } = (await bring('a.csv', journal(voucher(1, 10)))).json;
    const both = await Promise.all([book(draft, { job: 'journal' }), book(draft, { job: 'journal' })]);
    expect(both.map(({ status }) => status)).toEqual([202, 202]);
    expect(new Set(both.map(({ json }) => json.import)).size).toBe(1);
    expect(await office.ledger.imports.list(10)).toHaveLength(1);
  });

  test('asked for twice at once is one import also where the same bytes are to be received once more', async () => {
    const { office, bring, book } = await open();
    await office.book('before.csv', journal(voucher(1, 100)));
    office.defineJob('journal', `${JOURNAL_JOB}onDuplicate: book\n`);
    const { draft } = (await bring('a.csv', journal(voucher(1, 100)))).json;
    const again = { job: 'journal', force: true };
    expect((await book(draft, { job: 'journal' })).status).toBe(409);
    const both = await Promise.all([book(draft, again), book(draft, again)]);
    expect(both.map(({ status }) => status)).toEqual([202, 202]);
    expect(new Set(both.map(({ json }) => json.import)).size).toBe(1);
    expect(await office.ledger.imports.list(10)).toHaveLength(2);
    expect((await book(draft, again)).status).toBe(404);
  });

  test('under a job that was changed since it was tried is refused', async () => {
    const { office, bring, plan, book } = await open();
    const { draft } = (await bring('a.csv', journal(voucher(1, 10)))).json;
    const { plan: tried } = await plan(draft, { job: 'journal' });
    office.defineJob(
      'journal',
      `kind: bookings\ncolumns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp }\n`,
    );
    const refused = await book(draft, { job: 'journal', hash: tried.hash });
    expect([refused.status, refused.json.error.code]).toEqual([409, 'job-changed']);
    expect(await office.ledger.imports.list(1)).toEqual([]);
  });

  test('of failed rows corrects the import that they are of', async () => {
    const { office, bring, book, look, server } = await open();
    const { row } = await office.book('t.csv', journal(voucher(1, 10), WRONG));
    const workbook = await fetch(`${server.url}/api/imports/${row.id}/failed.xlsx`);
    const { draft } = (await bring('failed.xlsx', Buffer.from(await workbook.arrayBuffer()))).json;
    expect((await look(draft)).json.corrects).toEqual({ import: row.id, job: 'journal', file: 't.csv' });
    expect((await book(draft, { job: 'journal' })).json).toMatchObject({ import: row.id, how: 'correction' });
  });
});
