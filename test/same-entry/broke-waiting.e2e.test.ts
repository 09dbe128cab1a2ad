import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { journal, json, type Ran } from '../cli/bilag.ts';
import { officeBesideSandbox, until } from '../cli/office-beside-sandbox.ts';
import { waitingOf } from './names.ts';

/** Section 3 of the design of sameness: a duplicate is judged by what became of the other one. Every step is a command. */

const { office, control, faults, booked } = officeBesideSandbox();

const PENDING = 5;
const IN_DOUBT = 4;
const HELD = 3;
const MISCONFIGURED = 2;

const file = (...keys: string[]) => journal(keys.map((key) => ({ key, amount: `${key},50` })));
const AB = file('1', '2');

beforeEach(async () => {
  const job = await readFile(join(office.folder, 'jobs/journal.yaml'), 'utf8');
  await writeFile(join(office.folder, 'jobs/skip.yaml'), `${job}onDuplicate: skip\n`);
  await office.write('a.csv', AB);
  // The same entries; other bytes.
  for (const name of ['b.csv', 'c.csv']) await office.write(name, `${AB}${name === 'b.csv' ? '\n' : '\n\n'}`);
});

const bring = (name: string, job = 'journal') => office.run('import', name, '--job', job, '--json');
const idOf = (ran: Ran): string => json(ran).import;

/** `a.csv` is planned, and the service refuses bilag's token from here on. */
async function stoppedByToken(): Promise<string> {
  await faults('401=1');
  const a = await bring('a.csv');
  expect({ code: a.code, ...json(a) }).toMatchObject({
    code: MISCONFIGURED,
    state: 'posting',
    entries: { pending: 2, booked: 0 },
  });
  return idOf(a);
}

/** @param fault of its one request: of two entries nobody knows what became */
async function inDoubt(fault = 'reset-after'): Promise<string> {
  await control('next', { faults: [fault] });
  const a = await bring('a.csv');
  expect({ code: a.code, ...json(a) }).toMatchObject({ code: IN_DOUBT, state: 'in-doubt', entries: { inDoubt: 2 } });
  return idOf(a);
}

/** It is neither done nor a duplicate yet. */
function expectWaiting(ran: Ran, other: string, entries = 2): void {
  const receipt = json(ran);
  expect(receipt).toMatchObject({ state: 'posting', entries: { pending: entries, duplicate: 0 } });
  expect(waitingOf(receipt)).toEqual([{ import: other, file: 'a.csv', entries }]);
  expect(receipt.mismatches).toBeUndefined();
}

describe('the other voucher is planned, and nobody sends it', () => {
  test.each(['skip', 'journal'])(
    'this one waits; it is booked when the other one is cancelled (job %s)',
    async (job) => {
      const a = await stoppedByToken();
      const b = await bring('b.csv', job);
      expectWaiting(b, a);
      expect([PENDING, MISCONFIGURED]).toContain(b.code);
      const shown = await office.run('show', idOf(b));
      expect(shown.out).toContain('a.csv');
      expect(shown.out).not.toMatch(/was booked|booked before/i);
      expect(await office.run('cancel', a, '--reason', 'wrong month')).toMatchObject({ code: 0 });
      await faults('');
      const again = await bring('b.csv', job);
      expect({ code: again.code, ...json(again) }).toMatchObject({
        code: 0,
        state: 'completed',
        entries: { booked: 2, duplicate: 0, pending: 0 },
      });
      expect(waitingOf(json(again)) ?? []).toEqual([]);
      expect(await booked()).toMatchObject({ count: 2, totals: { '1920': '4.00' } });
    },
  );

  test('retry goes on with what waited, too', async () => {
    const a = await stoppedByToken();
    const b = await bring('b.csv', 'skip');
    expectWaiting(b, a);
    expect((await office.run('cancel', a, '--reason', 'wrong month')).code).toBe(0);
    await faults('');
    const retried = await office.run('retry', idOf(b), '--json');
    expect({ code: retried.code, ...json(retried) }).toMatchObject({
      code: 0,
      state: 'completed',
      entries: { booked: 2 },
    });
    expect((await booked()).count).toBe(2);
  });

  test('the other one is booked after all: this one is its duplicate', async () => {
    const a = await stoppedByToken();
    expectWaiting(await bring('b.csv', 'skip'), a);
    await faults('');
    expect(await bring('a.csv')).toMatchObject({ code: 0 });
    const b = await bring('b.csv', 'skip');
    expect({ code: b.code, ...json(b) }).toMatchObject({
      code: 0,
      state: 'completed',
      entries: { duplicate: 2, booked: 0 },
    });
    expect((await booked()).count).toBe(2);
  });

  test('two wait: when it is cancelled one of them is booked, and the other is its duplicate', async () => {
    const a = await stoppedByToken();
    expectWaiting(await bring('b.csv'), a);
    const c = json(await bring('c.csv'));
    expect(c).toMatchObject({ state: 'posting', entries: { pending: 2, duplicate: 0 } });
    expect((await office.run('cancel', a, '--reason', 'wrong month')).code).toBe(0);
    await faults('');
    const receipts = [];
    // Whichever came first may have waited for the other.
    for (const name of ['b.csv', 'c.csv', 'b.csv']) receipts.push(json(await bring(name)));
    const [, last, first] = receipts;
    expect([first!.entries.booked + last!.entries.booked, first!.entries.duplicate + last!.entries.duplicate]).toEqual([
      2, 2,
    ]);
    expect([first!.entries.pending, last!.entries.pending]).toEqual([0, 0]);
    expect((await booked()).count).toBe(2);
  });

  test('the one that waits is cancelled: the other goes on', async () => {
    const a = await stoppedByToken();
    const b = await bring('b.csv', 'skip');
    expectWaiting(b, a);
    expect(await office.run('cancel', idOf(b), '--reason', 'exported twice')).toMatchObject({ code: 0 });
    await faults('');
    expect(await bring('a.csv')).toMatchObject({ code: 0 });
    expect((await booked()).count).toBe(2);
  });
});

