import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeWorkbook } from '../../src/tabular/write-workbook.ts';
import { CARD_JOB, JOURNAL_JOB, journal, type Office, openOffice, voucher } from './office.ts';

const card = (...rows: string[]) => `${['Dato;Beløp;Tekst', ...rows].join('\n')}\n`;
const KIWI = '05.01.2026;-89,90;KIWI 505';
const REMA = '06.01.2026;-12,00;REMA';

async function workbook(
  office: Office,
  name: string,
  rows: (string | number | { kind: 'date'; iso: string })[][],
): Promise<Buffer> {
  const path = join(office.folder, name);
  await writeWorkbook(path, 'Bilag', rows[0] as string[], rows.slice(1));
  return readFileSync(path);
}

describe('the same file again', () => {
  test('under another name and in another format: every entry names the earlier import, file and row', async () => {
    const office = await openOffice();
    const first = await office.book('january.csv', journal(voucher(1, 100), voucher(2, 20)));
    const day = { kind: 'date', iso: '2026-01-05' } as const;
    const again = await office.book(
      'export (2).xlsx',
      await workbook(office, 'w.xlsx', [
        ['Dato', 'Tekst', 'Bilagsnr', 'Konto', 'Beløp'],
        [day, 'Bilag 2', '2', 3000, -20],
        [day, 'Bilag 2', '2', 1920, 20],
        [day, 'Bilag 1', '1', '1920', 100],
        [day, 'Bilag 1', '1', '3000', -100],
      ]),
    );
    expect(again.receipt).toMatchObject({
      state: 'partly-booked',
      rows: { read: 4, booked: 0, duplicate: 4 },
      entries: { planned: 2, duplicate: 2 },
      mismatches: [],
    });
    expect(again.receipt.issues).toMatchObject([{ code: 'duplicate', value: first.row.id, rows: 4, entries: 2 }]);
    const [entry] = await office.ledger.findings.entries(again.row.num, 'duplicate');
    const [problem] = await office.ledger.findings.problems(again.row.num, entry!.seq);
    expect(problem!.detail).toBe(`Voucher 2 was booked from row 4 of january.csv by import ${first.row.id}.`);
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test('the same bytes are reported, not imported; --force receives them, and still finds the duplicates', async () => {
    const office = await openOffice();
    const file = journal(voucher(1, 100));
    const first = await office.book('a.csv', file);
    expect((await office.take('b.csv', file)).num).toBe(first.row.num);
    const forced = await office.book('a.csv', file, 'journal', { force: true });
    expect(forced.row.num).not.toBe(first.row.num);
    expect(forced.receipt).toMatchObject({ entries: { duplicate: 1, booked: 0 }, mismatches: [] });
  });

  test('lines in another order, with several dates in a voucher, are still the same voucher', async () => {
    const office = await openOffice();
    const lines = ['7;05.01.2026;1920;100;a', '7;09.01.2026;3000;-60;b', '7;02.01.2026;3000;-40;c'];
    await office.book('a.csv', journal(...lines));
    const { receipt } = await office.book('b.csv', journal(...[...lines].reverse()));
    expect(receipt).toMatchObject({ entries: { duplicate: 1, booked: 0 }, mismatches: [] });
    expect((await office.booked()).count).toBe(1);
  });

  test('under another job, with other mappings and decimals, of the same company', async () => {
    const other = `kind: bookings
columns: { entry: No, date: Date, account: Account, amount: Amount, description: Text }
accounts: { "3000": "3100" }
file: { scale: 3 }
`;
    const office = await openOffice({ jobs: { journal: JOURNAL_JOB, other } });
    await office.book('a.csv', journal(voucher(1, 100.5), voucher(2, 7)));
    const rows = (no: number, amount: string, account = '1920') =>
      `${no},2026-01-05,${account},${amount},Bilag ${no}\n${no},2026-01-05,3000,-${amount},Bilag ${no}\n`;
    const header = 'No,Date,Account,Amount,Text\n';
    const { receipt } = await office.book('b.csv', header + rows(1, '100.50'), 'other');
    expect(receipt).toMatchObject({ entries: { duplicate: 1, booked: 0 }, mismatches: [] });
    // What its cells say differs, whatever the job makes of them.
    const changed = await office.book('c.csv', header + rows(2, '7.00', '1500'), 'other');
    expect(changed.receipt).toMatchObject({ entries: { held: 1, booked: 0 }, issues: [{ code: 'entry-changed' }] });
  });

  test('for another company it is another booking', async () => {
    const office = await openOffice({ service: 'company: A' });
    await office.book('a.csv', journal(voucher(1, 100)));
    office.useService('company: B');
    const beside = await openOffice({ beside: office });
    const { receipt } = await beside.book('b.csv', journal(voucher(1, 100)), 'journal', { force: true });
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: 1 }, mismatches: [] });
  });

  test('defaults and rules that change do not make it another entry; another text in its cell does', async () => {
    const office = await openOffice();
    await office.book('a.csv', card(KIWI), 'card');
    office.defineJob(
      'card',
      `${CARD_JOB.replace('"4300" }', '"4300" }')}rules: [{ when: { description: kiwi }, set: { description: Mat }, override: true }]\n`,
    );
    const { receipt } = await office.book('b.csv', card(KIWI, '05.01.2026;-89,90;KIWI 506'), 'card');
    expect(receipt).toMatchObject({ entries: { planned: 2, duplicate: 1, booked: 1 }, mismatches: [] });
  });
});

