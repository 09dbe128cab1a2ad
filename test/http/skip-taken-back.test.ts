import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type * as SkipModule from '../../src/correcting/skip.ts';
import type * as TakeBackModule from '../../src/correcting/take-skip-back.ts';
import type { Ledger } from '../../src/ledger/open-ledger.ts';
import { reconcile } from '../../src/posting/enqueue-due.ts';
import { trailOf } from '../../src/reporting/trail.ts';
import {
  CARD_JOB,
  collect,
  JOURNAL_JOB,
  journal,
  load,
  type Office,
  openOffice,
  voucher,
} from '../importing/office.ts';
import { ACCOUNT, mender, type Row, TEXT, wrongAccount } from './mender.ts';
import { type Server, serve } from './serve.ts';

const { skipEntries } = await load<typeof SkipModule>('correcting/skip.js');
const { takeSkipBack } = await load<typeof TakeBackModule>('correcting/take-skip-back.js');

const WHY = 'it was not paid after all';
const KNOWS_9 = `${JOURNAL_JOB}accounts: { "9": "3100" }\n`;
const skipOf = (reason: string) => ({ do: 'skip', reason });

/** All that is told of an import, but for how long it took and when it came to rest. */
async function standing(office: Office, server: Server, { num, id }: Row) {
  const { duration: _, ...receipt } = await office.receipt({ num });
  const { counts } = await office.ledger.imports.byNum(num);
  const { imports } = (await server.get('/api/imports')).json;
  const { finished: __, ...listed } = imports.find((each: { import: string }) => each.import === id);
  return {
    receipt,
    counts: JSON.parse(counts!),
    waiting: (await server.get(`/api/imports/${id}/waiting`)).json,
    listed,
    days: (await server.get('/api/days')).json,
    summary: (await server.get('/api/summary')).json,
    trail: await collect(trailOf(await office.ledger.imports.byNum(num), office.ports).rows),
  };
}

const takeBack = (server: Server, { id }: Row, no: number, reason = WHY) =>
  server.post(`/api/imports/${id}/skips/${no}/take-back`, JSON.stringify({ reason }), {
    'content-type': 'application/json',
  });

