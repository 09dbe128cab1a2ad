import { describe, expect, it } from 'vitest';
import { journal, json } from './bilag.ts';
import { officeBesideSandbox, until } from './office-beside-sandbox.ts';

const { office, control, faults, booked } = officeBesideSandbox();

const entries = (count: number) =>
  journal(Array.from({ length: count }, (_, at) => ({ key: String(at + 1), amount: '10,00' })));
const inOneLine = (text: string) => text.replace(/\s+/g, ' ');

describe('bilag cancel', () => {
  it('what was never sent is cancelled: exit 0; it says so wherever one looks, and the file can be imported again', async () => {
    await office.write('a.csv', entries(3));
    const { import: id } = json(await office.run('import', 'a.csv', '--job', 'journal', '--no-wait', '--json'));
    expect(await office.run('cancel', id)).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
    const cancelled = await office.run('cancel', id, '--reason', 'wrong month');
    expect(cancelled).toMatchObject({
      code: 0,
      err: 'a.csv is cancelled: nothing in it is booked, and nothing will be sent.\n',
    });
    expect(cancelled.out).toMatch(/✗ a\.csv: cancelled; nothing was booked\n/);
    expect(inOneLine(cancelled.out)).toMatch(/Cancelled before anything was booked, by \S+: wrong month\./);
    expect(cancelled.out).toContain('bilag import a.csv --job journal');

    const again = await office.run('cancel', id, '--reason', 'wrong month', '--json');
    expect(again.code).toBe(2);
    expect(json(again).error.message).toMatch(/was cancelled before, by \S+ \("wrong month"\)/);
    expect((await office.run('list')).out).toMatch(/ cancelled /);
    expect((await office.run('show', id)).out).toContain('cancelled: wrong month (nothing of it was booked)');
    expect(await booked()).toMatchObject({ count: 0 });

    const imported = await office.run('import', 'a.csv', '--job', 'journal', '--json');
    expect(imported.code).toBe(0);
    expect(json(imported)).toMatchObject({ import: id, state: 'completed', entries: { booked: 3 } });
    expect(await office.run('cancel', id, '--reason', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is completed'),
    });
  });

  it('while it is being booked: what is on its way ends, the rest is held, and retry books it: exit 3', async () => {
    await office.write('a.csv', entries(12));
    // The first request is taken, and none after it: the import waits for a service that is busy.
    await faults('429=1');
    await control('next', { faults: ['slow'] });
    const importing = office.start('import', 'a.csv', '--job', 'journal');
    await until('the first is booked', async () => (await booked()).count > 0);
    const [{ import: id }] = json(await office.run('list', '--json')).imports;
    const cancelled = await office.run('cancel', id, '--reason', 'wrong month', '--json');
    const receipt = json(cancelled);
    expect({ code: cancelled.code, receipt }).toMatchObject({
      code: 3,
      receipt: { state: 'partly-booked', entries: { booked: 2, held: 10, pending: 0, inDoubt: 0 } },
    });
    expect(receipt.mismatches).toBeUndefined();
    expect(receipt.issues).toMatchObject([{ code: 'cancelled', message: expect.stringContaining('wrong month') }]);
    expect(cancelled.err).toMatch(/vouchers? of a\.csv (is|are) not sent, and on hold; bilag retry \S+ books them/);
    // The import that was waiting for it leaves, too.
    expect((await importing.ended).code).toBe(3);
    expect((await booked()).count).toBe(2);
    await faults('');
    const retried = await office.run('retry', id, '--json');
    expect({ code: retried.code, receipt: json(retried) }).toMatchObject({
      code: 0,
      receipt: { state: 'completed', entries: { booked: 12, held: 0 } },
    });
    expect(await booked()).toMatchObject({ count: 12, totals: { '1920': '120.00' } });
  });
});
