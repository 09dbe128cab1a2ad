import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type * as RetryModule from '../../src/correcting/retry.ts';
import type * as BackupModule from '../../src/doubt/backup.ts';
import type * as CheckModule from '../../src/doubt/check-attempts.ts';
import type * as RecoverModule from '../../src/doubt/recover.ts';
import type * as ResolveModule from '../../src/doubt/resolve.ts';
import type * as CancelModule from '../../src/importing/cancel.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { CARD_JOB, JOURNAL_JOB, journal, load, type Office, openOffice, voucher } from '../importing/office.ts';

const { backUp } = await load<typeof BackupModule>('doubt/backup.js');
const { checkAttempts } = await load<typeof CheckModule>('doubt/check-attempts.js');
const { lostImports, recoverAttempts } = await load<typeof RecoverModule>('doubt/recover.js');
const { resolveDoubt } = await load<typeof ResolveModule>('doubt/resolve.js');
const { cancelImport } = await load<typeof CancelModule>('importing/cancel.js');
const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');

/** One voucher to a batch, so that each can meet a fate of its own. */
const ALONE = `${JOURNAL_JOB}batch: { entries: 1 }\n`;
const four = journal(voucher(1, 100), voucher(2, 20), voucher(3, 3), voucher(4, 4));
const FOUR = ['Bilag 1', 'Bilag 2', 'Bilag 3', 'Bilag 4'];
const PARTS = ['attempts.journal', 'files', 'ledger.db'];

