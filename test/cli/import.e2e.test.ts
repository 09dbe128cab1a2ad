import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { journal, json, SOUND } from './bilag.ts';
import { officeBesideSandbox } from './office-beside-sandbox.ts';

const { office, control, faults, booked } = officeBesideSandbox();

describe('bilag plan and import', () => {
  it('shows the plan, books that plan, and reports it when it comes again', async () => {
    await office.write('a.csv', SOUND);
    const plan = await office.run('plan', 'a.csv', '--job', 'journal');
    expect(plan.code).toBe(0);
    expect(plan.out).toContain('a.csv: planned; nothing is booked yet');
    expect(plan.out).toMatch(/encoding +utf-8 +found in the file/);
    expect(plan.out).toMatch(/decimal mark +, .*found in the file/);
    expect(plan.out).toMatch(/1920 +\S.* 3 +1 330\.55/);
    expect(plan.out).toMatch(/1, rows 2-3\n +2026-01-02 +1920 .* 1 250\.50/);
    expect(plan.out).toContain('3 vouchers of 3, as 6 lines in 2 requests');
    expect(await booked()).toMatchObject({ count: 0 });

    const first = await office.run('import', 'a.csv', '--job', 'journal', '--json');
    expect(first.code).toBe(0);
    expect(first.out.trim().split('\n')).toHaveLength(1);
    expect(json(first)).toMatchObject({
      job: 'journal',
      file: 'a.csv',
      state: 'completed',
      rows: { read: 6, booked: 6, pending: 0 },
      entries: { planned: 3, booked: 3 },
      totals: {
        debit: '1330.55',
        credit: '-1330.55',
        accounts: [{ account: '1920', file: '1330.55', booked: '1330.55' }, {}],
      },
      issues: [],
    });
    expect(await booked()).toMatchObject({ count: 3, totals: { '1920': '1330.55', '3000': '-1330.55' } });

    const again = await office.run('import', 'a.csv', '--job', 'journal');
    expect(again.code).toBe(0);
    expect(again.out).toContain('✓ a.csv: completed');
    expect(again.out).not.toContain('\u001b');
    expect(again.err).toContain('imported before');
    expect(await booked()).toMatchObject({ count: 3 });
  });

  it('holds what is wrong, writes it out, and books it when it was corrected', async () => {
    await office.write(
      'b.csv',
      journal([
        { key: '1', amount: '10,00' },
        { key: '2', amount: '20,00', account: '3015' },
      ]),
    );
    const held = await office.run('import', 'b.csv', '--job', 'journal');
    expect(held.code).toBe(3);
    expect(held.out).toContain('! b.csv: partly booked');
    expect(held.out).toContain('Account 3015');
    const id = /import (\w{26})/.exec(held.out)![1]!;

    const list = json(await office.run('list', '--json'));
    expect(list.imports).toEqual([expect.objectContaining({ import: id, state: 'partly-booked', file: 'b.csv' })]);
    const failed = await office.run('failed', id.slice(0, 20).toLowerCase());
    expect(failed).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Voucher 2, rows 4-5, on hold\n.*Account 3015/),
    });

    expect((await office.run('failed', id, '--out', 'failed.csv')).code).toBe(0);
    const mended = (await readFile(join(office.folder, 'failed.csv'), 'utf8')).replace(';3015;', ';3000;');
    await writeFile(join(office.folder, 'failed.csv'), mended);
    const retry = await office.run('retry', id, '--file', 'failed.csv', '--json');
    expect(retry.code).toBe(0);
    expect(json(retry)).toMatchObject({ import: id, state: 'completed', entries: { planned: 2, booked: 2, held: 0 } });
    expect(await booked()).toMatchObject({ count: 2, totals: { '1920': '30.00' } });

    const same = await office.run('import', 'failed.csv', '--job', 'journal', '--json');
    expect(same.code).toBe(0);
    expect(json(same)).toMatchObject({ import: id, state: 'completed' });
    expect(await booked()).toMatchObject({ count: 2 });

    expect((await office.run('show', id, '--out', 'trail.csv')).code).toBe(0);
    const trail = await readFile(join(office.folder, 'trail.csv'), 'utf8');
    expect(trail.match(/;booked;/g)).toHaveLength(4);
    const shown = await office.run('show', id);
    expect(shown.out).toMatch(/History\n.*received: b\.csv/);
    expect(shown.out).toContain('correction 1 received: failed.csv');
    expect(json(await office.run('show', id, '--json')).history.length).toBeGreaterThan(3);
  });

  it('leaves what somebody corrected on the screen, and says so, unless told otherwise', async () => {
    const entries = [
      { key: '1', amount: '10,00', account: '3015' },
      { key: '2', amount: '20,00', account: '3016' },
    ];
    await office.write('m.csv', journal(entries));
    const held = json(await office.run('import', 'm.csv', '--job', 'journal', '--json'));
    const ledger = openLedger(`sqlite:${join(office.folder, '.bilag', 'ledger.db')}`);
    const { num } = (await ledger.imports.find(held.import))[0]!;
    const [first, second] = await ledger.findings.entries(num, 'held');
    const mend = ({ seq, row }: { seq: number; row: number }) =>
      ledger.write((tx) =>
        tx.revisions.save(num, Date.now(), 'kari', [{ seq, row, column: 2, was: '3015', became: '3100' }]),
      );
    await mend({ seq: first!.seq, row: 2 });
    const some = await office.run('retry', held.import);
    expect(some.code).toBe(3);
    expect(some.err).toContain('Not retried: 1 cell of 1 voucher, corrected by kari and not submitted.');
    await mend({ seq: second!.seq, row: 4 });
    const none = await office.run('retry', held.import);
    expect(none.code).toBe(2);
    expect(none.err).toContain('corrected by kari and is not submitted');
    const all = await office.run('retry', held.import, '--as-file');
    expect(all.code).toBe(3);
    expect(all.err).not.toContain('Not retried');
    expect((await office.run('show', held.import)).out.replace(/\s+/g, ' ')).toContain(
      'set aside, since the file says otherwise: 2 cells of 2 vouchers, corrected by kari',
    );
    ledger.close();
  });

  it('takes several files in, and answers with the gravest code', async () => {
    await office.write('good.csv', SOUND);
    await office.write('bad.csv', 'nothing;here\n1;2\n');
    const both = await office.run('import', 'good.csv', 'bad.csv', '--job', 'journal', '--json');
    expect(both.code).toBe(3);
    expect(json(both).imports).toEqual([
      expect.objectContaining({ file: 'good.csv', state: 'completed' }),
      expect.objectContaining({
        file: 'bad.csv',
        state: 'rejected',
        reason: expect.objectContaining({ message: expect.any(String) }),
      }),
    ]);
    const one = await office.run('import', 'good.csv', 'absent.csv', '--job', 'journal');
    expect(one).toMatchObject({ code: 2, out: '', err: expect.stringContaining('absent.csv does not exist') });
  });

  it('refuses a file that is too large before it is recorded', async () => {
    await office.write(
      'jobs/small.yaml',
      `kind: bookings\ncolumns: { entry: Bilag, date: Dato, account: Konto, amount: Beløp }\nlimits: { bytes: 20 }\n`,
    );
    await office.write('a.csv', SOUND);
    const ran = await office.run('import', 'a.csv', '--job', 'small', '--json');
    expect(ran.code).toBe(3);
    expect(json(ran)).toMatchObject({ state: 'rejected', reason: { code: 'file-too-large' } });
    expect(json(await office.run('list', '--json')).imports).toEqual([]);
  });
});