describe('equal entries are counted', () => {
  test('two equal purchases in one file are two bookings; the n-th is compared with the n-th', async () => {
    const office = await openOffice();
    expect((await office.book('a.csv', card(KIWI, REMA, KIWI), 'card')).receipt).toMatchObject({
      entries: { booked: 3 },
    });
    const { receipt } = await office.book('b.csv', card(KIWI, KIWI, KIWI, REMA), 'card');
    expect(receipt).toMatchObject({ entries: { planned: 4, duplicate: 3, booked: 1 }, mismatches: [] });
    expect((await office.booked()).count).toBe(4);
  });

  test('onDuplicate: skip lets the import complete, book books every one of them again', async () => {
    const office = await openOffice();
    await office.book('a.csv', card(KIWI, KIWI), 'card');
    office.defineJob('card', `${CARD_JOB}onDuplicate: skip\n`);
    expect((await office.book('b.csv', card(KIWI, REMA), 'card')).receipt).toMatchObject({
      state: 'completed',
      entries: { duplicate: 1, booked: 1 },
      mismatches: [],
    });
    office.defineJob('card', `${CARD_JOB}onDuplicate: book\n`);
    expect((await office.book('c.csv', card(KIWI, KIWI, KIWI), 'card')).receipt).toMatchObject({
      state: 'completed',
      entries: { planned: 3, booked: 3, duplicate: 0 },
      mismatches: [],
    });
    expect((await office.booked()).count).toBe(6);
    office.defineJob('card', CARD_JOB);
    expect((await office.book('d.csv', card(KIWI, KIWI, KIWI, KIWI, KIWI, KIWI), 'card')).receipt).toMatchObject({
      entries: { duplicate: 5, booked: 1 },
      mismatches: [],
    });
  });

  test('several equal ones that were refused beside a booked one all go on by one retry', async () => {
    const office = await openOffice({ jobs: { card: `${CARD_JOB}batch: { entries: 1 }\n` } });
    const { retryImport } = await import('../../src/correcting/retry.ts');
    await office.next('none', '400', '400');
    const { row } = await office.book('a.csv', card(KIWI, KIWI, KIWI), 'card');
    expect(await office.receipt(row)).toMatchObject({ entries: { booked: 1, rejected: 2 } });
    await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
    await office.plan(row);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 3 }, mismatches: [] });
    expect((await office.booked()).count).toBe(3);
  });
});

describe('the same voucher with other lines', () => {
  test('is held, and says so', async () => {
    const office = await openOffice();
    const first = await office.book('a.csv', journal(voucher(1, 100)));
    const { receipt, row } = await office.book('b.csv', journal(voucher(1, 110, 'Bilag 1'), voucher(2, 5)));
    expect(receipt).toMatchObject({ state: 'partly-booked', entries: { held: 1, booked: 1 }, mismatches: [] });
    expect(receipt.issues).toMatchObject([{ code: 'entry-changed', value: first.row.id, entries: 1 }]);
    expect((await office.ledger.findings.problems(row.num, 1))[0]!.detail).toContain('row 2 of a.csv');
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test('a number that is used again on another date is another voucher', async () => {
    const office = await openOffice();
    await office.book('a.csv', journal(voucher(1, 100)));
    const { receipt } = await office.book('b.csv', journal(voucher(1, 110, 'next month', '05.02.2026')));
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: 1 } });
  });
});