let folder: string;
let sandbox: Sandbox;
let office: Office;
const home = () => join(folder, 'home');
const backup = () => join(folder, 'backup');
const open = (jobs: Record<string, string> = {}) => openOffice({ beside: { folder, sandbox }, jobs });
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bilag-backup-'));
  sandbox = await startSandbox();
  writeFileSync(join(folder, 'bilag.yaml'), `services:\n  main:\n    baseUrl: ${sandbox.url}\n`);
  office = await open({ journal: ALONE, card: CARD_JOB });
});
afterEach(async () => {
  await office.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

async function send(row: ImportRow, batches: number): Promise<void> {
  let sent = 0;
  await office.turn(row, async () => ++sent < batches);
}
async function planned(name = 'a.csv', content = four): Promise<ImportRow> {
  const row = await office.take(name, content);
  await office.plan(row);
  return await named(row.id);
}
const named = async (id: string) => (await office.ledger.imports.find(id))[0]!;
const states = async (row: ImportRow) => (await office.batches(row)).map(({ state }) => state);
const check = () => checkAttempts(office.ledger);
/** After the lease has run out, of a sender that the copy still knows. */
const LATER = 11_000;
const accept = () => recoverAttempts('the disk broke', { ...office.ports, now: () => Date.now() + LATER });
/** Puts parts of the backup into a home that is empty but for what is kept of it. */
async function restore(parts: readonly string[] = PARTS, kept: readonly string[] = []): Promise<void> {
  await office.close();
  const before = join(folder, 'before');
  rmSync(before, { recursive: true, force: true });
  cpSync(home(), before, { recursive: true });
  rmSync(home(), { recursive: true });
  mkdirSync(home());
  for (const name of kept) cpSync(join(before, name), join(home(), name), { recursive: true });
  for (const name of parts) cpSync(join(backup(), name), join(home(), name), { recursive: true });
  office = await open();
}
/** What a person finds in the service. */
async function resolveAll(): Promise<void> {
  const texts = await office.texts();
  for (const { import: num, no } of await office.ledger.doubts.list()) {
    const there = (await office.ledger.posting.body(num, no)).entries.every(({ key }) =>
      texts.includes(`Bilag ${key}`),
    );
    await resolveDoubt(
      await office.ledger.imports.byNum(num),
      no,
      there ? 'booked' : 'not-booked',
      'looked',
      office.ports,
    );
  }
}

describe('the home is lost, and put back from a backup', () => {
  test('nobody is signed in to it who was when it was made', async () => {
    const id = createHash('sha256').update('what her browser holds').digest('hex');
    const at = Date.now();
    const session = { id, user: 'kari', csrf: 'c', began_at: at, seen_at: at, until: at + 3_600_000, grounds: 'g' };
    await office.ledger.sessions.begin(session, 0, 10);
    await planned();
    await backUp(backup(), office.ports);
    expect(await office.ledger.sessions.find(id)).toMatchObject({ user: 'kari' });
    expect(readFileSync(join(backup(), 'ledger.db')).includes(id)).toBe(false);
    await office.ledger.sessions.end(id);
    await restore();
    expect(await office.ledger.sessions.find(id)).toBeUndefined();
  });

  test('posting refuses; what waited at the backup is in doubt, whatever became of it, and each entry is booked once', async () => {
    const row = await planned();
    await send(row, 1);
    await backUp(backup(), office.ports);
    await check();
    await send(row, 2);
    expect(await office.texts()).toEqual(FOUR.slice(0, 3));
    await restore();
    expect(await states(row)).toEqual(['booked', 'ready', 'ready', 'ready']);
    await expect(check()).rejects.toThrow(
      /put back from a backup of \d{4}-.*Z, and what was sent after that is not known.*Nothing is sent/,
    );
    await expect(office.app.work(['plan', 'post'], ['main'])).rejects.toThrow(/put back from a backup/);
    expect(await lostImports(office.ledger)).toEqual([]);
    await expect(check()).rejects.toThrow();

    expect(await accept()).toMatchObject([{ id: row.id, file: 'a.csv', booked: 0, inDoubt: 3 }]);
    await check();
    expect(await states(row)).toEqual(['booked', 'in-doubt', 'in-doubt', 'in-doubt']);
    expect(await office.receipt(row)).toMatchObject({
      state: 'in-doubt',
      entries: { booked: 1, inDoubt: 3 },
      mismatches: [],
    });
    expect(await office.ledger.posting.attempts(row.num, 2)).toMatchObject([
      { outcome: 'in-doubt', evidence: expect.stringContaining('restored from a copy') },
    ]);
    await office.post(await named(row.id));
    expect(await office.texts()).toEqual(FOUR.slice(0, 3));

    await resolveAll();
    await office.post(await named(row.id));
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 4 }, mismatches: [] });
    expect(await office.texts()).toEqual(FOUR);
    expect(await office.events(row)).toContain('restored');
    expect(await accept()).toEqual([]);
  });

  test('what was sent between the copy of the ledger and that of the log is known from the log', async () => {
    const row = await planned();
    await send(row, 1);
    await backUp(backup(), office.ports);
    cpSync(join(backup(), 'ledger.db'), join(folder, 'earlier.db'));
    await send(row, 2);
    await backUp(backup(), office.ports);
    cpSync(join(folder, 'earlier.db'), join(backup(), 'ledger.db'));
    await restore();
    await expect(check()).rejects.toThrow(/put back from a backup/);
    expect(await accept()).toMatchObject([
      // What came of an attempt is written along with the next one.
      { id: row.id, booked: 1, inDoubt: 1 },
      { id: row.id, booked: 0, inDoubt: 1 },
    ]);
    expect(await states(row)).toEqual(['booked', 'booked', 'in-doubt', 'in-doubt']);
    await resolveAll();
    await office.post(await named(row.id));
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    expect(await office.texts()).toEqual(FOUR);
  });

  test('what waited beside a doubt, and was booked since, is not booked again', async () => {
    const two = journal(voucher(1, 100), voucher(2, 20));
    await office.next('reset-after', '422');
    const a = await planned('a.csv', two);
    await office.post(a);
    await office.next('reset-before');
    const b = await planned('b.csv', `${two}\n`);
    await office.post(b);
    await retryImport(await named(a.id), office.ports);
    await office.plan(a);
    expect([await states(a), await states(b)]).toEqual([
      ['in-doubt', 'rejected', 'waiting'],
      ['waiting', 'in-doubt'],
    ]);
    await backUp(backup(), office.ports);
    await resolveDoubt(await named(b.id), 2, 'not-booked', 'lost', office.ports);
    await cancelImport(await named(b.id), { reason: 'twice' }, office.ports);
    await office.post(a);
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
    await restore();
    await expect(check()).rejects.toThrow();
    await accept();
    expect(await office.ledger.doubts.list()).toHaveLength(4);
    await resolveAll();
    for (const row of [a, b]) await office.post(await named(row.id));
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test('what was not begun waits for somebody to say that it be booked', async () => {
    const row = await office.take('a.csv', four);
    await backUp(backup(), office.ports);
    await office.plan(row);
    await office.post(await named(row.id));
    expect(await office.texts()).toEqual(FOUR);
    await restore();
    expect(await accept()).toMatchObject([{ id: row.id, inDoubt: 0, waits: true }]);
    await office.plan(row);
    await office.post(await named(row.id));
    expect((await named(row.id)).state).toBe('planned');
    expect(await office.texts()).toEqual(FOUR);
    // Somebody saw that it was not booked, and brings it in again.
    const again = await office.take('a.csv', four);
    expect(again.id).toBe(row.id);
    await office.plan(row);
    expect((await named(row.id)).state).toBe('posting');
  });

  test('a retry that was under way is left, and can be said again', async () => {
    const row = await planned('a.csv', `${four}5;05.01.2026;9999;1,00;Bilag 5\n5;05.01.2026;3000;-1,00;Bilag 5\n`);
    await office.post(row);
    expect((await named(row.id)).state).toBe('partly-booked');
    await office.ledger.imports.moveState(row.num, ['partly-booked'], 'planning', { todo: 'retry' });
    await backUp(backup(), office.ports);
    await restore();
    expect(await accept()).toMatchObject([{ id: row.id, inDoubt: 0 }]);
    expect(await office.receipt(row)).toMatchObject({
      state: 'partly-booked',
      entries: { booked: 4, rejected: 1 },
      mismatches: [],
    });
  });

  test('half a plan of a retry is not sent: what it is about waits as before, and is booked once', async () => {
    const row = await planned('a.csv', `${four}5;05.01.2026;9999;1,00;Bilag 5\n5;05.01.2026;3000;-1,00;Bilag 5\n`);
    await office.post(row);
    office.defineJob('journal', `${ALONE}accounts: { "9999": "1920" }\n`);
    const db = new Database(office.ports.ledgerPath);
    db.exec(`create trigger meanwhile before update of state on entry when new.state = 'replaced'
      begin select raise(abort, 'it died'); end`);
    await retryImport(await named(row.id), office.ports);
    await expect(office.plan(row)).rejects.toThrow('it died');
    db.exec('drop trigger meanwhile');
    db.close();
    expect((await states(row)).at(-1)).toBe('ready');
    await backUp(backup(), office.ports);
    await restore();
    expect(await accept()).toMatchObject([{ id: row.id, inDoubt: 0 }]);
    await office.post(await named(row.id));
    expect(await office.texts()).toEqual(FOUR);
    expect(await office.receipt(row)).toMatchObject({ state: 'partly-booked', entries: { booked: 4 }, mismatches: [] });
    await retryImport(await named(row.id), office.ports);
    await office.plan(row);
    await office.post(await named(row.id));
    expect(await office.texts()).toEqual([...FOUR, 'Bilag 5']);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 5 }, mismatches: [] });
  });

  test('without any log it is refused as well', async () => {
    const row = await planned();
    await send(row, 1);
    await backUp(backup(), office.ports);
    await restore(['ledger.db', 'files']);
    await expect(check()).rejects.toThrow(/put back from a backup/);
    expect(await accept()).toMatchObject([{ inDoubt: 3 }]);
    await check();
  });

  test('a second loss is noticed as the first was, and so is an older backup', async () => {
    const row = await planned();
    await send(row, 1);
    await backUp(backup(), office.ports);
    cpSync(backup(), join(folder, 'first'), { recursive: true });
    await restore();
    await accept();
    await resolveAll();
    await backUp(backup(), office.ports);
    await office.post(await named(row.id));
    await restore();
    await expect(check()).rejects.toThrow(/put back from a backup/);
    expect(await accept()).toMatchObject([{ inDoubt: 3 }]);
    await resolveAll();
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 4 } });
    // The log of this home went on after a loss: it does not hold what was sent before that.
    rmSync(backup(), { recursive: true });
    cpSync(join(folder, 'first'), backup(), { recursive: true });
    await restore(['ledger.db', 'files'], ['attempts.journal']);
    await expect(check()).rejects.toThrow(/put back from a backup|does not know/);
    expect((await accept()).reduce((sum, { inDoubt }) => sum + inDoubt, 0)).toBe(3);
  });
});