describe('a skip that is taken back', () => {
  test('leaves everything as it was before: on hold, rejected, booked before, and corrected', async () => {
    const office = await openOffice({ sandbox: { lockedBefore: '2026-01-04' } });
    await office.book('before.csv', journal(voucher(1, 10)));
    const { row } = await office.book(
      'a.csv',
      journal(
        voucher(1, 10),
        wrongAccount(2, 20),
        wrongAccount(3, 30, '8'),
        voucher(4, 40, 'Bilag 4', '02.01.2026'),
        voucher(5, 50),
      ),
    );
    const server = await serve(office);
    const { mend, revise, tried } = mender(office, server, row);
    await revise({ row: 5, column: ACCOUNT, value: '3000' });
    await tried();
    const before = await standing(office, server, row);
    expect(before.receipt.entries).toMatchObject({ held: 2, rejected: 1, duplicate: 1, booked: 1 });
    const skipped = await mend({}, [4, 8], skipOf('paid in cash'));
    expect(skipped.json).toMatchObject({ entries: 4, state: 'completed' });
    const between = await standing(office, server, row);
    expect(between.receipt.rows).toMatchObject({ skipped: 6, duplicate: 2, held: 0, rejected: 0 });
    expect(await takeBack(server, row, 1)).toMatchObject({
      status: 200,
      json: { import: row.id, entries: 4, rows: 8, kept: 0, state: 'partly-booked' },
    });
    await tried();
    expect(await standing(office, server, row)).toEqual(before);
    const history = (await server.get(`/api/imports/${row.id}/events`)).json.events;
    expect(history.slice(-4)).toMatchObject([
      { what: 'skipped', detail: { skip: 1, entries: 4, rows: 8, reason: 'paid in cash' } },
      { what: 'completed' },
      { what: 'skip-taken-back', who: office.ports.who, detail: { skip: 1, entries: 4, rows: 8, reason: WHY } },
      { what: 'partly-booked' },
    ]);
    // Once more, and back once more: nothing wears off.
    await mend({}, [4, 8], skipOf('paid in cash'));
    await takeBack(server, row, 2);
    await tried();
    expect(await standing(office, server, row)).toEqual(before);
  });

  test('is a whole action: others, and skips before it, stay skipped; what waits again is corrected and booked', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(1, 10), wrongAccount(2, 20), wrongAccount(3, 30)));
    const server = await serve(office);
    const { mend, go } = mender(office, server, row);
    await mend({ entries: [1] }, [1, 2], skipOf('private'));
    await mend({}, [2, 4], skipOf('paid in cash'));
    expect((await takeBack(server, row, 2)).json).toMatchObject({ entries: 2, rows: 4, state: 'partly-booked' });
    office.defineJob('journal', KNOWS_9);
    await mend({}, [2, 4], { do: 'retry' });
    expect(await go()).toMatchObject({
      state: 'completed',
      rows: { read: 6, booked: 4, skipped: 2 },
      mismatches: [],
    });
    expect((await takeBack(server, row, 2)).json.error).toMatchObject({ code: 'refused', reason: 'skip-none' });
    expect((await takeBack(server, row, 1)).json).toMatchObject({ entries: 1, state: 'partly-booked' });
    await mend({}, [1, 2], { do: 'retry' });
    expect(await go()).toMatchObject({ state: 'completed', rows: { read: 6, booked: 6, skipped: 0 }, mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
  });

  test('shows the cells of what waits again, where they were copied while it was skipped', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(1, 10), wrongAccount(2, 20)));
    await mender(office, await serve(office), row).mend({ entries: [1] }, [1, 2], skipOf('twice'));
    const server = await serve(office);
    const { waiting } = mender(office, server, row);
    expect((await waiting()).entries).toHaveLength(1);
    await takeBack(server, row, 1);
    const { entries } = await waiting();
    expect(entries.map(({ lines }: { lines: { cells: string[] }[] }) => lines[0]!.cells[TEXT])).toEqual([
      'Bilag 1',
      'Bilag 2',
    ]);
  });

  test('works for contacts', async () => {
    const job = 'kind: contacts\ncolumns: { name: Navn, email: E-post }\n';
    const office = await openOffice({ jobs: { customers: job } });
    const { row } = await office.book('c.csv', 'Navn;E-post\nKari;kari@example.no\nOla;ola\n', 'customers');
    const server = await serve(office);
    const before = await standing(office, server, row);
    await mender(office, server, row).mend({}, [1, 1], skipOf('left us'));
    expect((await takeBack(server, row, 1)).json).toMatchObject({ entries: 1, state: 'partly-booked' });
    expect(await standing(office, server, row)).toEqual(before);
  });

  test('needs a reason, somebody who may skip, and a skip', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20)));
    const tokenOf = (name: string) => `sha256:${createHash('sha256').update(`bilag_${name}`).digest('hex')}`;
    const users = [
      { name: 'vera', role: 'viewer', token: tokenOf('vera') },
      { name: 'olav', role: 'operator', token: tokenOf('olav') },
    ] as const;
    const server = await serve(office, { users });
    const as = (name: string) => mender(office, server, row, { authorization: `Bearer bilag_${name}` });
    await as('olav').mend({}, [1, 2], skipOf('twice'));
    const send = async (name: string, no: number, reason: string) =>
      (await as(name).send('POST', `skips/${no}/take-back`, { reason })) as { status: number; json: { error: object } };
    expect((await send('vera', 1, WHY)).status).toBe(403);
    expect((await send('olav', 1, ' ')).json.error).toMatchObject({ reason: 'reason-needed' });
    expect((await send('olav', 2, WHY)).json.error).toMatchObject({ reason: 'skip-none' });
    expect((await send('olav', 1, WHY)).status).toBe(200);
    const last = (await office.ledger.imports.events(row.num)).find(({ what }) => what === 'skip-taken-back');
    expect(last).toMatchObject({ who: 'olav' });
  });
});