describe('claims', () => {
  const two = journal(voucher(1, 1), voucher(2, 2));

  test('two imports of the same entries, planned side by side: each entry is booked once', async () => {
    const office = await openOffice();
    const beside = await openOffice({ beside: office });
    const one = await office.take('a.csv', two);
    const other = await beside.take('b.csv', `${two}\n`);
    await Promise.all([office.plan(one), beside.plan(other)]);
    await Promise.all([office.post(one), beside.post(other)]);
    const receipts = [await office.receipt(one), await office.receipt(other)];
    expect(receipts.map(({ entries }) => entries.booked + entries.duplicate)).toEqual([2, 2]);
    expect(receipts[0]!.entries.booked + receipts[1]!.entries.booked).toBe(2);
    for (const { mismatches } of receipts) expect(mismatches).toEqual([]);
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test('held and rejected entries hold none; entries in doubt hold theirs', async () => {
    const office = await openOffice({ jobs: { journal: `${JOURNAL_JOB}batch: { entries: 1 }\n` } });
    await office.next('400', 'reset-before');
    const first = await office.book(
      'a.csv',
      journal(voucher(1, 1), voucher(2, 2), '3;05.01.2026;1920;3;Bilag 3\n3;05.01.2026;9;-3;Bilag 3'),
    );
    expect(first.receipt).toMatchObject({ entries: { rejected: 1, inDoubt: 1, held: 1 } });
    const second = await office.book('b.csv', journal(voucher(1, 1), voucher(2, 2), voucher(3, 3)));
    expect(second.receipt).toMatchObject({
      state: 'posting',
      entries: { booked: 2, duplicate: 0, pending: 1 },
      waiting: [{ import: first.row.id, file: 'a.csv', entries: 1, state: 'in-doubt' }],
      mismatches: [],
    });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 3']);
  });

  test('a dry run claims nothing, and leaves nothing that changes a later import', async () => {
    const office = await openOffice();
    const dry = await office.take('a.csv', two, 'journal', { book: false });
    expect(await office.plan(dry)).toBe('planned');
    expect(await office.receipt(dry)).toMatchObject({ state: 'planned', rows: { pending: 4 }, mismatches: [] });
    expect(await office.turn(dry)).toBe(0);
    expect((await office.book('b.csv', `${two}\n`)).receipt).toMatchObject({
      state: 'completed',
      entries: { booked: 2 },
    });
  });

  test('import books the very plan that was shown', async () => {
    const office = await openOffice();
    const dry = await office.take('a.csv', two, 'journal', { book: false });
    await office.plan(dry);
    const shown = (await office.ledger.posting.body(dry.num, 1)).body;
    const { row, receipt } = await office.book('a.csv', two);
    expect(row.num).toBe(dry.num);
    expect((await office.ledger.posting.body(row.num, 1)).body).toBe(shown);
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
  });

  test('a plan of a job that has changed since is made afresh', async () => {
    const office = await openOffice();
    const dry = await office.take('a.csv', two, 'journal', { book: false });
    await office.plan(dry);
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "3000": "3100" }\n`);
    const { receipt } = await office.book('a.csv', two);
    expect(receipt).toMatchObject({ state: 'completed', mismatches: [] });
    expect((await office.booked()).totals).toEqual({ '1920': '3.00', '3100': '-3.00' });
  });

  test('what others booked since the plan is found before it is posted: duplicates, and vouchers that changed', async () => {
    const office = await openOffice();
    const file = journal(voucher(1, 1), voucher(2, 2), voucher(3, 3), voucher(4, 4));
    const dry = await office.take('a.csv', file, 'journal', { book: false });
    await office.plan(dry);
    const other = await office.book('other.csv', journal(voucher(2, 2), voucher(3, 33, 'other lines')));
    const { receipt, row } = await office.book('a.csv', file);
    expect(receipt).toMatchObject({
      state: 'partly-booked',
      entries: { planned: 4, booked: 2, duplicate: 1, held: 1 },
      rows: { read: 8, booked: 4, duplicate: 2, held: 2 },
      mismatches: [],
    });
    expect(receipt.issues.map(({ code, value }) => `${code} ${value}`).sort()).toEqual([
      `duplicate ${other.row.id}`,
      `entry-changed ${other.row.id}`,
    ]);
    expect((await office.ledger.findings.problems(row.num, 2))[0]!.detail).toContain('row 2 of other.csv');
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 4', 'other lines']);
  });

  test('an import that is wanted booked while its dry run is planned takes its claims', async () => {
    const office = await openOffice();
    const dry = await office.take('a.csv', two, 'journal', { book: false });
    const { job } = office.ports;
    let taken = () => {};
    const isTaken = new Promise<void>((resolve) => {
      taken = resolve;
    });
    // The planner has begun, and waits for its job until the file is taken once more.
    const begun = new Promise<void>((resolve) => {
      Object.assign(office.ports, {
        async job(name: string) {
          Object.assign(office.ports, { job });
          resolve();
          await isTaken;
          return await job(name);
        },
      });
    });
    const planning = office.plan(dry);
    await begun;
    await office.take('a.csv', two);
    taken();
    expect(await planning).toBe('posting');
    const second = await office.book('b.csv', `${two}\n`);
    expect(second.receipt).toMatchObject({ state: 'posting', entries: { pending: 2, duplicate: 0, booked: 0 } });
    await office.post(dry);
    expect(await office.receipt(second.row)).toMatchObject({
      state: 'partly-booked',
      entries: { pending: 0, duplicate: 2 },
    });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test('a plan for one company is never claimed nor sent for another', async () => {
    const office = await openOffice({ service: 'company: A' });
    const dry = await office.take('a.csv', two, 'journal', { book: false });
    await office.plan(dry);
    const posting = await office.take('b.csv', journal(voucher(9, 9)));
    await office.plan(posting);
    office.useService('company: B');
    const other = await openOffice({ beside: office });
    expect(await other.turn(posting)).toBe(0);
    expect(await office.texts()).toEqual([]);
    // For other books it is another import, with a plan of its own.
    const { receipt, row } = await other.book('a.csv', two);
    expect(row.num).not.toBe(dry.num);
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
    expect((await other.ledger.imports.byNum(row.num)).company).toBe('company:B');
  });
});