test('beside the log that went on, only what that holds is unknown', async () => {
  const row = await planned();
  await send(row, 1);
  await backUp(backup(), office.ports);
  await send(row, 2);
  await restore(['ledger.db', 'files'], ['attempts.journal']);
  await expect(check()).rejects.toThrow(/does not know 2 attempts/);
  expect(await accept()).toMatchObject([{ id: row.id, booked: 2, inDoubt: 0 }]);
  await check();
  expect(await states(row)).toEqual(['booked', 'booked', 'booked', 'ready']);
  await office.post(await named(row.id));
  expect(await office.texts()).toEqual(FOUR);
});

test('where nothing was sent since, the log that went on says so, and nobody is asked', async () => {
  const row = await planned();
  await send(row, 2);
  await backUp(backup(), office.ports);
  await restore(['ledger.db', 'files'], ['attempts.journal']);
  await check();
  expect(await office.ledger.recovery.copy()).toBeUndefined();
  await office.post(await named(row.id));
  expect(await office.texts()).toEqual(FOUR);
});

describe('the folder', () => {
  test('holds a whole copy, says of when, and is brought up to date', async () => {
    await office.book('a.csv', four);
    const first = await backUp(backup(), office.ports);
    expect(first).toMatchObject({ files: 1, added: 1 });
    expect(readdirSync(backup()).sort()).toEqual(['attempts.journal', 'backup.json', 'files', 'ledger.db']);
    expect(JSON.parse(readFileSync(join(backup(), 'backup.json'), 'utf8'))).toEqual({
      backup: new Date(first.at).toISOString(),
      home: home(),
      files: 1,
    });
    expect(statSync(join(backup(), 'ledger.db')).mode & 0o077).toBe(0);
    // Begun, and cut off.
    writeFileSync(join(backup(), 'ledger.db.part'), 'half');
    await office.book('b.csv', journal(voucher(7, 7)));
    expect(await backUp(backup(), office.ports)).toMatchObject({ files: 2, added: 1 });
    expect(readdirSync(backup()).sort()).toEqual(['attempts.journal', 'backup.json', 'files', 'ledger.db']);
    // The home itself knows nothing of having been copied.
    await check();
    expect(await office.ledger.recovery.copy()).toBeUndefined();
    await restore();
    await accept();
    expect((await office.ledger.imports.list(10)).map(({ file, state }) => [file, state])).toEqual([
      ['b.csv', 'completed'],
      ['a.csv', 'completed'],
    ]);
  });

  test('that is the backup of another home is left alone', async () => {
    await backUp(backup(), office.ports);
    const before = readFileSync(join(backup(), 'ledger.db'));
    const other = { ...office.ports, home: join(folder, 'other') };
    await expect(backUp(backup(), other)).rejects.toThrow(/holds a backup of another home, .*home\./);
    expect(readFileSync(join(backup(), 'ledger.db'))).toEqual(before);
  });

  test('that holds something else is left alone', async () => {
    for (const name of ['letters', 'home']) {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, 'a letter.txt'), 'dear');
      const before = readdirSync(path).sort();
      await expect(backUp(path, office.ports)).rejects.toThrow(/holds something else than a backup of bilag: /);
      expect(readdirSync(path).sort()).toEqual(before);
    }
  });
});