describe('the same voucher in another import', () => {
  const skippedIn = async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(voucher(1, 10), wrongAccount(2, 20), wrongAccount(3, 30)));
    const server = await serve(office);
    const { mend } = mender(office, server, row);
    await mend({}, [2, 4], skipOf('paid in cash'));
    office.defineJob('journal', KNOWS_9);
    return { office, row, server, mend };
  };
  const answer = async (office: Office, server: Server, row: Row, said: string) => {
    const json = { answers: [{ code: 'skipped-before', answer: said }], reason: 'looked at the papers' };
    await mender(office, server, row).send('POST', 'answers', json);
    await office.plan(row);
    await office.post(row);
    return await office.receipt(row);
  };

  test('is no question any more', async () => {
    const { office, row, server } = await skippedIn();
    await takeBack(server, row, 1);
    expect((await office.book('b.csv', journal(wrongAccount(2, 20)))).receipt.entries).toMatchObject({ booked: 1 });
    // What waits is compared with what was booked since.
    await mender(office, server, row).mend({}, [2, 4], { do: 'retry' });
    await office.plan(row);
    await office.post(row);
    expect((await office.receipt(row)).entries).toMatchObject({ booked: 2, duplicate: 1 });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
  });

  test('was booked, or is about to be: it stays skipped, the others wait again', async () => {
    const { office, row, server } = await skippedIn();
    const { row: later } = await office.book('b.csv', journal(wrongAccount(2, 20)));
    await answer(office, server, later, 'different');
    expect((await takeBack(server, row, 1)).json).toMatchObject({ entries: 1, rows: 2, kept: 1 });
    expect(await office.receipt(row)).toMatchObject({ rows: { held: 2, skipped: 2 }, mismatches: [] });
    expect((await takeBack(server, row, 1)).json.error).toMatchObject({
      reason: 'skip-overtaken',
      facts: { file: 'b.csv' },
    });
  });

  test('was skipped there too: the one is taken back without the other', async () => {
    const { office, row, server } = await skippedIn();
    const { row: later } = await office.book('b.csv', journal(wrongAccount(2, 20)));
    await mender(office, server, later).mend({}, [1, 2], skipOf('as before'));
    expect((await takeBack(server, row, 1)).json).toMatchObject({ entries: 2, kept: 0 });
    await mender(office, server, row).mend({}, [2, 4], { do: 'retry' });
    await office.plan(row);
    await office.post(row);
    // The other skip still stands, and is asked about.
    expect((await office.receipt(row)).issues).toMatchObject([{ code: 'skipped-before', entries: 1 }]);
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 3']);
  });

  test.each([
    ['same', { held: 1, booked: 0 }, ['twin-given-up']],
    ['different', { held: 0, booked: 1 }, []],
  ])('still asks there: %s is believed', async (said, entries, issues) => {
    const { office, row, server } = await skippedIn();
    const { row: later } = await office.book('b.csv', journal(wrongAccount(2, 20)));
    await takeBack(server, row, 1);
    const receipt = await answer(office, server, later, said);
    expect(receipt.entries).toMatchObject(entries);
    expect(receipt.issues.map(({ code }) => code)).toEqual(issues);
  });

  test('still asks there, and is to stay skipped while this one is on its way: it is not booked when that is given up', async () => {
    const { office, row, server } = await skippedIn();
    const { row: later } = await office.book('b.csv', journal(wrongAccount(2, 20)));
    await takeBack(server, row, 1);
    await mender(office, server, row).mend({}, [2, 4], { do: 'retry' });
    await office.plan(row);
    expect(await answer(office, server, later, 'same')).toMatchObject({ entries: { pending: 1 } });
    await mender(office, server, row).send('POST', 'cancel', { reason: 'not yet' });
    expect(await office.receipt(later)).toMatchObject({
      state: 'partly-booked',
      entries: { held: 1, booked: 0 },
      issues: [{ code: 'twin-given-up' }],
    });
    expect(await office.texts()).toEqual(['Bilag 1']);
  });

  test('an equal purchase that was booked before the skip keeps nothing back', async () => {
    const office = await openOffice();
    const card = (...rows: string[]) => `${['Dato;Beløp;Tekst', ...rows].join('\n')}\n`;
    const coffee = '05.01.2026;-35,00;KAFFE';
    await office.book('a.csv', card(coffee), 'card');
    office.defineJob('card', CARD_JOB.replace('4300', '9'));
    const { row } = await office.book('b.csv', card(coffee, coffee), 'card');
    const server = await serve(office);
    await mender(office, server, row).mend({ entries: [2] }, [1, 1], skipOf('private'));
    expect((await takeBack(server, row, 1)).json).toMatchObject({ entries: 1, kept: 0 });
  });
});

test('of two equal purchases one was booked from another file: the other one waits again', async () => {
  const wrong = CARD_JOB.replace('4300', '9');
  const office = await openOffice({ jobs: { card: wrong } });
  const card = (...rows: string[]) => `${['Dato;Beløp;Tekst', ...rows].join('\n')}\n`;
  const coffee = '05.01.2026;-35,00;KAFFE';
  const { row } = await office.book('a.csv', card(coffee, coffee), 'card');
  const server = await serve(office);
  await mender(office, server, row).mend({}, [2, 2], skipOf('private'));
  office.defineJob('card', CARD_JOB);
  const { row: other } = await office.book('b.csv', card(coffee, '06.01.2026;-9,00;BUSS'), 'card');
  await mender(office, server, other).mend({}, [1, 1], { do: 'book', reason: 'this one was mine' });
  await office.plan(other);
  await office.post(other);
  expect((await office.booked()).count).toBe(2);
  expect((await takeBack(server, row, 1)).json).toMatchObject({ entries: 1, kept: 1 });
});