describe('the other voucher is on its way', () => {
  test('this one waits until it is booked, and then is its duplicate', async () => {
    await faults('429=1');
    const first = office.start('import', 'a.csv', '--job', 'journal', '--json');
    const stateOf = async (name: string) => {
      const { imports } = json(await office.run('list', '--json')) as { imports: { file: string; state: string }[] };
      return imports.find((each) => each.file === name)?.state;
    };
    await until('a.csv is planned', async () => (await stateOf('a.csv')) === 'posting');
    const second = office.start('import', 'b.csv', '--job', 'skip', '--json');
    await until('b.csv is planned', async () => ![undefined, 'planning'].includes(await stateOf('b.csv')));
    expect(await stateOf('b.csv')).toBe('posting');
    expect((await booked()).count).toBe(0);
    await faults('');
    expect((await first.ended).code).toBe(0);
    const done = await second.ended;
    expect({ code: done.code, ...json(done) }).toMatchObject({
      code: 0,
      state: 'completed',
      entries: { duplicate: 2, booked: 0, pending: 0 },
    });
    expect((await booked()).count).toBe(2);
  });
});

describe('the other voucher is in doubt', () => {
  const UNKNOWN = 'a.csv sent the same voucher; whether the service has it is not known.';

  test('this one waits, the words say so, and the command ends at once', async () => {
    const a = await inDoubt();
    const b = await bring('b.csv', 'skip');
    expectWaiting(b, a);
    expect(b.code).toBe(IN_DOUBT);
    const shown = (await office.run('show', idOf(b))).out.replace(/\s+/g, ' ');
    expect(shown).toContain(UNKNOWN);
    expect(shown).not.toMatch(/was booked|booked before/i);
  });

  test('what nobody else sent is booked meanwhile', async () => {
    const a = await inDoubt();
    await office.write('b.csv', file('1', '2', '3'));
    const b = await bring('b.csv');
    expectWaiting(b, a);
    expect({ code: b.code, ...json(b) }).toMatchObject({ code: IN_DOUBT, entries: { planned: 3, booked: 1 } });
    expect((await booked()).count).toBe(3);
  });

  test.each([
    ['skip', 0, 'completed'],
    ['journal', HELD, 'partly-booked'],
  ])('it was booked: this one is a duplicate (job %s)', async (job, code, state) => {
    const a = await inDoubt();
    expectWaiting(await bring('b.csv', job), a);
    expect(await office.run('resolve', a, '1', '--booked', '--reason', 'both are there')).toMatchObject({ code: 0 });
    const b = await bring('b.csv', job);
    expect({ code: b.code, ...json(b) }).toMatchObject({
      code,
      state,
      entries: { duplicate: 2, booked: 0, pending: 0 },
    });
    expect((await booked()).count).toBe(2);
  });

  test('it was not booked, and is sent again: this one is a duplicate', async () => {
    const a = await inDoubt('reset-before');
    expectWaiting(await bring('b.csv', 'skip'), a);
    expect(await office.run('resolve', a, '1', '--not-booked', '--reason', 'not there')).toMatchObject({ code: 0 });
    const b = await bring('b.csv', 'skip');
    expect({ code: b.code, ...json(b) }).toMatchObject({
      code: 0,
      state: 'completed',
      entries: { duplicate: 2, booked: 0 },
    });
    expect((await booked()).count).toBe(2);
  });

  test('it was not booked, and is cancelled then: this one is booked', async () => {
    const a = await inDoubt('reset-before');
    const b = await bring('b.csv', 'skip');
    expectWaiting(b, a);
    await faults('401=1');
    await office.run('resolve', a, '1', '--not-booked', '--reason', 'not there');
    await office.run('cancel', a, '--reason', 'wrong month');
    await faults('');
    const again = await bring('b.csv', 'skip');
    expect({ code: again.code, ...json(again) }).toMatchObject({ code: 0, state: 'completed', entries: { booked: 2 } });
    expect((await booked()).count).toBe(2);
  });
});

