import { execFile } from 'node:child_process';
import {
  accessSync,
  appendFileSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import type * as RetryModule from '../../../src/correcting/retry.ts';
import type * as ResolveModule from '../../../src/doubt/resolve.ts';
import type * as ReceiptModule from '../../../src/reporting/receipt.ts';
import { MAIN } from '../../built.ts';
import { serve } from '../../http/serve.ts';
import { JOURNAL_JOB, load, voucher } from '../../importing/office.ts';
import { worded } from '../fetch/worded.ts';
import { openWatched, sheet, until, wrongAccount } from './watched.ts';

const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');
const { resolveDoubt } = await load<typeof ResolveModule>('doubt/resolve.js');
const { receiptJson, receiptOf } = await load<typeof ReceiptModule>('reporting/receipt.js');

/** So old that nothing is complete by its age in a test, in milliseconds. */
const NEVER_MS = 60 * 60_000;

/** As the superuser may, whatever the mode of a file says. */
const mayReadAll = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-mode-'));
  try {
    writeFileSync(join(folder, 'a'), '', { mode: 0 });
    accessSync(join(folder, 'a'), constants.R_OK);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
})();

describe('a file that is sound', () => {
  test('is booked and lies in done, with the receipt that bilag show prints', async () => {
    const watched = await openWatched();
    watched.watch();
    await until('the folders', async () => existsSync(watched.path('card', 'failed')));
    watched.moveIn(sheet(voucher(1, 100)), 'journal', 'bank.csv');
    await watched.holds(['journal', 'done'], 'bank.csv', 'bank.csv.receipt.json');
    const [row] = await watched.imports();
    expect(watched.read('journal', 'done', 'bank.csv.receipt.json')).toBe(
      `${JSON.stringify(receiptJson(await receiptOf(row!.num, watched.office.ledger, Date.now())))}\n`,
    );
    expect(watched.json('journal', 'done', 'bank.csv.receipt.json')).toMatchObject({
      state: 'completed',
      rows: { booked: 2 },
    });
    expect(watched.read('journal', 'done', 'bank.csv')).toBe(sheet(voucher(1, 100)));
    expect(await watched.office.events(row!)).toContain('taken-in');
    expect((await watched.office.ledger.imports.events(row!.num))[0]!.who).toBe('inbox');
    expect(watched.files('journal')).toEqual([]);
    expect(watched.files('journal', 'processing')).toEqual([]);
    expect(watched.office.said).toEqual([]);
  });

  test('is found where it lay before anybody watched, and for a job that comes later', async () => {
    const watched = await openWatched();
    watched.write(sheet(voucher(1, 1)), 'journal', 'a.csv');
    watched.write(sheet(voucher(2, 2)), 'later', 'b.csv');
    watched.watch();
    await watched.holds(['journal', 'done'], 'a.csv', 'a.csv.receipt.json');
    await watched.holds(['later'], 'b.csv', 'b.csv.reason.txt');
    expect(watched.read('later', 'b.csv.reason.txt')).toMatch(
      /no job "later"[\s\S]*put the file into the folder of another job/,
    );
    watched.office.defineJob('later', JOURNAL_JOB);
    watched.jobs.push({ name: 'later', match: ['*.csv'], bytes: 1_000 });
    await watched.holds(['later', 'done'], 'b.csv', 'b.csv.receipt.json');
    await watched.holds(['later']);
    expect(await watched.office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test('of tomorrow gets the import’s id, and the same bytes again the earlier receipt', async () => {
    const watched = await openWatched();
    watched.watch();
    watched.moveIn(sheet(voucher(1, 1)), 'journal', 'bank.csv');
    await watched.holds(['journal', 'done'], 'bank.csv', 'bank.csv.receipt.json');
    watched.moveIn(sheet(voucher(2, 2)), 'journal', 'bank.csv');
    const [second] = await until(
      'a second import',
      async () => (await watched.imports()).length === 2 && (await watched.imports()),
    );
    const named = `bank.${second!.id}.csv`;
    const both = ['bank.csv', 'bank.csv.receipt.json', named, `${named}.receipt.json`];
    await watched.holds(['journal', 'done'], ...both);
    watched.moveIn(sheet(voucher(2, 2)), 'journal', 'bank.csv');
    const all = await until(
      'a third file',
      async () => watched.files('journal', 'done').length === 6 && watched.files('journal', 'done'),
    );
    const third = all.find((name) => name.endsWith('.csv') && !both.includes(name))!;
    expect(watched.json('journal', 'done', `${third}.receipt.json`)).toMatchObject({ import: second!.id });
    expect(watched.read('journal', 'done', third)).toBe(sheet(voucher(2, 2)));
    expect(await watched.office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
    expect(await watched.imports()).toHaveLength(2);
  });
});

describe('a file that was taken away from done', () => {
  test('leaves its name to the next, which stays where it is whatever becomes of the first', async () => {
    const watched = await openWatched();
    watched.watch();
    watched.moveIn(sheet(voucher(1, 1)), 'journal', 'bank.csv');
    await watched.holds(['journal', 'done'], 'bank.csv', 'bank.csv.receipt.json');
    const [first] = await watched.imports();
    for (const name of watched.files('journal', 'done')) rmSync(watched.path('journal', 'done', name));
    watched.moveIn(sheet(voucher(22, 2)), 'journal', 'bank.csv');
    await watched.holds(['journal', 'done'], 'bank.csv', 'bank.csv.receipt.json');
    await watched.office.ledger.imports.moveState(first!.num, ['completed'], 'in-doubt');
    await until('the first to be given up', async () =>
      (await watched.office.ledger.arrivals.changed(watched.inbox, true)).every(
        ({ import: num }) => num !== first!.num,
      ),
    );
    expect(watched.files('journal', 'failed')).toEqual([]);
    expect(watched.read('journal', 'done', 'bank.csv')).toBe(sheet(voucher(22, 2)));
    expect(watched.json('journal', 'done', 'bank.csv.receipt.json')).toMatchObject({ state: 'completed' });
  });
});

describe('a file that is not booked whole', () => {
  test('lies in failed until it is corrected, wherever that is done; then its companions follow', async () => {
    const watched = await openWatched();
    watched.watch();
    watched.moveIn(sheet(voucher(1, 1), wrongAccount(2, 2)), 'journal', 'a.csv');
    await watched.holds(['journal', 'failed'], 'a.csv', 'a.csv.failed.xlsx', 'a.csv.receipt.json');
    expect(watched.json('journal', 'failed', 'a.csv.receipt.json')).toMatchObject({ state: 'partly-booked' });
    watched.office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3100" }\n`);
    const [row] = await watched.imports();
    await retryImport(row!, watched.office.ports);
    await watched.book(row!.num);
    await watched.holds(['journal', 'done'], 'a.csv', 'a.csv.receipt.json');
    await watched.holds(['journal', 'failed']);
    expect(watched.json('journal', 'done', 'a.csv.receipt.json')).toMatchObject({ state: 'completed' });
  });

  test('is corrected by its own workbook, put back into the inbox', async () => {
    const watched = await openWatched();
    watched.jobs[0] = { ...watched.jobs[0]!, match: ['*.csv'] };
    watched.watch();
    watched.moveIn(sheet(voucher(1, 1), wrongAccount(2, 2), wrongAccount(3, 3)), 'journal', 'a.csv');
    await watched.holds(['journal', 'failed'], 'a.csv', 'a.csv.failed.xlsx', 'a.csv.receipt.json');
    const before = readFileSync(watched.path('journal', 'failed', 'a.csv.failed.xlsx'));
    const mend = async (row: number) => {
      const book = new ExcelJS.Workbook();
      await book.xlsx.readFile(watched.path('journal', 'failed', 'a.csv.failed.xlsx'));
      book.worksheets[0]!.getCell(row, 3).value = '3000';
      return Buffer.from(await book.xlsx.writeBuffer());
    };
    watched.moveIn(await mend(3), 'journal', 'a.csv.failed.xlsx');
    await until('two files in failed', async () => watched.files('journal', 'failed').length === 6);
    // What still waits is another entry: the workbook says so.
    await until(
      'a new workbook',
      async () => !readFileSync(watched.path('journal', 'failed', 'a.csv.failed.xlsx')).equals(before),
    );
    expect(await watched.imports()).toHaveLength(1);
    expect(await watched.office.receipt((await watched.imports())[0]!)).toMatchObject({
      entries: { booked: 2, held: 1 },
    });
    watched.moveIn(await mend(3), 'journal', 'mended.xlsx');
    await until('both workbooks and the file to be done', async () => watched.files('journal', 'done').length === 6);
    await watched.holds(['journal', 'failed']);
    expect(watched.files('journal', 'done')).toContain('a.csv');
    expect(await watched.office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
  });

  test('that was rejected says why; corrected and put back under its name, it is booked', async () => {
    const watched = await openWatched();
    watched.watch();
    watched.moveIn('a;b\n1;2\n', 'journal', 'a.csv');
    await watched.holds(['journal', 'failed'], 'a.csv', 'a.csv.reason.txt', 'a.csv.receipt.json');
    expect(watched.read('journal', 'failed', 'a.csv.reason.txt')).toMatch(
      /was rejected;[\s\S]*Bilagsnr[\s\S]*put the file into the folder journal/,
    );
    rmSync(watched.path('journal', 'failed', 'a.csv'));
    watched.moveIn(sheet(voucher(1, 1)), 'journal', 'a.csv');
    await watched.holds(['journal', 'done'], 'a.csv', 'a.csv.receipt.json');
    await watched.holds(['journal', 'failed']);
  });

  test('leaves the workbook alone that a person is correcting, as long as the same rows wait', async () => {
    const watched = await openWatched();
    watched.watch();
    watched.moveIn(sheet(voucher(1, 1), wrongAccount(2, 2)), 'journal', 'a.csv');
    await watched.holds(['journal', 'failed'], 'a.csv', 'a.csv.failed.xlsx', 'a.csv.receipt.json');
    writeFileSync(watched.path('journal', 'failed', 'a.csv.failed.xlsx'), 'being corrected');
    writeFileSync(watched.path('journal', 'failed', 'a.csv.receipt.json'), '');
    await watched.office.ledger.imports.record((await watched.imports())[0]!.num, Date.now(), 'test', 'looked-at');
    await until('a new receipt', async () => watched.read('journal', 'failed', 'a.csv.receipt.json') !== '');
    expect(watched.read('journal', 'failed', 'a.csv.failed.xlsx')).toBe('being corrected');
  });

  test('of which nothing is known for certain says what to do, and is done when a person has decided', async () => {
    const watched = await openWatched();
    watched.watch();
    await watched.office.next('reset-before');
    watched.moveIn(sheet(voucher(1, 1)), 'journal', 'a.csv');
    await watched.holds(['journal', 'failed'], 'a.csv', 'a.csv.reason.txt', 'a.csv.receipt.json');
    expect(watched.read('journal', 'failed', 'a.csv.reason.txt')).toMatch(/bilag resolve/);
    const [row] = await watched.imports();
    const [batch] = await watched.office.batches(row!);
    const now = await watched.office.ledger.imports.byNum(row!.num);
    await resolveDoubt(now, batch!.no, 'booked', 'seen in the books', watched.office.ports, {});
    await watched.holds(['journal', 'done'], 'a.csv', 'a.csv.receipt.json');
    await watched.holds(['journal', 'failed']);
  });
});

describe('what is refused', () => {
  test('a name that the job does not take, and a file over its limit, go to failed with what to do', async () => {
    const watched = await openWatched();
    watched.watch();
    watched.moveIn('x', 'journal', 'notes.txt');
    watched.moveIn('x'.repeat(201), 'card', 'card.csv');
    await watched.holds(['journal', 'failed'], 'notes.txt', 'notes.txt.reason.txt');
    await watched.holds(['card', 'failed'], 'card.csv', 'card.csv.reason.txt');
    expect(watched.read('journal', 'failed', 'notes.txt.reason.txt')).toMatch(/\*\.\{csv,xlsx\}[\s\S]*Rename the file/);
    expect(watched.read('card', 'failed', 'card.csv.reason.txt')).toMatch(
      /201 bytes[\s\S]*at most 200[\s\S]*limits\.bytes/,
    );
    expect(await watched.imports()).toEqual([]);
  });

  test('is told of on the pages, with why, until the file is taken away or put back', async () => {
    const watched = await openWatched();
    const server = await serve(watched.office);
    const told = async () => (await server.get('/api/summary')).json.refusedFiles;
    watched.watch();
    watched.moveIn('x', 'journal', 'notes.txt');
    watched.moveIn('x'.repeat(201), 'card', 'card.csv');
    watched.moveIn('x', 'lost.csv');
    watched.moveIn('x', 'strange', 'a.csv');
    await until('all four', async () => (await told())?.length === 4);
    const files = await told();
    const of = (name: string) => files.find(({ file }: { file: string }) => file === name);
    expect(of('notes.txt')).toMatchObject({ job: 'journal', place: 'journal/failed/notes.txt' });
    expect(worded(of('notes.txt').told)).toMatch(/names like \*\.\{csv,xlsx\}\. Rename the file/);
    expect(of('card.csv').told).toMatchObject({ code: 'file-too-large', facts: { most: 200 } });
    expect(of('lost.csv')).toMatchObject({ job: '', told: { code: 'run/inbox-root' } });
    expect(of('lost.csv').place).toBeUndefined();
    expect(worded(of('lost.csv').told)).toMatch(/folder of its job: journal, card\./);
    expect(worded(of('a.csv').told)).toMatch(/no job strange/);

    rmSync(watched.path('card', 'failed', 'card.csv'));
    rmSync(watched.path('lost.csv'));
    rmSync(watched.path('strange', 'a.csv'));
    watched.jobs[0] = { ...watched.jobs[0]!, match: ['*'] };
    rmSync(watched.path('journal', 'failed', 'notes.txt'));
    watched.moveIn(sheet(voucher(1, 1)), 'journal', 'notes.txt');
    await watched.holds(['journal', 'done'], 'notes.txt', 'notes.txt.receipt.json');
    await until('none', async () => (await told()) === undefined);
  });

  test('again, under its name: the first stays as it is; put back, its reason goes', async () => {
    const watched = await openWatched();
    watched.watch();
    watched.moveIn('x', 'journal', 'notes.txt');
    await watched.holds(['journal', 'failed'], 'notes.txt', 'notes.txt.reason.txt');
    watched.moveIn('y', 'journal', 'notes.txt');
    await until('both', async () => watched.files('journal', 'failed').length === 4);
    expect(watched.read('journal', 'failed', 'notes.txt')).toBe('x');
    watched.jobs[0] = { ...watched.jobs[0]!, match: ['*'] };
    rmSync(watched.path('journal', 'failed', 'notes.txt'));
    watched.moveIn(sheet(voucher(1, 1)), 'journal', 'notes.txt');
    await watched.holds(['journal', 'done'], 'notes.txt', 'notes.txt.receipt.json');
    expect(watched.files('journal', 'failed')).toHaveLength(2);
    expect(watched.files('journal', 'failed')).not.toContain('notes.txt');
  });

  test('an empty file, after the minimum age', async () => {
    const watched = await openWatched();
    watched.watch();
    watched.moveIn('', 'journal', 'empty.csv');
    await watched.holds(['journal', 'failed'], 'empty.csv', 'empty.csv.reason.txt', 'empty.csv.receipt.json');
    expect(watched.read('journal', 'failed', 'empty.csv.reason.txt')).toMatch(/empty/);
  });

  test.skipIf(mayReadAll)('a file that bilag may not read, unless it may soon after', async () => {
    const watched = await openWatched();
    watched.write(sheet(voucher(1, 1)), 'journal', 'secret.csv');
    watched.write(sheet(voucher(2, 2)), 'journal', 'other.csv');
    chmodSync(watched.path('journal', 'secret.csv'), 0);
    watched.watch();
    await watched.holds(['journal', 'failed'], 'secret.csv', 'secret.csv.reason.txt');
    expect(watched.read('journal', 'failed', 'secret.csv.reason.txt')).toMatch(
      /^"secret.csv" was not received; [\s\S]*may not read[\s\S]*right to read it[\s\S]*into the folder journal of the inbox again/,
    );
    await watched.holds(['journal', 'done'], 'other.csv', 'other.csv.receipt.json');
    expect(watched.files('journal', 'processing')).toEqual([]);
    chmodSync(watched.path('journal', 'failed', 'secret.csv'), 0o600);
    renameSync(watched.path('journal', 'failed', 'secret.csv'), watched.path('journal', 'secret.csv'));
    await until('the file', async () => watched.files('journal', 'done').includes('secret.csv'));
    expect(await watched.office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test.skipIf(mayReadAll)('not one that its writer hands over in time', async () => {
    const watched = await openWatched();
    watched.write(sheet(voucher(1, 1)), 'journal', 'late.csv');
    chmodSync(watched.path('journal', 'late.csv'), 0);
    watched.watch({ unfinishedMs: NEVER_MS });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(watched.files('journal')).toEqual(['late.csv']);
    chmodSync(watched.path('journal', 'late.csv'), 0o600);
    await watched.holds(['journal', 'done'], 'late.csv', 'late.csv.receipt.json');
    expect(watched.office.said).toEqual([]);
  });

  test('a link is moved itself; what it leads to is not read', async () => {
    const watched = await openWatched();
    const secret = join(watched.outside, 'secret.csv');
    writeFileSync(secret, sheet(voucher(1, 1)));
    watched.watch();
    await until('the folders', async () => existsSync(watched.path('journal', 'failed')));
    symlinkSync(secret, watched.path('journal', 'secret.csv'));
    await watched.holds(['journal', 'failed'], 'secret.csv', 'secret.csv.reason.txt');
    expect(watched.read('journal', 'failed', 'secret.csv.reason.txt')).toMatch(/symbolic link[\s\S]*Copy the file/);
    expect(existsSync(secret)).toBe(true);
    expect(await watched.imports()).toEqual([]);
  });

  test('a job’s folder, or one in it, that is a link leads nowhere; other jobs go on', async () => {
    const watched = await openWatched();
    mkdirSync(join(watched.outside, 'card'));
    mkdirSync(watched.inbox);
    symlinkSync(join(watched.outside, 'card'), watched.path('card'));
    writeFileSync(join(watched.outside, 'card', 'card1.csv'), 'x');
    watched.watch();
    watched.moveIn(sheet(voucher(1, 1)), 'journal', 'a.csv');
    await watched.holds(['journal', 'done'], 'a.csv', 'a.csv.receipt.json');
    expect(watched.office.said.join('\n')).toMatch(/card is a symbolic link/);
    expect(watched.files('card')).toEqual(['card1.csv']);
    rmSync(watched.path('journal', 'processing'), { recursive: true });
    symlinkSync(watched.outside, watched.path('journal', 'processing'));
    watched.office.said.length = 0;
    watched.moveIn(sheet(voucher(2, 2)), 'journal', 'b.csv');
    await until('the refusal', async () =>
      watched.office.said.some((line) => /processing is a symbolic link/.test(line)),
    );
    expect(watched.files('journal')).toEqual(['b.csv', 'processing']);
    expect(existsSync(join(watched.outside, 'b.csv'))).toBe(false);
  });
});

describe('what is left where it lies', () => {
  test('folders, pipes, and files of no job have a reason, once; it goes when they go', async () => {
    const watched = await openWatched();
    const { execFileSync } = await import('node:child_process');
    mkdirSync(watched.path('journal', 'sub'), { recursive: true });
    execFileSync('mkfifo', [watched.path('journal', 'pipe.csv')]);
    watched.write(sheet(voucher(1, 1)), 'loose.csv');
    watched.watch();
    await watched.holds(['journal', 'failed'], 'pipe.csv.reason.txt', 'sub.reason.txt');
    await watched.holds([], 'loose.csv', 'loose.csv.reason.txt');
    expect(watched.read('journal', 'failed', 'sub.reason.txt')).toMatch(/Folders are not received/);
    expect(watched.read('loose.csv.reason.txt')).toMatch(/directly in the inbox[\s\S]*journal, card/);
    expect(watched.office.said.filter((line) => line.includes('loose.csv'))).toEqual([
      expect.stringMatching(/^"loose\.csv" in the inbox is not taken: It is directly in the inbox/),
    ]);
    rmSync(watched.path('journal', 'failed', 'sub.reason.txt'));
    rmSync(watched.path('journal', 'pipe.csv'));
    await watched.holds(['journal', 'failed']);
    watched.moveIn(sheet(voucher(1, 1)), 'journal', 'loose.csv');
    rmSync(watched.path('loose.csv'));
    await watched.holds(['journal', 'done'], 'loose.csv', 'loose.csv.receipt.json');
    await watched.holds([]);
    expect(watched.files('journal', 'failed')).toEqual([]);
  });
});

test('a file in the folder of a job that is gone is named in the log, once, and in the list', async () => {
  const watched = await openWatched();
  const list = async () => {
    const env = { PATH: process.env['PATH'], HOME: watched.office.folder, BILAG_HOME: watched.office.ports.home };
    return (await promisify(execFile)(process.execPath, [MAIN, 'list'], { cwd: watched.office.folder, env })).stdout;
  };
  watched.write(sheet(voucher(1, 1)), 'gone', 'a.csv');
  watched.watch();
  await watched.holds(['gone'], 'a.csv', 'a.csv.reason.txt');
  const named = /^"gone\/a\.csv" in the inbox is not taken: There is no job "gone", or it can't be read\. Define it/m;
  await until('it to be listed', async () => named.test(await list()));
  expect(watched.office.said).toEqual([expect.stringMatching(named)]);
  rmSync(watched.path('gone', 'a.csv'));
  await watched.holds(['gone']);
  await until('it to be listed no more', async () => !named.test(await list()));
});

describe('a file is complete', () => {
  test('at once where it was renamed in, though the minimum age is an hour', async () => {
    const watched = await openWatched();
    watched.watch({ minimumAgeMs: NEVER_MS });
    await until('the folders', async () => existsSync(watched.path('card', 'failed')));
    await new Promise((resolve) => setTimeout(resolve, 200));
    watched.write(sheet(voucher(2, 2)), 'journal', 'written.csv');
    watched.moveIn(sheet(voucher(1, 1)), 'journal', 'renamed.csv');
    await watched.holds(['journal', 'done'], 'renamed.csv', 'renamed.csv.receipt.json');
    expect(watched.files('journal')).toEqual(['written.csv']);
  });

  test('only with its marker where one is asked for; the marker goes with it', async () => {
    const watched = await openWatched();
    watched.watch({ marker: true, minimumAgeMs: 0 });
    watched.write(sheet(voucher(1, 1)), 'journal', 'a.csv');
    watched.moveIn(sheet(voucher(2, 2)), 'journal', 'b.csv');
    watched.write('', 'journal', 'b.csv.done');
    await watched.holds(['journal', 'done'], 'b.csv', 'b.csv.receipt.json');
    await watched.holds(['journal'], 'a.csv');
  });

  test('names of programs that have not finished are never taken', async () => {
    const watched = await openWatched();
    watched.jobs[0] = { ...watched.jobs[0]!, match: ['*'] };
    const names = ['a.csv.part', 'b.csv.tmp', '~$c.xlsx', '.d.csv', 'e.csv.done', 'f.csv.filepart'];
    for (const name of names) watched.write('x', 'journal', name);
    watched.watch();
    watched.write(sheet(voucher(1, 1)), 'journal', 'last.csv');
    await watched.holds(['journal', 'done'], 'last.csv', 'last.csv.receipt.json');
    expect(watched.files('journal')).toEqual([...names].sort());
  });

  test('only when it lies still, though it was claimed: what its writer adds is received with the rest', async () => {
    const watched = await openWatched();
    let writing: NodeJS.Timeout | undefined;
    const path = watched.path('journal', 'processing', 'a.csv');
    const lines = [1, 2, 3, 4, 5].map((key) => `${voucher(key, key)}\n`);
    // The writer has the file open, and goes on as soon as it was moved.
    const job = async (name: string) => {
      writing ??= setInterval(() => {
        const line = lines.shift();
        if (line !== undefined) appendFileSync(path, line);
      }, 20);
      appendFileSync(path, lines.shift() ?? '');
      return watched.office.ports.job(name);
    };
    watched.watch({ minimumAgeMs: 300 }, { job });
    watched.moveIn(sheet(), 'journal', 'a.csv');
    await until('all lines to be booked', async () => {
      const last = (await watched.imports())[0];
      return (
        last !== undefined &&
        (await watched.office.receipt(last)).entries.booked + (await watched.office.receipt(last)).entries.duplicate ===
          5
      );
    });
    clearInterval(writing);
    await until('the file to be put away', async () => watched.files('journal', 'processing').length === 0);
    expect(await watched.office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3', 'Bilag 4', 'Bilag 5']);
  });

  test('and what was still written after it had been received is received once more', async () => {
    const watched = await openWatched();
    watched.watch({}, { wake: async () => undefined });
    watched.moveIn(sheet(voucher(1, 1)), 'journal', 'a.csv');
    const [first] = await until(
      'the import',
      async () => (await watched.imports()).length === 1 && (await watched.imports()),
    );
    appendFileSync(watched.path('journal', 'processing', 'a.csv'), `${voucher(2, 2)}\n`);
    await watched.book(first!.num);
    const [second] = await until(
      'a second import',
      async () => (await watched.imports()).length === 2 && (await watched.imports()),
    );
    await watched.book(second!.num);
    await until('the file to be put away', async () => watched.files('journal', 'processing').length === 0);
    expect(await watched.office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
    expect(watched.office.said.join('\n')).toMatch(/still written to/);
  });
});

describe('names', () => {
  test('may be anything that a file system allows', async () => {
    const watched = await openWatched();
    const long = `${'æ'.repeat(125)}.csv`;
    const names = ['with space.csv', 'new\nline.csv', 'e\u0301.csv', '\u00e9.csv', '-rf.csv', '$(x).csv', long];
    for (const name of names) watched.write(sheet(voucher(1, 1)), 'journal', name);
    const latin = Buffer.concat([Buffer.from(`${watched.path('journal')}/`), Buffer.from('b\xe6.csv', 'latin1')]);
    writeFileSync(latin, sheet(voucher(1, 1)));
    watched.watch();
    const done = await until('all to be done', async () => {
      const files = watched.files('journal', 'done');
      return files.length === 2 * (names.length + 1) && files;
    });
    expect(done).toEqual(expect.arrayContaining([...names, 'bæ.csv', 'new\nline.csv.receipt.json']));
    expect(done.filter((name) => name.startsWith('æ') && name.endsWith('.receipt.json'))).toHaveLength(1);
    expect(await watched.imports()).toHaveLength(1);
  });
});

describe('trouble', () => {
  test('a file that this ledger does not know is said, and stays', async () => {
    const watched = await openWatched();
    watched.write(sheet(voucher(1, 1)), 'journal', 'processing', 'strange.csv');
    watched.watch({}, { now: () => Date.now() + NEVER_MS });
    await until('it to be said', async () => watched.office.said.some((line) => /"strange.csv" lies in/.test(line)));
    expect(watched.files('journal', 'processing')).toEqual(['strange.csv']);
  });

  test('an inbox that went away is said, and watched again when it is back', async () => {
    const watched = await openWatched();
    watched.watch();
    await until('the folders', async () => existsSync(watched.path('card', 'failed')));
    rmSync(watched.inbox, { recursive: true });
    writeFileSync(watched.inbox, 'in its place');
    await until('it to be said', async () => watched.office.said.length > 0);
    rmSync(watched.inbox);
    await until('the folders', async () => existsSync(watched.path('card', 'failed')));
    watched.moveIn(sheet(voucher(1, 1)), 'journal', 'a.csv');
    await watched.holds(['journal', 'done'], 'a.csv', 'a.csv.receipt.json');
  });

  test('with one file is said, and keeps none of the others waiting', async () => {
    const watched = await openWatched();
    let full = true;
    const job = async (name: string) => {
      if (full && name === 'card')
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      return watched.office.ports.job(name);
    };
    watched.watch({}, { job });
    watched.moveIn('Dato;Beløp;Tekst\n05.01.2026;1;Kort\n', 'card', 'card.csv');
    await until('it to be said', async () => watched.office.said.some((line) => /ENOSPC/.test(line)));
    watched.moveIn(sheet(voucher(1, 1)), 'journal', 'a.csv');
    await watched.holds(['journal', 'done'], 'a.csv', 'a.csv.receipt.json');
    expect(watched.files('card', 'processing')).toEqual(['card.csv']);
    full = false;
    await watched.holds(['card', 'done'], 'card.csv', 'card.csv.receipt.json');
  });
});
