import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { MAIN } from '../../built.ts';
import { serve } from '../../http/serve.ts';
import { JOURNAL_HEADER, JOURNAL_JOB, voucher } from '../../importing/office.ts';
import { openWatched, sheet, until, type Watched, wrongAccount } from './watched.ts';
import { holdOpen } from './writer.ts';

const HOUR_MS = 60 * 60_000;
/** The rows of a voucher, each a line. */
const rows = (key: number) => voucher(key, key).split('\n');
const whole = sheet(voucher(1, 1), voucher(2, 2), voucher(3, 3), voucher(4, 4));
const half = sheet(voucher(1, 1), voucher(2, 2));
const rest = whole.slice(half.length);

/** What the inbox has looked at for as long as others that came later, and took. */
async function others(watched: Watched, ...keys: number[]): Promise<void> {
  for (const key of keys) {
    watched.write(sheet(voucher(key, key)), 'card', `card${key}.csv`);
    await until(`card${key}.csv to be taken`, async () => !watched.files('card').includes(`card${key}.csv`));
  }
}

describe('a file that a process holds open for writing', () => {
  test('is not complete, however long it lies still; it is taken whole when it is closed', async () => {
    const watched = await openWatched();
    watched.watch();
    watched.write(`${JOURNAL_HEADER}\n`, 'journal', 'slow.csv');
    const writer = await holdOpen(watched.path('journal', 'slow.csv'));
    for (const line of [...rows(1), ...rows(2)]) await writer.write(line);
    await others(watched, 11, 12);
    expect(watched.files('journal')).toEqual(['slow.csv']);
    for (const line of [...rows(3), ...rows(4)]) await writer.write(line);
    await others(watched, 13);
    expect(watched.files('journal')).toEqual(['slow.csv']);
    await writer.close();
    await watched.holds(['journal', 'done'], 'slow.csv', 'slow.csv.receipt.json');
    expect(watched.read('journal', 'done', 'slow.csv')).toBe(whole);
    expect(await watched.office.texts()).toEqual(expect.arrayContaining(['Bilag 1', 'Bilag 2', 'Bilag 3', 'Bilag 4']));
    expect((await watched.imports()).filter(({ file }) => file === 'slow.csv')).toHaveLength(1);
  });

  test('is not complete either where it has its marker', async () => {
    const watched = await openWatched();
    watched.watch({ marker: true });
    watched.write(half, 'journal', 'slow.csv');
    const writer = await holdOpen(watched.path('journal', 'slow.csv'));
    watched.write('', 'journal', 'slow.csv.done');
    watched.write(sheet(voucher(8, 8)), 'card', 'card1.csv');
    watched.write('', 'card', 'card1.csv.done');
    await until('the other to be taken', async () => !watched.files('card').includes('card1.csv'));
    expect(watched.files('journal')).toContain('slow.csv');
    await writer.close();
    await watched.holds(['journal', 'done'], 'slow.csv', 'slow.csv.receipt.json');
  });

  test('for reading only is taken', async () => {
    const watched = await openWatched();
    watched.write(half, 'journal', 'read.csv');
    await holdOpen(watched.path('journal', 'read.csv'), 'read');
    watched.watch();
    await watched.holds(['journal', 'done'], 'read.csv', 'read.csv.receipt.json');
  });

  test('is taken where it is bilag itself that holds it', async () => {
    const watched = await openWatched();
    watched.write(half, 'journal', 'own.csv');
    const own = openSync(watched.path('journal', 'own.csv'), 'a');
    watched.watch();
    await watched.holds(['journal', 'done'], 'own.csv', 'own.csv.receipt.json');
    closeSync(own);
  });

  test('is named with the process after a minute in log, list and dashboard, until it is closed', async () => {
    const watched = await openWatched();
    const server = await serve(watched.office);
    const bilag = async (...args: string[]) =>
      (
        await promisify(execFile)(process.execPath, [MAIN, ...args], {
          cwd: watched.office.folder,
          env: { PATH: process.env['PATH'], HOME: watched.office.folder, BILAG_HOME: watched.office.ports.home },
        })
      ).stdout;
    let later = 0;
    watched.watch({}, {}, () => performance.now() + later);
    watched.write(half, 'journal', 'book.csv');
    const writer = await holdOpen(watched.path('journal', 'book.csv'));
    await others(watched, 11, 12);
    expect(watched.office.said).toEqual([]);
    expect((await server.get('/api/summary')).json.openFiles).toBeUndefined();
    later = 60_001;
    const named = new RegExp(`"book.csv", job journal, is not taken yet: sh \\(process ${writer.pid}\\) holds it open`);
    await until('it to be said', async () => watched.office.said.some((line) => named.test(line)));
    expect((await server.get('/api/summary')).json.openFiles).toEqual([
      { job: 'journal', file: 'book.csv', program: 'sh', process: writer.pid, since: expect.any(String) },
    ]);
    expect(await bilag('list')).toMatch(named);
    expect(JSON.parse(await bilag('list', '--json')).openFiles).toMatchObject([{ process: writer.pid }]);
    expect(watched.files('journal')).toEqual(['book.csv']);
    await writer.close();
    await watched.holds(['journal', 'done'], 'book.csv', 'book.csv.receipt.json');
    expect((await server.get('/api/summary')).json.openFiles).toBeUndefined();
    expect(await bilag('list')).not.toContain('holds it open');
  });
});