describe('what happens meanwhile', () => {
  /** More than one transaction. */
  const MANY = 1_100;
  const many = () => journal(...Array.from({ length: MANY }, (_, at) => wrongAccount(at + 1, 1)));
  const which = { filter: {}, expect: { entries: MANY, rows: 2 * MANY } };
  /** The ledger of a process that dies before its second transaction of many entries. */
  const dying = (ledger: Ledger): Ledger => {
    let writes = 0;
    return {
      ...ledger,
      write: async (work) => {
        if (++writes > 1) throw new Error('died');
        return await ledger.write(work);
      },
    };
  };

  test('a process dies amid skipping, and amid taking that back: the receipt adds up, and the rest is taken back', async () => {
    const office = await openOffice();
    const { num } = (await office.book('a.csv', many())).row;
    const row = await office.ledger.imports.byNum(num);
    const { ledger, ports } = office;
    const dead = { ...ports, ledger: dying(ledger) };
    const before = await office.receipt(row);
    await expect(skipEntries(row, 'twice', which, dead)).rejects.toThrow('died');
    expect(await office.receipt(row)).toMatchObject({ rows: { skipped: 1_000 }, mismatches: [] });
    expect(await takeSkipBack(row, 1, WHY, ports)).toMatchObject({ entries: 500, state: 'partly-booked' });
    expect(await office.receipt(row)).toEqual(before);
    await skipEntries(row, 'twice', which, ports);
    await expect(takeSkipBack(row, 2, WHY, { ...ports, ledger: dying(ledger) })).rejects.toThrow('died');
    expect(await office.receipt(row)).toMatchObject({ rows: { held: 1_000, skipped: 1_200 }, mismatches: [] });
    await reconcile(ports, { plan: async () => undefined, posts: async () => undefined });
    expect((await ledger.imports.byNum(num)).state).toBe('partly-booked');
    expect(await takeSkipBack(row, 2, WHY, ports)).toMatchObject({ entries: 600 });
    expect(await office.receipt(row)).toEqual({ ...before, duration: expect.any(Number) });
  });

  test('two people take the same skip back at once: all of it once', async () => {
    const office = await openOffice();
    const { num } = (await office.book('a.csv', many())).row;
    const row = await office.ledger.imports.byNum(num);
    await skipEntries(row, 'twice', which, office.ports);
    const both = await Promise.allSettled([
      takeSkipBack(row, 1, WHY, office.ports),
      takeSkipBack(row, 1, WHY, { ...office.ports, who: 'kari' }),
    ]);
    const taken = both.map((each) => (each.status === 'fulfilled' ? each.value.entries : 0));
    expect(taken.reduce((sum, entries) => sum + entries, 0)).toBe(MANY);
    expect(await office.receipt(row)).toMatchObject({
      state: 'partly-booked',
      rows: { held: 2 * MANY, skipped: 0 },
      mismatches: [],
    });
    const told = (await office.ledger.imports.events(num)).filter(({ what }) => what === 'skip-taken-back');
    const sum = told.reduce((all, { detail }) => all + JSON.parse(detail!).entries, 0);
    expect(sum).toBe(MANY);
  });

  test('while the import is planned again nothing is taken back; afterwards it is', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(1, 10), wrongAccount(2, 20)));
    const server = await serve(office);
    const { mend, go } = mender(office, server, row);
    await mend({ entries: [1] }, [1, 2], skipOf('twice'));
    office.defineJob('journal', KNOWS_9);
    await mend({}, [1, 2], { do: 'retry' });
    expect((await takeBack(server, row, 1)).json.error).toMatchObject({ reason: 'not-now' });
    expect(await go()).toMatchObject({ state: 'completed', rows: { booked: 2, skipped: 2 } });
    expect((await takeBack(server, row, 1)).json).toMatchObject({ entries: 1, state: 'partly-booked' });
  });

  test('an import whose skip was taken back by a process that died is on hold again when somebody goes round', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(voucher(1, 1), wrongAccount(2, 20)));
    await mender(office, await serve(office), row).mend({}, [1, 2], skipOf('twice'));
    await office.ledger.write((tx) => tx.skips.takeBack(row.num, 1, [2], Date.now()));
    await reconcile(office.ports, { plan: async () => undefined, posts: async () => undefined });
    expect(await office.receipt(row)).toMatchObject({ state: 'partly-booked', rows: { held: 2, skipped: 0 } });
  });
});
