import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { voucher } from '../office.ts';
import { crashBefore } from './crash.ts';
import { openWatched, sheet, until, type Watched } from './watched.ts';

/** Another boot of this machine: all its processes are gone. */
const GONE = 'another-boot pid:[1] 1';
const QUICK = { minimumAgeMs: 0, scanMs: 20 };

/**
 * Watches until the process dies, then another goes on to the end.
 * @returns whether it died before it was done
 */
async function dieAndGoOn(
  watched: Watched,
  at: number | RegExp,
  what: string,
  isDone: () => boolean,
): Promise<boolean> {
  const { ledger, ports } = watched.office;
  const crash = crashBefore(at, watched.inbox, ledger);
  const isOver = () => isDone() && ledger.arrivals.unsettled(watched.inbox).length === 0;
  const isSettled = () => isOver() && /"holder":null|release/.test(crash.steps.at(-1) ?? '');
  const dies = watched.watch(QUICK, {
    ledger: crash.ledger,
    processes: { ...ports.processes, self: GONE },
    wake: async () => undefined,
  });
  await until(`the crash of ${what}`, () => crash.isDead() || isSettled());
  await dies.close();
  crash.restore();
  if (!crash.isDead()) return false;
  const goesOn = watched.watch(QUICK);
  for (const row of watched.imports()) if (row.state === 'planning') await watched.book(row.num);
  await until(`${what} to be done after its watcher died behind ${crash.steps.at(-1)}`, isOver);
  await goesOn.close();
  return true;
}

const isEmpty = (watched: Watched, ...folder: string[]) => watched.files(...folder).length === 0;

describe('a watcher that dies', () => {
  test('at any step neither loses a file nor takes it in twice', async () => {
    const watched = await openWatched();
    const bytes = sheet(voucher(1, 1));
    watched.watch(QUICK);
    watched.moveIn(bytes, 'journal', 'f0.csv');
    await watched.holds(['journal', 'done'], 'f0.csv', 'f0.csv.receipt.json');
    await watched.close();
    let nth = 0;
    for (let died = true; died; ) {
      const name = `f${++nth}.csv`;
      watched.moveIn(bytes, 'journal', name);
      died = await dieAndGoOn(
        watched,
        nth,
        name,
        () =>
          existsSync(watched.path('journal', 'done', name)) &&
          isEmpty(watched, 'journal') &&
          isEmpty(watched, 'journal', 'processing'),
      );
    }
    expect(nth).toBeGreaterThan(15);
    const names = Array.from({ length: nth + 1 }, (_, i) => `f${i}.csv`);
    expect(watched.files('journal', 'done')).toEqual(names.flatMap((name) => [name, `${name}.receipt.json`]).sort());
    const [row] = watched.imports();
    for (const name of names) {
      expect(watched.read('journal', 'done', name)).toBe(bytes);
      expect(watched.json('journal', 'done', `${name}.receipt.json`)).toMatchObject({ import: row!.id });
    }
    expect(watched.imports()).toHaveLength(1);
    expect(await watched.office.texts()).toEqual(['Bilag 1']);
    expect(watched.files('journal', 'failed')).toEqual([]);
  });

  test.each([/imports\.create/, /imports\.record/, /"state":"taken"/])(
    'before %s books the file once',
    async (point) => {
      const watched = await openWatched();
      watched.moveIn(sheet(voucher(1, 1)), 'journal', 'a.csv');
      const died = await dieAndGoOn(watched, point, 'a.csv', () =>
        existsSync(watched.path('journal', 'done', 'a.csv')),
      );
      expect(died).toBe(true);
      expect(watched.imports()).toHaveLength(1);
      expect(await watched.office.texts()).toEqual(['Bilag 1']);
    },
  );

  test('at any step of a refusal leaves the file in failed, once, with its reason', async () => {
    const watched = await openWatched();
    let nth = 0;
    for (let died = true; died; ) {
      const name = `f${++nth}.txt`;
      watched.moveIn(name, 'journal', name);
      died = await dieAndGoOn(
        watched,
        nth,
        name,
        () =>
          existsSync(watched.path('journal', 'failed', name)) &&
          isEmpty(watched, 'journal') &&
          isEmpty(watched, 'journal', 'processing'),
      );
      expect(watched.read('journal', 'failed', name)).toBe(name);
    }
    const names = Array.from({ length: nth }, (_, i) => `f${i + 1}.txt`);
    expect(watched.files('journal', 'failed')).toEqual(names.flatMap((name) => [name, `${name}.reason.txt`]).sort());
  });

  test('at any step between failed and done leaves the file in one of them, with what belongs beside it', async () => {
    const watched = await openWatched();
    const { imports } = watched.office.ledger;
    const failed = ['a.csv', 'a.csv.reason.txt', 'a.csv.receipt.json'];
    const done = ['a.csv', 'a.csv.receipt.json'];
    watched.watch(QUICK);
    watched.moveIn('a;b\n1;2\n', 'journal', 'a.csv');
    await watched.holds(['journal', 'failed'], ...failed);
    await watched.close();
    const [row] = watched.imports();
    const lies = (folder: string, names: readonly string[]) =>
      JSON.stringify(watched.files('journal', folder)) === JSON.stringify(names);
    let died = true;
    let nth = 0;
    while (died) {
      nth++;
      imports.moveState(row!.num, ['rejected'], 'completed');
      died = await dieAndGoOn(watched, nth, 'a.csv, mended', () => lies('done', done) && lies('failed', []));
      imports.moveState(row!.num, ['completed'], 'rejected');
      const back = await dieAndGoOn(watched, nth, 'a.csv, rejected', () => lies('failed', failed) && lies('done', []));
      died ||= back;
    }
    expect(nth).toBeGreaterThan(10);
  });
});

describe('two watchers of one inbox', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => `f${String(i).padStart(3, '0')}.csv`);
  const all = hundred.flatMap((name) => [name, `${name}.receipt.json`]).sort();

  test('of one ledger take each file once', async () => {
    const watched = await openWatched();
    watched.watch(QUICK);
    watched.watch(QUICK);
    for (const name of hundred) watched.moveIn(sheet(voucher(1, 1)), 'journal', name);
    await until('all to be done', () => watched.files('journal', 'done').length >= 200);
    expect(watched.files('journal', 'done')).toEqual(all);
    expect(watched.files('journal', 'processing')).toEqual([]);
    expect(watched.imports().length).toBe(1);
    expect(await watched.office.texts()).toEqual(['Bilag 1']);
  });

  test('of two machines, too', async () => {
    const one = await openWatched();
    const two = await openWatched({ inbox: one.inbox });
    one.watch(QUICK);
    two.watch(QUICK);
    for (const name of hundred) one.moveIn(sheet(voucher(1, 1)), 'journal', name);
    await until('all to be done', () => one.files('journal', 'done').length >= 200);
    expect(one.files('journal', 'done')).toEqual(all);
    expect(one.files('journal', 'processing')).toEqual([]);
    const seen = hundred.map((name) => one.json('journal', 'done', `${name}.receipt.json`)['import']);
    const known = [...one.imports(), ...two.imports()].map(({ id }) => id);
    expect([...new Set(seen)].sort()).toEqual(known.sort());
  });
});