describe('a service in trouble', () => {
  it('that is away: leaves after --wait with 5, and the same command goes on', async () => {
    await office.write('a.csv', SOUND);
    await faults('get-503=1');
    expect((await office.run('plan', 'a.csv', '--job', 'journal', '--wait', '1s')).code).toBe(5);
    const away = await office.run('import', 'a.csv', '--job', 'journal', '--wait', '1s');
    expect(away.code).toBe(5);
    expect(away.err).toContain('the same command continues where it stopped');
    await faults('');
    expect((await office.run('import', 'a.csv', '--job', 'journal')).code).toBe(0);
    expect(await booked()).toMatchObject({ count: 3 });
    expect(json(await office.run('list', '--json')).imports, 'the same import went on').toHaveLength(1);
  });

  it('that refuses us: 2, in its own words, and the same command goes on', async () => {
    const strict = await startSandbox({ token: 'right' });
    try {
      await office.write('a.csv', SOUND);
      Object.assign(office.env, { ACCOUNTING_URL: strict.url, ACCOUNTING_TOKEN: 'wrong' });
      const refused = await office.run('import', 'a.csv', '--job', 'journal', '--json');
      expect(refused.code).toBe(2);
      expect(refused.err).toContain('401');
      expect(refused.err).not.toContain('wrong');
      expect(json(refused)).toMatchObject({ state: 'planning' });
      office.env['ACCOUNTING_TOKEN'] = 'right';
      expect((await office.run('import', 'a.csv', '--job', 'journal')).code).toBe(0);
    } finally {
      await strict.close();
    }
  });

  it('that refuses a booking: 2 at once, nothing lost, and the same command goes on', async () => {
    await office.write('a.csv', SOUND);
    await faults('403=1');
    const refused = await office.run('import', 'a.csv', '--job', 'journal');
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/403/);
    expect(refused.err).toContain('the same command continues where it stopped');
    await faults('');
    expect((await office.run('import', 'a.csv', '--job', 'journal')).code).toBe(0);
    expect(await booked()).toMatchObject({ count: 3 });
  });

  it('that cuts the line: 4, never sent again, until a person says what became of it', async () => {
    await office.write(
      'a.csv',
      journal([
        { key: '1', amount: '10,00' },
        { key: '2', amount: '20,00' },
      ]),
    );
    await control('next', { faults: ['reset-after'] });
    const doubt = await office.run('import', 'a.csv', '--job', 'journal', '--json');
    expect(doubt.code).toBe(4);
    expect(json(doubt)).toMatchObject({ state: 'in-doubt', entries: { inDoubt: 2 } });
    const id = json(doubt).import as string;
    expect((await office.run('import', 'a.csv', '--job', 'journal')).code).toBe(4);
    expect(await booked()).toMatchObject({ count: 2 });
    const shown = await office.run('show', id);
    expect(shown.out).toMatch(/Batch 1: IN DOUBT; 2 vouchers, 4 rows\n.*in-doubt: \S/);

    expect((await office.run('resolve', id, '1', '--reason', 'x')).code, 'no verdict').toBe(4);
    const resolved = await office.run(
      'resolve',
      id,
      '1',
      '--booked',
      '--reason',
      'entries 1 and 2 stand in the service',
    );
    expect(resolved.code).toBe(0);
    expect(resolved.out).toMatch(/Totals\n +1920 +\S.* 30\.00\n/);
    expect(resolved.out).toContain('✓ a.csv: completed');
    expect(await booked()).toMatchObject({ count: 2 });
  });

  it('--not-booked: the batch is sent again, and the command waits for it', async () => {
    await office.write('a.csv', journal([{ key: '1', amount: '10,00' }]));
    await control('next', { faults: ['reset-before'] });
    const doubt = await office.run('import', 'a.csv', '--job', 'journal', '--json');
    expect(doubt.code).toBe(4);
    const resolved = await office.run(
      'resolve',
      json(doubt).import,
      '1',
      '--not-booked',
      '--reason',
      'not there',
      '--json',
    );
    expect(resolved.code).toBe(0);
    expect(json(resolved)).toMatchObject({ state: 'completed', entries: { booked: 1 } });
    expect(await booked()).toMatchObject({ count: 1 });
  });
});
