import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { json, SOUND } from './bilag.ts';
import { officeBesideSandbox } from './office-beside-sandbox.ts';

const { office, booked } = officeBesideSandbox();

async function loseLedger(): Promise<void> {
  const home = join(office.folder, '.bilag');
  for (const name of await readdir(home)) if (name.startsWith('ledger.db')) await rm(join(home, name));
}

it('refuses to book with a ledger that was lost, says what it does not know, and goes on once that is accepted', async () => {
  await office.write('a.csv', SOUND);
  expect((await office.run('import', 'a.csv', '--job', 'journal')).code).toBe(0);
  const [sent] = json(await office.run('list', '--json')).imports;
  expect((await office.run('recover')).out).toContain('there is nothing to recover');
  const sound = await office.run('doctor');
  expect(sound.out).toMatch(/✓ attempt log: .*attempts\.journal, all of it known to the ledger/);
  expect(await booked()).toMatchObject({ count: 3 });

  await loseLedger();
  expect((await office.run('doctor')).out).toMatch(
    /✗ attempt log: the ledger does not know 2 attempts to book vouchers of a\.csv/,
  );
  for (const command of [['import', 'a.csv', '--job', 'journal'], ['start']]) {
    const refused = await office.run(...command);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/The ledger does not know 2 attempts to book vouchers of a\.csv, made /);
    expect(refused.err).toContain('bilag recover');
  }
  expect(await booked()).toMatchObject({ count: 3 });
  const shown = await office.run('recover');
  expect(shown.code).toBe(4);
  expect(shown.out).toMatch(new RegExp(`${sent.import} +unknown +journal +a\\.csv +2 +2 +3 +6 `));
  expect(shown.err).toContain('bilag recover --accept --reason');
  expect((await office.run('recover', '--accept')).code).toBe(2);

  const accepted = await office.run('recover', '--accept', '--reason', 'somebody deleted it', '--json');
  expect(accepted.code).toBe(0);
  expect(json(accepted)).toMatchObject({
    unknown: [{ import: sent.import, file: 'a.csv', batches: 2, entries: 3, rows: 6, state: null }],
    recovered: [{ import: sent.import, in: sent.import, booked: 2, inDoubt: 0 }],
  });
  const history = await office.run('show', sent.import);
  expect(history.out).toMatch(/attempt\s+log:\s+2\s+batches\s+booked,\s+0\s+in\s+doubt\.\s+somebody\s+deleted\s+it/);
  const again = await office.run('import', 'a.csv', '--job', 'journal', '--json');
  expect(again.code).toBe(3);
  expect(json(again)).toMatchObject({ entries: { planned: 3, duplicate: 3, booked: 0 } });
  expect(await booked()).toMatchObject({ count: 3 });
});
