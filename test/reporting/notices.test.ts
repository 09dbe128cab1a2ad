import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type * as RetryModule from '../../src/correcting/retry.ts';
import type * as ProbeModule from '../../src/doubt/probe.ts';
import type * as ResolveModule from '../../src/doubt/resolve.ts';
import type * as SqliteModule from '../../src/ledger/sqlite-database.ts';
import type * as FindModule from '../../src/reporting/notices/find.ts';
import type * as NoticesModule from '../../src/reporting/notices/notify.ts';
import type { TellSettings } from '../../src/reporting/notices/notify.ts';
import type * as SendModule from '../../src/reporting/notices/send.ts';
import { JOURNAL_JOB, journal, load, type Office, openOffice, voucher } from '../importing/office.ts';
import { isSigned, startHookServer, status } from './hook-server.ts';
import { headersOf, startMailServer, textOf } from './mail-server.ts';

const { tellPeople } = await load<typeof NoticesModule>('reporting/notices/notify.js');
const { GIVEN_UP_AFTER_MS, REFUSALS_MAX } = await load<typeof SendModule>('reporting/notices/send.js');
const { FAILURES_TOLD, LOOKS_AWAITED_MS, TOLD_WITHIN_MS } = await load<typeof FindModule>('reporting/notices/find.js');
const { openSqlite } = await load<typeof SqliteModule>('ledger/sqlite-database.js');
const { importsLookedUp, probeDoubts } = await load<typeof ProbeModule>('doubt/probe.js');
const { resolveDoubt } = await load<typeof ResolveModule>('doubt/resolve.js');
const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');

const SECRET = 'a secret of some length';
const MINUTE_MS = 60_000;
const never = new AbortController().signal;
const good = (key: number, amount = 100 + key) => journal(voucher(key, amount));
/** Two entries, one of them with an account that there is not. */
const halfHeld = (key: number) => journal(voucher(key, key), voucher(key + 1, key).replaceAll('1920', '1'));
const NO_LINES = 'no header at all\n';

/** A process that tells people, with clocks of its own that the test moves. */
function teller(office: Pick<Office, 'ports'>, settings: Partial<TellSettings>, leaving = never) {
  const clock = { ahead: 0 };
  const said: string[] = [];
  const ports = {
    ...office.ports,
    now: () => Date.now() + clock.ahead,
    monotonic: () => performance.now() + clock.ahead,
    holder: randomUUID(),
    log: (_event: string, message: string) => void said.push(message),
  };
  const all = {
    webhook: undefined,
    email: undefined,
    success: false,
    link: undefined,
    lookedUp: () => importsLookedUp(ports),
    ...settings,
  };
  const [find = async () => undefined, ...senders] = tellPeople(all, ports, leaving);
  const send = async () => void (await Promise.all(senders.map((sender) => sender())));
  return {
    said,
    find,
    send,
    /** Time goes by. */
    later: (ms: number) => void (clock.ahead += ms),
    async round() {
      await find();
      await send();
    },
  };
}

/** An office whose troubles are told to a webhook, from now on. */
async function watched(settings: Partial<TellSettings> = {}, options: Parameters<typeof openOffice>[0] = {}) {
  const office = await openOffice(options);
  const hook = await startHookServer();
  const all = { webhook: { url: hook.url, secret: SECRET }, ...settings };
  const people = teller(office, all);
  await people.round();
  return { office, hook, people, settings: all };
}

const ledgerOf = (office: Office) => openSqlite(join(office.folder, 'home', 'ledger.db'), 1_000);
/** Changes the ledger as only another part of bilag would. */
async function inLedger(office: Office, sql: string, ...values: (string | number | null)[]): Promise<void> {
  const db = ledgerOf(office);
  try {
    await db.run(sql, ...values);
  } finally {
    db.close();
  }
}
/** What is in the outbox. */
async function outbox(office: Office) {
  const db = ledgerOf(office);
  try {
    return await db.all<{
      id: string;
      about: string;
      channel: string;
      state: string;
      attempts: number;
      error: string | null;
    }>('select id, about, channel, state, attempts, error from notice order by id');
  } finally {
    db.close();
  }
}

