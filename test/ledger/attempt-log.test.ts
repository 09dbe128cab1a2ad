import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attemptLogPath, importText, type LoggedAttempt, openAttemptLog } from '../../src/ledger/attempt-log.ts';
import { packEntries, unpackEntries } from '../../src/ledger/batches.ts';
import { type LoggedLine, type LogMark, readAttemptLog, readPlaces } from '../../src/ledger/read-attempt-log.ts';

let folder: string;
let ledger: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bilag-log-'));
  ledger = join(folder, 'ledger.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const OF = {
  import: '01J00000000000000000000000',
  job: 'journal',
  kind: 'bookings',
  service: 'main',
  company: 'one',
  // Looks like a record's own end.
  file: 'a,"entries":[]}\n.csv',
  sha256: 'f'.repeat(64),
  bytes: 12,
  host: 'here',
  who: 'somebody',
  scale: 2,
};
const ENTRY = {
  seq: 1,
  key: 'Bilag "7",\n"entries":[',
  rows: '2-3',
  rowCount: 2,
  date: '2026-01-05',
  identity: 4_503_599_627_370_497,
  content: 'abcdefghijklmnopqrstuv',
  lineCount: 2,
  length: 100,
};
const attempt = (id: string, entries = [ENTRY]): LoggedAttempt => ({
  id,
  at: 1_700_000_000_000,
  no: 1,
  body: 'b'.repeat(64),
  rows: 2,
  lines: 2,
  totals: '{"1920":"100"}',
  entries: packEntries(entries),
});
const add = async (...ids: string[]) => {
  const log = openAttemptLog(ledger);
  for (const id of ids) await log.add(attempt(id), importText(OF));
  log.close();
};
async function read(since?: LogMark, path = attemptLogPath(ledger)) {
  const attempts: LoggedLine[] = [];
  const outcomes: [string, string][] = [];
  const end = await readAttemptLog(path, since, {
    wants: async () => true,
    attempt: async (one) => void attempts.push(one),
    outcome: (of, became) => void outcomes.push([of, became]),
  });
  return { attempts, ids: attempts.map(({ id }) => id), outcomes, end };
}

test('what is written is read, whatever stands in names and keys', async () => {
  const log = openAttemptLog(ledger);
  await log.add(attempt('one'), importText(OF));
  log.addOutcome('one', 'booked', 1);
  await log.add(attempt('two'), importText(OF));
  log.addOutcome('two', 'split', 2);
  log.addAcceptance({ accepted: 2, at: 3, who: 'me', reason: 'restored\nfrom a copy' });
  log.close();
  const { attempts, outcomes } = await read();
  expect(attempts).toMatchObject([
    { ...OF, ...attempt('one') },
    { ...OF, ...attempt('two') },
  ]);
  expect(unpackEntries(attempts[0]!.entries)).toEqual([ENTRY]);
  expect(outcomes).toEqual([
    ['one', 'booked'],
    ['two', 'split'],
  ]);
  const places = attempts.map(({ place }) => place);
  expect([...readPlaces(attemptLogPath(ledger), places)].map(({ id }) => id)).toEqual(['one', 'two']);
  expect(readFileSync(attemptLogPath(ledger), 'utf8')).toContain('"reason":"restored\\nfrom a copy"');
  expect(statSync(attemptLogPath(ledger)).mode & 0o777).toBe(0o600);
});

test('a record torn anywhere is left out, and takes no other with it', async () => {
  await add('one');
  const whole = readFileSync(attemptLogPath(ledger));
  for (let cut = 1; cut < whole.length; cut += cut < 40 || cut > whole.length - 40 ? 1 : 11) {
    writeFileSync(attemptLogPath(ledger), Buffer.concat([whole, whole.subarray(0, cut)]));
    await add('after');
    const { ids } = await read();
    // Cut before its last line break alone it is whole.
    expect(ids, `cut at ${cut}`).toEqual(cut === whole.length - 1 ? ['one', 'one', 'after'] : ['one', 'after']);
  }
});

test('a record of many entries is packed, and torn anywhere it is left out as well', async () => {
  const many = Array.from({ length: 40 }, (_, seq) => ({ ...ENTRY, seq, content: hash('sha256', String(seq)) }));
  const log = openAttemptLog(ledger);
  await log.add(attempt('many', many), importText(OF));
  log.close();
  const whole = readFileSync(attemptLogPath(ledger));
  expect(whole.length).toBeLessThan(packEntries(many).length);
  const { attempts } = await read();
  expect(attempts).toMatchObject([{ ...OF, ...attempt('many', many) }]);
  expect(unpackEntries(attempts[0]!.entries)).toEqual(many);
  for (let cut = 1; cut < whole.length; cut += cut < 600 || cut > whole.length - 40 ? 1 : 11) {
    writeFileSync(attemptLogPath(ledger), Buffer.concat([whole, whole.subarray(0, cut)]));
    await add('after');
    const { ids } = await read();
    expect(ids, `cut at ${cut}`).toEqual(cut === whole.length - 1 ? ['many', 'many', 'after'] : ['many', 'after']);
  }
});

