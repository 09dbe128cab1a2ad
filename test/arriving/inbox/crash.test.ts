import { appendFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { voucher } from '../../importing/office.ts';
import { crashBefore } from './crash.ts';
import { openWatched, sheet, until, type Watched, wrongAccount } from './watched.ts';

/** Another boot of this machine: all its processes are gone. */
const GONE = 'another-boot pid:[1] 1';
/** From the step that begins to put a file into `failed/`. */
const BOOKED_FAILING = { books: true, from: /"target":"failed\// };
/** The step that moves a file back from `done/`, and the one that ends taking it in. */
const TAKING_BACK = /"target":"processing\//;
const TAKEN = /"state":"taken"/;
const QUICK = { minimumAgeMs: 0, unfinishedMs: 0, scanMs: 20 };

/**
 * Watches until the process dies, then another goes on to the end.
 * @param how from: counts from the first step that is such a one; to: to the one before such a one; books: another process books what is received meanwhile
 * @returns whether it died before it was done
 */
async function dieAndGoOn(
  watched: Watched,
  at: number | RegExp,
  what: string,
  isDone: () => Promise<boolean>,
  { from, to, books = false }: { readonly from?: RegExp; readonly to?: RegExp; readonly books?: boolean } = {},
): Promise<boolean> {
  const { ledger, ports } = watched.office;
  const crash = crashBefore(at, watched.inbox, ledger, from, to);
  const isOver = async () => (await isDone()) && (await ledger.arrivals.unsettled(watched.inbox)).length === 0;
  const isSettled = async () => (await isOver()) && /"holder":null|release/.test(crash.steps.at(-1) ?? '');
  const dies = watched.watch(QUICK, {
    ledger: crash.ledger,
    processes: { ...ports.processes, self: GONE },
    wake: async (num) => void (books && watched.book(num)),
  });
  await until(`the crash of ${what}`, async () => crash.isDead() || (await isSettled()));
  await dies.close();
  crash.restore();
  if (!crash.isDead()) return false;
  const goesOn = watched.watch(QUICK);
  for (const row of await watched.imports()) if (row.state === 'planning') await watched.book(row.num);
  await until(`${what} to be done after its watcher died behind ${crash.steps.at(-1)}`, isOver);
  await goesOn.close();
  return true;
}

const isEmpty = (watched: Watched, ...folder: string[]) => watched.files(...folder).length === 0;

describe('a watcher that dies', () => {
  test('at any step neither loses a file nor receives it twice', async () => {
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
        async () =>
          existsSync(watched.path('journal', 'done', name)) &&
          isEmpty(watched, 'journal') &&
          isEmpty(watched, 'journal', 'processing'),
      );
    }
    expect(nth).toBeGreaterThan(15);
    const names = Array.from({ length: nth + 1 }, (_, i) => `f${i}.csv`);
    expect(watched.files('journal', 'done')).toEqual(names.flatMap((name) => [name, `${name}.receipt.json`]).sort());
    const [row] = await watched.imports();
    for (const name of names) {
      expect(watched.read('journal', 'done', name)).toBe(bytes);
      expect(watched.json('journal', 'done', `${name}.receipt.json`)).toMatchObject({ import: row!.id });
    }
    expect(await watched.imports()).toHaveLength(1);
    expect(await watched.office.texts()).toEqual(['Bilag 1']);
    expect(watched.files('journal', 'failed')).toEqual([]);
  });

  test.each([/imports\.create/, /imports\.record/, /"state":"taken"/])(
    'before %s books the file once',
    async (point) => {
      const watched = await openWatched();
      watched.moveIn(sheet(voucher(1, 1)), 'journal', 'a.csv');
      const died = await dieAndGoOn(watched, point, 'a.csv', async () =>
        existsSync(watched.path('journal', 'done', 'a.csv')),
      );
      expect(died).toBe(true);
      expect(await watched.imports()).toHaveLength(1);
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
        async () =>
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
    const [row] = await watched.imports();
    const lies = (folder: string, names: readonly string[]) =>
      JSON.stringify(watched.files('journal', folder)) === JSON.stringify(names);
    let died = true;
    let nth = 0;
    while (died) {
      nth++;
      await imports.moveState(row!.num, ['rejected'], 'completed');
      died = await dieAndGoOn(watched, nth, 'a.csv, corrected', async () => lies('done', done) && lies('failed', []));
      await imports.moveState(row!.num, ['completed'], 'rejected');
      const back = await dieAndGoOn(
        watched,
        nth,
        'a.csv, rejected',
        async () => lies('failed', failed) && lies('done', []),
      );
      died ||= back;
    }
    expect(nth).toBeGreaterThan(10);
  });

  test('at any step of putting a file with failed rows away leaves nothing of its own in failed', async () => {
    const watched = await openWatched();
    const names: string[] = [];
    for (let died = true; died; ) {
      const nth = names.length + 1;
      const name = `f${nth}.csv`;
      names.push(name);
      watched.moveIn(sheet(voucher(nth, 1), wrongAccount(1_000 + nth, 2)), 'journal', name);
      // Those before the import is known are those of every file.
      died = await dieAndGoOn(
        watched,
        nth,
        name,
        async () => existsSync(watched.path('journal', 'failed', name)),
        BOOKED_FAILING,
      );
      expect(readdirSync(watched.path('journal', 'failed')).sort(), `after step ${nth}`).toEqual(
        names.flatMap((each) => [each, `${each}.failed.xlsx`, `${each}.receipt.json`]).sort(),
      );
    }
    expect(names.length).toBeGreaterThan(8);
  });

  test('at any step of taking a corrected file in leaves nothing of the one before in failed', async () => {
    const watched = await openWatched();
    let nth = 0;
    for (let died = true; died; ) {
      nth++;
      const first = watched.watch(QUICK);
      watched.moveIn(`a;b\n${nth};2\n`, 'journal', 'a.csv');
      await watched.holds(['journal', 'failed'], 'a.csv', 'a.csv.reason.txt', 'a.csv.receipt.json');
      await first.close();
      rmSync(watched.path('journal', 'failed', 'a.csv'));
      watched.moveIn(sheet(voucher(nth, nth)), 'journal', 'a.csv');
      died = await dieAndGoOn(watched, nth, 'a.csv', async () => watched.files('journal', 'done').length === 2, {
        books: true,
        to: TAKEN,
      });
      expect(readdirSync(watched.path('journal', 'failed')), `after step ${nth}`).toEqual([]);
      for (const name of watched.files('journal', 'done')) rmSync(watched.path('journal', 'done', name));
    }
    expect(nth).toBeGreaterThan(10);
  });

  test('at any step of offering a changed file again receives it again, once', async () => {
    const watched = await openWatched();
    let nth = 0;
    for (let died = true; died; ) {
      nth++;
      const first = watched.watch(QUICK);
      const name = `f${nth}.csv`;
      watched.moveIn(sheet(voucher(nth, 1)), 'journal', name);
      await until(`${name} to be done`, async () => existsSync(watched.path('journal', 'done', name)));
      await first.close();
      appendFileSync(watched.path('journal', 'done', name), `${voucher(1_000 + nth, 1)}\n`);
      const isAgain = async () => (await watched.imports()).filter(({ file }) => file === name).length === 2;
      died = await dieAndGoOn(
        watched,
        nth,
        name,
        async () => (await isAgain()) && isEmpty(watched, 'journal', 'processing'),
        {
          books: true,
          from: TAKING_BACK,
          to: TAKEN,
        },
      );
      // What is booked already is held as a duplicate, so the file waits in failed/.
      expect(watched.files('journal', 'done').filter((each) => each.startsWith(`f${nth}.`))).toEqual([]);
      expect(watched.files('journal', 'failed').filter((each) => each.startsWith(`f${nth}.`))).toContain(name);
      expect((await watched.office.texts()).length).toBe(2 * nth);
    }
    expect(nth).toBeGreaterThan(6);
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
    await until('all to be done', async () => watched.files('journal', 'done').length >= 200);
    expect(watched.files('journal', 'done')).toEqual(all);
    expect(watched.files('journal', 'processing')).toEqual([]);
    expect((await watched.imports()).length).toBe(1);
    expect(await watched.office.texts()).toEqual(['Bilag 1']);
  });

  test('of two homes do not share it: the first has it, the other says so and takes nothing', async () => {
    const one = await openWatched();
    one.watch(QUICK);
    await until('the folders', async () => existsSync(one.path('card', 'failed')));
    const two = await openWatched({ inbox: one.inbox });
    two.watch(QUICK);
    await until('the other to say so', async () => two.office.said.some((line) => /belongs to the home/.test(line)));
    for (const name of hundred) one.moveIn(sheet(voucher(1, 1)), 'journal', name);
    await until('all to be done', async () => one.files('journal', 'done').length >= 200);
    expect(one.files('journal', 'done')).toEqual(all);
    expect(one.files('journal', 'processing')).toEqual([]);
    expect(await two.imports()).toEqual([]);
    expect(two.office.said[0]).toContain(one.office.ports.home);
    expect(two.office.said[0]).toMatch(/BILAG_INBOX.*bilag inbox take-over/);
    expect(one.office.said).toEqual([]);
  });
});