test('two wait for what is in doubt in each other: both are in doubt, and the command ends at once', async () => {
  const job = await readFile(join(office.folder, 'jobs/journal.yaml'), 'utf8');
  await writeFile(join(office.folder, 'jobs/alone.yaml'), job.replace(/^batch:.*$/m, 'batch: { entries: 1 }'));
  await control('next', { faults: ['reset-after', '422'] });
  const a = await bring('a.csv', 'alone');
  expect(json(a)).toMatchObject({ state: 'in-doubt', entries: { inDoubt: 1, rejected: 1 } });
  await control('next', { faults: ['reset-after'] });
  const b = await bring('b.csv', 'alone');
  expect({ code: b.code, ...json(b) }).toMatchObject({
    code: IN_DOUBT,
    state: 'in-doubt',
    entries: { inDoubt: 1, pending: 1 },
  });
  const retried = await office.run('retry', idOf(a), '--json');
  expect({ code: retried.code, ...json(retried) }).toMatchObject({
    code: IN_DOUBT,
    state: 'in-doubt',
    entries: { inDoubt: 1, pending: 1 },
  });
  expect(waitingOf(json(retried))).toEqual([{ import: idOf(b), file: 'b.csv', entries: 1 }]);
  const again = await bring('b.csv', 'alone');
  expect({ code: again.code, ...json(again) }).toMatchObject({ code: IN_DOUBT, state: 'in-doubt' });
  expect((await booked()).count).toBe(2);
});

describe('the other voucher is known not to be booked', () => {
  const expectFree = async () => {
    const b = await bring('b.csv');
    expect({ code: b.code, ...json(b) }).toMatchObject({
      code: 0,
      state: 'completed',
      entries: { booked: 2, duplicate: 0 },
    });
    expect((await booked()).count).toBe(2);
  };

  test('held', async () => {
    const wrong = AB.replaceAll(';3000;', ';3015;');
    await office.write('a.csv', wrong);
    const a = await bring('a.csv');
    expect({ code: a.code, ...json(a) }).toMatchObject({ code: HELD, entries: { held: 2 } });
    const path = join(office.folder, 'jobs/journal.yaml');
    await writeFile(path, `${await readFile(path, 'utf8')}accounts: { "3015": "3000" }\n`);
    await office.write('b.csv', `${wrong}\n`);
    await expectFree();
    // Who was held comes too late.
    const late = json(await office.run('retry', idOf(a), '--json'));
    expect(late.entries).toMatchObject({ held: 0, duplicate: 2, booked: 0 });
    expect((await booked()).count).toBe(2);
  });

  test('rejected', async () => {
    await control('next', { faults: ['400', '400', '400'] });
    const a = await bring('a.csv');
    expect({ code: a.code, ...json(a) }).toMatchObject({ code: HELD, entries: { rejected: 2 } });
    await expectFree();
    const late = json(await office.run('retry', idOf(a), '--json'));
    expect(late.entries).toMatchObject({ rejected: 0, duplicate: 2, booked: 0 });
    expect((await booked()).count).toBe(2);
  });

  test('cancelled', async () => {
    const a = await stoppedByToken();
    expect((await office.run('cancel', a, '--reason', 'wrong month')).code).toBe(0);
    await faults('');
    await expectFree();
  });
});

