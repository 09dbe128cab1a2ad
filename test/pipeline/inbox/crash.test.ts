import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { voucher } from '../office.ts';
import { crashBefore } from './crash.ts';
import { openWatched, sheet, until, type Watched, wrongAccount } from './watched.ts';

/** Another boot of this machine: all its processes are gone. */
const GONE = { self: 'another-boot pid:[1] 1', lives: () => undefined };
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
  const crash = crashBefore(at, watched.inbox, watched.office.ledger);
  const isSettled = () => isDone() && crash.steps.at(-1)?.startsWith('arrivals.release');
  const dies = watched.watch(QUICK, { ledger: crash.ledger, processes: GONE, wake: async () => undefined });
  await until(`the crash of ${what}`, () => crash.isDead() || isSettled());
  await dies.close();
  crash.restore();
  if (!crash.isDead()) return false;
  const goesOn = watched.watch(QUICK);
  for (const row of watched.imports()) if (row.state === 'planning') await watched.book(row.num);
  await until(`${what} to be done after its watcher died behind ${crash.steps.at(-1)}`, isDone);
  await goesOn.close();
  return true;
}

/** Files of a folder that people see. */
const shown = (watched: Watched, ...folder: string[]) =>
  watched.files(...folder).filter((name) => !name.startsWith('.'));
const isEmpty = (watched: Watched, ...folder: string[]) => shown(watched, ...folder).length === 0;

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
    expect(shown(watched, 'journal', 'done')).toEqual(names.flatMap((name) => [name, `${name}.receipt.json`]).sort());
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
    expect(shown(watched, 'journal', 'failed')).toEqual(names.flatMap((name) => [name, `${name}.reason.txt`]).sort());
  });

  test('at any step between failed and done leaves the file in one of them, with what belongs beside it', async () => {
    const watched = await openWatched();
    const { imports } = watched.office.ledger;
    const failed = ['a.csv', 'a.csv.failed.xlsx', 'a.csv.receipt.json'];
    const done = ['a.csv', 'a.csv.receipt.json'];
    watched.watch(QUICK);
    watched.moveIn(sheet(voucher(1, 1), wrongAccount(2, 2)), 'journal', 'a.csv');
    await watched.holds(['journal', 'failed'], ...failed);
    await watched.close();
    const [row] = watched.imports();
    const lies = (folder: string, names: readonly string[]) =>
      JSON.stringify(shown(watched, 'journal', folder)) === JSON.stringify(names);
    let diedEver = 0;
    for (let nth = 1, died = true; died; nth++) {
      const from = imports.byNum(row!.num).state;
      const to = from === 'completed' ? 'partly-booked' : 'completed';
      imports.moveState(row!.num, [from], to);
      died = await dieAndGoOn(watched, Math.ceil(nth / 2), `a.csv, ${to}`, () =>
        to === 'completed' ? lies('done', done) && lies('failed', []) : lies('failed', failed) && lies('done', []),
      );
      diedEver += Number(died);
    }
    expect(diedEver).toBeGreaterThan(15);
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
