import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { patienceOf } from '../../src/cli/commands/import.ts';
import { rolesOf } from '../../src/cli/commands/start.ts';
import { compareBooks } from '../../src/cli/demo/demo-books.ts';
import { leaveDemoHome, prepareDemoHome } from '../../src/cli/demo/demo-command.ts';
import { checkFolders } from '../../src/cli/doctor/doctor-command.ts';
import { checkNode } from '../../src/cli/doctor/machine.ts';
import { readableLine } from '../../src/cli/logger.ts';
import { checkEnding } from '../../src/cli/out-file.ts';
import { eventWords } from '../../src/cli/output/history.ts';
import { plain } from '../../src/cli/output/text.ts';
import type { Config } from '../../src/config/config.ts';
import { findImport } from '../../src/ledger/find-import.ts';
import { type Ledger, openLedger } from '../../src/ledger/open-ledger.ts';
import type { Receipt } from '../../src/reporting/receipt.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilag-cli-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('finding an import by its id', () => {
  let ledger: Ledger;
  const take = (id: string, file: string) =>
    ledger.imports.create({
      id,
      job: 'bookings',
      service: 'main',
      company: '',
      file,
      sha256: id,
      kind: 'bookings',
      bytes: 1,
      book: 1,
      host: 'here',
      created_at: 0,
      created_by: 'me',
    });
  beforeEach(async () => {
    ledger = openLedger(`sqlite:${join(folder, 'ledger.db')}`);
    await take('01M7Y70DRAX1NCFJ699GM8ZHVA', 'one.csv');
    await take('01M7Y70DRBX1NCFJ699GM8ZHVB', 'two.csv');
  });
  afterEach(() => ledger.close());

  it('takes a unique beginning, upper and lower case alike', async () => {
    expect((await findImport('01m7y70dra', ledger)).file).toBe('one.csv');
    expect((await findImport('01M7Y70DRBX1NCFJ699GM8ZHVB', ledger)).file).toBe('two.csv');
  });

  it('names those that a beginning may mean', async () => {
    await expect((() => findImport('01M7', ledger))()).rejects.toThrow(
      expect.objectContaining({ suggestion: expect.stringMatching(/one\.csv.*two\.csv/) }),
    );
  });

  it('names near ones for an id that is not there, and takes no wildcard', async () => {
    await expect((() => findImport('01M7Y70DRAX1NCFJ699GM8ZHVX', ledger))()).rejects.toThrow(
      expect.objectContaining({ suggestion: expect.stringContaining('01M7Y70DRAX1NCFJ699GM8ZHVA') }),
    );
    for (const id of ['%', '_', '']) await expect((() => findImport(id, ledger))()).rejects.toThrow(/no import/);
  });
});

describe('roles of bilag start', () => {
  it('are all there are, or those that were named', () => {
    expect(rolesOf(undefined)).toEqual(['watch', 'schedule', 'plan', 'post', 'dashboard']);
    expect(rolesOf('post')).toEqual(['post']);
    expect(rolesOf('plan, post,plan')).toEqual(['plan', 'post']);
  });

  it('are refused with the list where there is none such', () => {
    expect(() => rolesOf('psot')).toThrow(
      expect.objectContaining({ suggestion: expect.stringMatching(/post.*plan, post/) }),
    );
    expect(() => rolesOf('')).toThrow(/no role/);
  });
});

describe('options', () => {
  it('--wait takes a duration, --no-wait none', () => {
    expect(patienceOf({ wait: '10m' })).toBe(600_000);
    expect(patienceOf({ wait: false })).toBeUndefined();
    for (const wait of ['5', 'soon', '0s', '']) expect(() => patienceOf({ wait })).toThrow(/duration/);
  });

  it('--out takes .xlsx and .csv alone', () => {
    expect(checkEnding('A.XLSX')).toBe('.xlsx');
    expect(() => checkEnding('failed.pdf')).toThrow(/\.xlsx or \.csv/);
  });
});

describe('history', () => {
  it.each([
    ['taken-in', { file: 'a.csv', bytes: 332 }, 'received: a.csv, 332 bytes'],
    ['posting', { read: 7 }, 'planned: 7 rows read. Posting started'],
    ['resolved', { batch: 3, became: 'booked', reason: 'seen it' }, 'batch 3 was declared booked: seen it'],
    [
      'resolved',
      { batch: 3, became: 'not-booked', reason: 'no', entries: ['17', '18'] },
      'vouchers 17, 18 of batch 3 were declared not booked: no',
    ],
    [
      'resolved',
      { batch: 3, became: 'booked', reason: 'reversed one', closes: true },
      'batch 3, about which a decision was wrong, is declared booked: reversed one',
    ],
    [
      'outcome-too-late',
      { batch: 3, outcome: { kind: 'booked' } },
      'batch 3: its request ended after the decision, and agrees (booked)',
    ],
    ['contradicted', { batch: 3, message: 'Batch 3 …' }, 'CONTRADICTED: Batch 3 …'],
    ['in-doubt', { batch: 3, why: 'its sender went away' }, 'batch 3 in doubt: its sender went away'],
    ['partly-booked', { planned: 3, booked: 1 }, 'partly booked: 1 of 3 vouchers booked'],
    ['blocked', { message: 'Broken\n    at x' }, 'stopped: Broken'],
    ['something-new', {}, 'something new'],
  ])('%s', (what, detail, words) => {
    expect(eventWords({ what, detail: JSON.stringify(detail) })).toBe(words);
  });
});

