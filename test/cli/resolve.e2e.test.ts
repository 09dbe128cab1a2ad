import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { journal, json } from './bilag.ts';
import { officeBesideSandbox } from './office-beside-sandbox.ts';

const { office, control, faults, booked, inLedger } = officeBesideSandbox();

/** @param fault of the first request to book */
async function imported(fault: string, keys: readonly string[]): Promise<string> {
  await office.write('a.csv', journal(keys.map((key) => ({ key, amount: '10,00' }))));
  await control('next', { faults: [fault] });
  return json(await office.run('import', 'a.csv', '--job', 'journal', '--json')).import;
}

/** A job like the journal's that two people settle doubts of. */
async function wantsTwo(): Promise<void> {
  const like = await readFile(join(office.folder, 'jobs/journal.yaml'), 'utf8');
  await office.write('jobs/second.yaml', `${like}doubt: { confirm: second-person }\n`);
}

describe('bilag resolve', () => {
  it('shows the batch and decides nothing, unless it is told what became of it', async () => {
    const id = await imported('reset-after', ['1', '2']);
    const looked = await office.run('resolve', id, '1');
    expect(looked.code).toBe(4);
    expect(looked.out).toMatch(/Batch 1: IN DOUBT; 2 vouchers, 4 rows\n.*in-doubt: \S/);
    expect(looked.out).toContain('Its request has ended.');
    expect(looked.out.replace(/\s+/g, ' '), 'the service may be slow').toMatch(/look again after 20\d\d-/);
    expect(looked.out).toMatch(/Totals\n +1920 +\S.* 20\.00\n/);
    expect(looked.out).toMatch(/1, rows 2-3\n/);
    expect(looked.err).toContain(`bilag resolve ${id} 1 --booked --reason TEXT`);

    const machine = await office.run('resolve', id, '1', '--json');
    expect(machine.code).toBe(4);
    expect(json(machine)).toMatchObject({ import: id, state: 'in-doubt', entries: { inDoubt: 2 } });
    expect(machine.err).toContain('Batch 1: IN DOUBT');

    // It shows what it is about, also where it then refuses.
    const refused = await office.run('resolve', id, '1', '--not-booked');
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
    expect(refused.out).toContain('Batch 1: IN DOUBT');
    expect((await office.run('resolve', id, '1', '--booked', '--not-booked', '--reason', 'x')).code).toBe(2);
    expect(await booked()).toMatchObject({ count: 2 });
    expect(json(await office.run('show', id, '--json'))).toMatchObject({ state: 'in-doubt' });

    expect((await office.run('resolve', id, '1', '--booked', '--reason', 'both are there')).code).toBe(0);
    const again = await office.run('resolve', id, '1', '--not-booked', '--reason', 'no');
    expect(again.code).toBe(2);
    expect(again.err).toMatch(/not in doubt; it is booked.*declared it booked at .*\("both are there"\)/);
    expect(await booked()).toMatchObject({ count: 2 });
  });

  it('--correct: an answer that was wrong is taken back and given anew, while nothing was built on it', async () => {
    const id = await imported('reset-before', ['31']);
    const before = (await booked()).count;
    expect((await office.run('resolve', id, '1', '--booked', '--reason', 'saw it')).code).toBe(0);
    const stale = await office.run('resolve', id, '1', '--not-booked', '--reason', 'it is not there');
    expect(stale.code, 'somebody else has answered').toBe(2);
    expect(stale.err.replace(/\s+/g, ' ')).toContain(`bilag resolve ${id} 1 --correct`);
    expect((await office.run('resolve', id, '1', '--correct', '--reason', 'x')).code).toBe(2);
    const corrected = await office.run(
      'resolve',
      id,
      '1',
      '--not-booked',
      '--correct',
      '--reason',
      'it was voucher 13',
    );
    expect(corrected).toMatchObject({
      code: 0,
      err: expect.stringContaining('The earlier answer about batch 1 is taken back'),
    });
    expect((await booked()).count).toBe(before + 1);
    const again = await office.run('resolve', id, '1', '--booked', '--correct', '--reason', 'x');
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining("can't be corrected any more") });
    const shown = await office.run('show', id);
    expect(shown.out.replace(/\s+/g, ' ')).toContain('was taken back; it is in doubt again: it was voucher 13');
  });

  it('--entries: some are booked, the others stay in doubt under a number of their own', async () => {
    const id = await imported('reset-before', ['17', '18']);
    const unknown = await office.run('resolve', id, '1', '--booked', '--entries', '19', '--reason', 'x');
    expect(unknown.code).toBe(2);
    expect(unknown.err).toContain('"19"');
    expect(unknown.err).toContain('17, 18');
    const part = await office.run('resolve', id, '1', '--not-booked', '--entries', '17', '--reason', 'not there');
    expect(part.code).toBe(4);
    expect(part.err).toContain(
      '1 voucher of batch 1 is declared not booked ("not there"); 1 voucher is sent again now. The 1 other voucher is still in doubt, as batch 3.',
    );
    expect(await booked()).toMatchObject({ count: 1 });
    const rest = await office.run('resolve', id, '3', '--not-booked', '--reason', 'not there', '--json');
    expect(rest.code).toBe(0);
    expect(json(rest)).toMatchObject({ state: 'completed', entries: { planned: 2, booked: 2, inDoubt: 0 } });
    expect(await booked()).toMatchObject({ count: 2, totals: { '1920': '20.00' } });
    const shown = await office.run('show', id);
    expect(shown.out).toContain('voucher 17 of batch 1 was declared not booked: not there');
  });

  it('what was decided and turned out otherwise is said wherever one looks, until it is closed', async () => {
    // Wake-ups that wait already may try once more before the command leaves: they are refused too.
    await faults('403=1');
    const id = await imported('403', ['1']);
    await faults('');
    await inLedger(async (ledger) => {
      const { num } = (await ledger.imports.find(id))[0]!;
      const now = Date.now() + 60_000;
      const holder = { id: 'h', host: 'elsewhere', pid: 1, started: '' };
      await ledger.leases.register({ ...holder, lease_until: now + 1_000 });
      const attempt = { id: 'a', holder: 'h', deadline: now + 1_000, limit: 1 };
      expect(await ledger.posting.beginSending(num, attempt, now)).toBeDefined();
      await ledger.doubts.orphans(now + 5_000);
      const decision = { became: 'booked', at: now, who: 'kari', reason: 'saw it' } as const;
      expect(await ledger.doubts.decide(num, 1, 'a', decision)).toBe(true);
      const outcome = { kind: 'not-applied', evidence: {}, message: '' } as const;
      await ledger.posting.settle('a', outcome, { to: 'ready', dueAt: 0 }, now, undefined);
    });
    const words = /Batch 1 \(voucher 1; 1920 10\.00, 3000 -10\.00\) was declared booked by kari.*MISSING/;
    const again = await office.run('import', 'a.csv', '--job', 'journal');
    expect(again.code).toBe(1);
    expect(again.out).toMatch(words);
    expect(again.out).not.toContain('✓');
    const shown = await office.run('show', id);
    expect(shown.out.split('\n').slice(0, 3).join('\n')).toMatch(words);
    expect(shown.out).toMatch(/Batch 1: booked/);
    expect(json(await office.run('show', id, '--json')).mismatches).toEqual([expect.stringMatching(words)]);
    expect((await office.run('list')).out).toContain(' !!');
    expect(json(await office.run('list', '--json')).imports).toEqual([expect.objectContaining({ contradicted: true })]);

    const looked = await office.run('resolve', id, '1');
    expect(looked.code).toBe(4);
    expect(looked.out.replace(/\s+/g, ' ')).toMatch(words);
    expect(await booked()).toMatchObject({ count: 0 });
    const closed = await office.run('resolve', id, '1', '--not-booked', '--reason', 'it is not there');
    expect(closed.code).toBe(0);
    expect(closed.out).toContain('✓ a.csv: completed');
    expect(await booked()).toMatchObject({ count: 1 });
    expect((await office.run('list')).out).not.toContain('!!');
  });

  it('where the job wants a second person, one user of the system only proposes', async () => {
    await wantsTwo();
    await office.write('s.csv', journal([{ key: '91', amount: '10,00' }]));
    await control('next', { faults: ['reset-after'] });
    const id = json(await office.run('import', 's.csv', '--job', 'second', '--json')).import;
    const before = (await booked()).count;
    const kept = await office.run('resolve', id, '1', '--not-booked', '--reason', 'not there');
    expect(kept).toMatchObject({ code: 4, err: expect.stringContaining('Your answer is kept.') });
    const again = await office.run('resolve', id, '1', '--not-booked', '--reason', 'not there');
    expect(again.code, 'one person is one, however often').toBe(4);
    expect(again.out.replace(/\s+/g, ' ')).toContain('that it was not booked ("not there")');
    for (const gone of ['--confirm', '--reject'])
      expect(await office.run('resolve', id, '1', gone)).toMatchObject({ code: 2, err: expect.stringContaining(gone) });
    expect((await office.run('resolve', id, '1', '--withdraw')).code).toBe(2);
    expect((await office.run('resolve', id, '1', '--withdraw', '--booked', '--reason', 'x')).code).toBe(2);
    const withdrawn = await office.run('resolve', id, '1', '--withdraw', '--reason', 'I was wrong');
    expect(withdrawn).toMatchObject({ code: 4, err: expect.stringContaining('is withdrawn ("I was wrong")') });
    expect((await booked()).count).toBe(before);
  });

  it('no command tells what another user said, until this one has answered too', async () => {
    await wantsTwo();
    await office.write('t.csv', journal([{ key: '92', amount: '10,00' }]));
    await control('next', { faults: ['reset-after'] });
    const id = json(await office.run('import', 't.csv', '--job', 'second', '--json')).import;
    await inLedger(async (ledger) => {
      const { num } = (await ledger.imports.find(id))[0]!;
      const { attempt } = (await ledger.posting.batch(num, 1))!;
      const answer = { import: num, batch: 1, attempt: attempt!, at: Date.now(), part: null };
      for (const [who, became, place] of [
        ['ola', 'not-booked', 'command-line'],
        ['liv', 'booked', 'dashboard'],
      ] as const) {
        const said = { ...answer, who, became, place, reason: `${who} has looked` };
        expect(await ledger.proposals.make(said, 'in-doubt', {})).toBe(true);
      }
    });
    const looks = [
      ['resolve', id, '1'],
      ['resolve', id, '1', '--json'],
      ['show', id],
      ['show', id, '--json'],
      ['show', id, '--out', 'trail.csv'],
      ['list'],
      ['list', '--json'],
      ['import', 't.csv', '--job', 'second', '--no-wait', '--json'],
    ];
    const told = [];
    for (const look of looks) {
      const { out, err } = await office.run(...look);
      told.push([look[0], out + err]);
    }
    told.push(['trail', await readFile(join(office.folder, 'trail.csv'), 'utf8')]);
    const silent = /has looked|declared|booked \("|that it was (not )?booked: |"became"/;
    for (const [look, text] of told) expect([look, silent.exec(text!)?.[0]]).toEqual([look, undefined]);
    expect(told[0]![1]!.replace(/\s+/g, ' ')).toMatch(
      /ola answered at [^.]+\. Look for yourself.*liv answered in the dashboard at [^.]+\. People have other names there/,
    );
    expect(told[2]![1]).toMatch(/ola +answered about batch 1\n/);

    const differs = await office.run('resolve', id, '1', '--booked', '--reason', 'it is there');
    expect(differs.code).toBe(4);
    expect(differs.err.replace(/\s+/g, ' ')).toContain('that it was not booked ("ola has looked")');
    expect(differs.err, 'of another list').not.toContain('liv has looked');
    expect((await office.run('show', id)).out).toMatch(
      /answered about batch 1, that it was not booked: ola has looked/,
    );
    const agreed = await office.run('resolve', id, '1', '--not-booked', '--reason', 'it was another');
    expect(agreed.err).toContain('declared not booked ("it was another")');
    expect(json(await office.run('show', id, '--json'))).toMatchObject({ state: 'completed' });
  });
});
