import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import type * as ProbeModule from '../../src/doubt/probe.ts';
import { packBody, unpackBody } from '../../src/ledger/batches.ts';
import type * as FindModule from '../../src/reporting/notices/find.ts';
import { JOURNAL_JOB, journal, load, type Office, openOffice, voucher } from '../importing/office.ts';

const { importsLookedUp, probeDoubts } = await load<typeof ProbeModule>('doubt/probe.js');
const { findNotices, LOOKS_AWAITED_MS } = await load<typeof FindModule>('reporting/notices/find.js');

/** Changes the ledger behind bilag's back. */
function damage(office: Office, sql: string): void {
  const database = new Database(join(office.folder, 'home', 'ledger.db'));
  database.exec(sql);
  database.close();
}

const PEOPLE_JOB = `kind: contacts
columns: { name: Navn }
defaults: { addressLine1: Storgata 1, countryCode: NO, email: kari@example.no }
`;
const never = new AbortController().signal;
const HELD = '9;05.01.2026;1920;5;held';

describe('a damaged ledger is loud', () => {
  test.each([
    ['an entry that is gone', 'delete from entry', /Rows read: 8; accounted for: 6/],
    ['a batch that is gone', 'delete from batch where no = 1', /Rows read: 8; accounted for: 6/],
    [
      'totals of a batch',
      `update batch_body set totals = '{"1920":"101","3000":"-100"}' where no = 1`,
      /Account 1920: the file says 11\.00; booked 6\.01/,
    ],
    ['rows of a batch', 'update batch set rows = 3 where no = 1', /accounted for/],
    ['totals of the file', `update import set file_totals = '{"1920":"700","3000":"-600"}'`, /Account 1920/],
    ['rows read', 'update import set rows_read = 9', /Rows read: 9; accounted for: 8/],
  ])('%s', async (_, sql, words) => {
    const office = await openOffice({ jobs: { journal: `${JOURNAL_JOB}batch: { entries: 1 }\n` } });
    const { row, receipt } = await office.book(
      'a.csv',
      journal(voucher(1, 1), voucher(2, 2), voucher(3, 3), HELD, '9;05.01.2026;3000;-4;held'),
    );
    expect(receipt.mismatches).toEqual([]);
    damage(office, sql);
    expect((await office.receipt(row)).mismatches.join('\n')).toMatch(words);
  });

  test('is told while the import ends, and stands in its history', async () => {
    const office = await openOffice();
    const row = await office.take('a.csv', journal(voucher(1, 1)));
    await office.plan(row);
    damage(office, 'update import set rows_read = 3');
    await office.post(row);
    expect(office.said.join('\n')).toMatch(/does not add up: Rows read: 3; accounted for: 2/);
    expect(await office.events(row)).toContain('mismatch');
  });

  test.each<[string, number, (body: Buffer) => Buffer]>([
    ['a short body', 1, (body) => Buffer.from(body.toString().replace('"Amount":1', '"Amount":7'))],
    [
      'a deflated one',
      40,
      (body) => packBody(Buffer.from(unpackBody(body).toString().replace('"Amount":1', '"Amount":7')), 40),
    ],
    ['a deflated one that can not be inflated', 40, (body) => body.fill(0, body.length >> 1)],
  ])('%s that is not what was planned is never sent', async (_, vouchers, change) => {
    const office = await openOffice();
    const numbers = Array.from({ length: vouchers }, (__, at) => at + 1);
    const row = await office.take('a.csv', journal(...numbers.map((number) => voucher(number, 1))));
    await office.plan(row);
    const database = new Database(join(office.folder, 'home', 'ledger.db'));
    const { body } = database.prepare('select body from batch_body').get([]) as { body: Buffer };
    expect(body.toString().startsWith('[')).toBe(vouchers === 1);
    const changed = change(Buffer.from(body));
    expect(changed.equals(body)).toBe(false);
    database.prepare('update batch_body set body = ?').run([changed]);
    database.close();
    const outcomes: string[] = [];
    await office.turn(row, async (outcome) => {
      outcomes.push(`${outcome.kind} ${outcome.evidence.error}`);
      return false;
    });
    expect(outcomes.join()).toMatch(/is not what was planned; the ledger is damaged/);
    expect((await office.booked()).count).toBe(0);
    expect(await office.receipt(row)).toMatchObject({ state: 'posting', rows: { booked: 0, pending: 2 * vouchers } });
  });

  test.each([
    ['booking', 'journal', journal(voucher(1, 1))],
    ['contact', 'people', 'Navn\nKari Nordmann\n'],
  ])('a %s in doubt that can not be read keeps no other from being looked up and told of', async (_, job, file) => {
    const office = await openOffice({
      jobs: { journal: JOURNAL_JOB, people: PEOPLE_JOB },
      service: `probe: { marker: " #{import}-{batch}", path: "/api/biz/journalentrylines?filter=Description eq '{description}'" }`,
    });
    const { ports, said } = office;
    const tell = async (now: number) => {
      const at = { ...ports, now: () => now };
      const options = { channels: ['webhook'], success: false, link: undefined, lookedUp: () => importsLookedUp(at) };
      await findNotices(options, at, never);
    };
    await tell(Date.now());
    await office.faults('reset-after=1');
    const unreadable = await office.book('a.csv', file, job);
    const other = await office.book('b.csv', journal(voucher(2, 2)));
    expect([unreadable.receipt.state, other.receipt.state]).toEqual(['in-doubt', 'in-doubt']);
    damage(office, `update batch_body set entries = 'x', body = x'00' where import = ${unreadable.row.num}`);
    await tell(Date.now() + LOOKS_AWAITED_MS);
    const database = new Database(ports.ledgerPath);
    const told = (database.prepare('select about from notice').all() as { about: string }[]).map(({ about }) => about);
    database.close();
    expect(told).toContain(`import:${other.row.id}:in-doubt`);
    await probeDoubts(ports, never);
    expect((await office.receipt(other.row)).state).toBe('completed');
    expect((await office.receipt(unreadable.row)).state).toBe('in-doubt');
    expect(said.join('\n')).toContain(`Batch 1 of import ${unreadable.row.id} can't be looked up: `);
  });
});