describe('a file that ends as if its writer had stopped half-way', () => {
  const quoted = `${JOURNAL_HEADER}\n1;05.01.2026;1920;1,00;"Ola\n1;05.01.2026;3000;-1,00;Ola\n`;
  test.each([
    ['inside quotes', quoted, '"\n'],
    ['without a line end where the others have one', half.slice(0, -1), '\n'],
    ['in the middle of a line end', half.replaceAll('\n', '\r\n').slice(0, -1), '\n'],
  ])('%s waits longer', async (_, content, end) => {
    const watched = await openWatched();
    let later = 0;
    watched.watch({ unfinishedMs: HOUR_MS }, {}, () => performance.now() + later);
    watched.write(content, 'journal', 'cut.csv');
    watched.write(content, 'journal', 'kept.csv');
    await others(watched, 11, 12);
    expect(watched.files('journal')).toEqual(['cut.csv', 'kept.csv']);
    appendFileSync(watched.path('journal', 'cut.csv'), end);
    await until('the one that goes on', async () => !watched.files('journal').includes('cut.csv'));
    expect(watched.files('journal')).toEqual(['kept.csv']);
    later = HOUR_MS + 1;
    await watched.holds(['journal']);
    await until('both to be put away', async () => watched.files('journal', 'processing').length === 0);
  });

  test('and renamed in waits too; a workbook without its end as well', async () => {
    const watched = await openWatched();
    watched.watch({ unfinishedMs: HOUR_MS });
    watched.moveIn(half.slice(0, -1), 'journal', 'cut.csv');
    watched.moveIn(Buffer.from('PK\x03\x04, and no end', 'latin1'), 'journal', 'cut.xlsx');
    await others(watched, 11, 12);
    expect(watched.files('journal')).toEqual(['cut.csv', 'cut.xlsx']);
  });
});