describe('the log on a terminal', () => {
  it('is a time and what was said', () => {
    const line = readableLine('{"level":30,"time":"2026-03-31T12:00:00.000Z","msg":"started"}', plain);
    expect(line).toMatch(/^2026-03-31 \d\d:00:00 {2}started\n$/);
  });
});

describe('doctor', () => {
  it.each([
    ['20.18.3', false],
    ['20.19.0', true],
    ['24.1.0', true],
    ['18.20.0', false],
  ])('Node.js %s', (version, ok) => {
    expect(checkNode(version).ok).toBe(ok);
  });

  it('names a folder of jobs that is not there, and a home that is a file', async () => {
    await writeFile(join(folder, 'file'), '');
    const config = { home: join(folder, 'file'), jobs: join(folder, 'jobs'), inbox: join(folder, 'inbox') } as Config;
    const wrong = (await checkFolders(config)).filter(({ ok }) => !ok);
    expect(wrong.map(({ what }) => what)).toEqual([
      expect.stringContaining('is a file'),
      expect.stringContaining('jobs does not exist'),
    ]);
    expect(wrong.every(({ remedy }) => remedy)).toBe(true);
  });
});

describe('the home of the demo', () => {
  it('never deletes a ledger that is not a demo’s', async () => {
    await writeFile(join(folder, 'ledger.db'), 'precious');
    await expect(prepareDemoHome(folder, { BILAG_DEMO_HOME: folder })).rejects.toThrow(/not a demo's/);
    expect(await readFile(join(folder, 'ledger.db'), 'utf8')).toBe('precious');
  });

  it('begins anew, and keeps a Redis that was fetched', async () => {
    const home = await prepareDemoHome(folder, {});
    expect(home).toBe(join(folder, '.bilag-demo'));
    await mkdir(join(home, 'redis'));
    await writeFile(join(home, 'ledger.db'), 'old');
    await writeFile(join(home, 'attempts.journal'), 'old');
    await leaveDemoHome(home);
    await prepareDemoHome(folder, {});
    await expect(readFile(join(home, 'ledger.db'))).rejects.toThrow('ENOENT');
    await expect(readFile(join(home, 'attempts.journal'))).rejects.toThrow('ENOENT');
    await readFile(join(home, 'bilag-demo.pid'));
    await expect(readFile(join(home, 'redis'))).rejects.toThrow('EISDIR');
  });

  it('is not taken from a demo that runs', async () => {
    const home = await prepareDemoHome(folder, {});
    await writeFile(join(home, 'bilag-demo.pid'), String(process.ppid));
    await expect(prepareDemoHome(folder, {})).rejects.toThrow(/Another demo/);
  });
});

describe('the books of the sandbox beside the files', () => {
  const none = { created: 0, existing: 0, held: 0, rejected: 0, inDoubt: 0 };
  const receipt = (booked: string) =>
    ({
      entries: { planned: 1, booked: 1 },
      contacts: none,
      totals: { accounts: [{ account: '1920', file: '-0.05', booked }] },
    }) as unknown as Receipt;
  const books = { count: 1, lines: 1, totals: { '1920': '-0.05' }, contacts: 0, customFields: 0 };

  it('agree to the last decimal, or do not', () => {
    expect(compareBooks([receipt('-0.05')], books).agrees).toBe(true);
    expect(compareBooks([receipt('-0.05')], { ...books, totals: { '1920': '0.05' } }).agrees).toBe(false);
    expect(compareBooks([receipt('-0.05')], { ...books, count: 2 }).agrees).toBe(false);
    expect(compareBooks([receipt('0.00')], books).agrees).toBe(false);
    expect(compareBooks([receipt('-0.05')], { ...books, totals: { ...books.totals, '9999': '1.00' } }).agrees).toBe(
      false,
    );
  });

  it('hold the contacts and custom fields that the files have and the service had not', () => {
    const contacts = (created: number, held = 0) =>
      ({
        entries: { planned: 4 + held, booked: created + 1 },
        contacts: { ...none, created, existing: 1, held },
        customFields: { ...none, created: 1 },
        totals: { accounts: [] },
      }) as unknown as Receipt;
    const both = (of: Receipt, more: object) =>
      compareBooks([receipt('-0.05'), of], { ...books, contacts: 2, customFields: 1, ...more });
    expect(both(contacts(2), {})).toMatchObject({ agrees: true, entries: { planned: 1, booked: 1, service: 1 } });
    expect(both(contacts(2), { contacts: 3 }).agrees).toBe(false);
    expect(both(contacts(2), { customFields: 0 }).agrees).toBe(false);
    expect(both(contacts(2, 1), {}).agrees).toBe(false);
    expect(both(contacts(1), { contacts: 1 }).agrees).toBe(false);
  });
});