test('a packed record that was damaged is left out', async () => {
  const many = Array.from({ length: 40 }, (_, seq) => ({ ...ENTRY, seq }));
  const log = openAttemptLog(ledger);
  await log.add(attempt('many', many), importText(OF));
  log.close();
  const whole = readFileSync(attemptLogPath(ledger));
  const from = whole.indexOf('"packed":"') + '"packed":"'.length;
  writeFileSync(attemptLogPath(ledger), Buffer.concat([whole.subarray(0, from + 40), whole.subarray(from + 80)]));
  await add('after');
  expect((await read()).ids).toEqual(['after']);
});

test('records longer than what is read at once', async () => {
  const many = Array.from({ length: 15_000 }, (_, seq) => ({ ...ENTRY, seq }));
  const log = openAttemptLog(ledger);
  await log.add(attempt('small'), importText(OF));
  await log.add(attempt('large', many), importText(OF));
  await log.add(attempt('last'), importText(OF));
  log.close();
  const { ids, attempts } = await read();
  expect(ids).toEqual(['small', 'large', 'last']);
  expect(unpackEntries(attempts[1]!.entries)).toEqual(many);
});

describe('a mark', () => {
  test('what was read before is not read again; an end that is still missing is waited for', async () => {
    expect((await read()).end).toBeUndefined();
    await add('one', 'two');
    const { end } = await read();
    await add('three');
    expect((await read(end)).ids).toEqual(['three']);
    appendFileSync(attemptLogPath(ledger), '\n{"attempt":"four","at":1');
    const before = (await read(end)).end;
    appendFileSync(attemptLogPath(ledger), ',"entries":[]}\n');
    expect((await read(before)).ids).toEqual(['four']);
  });

  test('of a log that was replaced, or cut, counts for nothing', async () => {
    await add('one', 'two', 'three');
    const { end } = await read();
    truncateSync(attemptLogPath(ledger), end!.offset - 200);
    expect((await read(end)).ids).toEqual(['one', 'two']);
    rmSync(attemptLogPath(ledger));
    await add('four', 'five', 'six', 'seven');
    expect((await read(end)).ids).toEqual(['four', 'five', 'six', 'seven']);
  });
});

test('attempts of one turn share a write, and each is read', async () => {
  const log = openAttemptLog(ledger);
  log.begin();
  const sizes = new Set<number>();
  await Promise.all(
    ['one', 'two', 'three'].map(async (id) => {
      await log.add(attempt(id), importText(OF));
      // Whoever is told first finds all of them written.
      sizes.add(statSync(attemptLogPath(ledger)).size);
    }),
  );
  expect(sizes.size).toBe(1);
  expect((await read()).ids).toEqual(['one', 'two', 'three']);
  log.close();
});

test('a disk that is full: nothing is believed to be written, of none of a group', async () => {
  symlinkSync('/dev/full', attemptLogPath(ledger));
  const log = openAttemptLog(ledger);
  const both = await Promise.allSettled(['one', 'two'].map((id) => log.add(attempt(id), importText(OF))));
  for (const each of both) expect(each).toMatchObject({ status: 'rejected', reason: { code: 'ENOSPC' } });
  log.addOutcome('one', 'ready', 1);
  expect(() => log.close()).not.toThrow();
});

test('several processes add at once: no record is lost, none is mixed with another', async () => {
  const PROCESSES = 4;
  const RECORDS = 150;
  const script = `
    import { importText, openAttemptLog } from ${JSON.stringify(pathToFileURL(fileURLToPath(new URL('../../build/ledger/attempt-log.js', import.meta.url))).href)};
    const log = openAttemptLog(process.argv[1]);
    const given = JSON.parse(process.argv[2]);
    for (let i = 0; i < ${RECORDS}; i++) await log.add({ ...given.attempt, id: process.argv[3] + '-' + i }, importText(given.of));
    log.close();`;
  const given = JSON.stringify({
    of: OF,
    attempt: attempt(
      '',
      Array.from({ length: 40 }, () => ENTRY),
    ),
  });
  await Promise.all(
    Array.from({ length: PROCESSES }, (_, at) => {
      const args = ['--input-type=module', '-e', script, ledger, given, String(at)];
      const child = spawn(process.execPath, args, { stdio: 'inherit' });
      return new Promise<void>((resolve, reject) =>
        child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`It ended with ${code}.`)))),
      );
    }),
  );
  const { ids } = await read();
  const all = Array.from({ length: PROCESSES }, (_, at) => Array.from({ length: RECORDS }, (__, i) => `${at}-${i}`));
  expect([...ids].sort()).toEqual(all.flat().sort());
});