describe('what is told', () => {
  test('held rows: how many, why, and where to look, by webhook and by e-mail', async () => {
    const mail = await startMailServer();
    const smtp = { host: '127.0.0.1', port: mail.port, security: 'none' as const };
    const { office, hook, people } = await watched({
      email: { from: 'bilag@firm.example', to: ['kari@firm.example'], smtp },
      link: 'https://bilag.firm.example/',
    });
    const { row, receipt } = await office.book('january.csv', halfHeld(7));
    expect(receipt.state).toBe('partly-booked');
    await people.round();

    expect(hook.posted).toHaveLength(1);
    const posted = hook.posted[0]!;
    expect(isSigned(posted, Buffer.from(SECRET))).toBe(true);
    expect(posted.body).toMatchObject({
      type: 'import.attention',
      import: {
        import: row.id,
        job: 'journal',
        file: 'january.csv',
        state: 'partly-booked',
        rows: { read: 4, booked: 2, held: 2 },
        entries: { planned: 2, booked: 1, held: 1 },
        issues: [{ code: 'account-unknown', value: '1', rows: 1, entries: 1 }],
        moreIssues: 0,
        batchesInDoubt: 0,
      },
    });
    expect(mail.mails).toHaveLength(1);
    expect(headersOf(mail.mails[0]!).get('subject')).toBe('bilag: 2 of 4 rows in january.csv need you (journal)');
    const text = textOf(mail.mails[0]!).replaceAll('\r\n', '\n');
    expect(text.trim()).toBe(posted.body.text.trim());
    expect(text).toContain('january.csv is partly booked. 2 of its 4 rows need you.');
    expect(text).toContain('  on hold: 2 rows in 1 voucher\n');
    expect(text).toContain('  1 row in 1 voucher, row 4 (account-unknown)\n');
    expect(text).toContain(receipt.issues[0]!.message);
    expect(text).toContain(receipt.issues[0]!.suggestion ?? receipt.issues[0]!.message);
    expect(text).toContain(`  https://bilag.firm.example/imports/${row.id}\n`);
    expect(text).toContain(`  bilag failed ${row.id} --out failed.xlsx\n`);
    // Once.
    await people.round();
    people.later(MINUTE_MS);
    await people.round();
    expect([hook.posted.length, mail.mails.length]).toEqual([1, 1]);
    expect((await outbox(office)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  test('a file that was rejected', async () => {
    const { office, hook, people } = await watched();
    const { row } = await office.book('bad.csv', NO_LINES);
    await people.round();
    expect(hook.posted.map(({ body }) => body.import)).toMatchObject([{ import: row.id, state: 'rejected' }]);
    const { text } = hook.posted[0]!.body;
    expect(text).toContain('bad.csv was rejected. Nothing in it is booked.');
    expect(text).toContain((await office.receipt(row)).reason!.message);
  });

  test('what the service refused', async () => {
    const { office, hook, people } = await watched();
    await office.next('400');
    const { receipt } = await office.book('a.csv', good(1));
    expect(receipt.entries).toMatchObject({ rejected: 1 });
    await people.round();
    expect(hook.posted[0]!.body.text).toContain('  rejected by the service: 2 rows in 1 voucher\n');
  });

  test('a doubt: its batches, and how to settle it', async () => {
    const { office, hook, people } = await watched();
    await office.next('reset-after');
    const { row, receipt } = await office.book('a.csv', good(1));
    expect(receipt.state).toBe('in-doubt');
    await people.round();
    expect(hook.posted.map(({ body }) => body.import)).toMatchObject([{ state: 'in-doubt', batchesInDoubt: 1 }]);
    expect(hook.posted[0]!.body.text).toContain('  Batch 1: 2 rows in 1 voucher.');
    expect(hook.posted[0]!.body.text).toContain(`  bilag resolve ${row.id} 1\n`);
  });

  test('duplicates that are held', async () => {
    const { office, hook, people } = await watched();
    await office.book('a.csv', good(1));
    const { receipt } = await office.book('b.csv', `${good(1)}\n`);
    expect(receipt.entries).toMatchObject({ duplicate: 1 });
    await people.round();
    expect(hook.posted.map(({ body }) => body.import)).toMatchObject([{ file: 'b.csv', state: 'partly-booked' }]);
    expect(hook.posted[0]!.body.text).toContain('  already booked: 2 rows in 1 voucher, 1 of the vouchers on hold\n');
  });

  test('nothing of what went well, of a dry run, or of what is still under way', async () => {
    const { office, hook, people } = await watched();
    await office.book('a.csv', good(1));
    for (const [name, content] of [
      ['b.csv', halfHeld(2)],
      ['c.csv', NO_LINES],
    ] as const)
      await office.plan(await office.take(name, content, 'journal', { book: false }));
    await office.take('d.csv', halfHeld(4));
    await office.plan(await office.take('e.csv', halfHeld(6)));
    expect((await office.ledger.imports.list(9)).map(({ state }) => state)).toEqual([
      'posting',
      'planning',
      'rejected',
      'planned',
      'completed',
    ]);
    await people.round();
    expect(hook.posted).toEqual([]);
    expect(await outbox(office)).toEqual([]);
  });

  test('what went well, where it is asked for: once, and from then on', async () => {
    const { office, hook, settings } = await watched();
    await office.book('a.csv', good(1));
    const people = teller(office, { ...settings, success: true });
    await people.round();
    const { row } = await office.book('b.csv', good(2));
    await people.round();
    await people.round();
    expect(hook.posted.map(({ body }) => [body.type, body.import!['file']])).toEqual([['import.completed', 'b.csv']]);
    expect(hook.posted[0]!.body.text).toContain(
      `b.csv is booked: 2 rows in 1 voucher.\nJob journal, import ${row.id}.`,
    );
  });
});

describe('when it is told', () => {
  test('imports that had ended before anyone was to be told are not', async () => {
    const office = await openOffice();
    await office.book('old.csv', halfHeld(1));
    const hook = await startHookServer();
    const webhook = { url: hook.url, secret: SECRET };
    await teller(office, { webhook }).round();
    await office.book('new.csv', halfHeld(3));
    // Another process, or the same after a restart.
    await teller(office, { webhook }).round();
    expect(hook.posted.map(({ body }) => body.import!['file'])).toEqual(['new.csv']);
  });

  test('what ended while nobody was there is told when somebody is, unless that is long ago', async () => {
    const { office, hook, settings } = await watched();
    await office.book('a.csv', halfHeld(1));
    const back = teller(office, settings);
    back.later(TOLD_WITHIN_MS + MINUTE_MS);
    await back.round();
    expect(hook.posted).toEqual([]);
    const sooner = teller(office, settings);
    sooner.later(TOLD_WITHIN_MS - MINUTE_MS);
    await sooner.round();
    expect(hook.posted).toHaveLength(1);
  });

  test('a retry that fails again is not told again; a doubt that comes with it is, once', async () => {
    const { office, hook, people } = await watched();
    const { row } = await office.book('a.csv', halfHeld(1));
    const again = async () => {
      await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
      await office.plan(row);
      await office.post(row);
    };
    const states = () => hook.posted.map(({ body }) => body.import!['state']);
    await people.round();
    await again();
    expect((await office.receipt(row)).state).toBe('partly-booked');
    await people.round();
    expect(states()).toEqual(['partly-booked']);

    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "1": "1920" }\n`);
    await office.next('reset-before');
    await again();
    expect((await office.receipt(row)).state).toBe('in-doubt');
    await people.round();
    await people.round();
    expect(states()).toEqual(['partly-booked', 'in-doubt']);

    const doubt = (await office.batches(row)).find(({ state }) => state === 'in-doubt')!;
    await (await office.holder()).stop();
    await resolveDoubt(await office.ledger.imports.byNum(row.num), doubt.no, 'booked', 'seen', office.ports);
    expect((await office.receipt(row)).state).toBe('completed');
    await people.round();
    expect(states()).toHaveLength(2);
  });

  test('a doubt that came first does not keep what is refused after it from being told', async () => {
    const { office, hook, people } = await watched();
    await office.next('reset-before', '400');
    const { row } = await office.book('a.csv', good(1));
    await people.round();
    await resolveDoubt(await office.ledger.imports.byNum(row.num), 1, 'not-booked', 'not there', office.ports);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'partly-booked', entries: { rejected: 1 } });
    await people.round();
    expect(hook.posted.map(({ body }) => body.import!['state'])).toEqual(['in-doubt', 'partly-booked']);
  });

  test('rows that were held beside a doubt were told with it', async () => {
    const { office, hook, people } = await watched();
    await office.next('reset-before');
    const { row } = await office.book('a.csv', halfHeld(1));
    await people.round();
    expect(hook.posted[0]!.body.text).toContain('4 of its 4 rows need you');
    await resolveDoubt(await office.ledger.imports.byNum(row.num), 1, 'booked', 'seen', office.ports);
    expect((await office.receipt(row)).state).toBe('partly-booked');
    await people.round();
    expect(hook.posted).toHaveLength(1);
  });
});

describe('a doubt that look-ups may settle', () => {
  const probe = (path: string) => `probe: { path: "${path}", quiet: 50ms, looks: 2, every: 1ms }\n`;
  const lines = "/api/biz/journalentrylines?filter=Description eq '{description}'&top=20";

  test('is not told when they settle it', async () => {
    const { office, hook, people } = await watched({}, { service: probe(lines) });
    await office.next('reset-after');
    const { row, receipt } = await office.book('a.csv', good(1));
    expect(receipt.state).toBe('in-doubt');
    await people.round();
    await probeDoubts(office.ports, never);
    expect((await office.receipt(row)).state).toBe('completed');
    await people.round();
    expect(hook.posted).toEqual([]);
  });

  test('is told when they can not', async () => {
    const { office, hook, people } = await watched({}, { service: probe('/api/biz/nothing?{description}') });
    await office.next('reset-after');
    await office.book('a.csv', good(1));
    const until = Date.now() + 90_000;
    await people.round();
    expect(hook.posted).toEqual([]);
    while (hook.posted.length === 0 && Date.now() < until) {
      await probeDoubts(office.ports, never);
      await people.round();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(hook.posted[0]!.body.text).toContain('Look for its vouchers in the service');
  });

  test('is told after hours all the same', async () => {
    const { office, hook, people } = await watched({}, { service: probe(lines) });
    await office.next('reset-after');
    await office.book('a.csv', good(1));
    people.later(LOOKS_AWAITED_MS - MINUTE_MS);
    await people.round();
    expect(hook.posted).toEqual([]);
    people.later(2 * MINUTE_MS);
    await people.round();
    expect(hook.posted[0]!.body.text).toContain('bilag goes on looking it up');
  });
});

describe('scheduled runs', () => {
  let no = 0;
  const run = async (office: Office, outcome: string, words = '', { job = 'journal', manual = 0 } = {}) => {
    const at = Date.now() + ++no;
    const detail = outcome === 'failed' ? JSON.stringify({ message: words, suggestion: 'Correct it.' }) : null;
    await inLedger(
      office,
      `insert into run (id, job, due_at, began_at, ended_at, outcome, detail, manual, holder, until)
       values (?, ?, ?, ?, ?, ?, ?, ?, 'test', 0)`,
      `run-${no}`,
      job,
      at,
      at,
      at,
      outcome,
      detail,
      manual,
    );
    return `run-${no}`;
  };
  const words = (hook: Awaited<ReturnType<typeof startHookServer>>) =>
    hook.posted.map(({ body }) => [body.run!['job'], body.run!['message']]);

  test('a failure is told once until the job has succeeded', async () => {
    const { office, hook, people } = await watched();
    const tell = async (outcome: string, message = '', options = {}) => {
      const id = await run(office, outcome, message, options);
      await people.round();
      return id;
    };
    const id = await tell('failed', 'The server is away.');
    expect(hook.posted[0]!.body).toMatchObject({
      type: 'run.failed',
      run: { id, job: 'journal', message: 'The server is away.', suggestion: 'Correct it.' },
    });
    expect(hook.posted[0]!.body.text).toMatch(/The server is away\.\n {2}Correct it\./);
    await tell('failed', 'The server is away.');
    await tell('failed', 'The server is away.', { job: 'card' });
    await tell('failed', 'The key is wrong.');
    await tell('failed', 'The server is away.');
    await tell('nothing-new');
    await tell('failed', 'The server is away.');
    await tell('ok');
    expect(words(hook)).toEqual([
      ['journal', 'The server is away.'],
      ['card', 'The server is away.'],
      ['journal', 'The key is wrong.'],
      ['journal', 'The server is away.'],
    ]);
  });

  test('words that are never the same are told a few times', async () => {
    const { office, hook, people } = await watched();
    for (let i = 0; i < FAILURES_TOLD + 3; i++) await run(office, 'failed', `Failed with number ${i}.`);
    await people.round();
    expect(hook.posted).toHaveLength(FAILURES_TOLD);
    await run(office, 'ok');
    await run(office, 'failed', 'Failed with number 99.');
    await people.round();
    expect(hook.posted).toHaveLength(FAILURES_TOLD + 1);
  });

  test('a run by hand is seen by whoever started it', async () => {
    const { office, hook, people } = await watched();
    await run(office, 'failed', 'The server is away.', { manual: 1 });
    await people.round();
    expect(hook.posted).toEqual([]);
    await run(office, 'failed', 'The server is away.');
    await people.round();
    expect(hook.posted).toHaveLength(1);
  });
});

/** Imports that were rejected just now, without the work of it. */
async function rejectedImports(office: Office, count: number): Promise<void> {
  await inLedger(
    office,
    `insert into import (id, job, kind, service, company, file, sha256, bytes, state, book, host, created_at, created_by, reason, finished_at)
     select 'many-' || value, 'journal', 'bookings', 'main', 'x', value || '.csv', value, 1, 'rejected', 1, 'x', 1, 'x', ?, ?
     from json_each(?)`,
    JSON.stringify({ code: 'file-empty', message: 'The file is empty.' }),
    Date.now(),
    JSON.stringify(Array.from({ length: count }, (_, i) => i)),
  );
}

describe('the outbox', () => {
  test('what was found is sent by whoever is there', async () => {
    const { office, hook, people, settings } = await watched();
    await office.book('a.csv', halfHeld(1));
    await people.find();
    // It dies here.
    await teller(office, settings).round();
    await teller(office, settings).round();
    expect(hook.posted).toHaveLength(1);
  });

  test('several processes send each message once', async () => {
    const { office, hook, settings } = await watched();
    await rejectedImports(office, 40);
    const tellers = Array.from({ length: 3 }, () => teller(office, settings));
    await Promise.all(tellers.map((each) => each.round()));
    for (const each of tellers) await each.round();
    expect(hook.posted).toHaveLength(40);
    expect(new Set(hook.posted.map(({ body }) => body.import!['import']))).toHaveProperty('size', 40);
  });

  test('a process that dies with a message in its hands: another sends it, under the same id, when its lease is over', async () => {
    const { office, hook, settings } = await watched();
    await office.book('a.csv', halfHeld(1));
    let arrived: () => void;
    const received = new Promise<void>((resolve) => (arrived = resolve));
    // It arrives, and the answer never does.
    hook.answers.next.push(() => arrived());
    const leaving = new AbortController();
    const dying = teller(office, settings, leaving.signal);
    await dying.find();
    const sending = dying.send();
    await received;
    const other = teller(office, settings);
    await other.round();
    expect(hook.posted).toHaveLength(1);
    other.later(MINUTE_MS);
    await other.round();
    expect(hook.posted).toHaveLength(2);
    expect(hook.posted[1]!.headers['webhook-id']).toBe(hook.posted[0]!.headers['webhook-id']);
    // Its late failure changes nothing.
    leaving.abort();
    await sending;
    expect(await outbox(office)).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(dying.said).toEqual([]);
  });

  test('hundreds at once: one message each, few at a time', async () => {
    const { office, hook, people } = await watched();
    let now = 0;
    let most = 0;
    hook.answers.answer = (response) => {
      most = Math.max(most, ++now);
      setImmediate(() => {
        now--;
        response.writeHead(204).end();
      });
    };
    await rejectedImports(office, 200);
    await people.round();
    expect(hook.posted).toHaveLength(200);
    expect(most).toBeLessThanOrEqual(2);
  });

  test('a channel that is down is said once, tried now and then, and keeps no other waiting', async () => {
    const mail = await startMailServer();
    await mail.close();
    const smtp = { host: '127.0.0.1', port: mail.port, security: 'none' as const };
    const email = { from: 'bilag@firm.example', to: ['kari@firm.example'], smtp };
    const { office, hook, people } = await watched({ email });
    await rejectedImports(office, 30);
    await people.round();
    expect(hook.posted).toHaveLength(30);
    for (let i = 0; i < 100; i++) {
      people.later(10_000);
      await people.round();
    }
    expect(people.said).toEqual([expect.stringMatching(/^Messages by e-mail can't be sent: .*ECONNREFUSED/)]);
    const tries = (await outbox(office)).reduce(
      (sum, { channel, attempts }) => sum + (channel === 'email' ? attempts : 0),
      0,
    );
    // About a quarter of an hour: all 30 of them every few seconds would be thousands.
    expect(tries).toBeGreaterThan(3);
    expect(tries).toBeLessThan(60);
  });

  test('a channel that comes back gets everything that waited', async () => {
    const { office, hook, people } = await watched();
    hook.answers.answer = status(503);
    await rejectedImports(office, 20);
    for (let i = 0; i < 20; i++) {
      await people.round();
      people.later(MINUTE_MS);
    }
    const before = hook.posted.length;
    expect(before).toBeLessThan(20);
    hook.answers.answer = status(204);
    for (let i = 0; i < 30; i++) {
      people.later(MINUTE_MS);
      await people.round();
    }
    expect(hook.posted.slice(before)).toHaveLength(20);
    expect(people.said).toEqual([
      "Messages to the webhook can't be sent: it answered 503. bilag keeps trying for three days.",
      'Messages to the webhook are sent again.',
    ]);
  });

  test('a pause that is asked for is kept', async () => {
    const { office, hook, people } = await watched();
    hook.answers.next.push(status(429, '', { 'retry-after': '1800' }));
    await rejectedImports(office, 1);
    await people.round();
    people.later(29 * MINUTE_MS);
    await people.round();
    expect(hook.posted).toHaveLength(1);
    people.later(2 * MINUTE_MS);
    await people.round();
    expect(hook.posted).toHaveLength(2);
  });

  test('a message that its receiver fails on does not keep the others', async () => {
    const { office, hook, people } = await watched();
    hook.answers.answer = (response, { body }) =>
      void response.writeHead(body.import!['file'] === '0.csv' ? 500 : 204).end();
    await rejectedImports(office, 10);
    for (let i = 0; i < 5; i++) {
      await people.round();
      people.later(10_000);
    }
    const open = (await outbox(office)).filter(({ state }) => state !== 'sent');
    expect(open).toMatchObject([{ about: 'import:many-0:rejected', state: 'waiting', error: 'it answered 500' }]);
  });

  test('a message that is refused is given up after some tries, and kept', async () => {
    const { office, hook, people } = await watched();
    hook.answers.answer = (response, { body }) =>
      void response.writeHead(body.import!['file'] === '0.csv' ? 422 : 204).end('no such field');
    await rejectedImports(office, 3);
    for (let i = 0; i < REFUSALS_MAX + 3; i++) {
      await people.round();
      people.later(20 * MINUTE_MS);
    }
    expect(hook.posted).toHaveLength(2 + REFUSALS_MAX);
    expect((await outbox(office)).filter(({ state }) => state === 'given-up')).toMatchObject([
      { about: 'import:many-0:rejected', attempts: REFUSALS_MAX, error: 'it answered 422: no such field' },
    ]);
    expect(people.said).toEqual([
      'The message "bilag: 0.csv was rejected (journal)" to the webhook is given up: it answered 422: no such field.',
    ]);
  });

  test('tries while nothing went that way are no refusals', async () => {
    const { office, hook, people } = await watched();
    hook.answers.answer = status(503);
    await rejectedImports(office, 1);
    const tries = async (count: number) => {
      for (let i = 0; i < count; i++) {
        await people.round();
        people.later(20 * MINUTE_MS);
      }
    };
    await tries(REFUSALS_MAX + 3);
    hook.answers.answer = status(422);
    await tries(REFUSALS_MAX - 1);
    expect(await outbox(office)).toMatchObject([{ state: 'waiting', attempts: 2 * REFUSALS_MAX + 2 }]);
    await tries(1);
    expect(await outbox(office)).toMatchObject([{ state: 'given-up' }]);
  });

  test('after three days it is given up', async () => {
    const { office, hook, people } = await watched();
    hook.answers.answer = status(503);
    await rejectedImports(office, 4);
    await people.round();
    people.later(GIVEN_UP_AFTER_MS - 20 * MINUTE_MS);
    await people.round();
    expect((await outbox(office)).map(({ state }) => state)).toEqual(Array(4).fill('waiting'));
    people.later(40 * MINUTE_MS);
    await people.round();
    expect((await outbox(office)).map(({ state }) => state)).toEqual(Array(4).fill('given-up'));
    expect(people.said.at(-1)).toBe(
      '4 messages to the webhook could not be sent for three days and are given up (it answered 503).',
    );
    expect(await office.ledger.notices.undelivered(0)).toMatchObject([
      { channel: 'webhook', state: 'given-up', count: 4 },
    ]);
  });

  test('what waited while nobody was there to send it is sent, however long that was', async () => {
    const { office, hook, people, settings } = await watched();
    await rejectedImports(office, 2);
    await people.find();
    const back = teller(office, settings);
    back.later(2 * GIVEN_UP_AFTER_MS);
    await back.round();
    expect(hook.posted).toHaveLength(2);
    expect(back.said).toEqual([]);
  });

  test('recipients who were refused for now get it later, the others not again', async () => {
    let full = true;
    const mail = await startMailServer({
      onRcptTo({ address }, _session, done) {
        if (full && address.startsWith('ola')) done(Object.assign(new Error('try later'), { responseCode: 452 }));
        else done();
      },
    });
    const smtp = { host: '127.0.0.1', port: mail.port, security: 'none' as const };
    const to = ['kari@firm.example', 'ola@firm.example'];
    const { people, office } = await watched({ webhook: undefined, email: { from: 'bilag@firm.example', to, smtp } });
    await rejectedImports(office, 1);
    await people.round();
    full = false;
    people.later(20 * MINUTE_MS);
    await people.round();
    expect(mail.mails.map((each) => each.to)).toEqual([['kari@firm.example'], ['ola@firm.example']]);
    expect(headersOf(mail.mails[1]!).get('message-id')).toBe(headersOf(mail.mails[0]!).get('message-id'));
  });
});