describe('a file that was changed after it was received', () => {
  const skipping = { jobs: { journal: `${JOURNAL_JOB}onDuplicate: skip\n`, card: JOURNAL_JOB } };
  const requests = async (watched: Watched) => {
    const { paths } = (await watched.office.call('GET', 'requests')) as { paths: Record<string, { count: number }> };
    return paths['POST /api/biz/journalentries']?.count ?? 0;
  };
  const taken = (watched: Watched, count: number) =>
    until(`${count} imports`, async () => {
      const [newest] = await watched.imports();
      const arrivals = newest === undefined ? [] : await watched.office.ledger.arrivals.takenAs(newest.num);
      return (await watched.imports()).length === count && arrivals.length === 1 && newest;
    });

  test('and before anything of it was sent: nothing of it is sent, and the whole is planned', async () => {
    const watched = await openWatched();
    watched.watch({}, { wake: async () => undefined });
    watched.moveIn(half, 'journal', 'a.csv');
    const first = await taken(watched, 1);
    await watched.office.plan(first);
    appendFileSync(watched.path('journal', 'processing', 'a.csv'), rest);
    await watched.office.post(first);
    expect(await requests(watched)).toBe(0);
    expect(await watched.office.ledger.imports.byNum(first.num)).toMatchObject({ state: 'cancelled' });
    expect(watched.office.said.join('\n')).toMatch(/nothing of it was sent: "a.csv" was still written to/);
    const second = await taken(watched, 2);
    await watched.book(second.num);
    await watched.holds(['journal', 'done'], 'a.csv', 'a.csv.receipt.json');
    expect(watched.read('journal', 'done', 'a.csv')).toBe(whole);
    expect(watched.json('journal', 'done', 'a.csv.receipt.json')).toMatchObject({ import: second.id });
    expect(await watched.office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3', 'Bilag 4']);
  });

  test('and only sent to a service that was busy: nothing of it is sent again', async () => {
    const watched = await openWatched();
    watched.watch({}, { wake: async () => undefined });
    watched.moveIn(half, 'journal', 'a.csv');
    const first = await taken(watched, 1);
    await watched.office.plan(first);
    await watched.office.next('429');
    await watched.office.turn(first, async () => false);
    expect(await requests(watched)).toBe(1);
    appendFileSync(watched.path('journal', 'processing', 'a.csv'), rest);
    await watched.office.post(first);
    expect(await requests(watched)).toBe(1);
    expect(await watched.office.ledger.imports.byNum(first.num)).toMatchObject({ state: 'cancelled' });
  });

  test('and sent: it is offered again, what is booked is a duplicate, and the history says so', async () => {
    const watched = await openWatched(skipping);
    const watch = watched.watch({}, { wake: async () => undefined });
    watched.moveIn(half, 'journal', 'a.csv');
    const first = await taken(watched, 1);
    await watch.close();
    await watched.book(first.num);
    appendFileSync(watched.path('journal', 'processing', 'a.csv'), rest);
    watched.watch({}, { wake: async () => undefined });
    const second = await taken(watched, 2);
    expect(watched.files('journal', 'done')).toEqual([]);
    expect(watched.office.said.join('\n')).toMatch(/still written to when it had been received, as import/);
    expect(await watched.office.events(first)).toContain('file-changed');
    await watched.book(second.num);
    await watched.holds(['journal', 'done'], 'a.csv', 'a.csv.receipt.json');
    expect(watched.json('journal', 'done', 'a.csv.receipt.json')).toMatchObject({
      import: second.id,
      entries: { booked: 2, duplicate: 2 },
    });
    expect(await watched.office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3', 'Bilag 4']);
  });

  test('and put away: what lies in done is what was booked', async () => {
    const watched = await openWatched(skipping);
    watched.watch();
    watched.moveIn(half, 'journal', 'a.csv');
    await watched.holds(['journal', 'done'], 'a.csv', 'a.csv.receipt.json');
    // A writer that the system does not show, on another machine for example: its file is the same wherever it lies.
    appendFileSync(watched.path('journal', 'done', 'a.csv'), rest);
    const second = await until('a second import that is completed', async () => {
      const [newest, ...others] = await watched.imports();
      return others.length === 1 && newest?.state === 'completed' && newest;
    });
    await watched.holds(['journal', 'done'], 'a.csv', 'a.csv.receipt.json');
    await until('the receipt to be that of the second', async () => {
      const receipt = watched.json('journal', 'done', 'a.csv.receipt.json');
      return receipt['import'] === second.id;
    });
    expect(watched.read('journal', 'done', 'a.csv')).toBe(whole);
    expect(watched.office.said.join('\n')).toMatch(/still written to/);
    expect(await watched.office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3', 'Bilag 4']);
  });

  test('in its times or its rights alone is what it was', async () => {
    const watched = await openWatched();
    const watch = watched.watch({}, { wake: async () => undefined });
    watched.moveIn(half, 'journal', 'a.csv');
    const first = await taken(watched, 1);
    await watch.close();
    chmodSync(watched.path('journal', 'processing', 'a.csv'), 0o600);
    await watched.book(first.num);
    watched.watch();
    await watched.holds(['journal', 'done'], 'a.csv', 'a.csv.receipt.json');
    chmodSync(watched.path('journal', 'done', 'a.csv'), 0o644);
    await others(watched, 11, 12);
    expect((await watched.imports()).filter(({ file }) => file === 'a.csv')).toHaveLength(1);
    expect(watched.office.said).toEqual([]);
  });

  test('in failed, and corrected otherwise meanwhile, is not put into done as if it had been booked', async () => {
    const watched = await openWatched();
    watched.watch();
    watched.moveIn(sheet(voucher(1, 1), wrongAccount(2, 2)), 'journal', 'a.csv');
    await watched.holds(['journal', 'failed'], 'a.csv', 'a.csv.failed.xlsx', 'a.csv.receipt.json');
    const [first] = await watched.imports();
    appendFileSync(watched.path('journal', 'failed', 'a.csv'), `${voucher(3, 3)}\n`);
    await watched.office.ledger.imports.moveState(first!.num, ['partly-booked'], 'completed');
    await until('a second import', async () => (await watched.imports()).length === 2);
    await until('the file to be put away', async () => watched.files('journal', 'failed').includes('a.csv'));
    expect(watched.files('journal', 'done')).toEqual([]);
    expect(await watched.office.texts()).toEqual(['Bilag 1', 'Bilag 3']);
  });
});

describe('folders after all is over', () => {
  test('hold no part of what a process wrote that is dead', async () => {
    const watched = await openWatched();
    const watch = watched.watch();
    watched.moveIn(sheet(wrongAccount(2, 2)), 'journal', 'a.csv');
    await watched.holds(['journal', 'failed'], 'a.csv', 'a.csv.failed.xlsx', 'a.csv.receipt.json');
    await watch.close();
    const [row] = await watched.imports();
    const part = '.a.csv.receipt.json.0123456789ab.part';
    watched.write('half', 'journal', 'failed', part);
    watched.write('of another', 'journal', 'failed', '.b.csv.receipt.json.0123456789ab.part');
    // As it stands when its watcher is killed while it renews the receipt.
    const [arrival] = await watched.office.ledger.arrivals.failed(watched.inbox, 'journal', 'a.csv');
    await watched.office.ledger.arrivals.hold(arrival!, 'dead elsewhere 1 never', Date.now() - HOUR_MS);
    await watched.office.ledger.imports.record(row!.num, Date.now(), 'test', 'looked-at');
    watched.watch();
    const failed = () => readdirSync(watched.path('journal', 'failed'));
    await until('the part to be gone', async () => !failed().includes(part));
    expect(failed()).toContain('.b.csv.receipt.json.0123456789ab.part');
    rmSync(watched.path('journal', 'failed', '.b.csv.receipt.json.0123456789ab.part'));
  });
});