test('vouchers that wait for each other in other words are booked once when the first is cancelled', async () => {
  const job = await readFile(join(office.folder, 'jobs/journal.yaml'), 'utf8');
  await writeFile(join(office.folder, 'jobs/short.yaml'), job.replace(', description: Tekst', ''));
  const a = await stoppedByToken();
  const b = idOf(await bring('b.csv'));
  const c = idOf(await bring('c.csv', 'short'));
  expect((await office.run('cancel', a, '--reason', 'wrong month')).code).toBe(0);
  await faults('');
  for (const _ of [1, 2]) for (const id of [b, c]) await office.run('retry', id);
  for (const id of [b, c])
    expect(json(await office.run('show', id, '--json'))).toMatchObject({ entries: { pending: 0 } });
  expect((await booked()).count).toBe(2);
});

describe('purchases without numbers', () => {
  const bank = (...rows: string[]) => `${['Dato;Beløp;Tekst', ...rows.map((row) => `15.01.2026;${row}`)].join('\n')}\n`;

  beforeEach(async () => {
    const columns = 'columns: { date: Dato, amount: Beløp, description: Tekst }';
    const defaults = 'defaults: { account: "1920", contraAccount: "3000" }';
    const bankJob = `kind: bookings\n${columns}\n${defaults}\n`;
    await writeFile(join(office.folder, 'jobs/bank.yaml'), bankJob);
    await writeFile(join(office.folder, 'jobs/short.yaml'), bankJob.replace(', description: Tekst', ''));
  });

  test('two equal ones wait for two equal ones that are cancelled: both are booked', async () => {
    await office.write('a.csv', bank('10,00;Kaffe', '10,00;Kaffe'));
    await office.write('b.csv', `${bank('10,00;Kaffe', '10,00;Kaffe')}\n`);
    await faults('401=1');
    const a = idOf(await bring('a.csv', 'bank'));
    expectWaiting(await bring('b.csv', 'bank'), a);
    expect((await office.run('cancel', a, '--reason', 'wrong month')).code).toBe(0);
    await faults('');
    expect(json(await bring('b.csv', 'bank'))).toMatchObject({
      state: 'completed',
      entries: { booked: 2, duplicate: 0 },
    });
    expect((await booked()).count).toBe(2);
  });

  /** Both files hold the same payments; the second one tells them at more length, and a person says that they are the same. */
  const saidSame = async () => {
    await office.write('a.csv', bank('1,00;A', '2,00;B'));
    await office.write('b.csv', bank('1,00;A, filial 3', '2,00;B, filial 4'));
    await faults('401=1');
    const a = idOf(await bring('a.csv', 'bank'));
    const b = idOf(await bring('b.csv', 'bank'));
    const answered = await office.run(
      'retry',
      b,
      '--answer',
      'text-changed=same',
      '--reason',
      'same payments',
      '--json',
    );
    return { a, b, answered };
  };

  test('said to be the same as others that are cancelled wait for a retry, which books them', async () => {
    const { a, b, answered } = await saidSame();
    expectWaiting(answered, a);
    expect((await office.run('cancel', a, '--reason', 'wrong month')).code).toBe(0);
    await faults('');
    expect(json(await bring('b.csv', 'bank'))).toMatchObject({ entries: { held: 2, booked: 0 } });
    expect(json(await office.run('show', b, '--json')).issues).toMatchObject([{ code: 'twin-given-up' }]);
    expect(json(await office.run('retry', b, '--json'))).toMatchObject({ state: 'completed', entries: { booked: 2 } });
    expect((await booked()).count).toBe(2);
    expect(json(await office.run('show', b, '--json'))).toMatchObject({ state: 'completed' });
  });

  test.each<[string, [text: string, job: string][], cancel: boolean, count: number]>([
    [
      'the first is cancelled',
      [
        ['Kaffe', 'bank'],
        ['Kaffe', 'bank'],
        ['', 'short'],
      ],
      true,
      1,
    ],
    [
      'the first is cancelled',
      [
        ['Kaffe', 'bank'],
        ['', 'short'],
        ['Kaffe', 'bank'],
      ],
      true,
      1,
    ],
    [
      'the first is cancelled',
      [
        ['', 'short'],
        ['Kaffe', 'bank'],
        ['', 'short'],
      ],
      true,
      1,
    ],
    [
      'the first is cancelled',
      [
        ['Kaffe,Kaffe', 'bank'],
        ['Kaffe,Kaffe', 'bank'],
        [',', 'short'],
      ],
      true,
      2,
    ],
    [
      'none is cancelled',
      [
        ['Kaffe', 'bank'],
        [',', 'short'],
        ['Kaffe,Kaffe', 'bank'],
      ],
      false,
      2,
    ],
  ])(
    'three files in other words wait for each other, and %s: each is booked once (%j)',
    async (_, files, cancel, count) => {
      await faults('401=1');
      const ids: string[] = [];
      for (const [at, [texts, job]] of files.entries()) {
        const name = `${'abc'[at]}.csv`;
        const rows = texts.split(',').map((text) => (job === 'short' ? '10,00' : `10,00;${text}`));
        const header = job === 'short' ? 'Dato;Beløp' : 'Dato;Beløp;Tekst';
        const lines = [header, ...rows.map((row) => `15.01.2026;${row}`), ...Array(at).fill('')];
        await office.write(name, `${lines.join('\n')}\n`);
        ids.push(idOf(await bring(name, job)));
      }
      if (cancel) await office.run('cancel', ids[0]!, '--reason', 'wrong month');
      await faults('');
      const open = files.map(([, job], at) => [`${'abc'[at]}.csv`, job, ids[at]!] as const).slice(cancel ? 1 : 0);
      for (const round of [1, 2, 3]) {
        for (const [name, job, id] of open) {
          if (round === 1) await bring(name, job);
          else await office.run('retry', id);
        }
      }
      for (const [, , id] of open)
        expect(json(await office.run('show', id, '--json'))).toMatchObject({ entries: { pending: 0 } });
      expect((await booked()).count).toBe(count);
    },
  );

  test.each([
    ['booked', { booked: 0, duplicate: 2 }],
    ['not-booked', { booked: 2, duplicate: 0 }],
  ] as const)('told by fewer columns they wait for what is in doubt, and it turns out %s', async (became, entries) => {
    const payments = bank('1,00;A', '2,00;B');
    await office.write('a.csv', payments);
    await office.write('b.csv', payments.replaceAll(/;[^;]*$/gm, ''));
    await control('next', { faults: [became === 'booked' ? 'reset-after' : 'reset-before'] });
    const a = idOf(await bring('a.csv', 'bank'));
    const b = await bring('b.csv', 'short');
    expectWaiting(b, a);
    const reason = ['--reason', 'looked it up'];
    await office.run('resolve', a, '1', `--${became}`, ...(became === 'booked' ? [] : ['--no-wait']), ...reason);
    if (became === 'not-booked') await office.run('cancel', a, ...reason);
    const again = json(await bring('b.csv', 'short'));
    // What it waited for is gone: others may be the same by now.
    if (became === 'not-booked') {
      expect(again).toMatchObject({ entries: { held: 2, booked: 0 } });
      await office.run('retry', idOf(b));
    }
    expect(json(await office.run('show', idOf(b), '--json'))).toMatchObject({ entries: { ...entries, pending: 0 } });
    expect((await booked()).count).toBe(2);
  });

  test('said to be the same as others that are refused are booked by a retry, and the others are their duplicates then', async () => {
    const { a, b, answered } = await saidSame();
    expectWaiting(answered, a);
    await faults('422=1');
    await bring('a.csv', 'bank');
    await faults('');
    expect(json(await office.run('show', a, '--json'))).toMatchObject({ entries: { rejected: 2 } });
    await bring('b.csv', 'bank');
    expect(json(await office.run('retry', b, '--json'))).toMatchObject({ entries: { booked: 2 } });
    expect(json(await office.run('retry', a, '--json'))).toMatchObject({ entries: { booked: 0, duplicate: 2 } });
    expect((await booked()).count).toBe(2);
  });

  test('said to be the same as others that are booked after all are their duplicates', async () => {
    const { a, b, answered } = await saidSame();
    expectWaiting(answered, a);
    await faults('');
    expect(await bring('a.csv', 'bank')).toMatchObject({ code: 0 });
    expect(json(await bring('b.csv', 'bank'))).toMatchObject({
      entries: { duplicate: 2, booked: 0, pending: 0 },
    });
    expect((await booked()).count).toBe(2);
    expect(json(await office.run('show', b, '--json'))).toMatchObject({ entries: { duplicate: 2 } });
  });
});
