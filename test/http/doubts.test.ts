import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import type { User } from '../../src/config/users.ts';
import type * as ProbeModule from '../../src/doubt/probe.ts';
import type * as SecondPersonModule from '../../src/doubt/second-person.ts';
import { doubtAnswer, doubtsAnswer, resolvedAnswer, withdrawnAnswer } from '../../src/http/api/doubts/shapes.ts';
import {
  JOURNAL_JOB,
  journal,
  load,
  type Office,
  type OfficeOptions,
  openOffice,
  voucher,
} from '../importing/office.ts';
import { sendUnheard } from '../importing/send-unheard.ts';
import { type Answer, type Server, serve } from './serve.ts';

const { sayWhatBecame } = await load<typeof SecondPersonModule>('doubt/second-person.js');
const { probeDoubts } = await load<typeof ProbeModule>('doubt/probe.js');

const hashOf = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`;
const userOf = (name: string, role: User['role']): User => ({ name, role, token: hashOf(`bilag_${name}`) });
const USERS: readonly User[] = [
  userOf('vera', 'viewer'),
  userOf('kari', 'operator'),
  userOf('ola', 'operator'),
  userOf('KARI', 'operator'),
];
const ALONE = `${JOURNAL_JOB}batch: { entries: 1 }\n`;
const SECOND = `${ALONE}doubt: { confirm: second-person }\n`;
const CONTACTS = `kind: contacts
columns: { name: Navn, phone: Telefon, email: E-post }
defaults: { countryCode: NO }
`;
const HOUR = 3_600_000;
const two = journal(voucher(1, 100), voucher(2, 20));
const three = journal(voucher(1, 100), voucher(2, 20), voucher(3, 3));

/** Somebody who asks. */
const by = (server: Server, name: string) => {
  const headers = { authorization: `Bearer bilag_${name}`, 'content-type': 'application/json' };
  return {
    get: (path: string) => server.get(path, headers),
    post: (path: string, body: object) => server.post(path, JSON.stringify(body), headers),
  };
};
const post = (server: Server, path: string, body: object) =>
  server.post(path, JSON.stringify(body), { 'content-type': 'application/json' });
const states = async (office: Office, row: { num: number }) => (await office.batches(row)).map(({ state }) => state);

/** A file of which every batch met the fault, and a server over it. */
async function doubtful(
  fault: string | readonly string[],
  { content = two, job = ALONE, ...options }: DoubtfulOptions = {},
) {
  const office = await openOffice({ jobs: { journal: job }, ...options });
  // As many as there are requests: none is left for those that come later.
  const requests = job.includes('entries: 1') ? content.split('\n').length / 2 - 1 : 1;
  await office.next(...(typeof fault === 'string' ? Array.from({ length: requests }, () => fault) : fault));
  const { row } = await office.book('a.csv', content);
  const server = await serve(office, options.users === undefined ? {} : { users: options.users });
  const url = (no: number, verb = 'doubt') => `/api/imports/${row.id}/batches/${no}/${verb}`;
  return { office, row, server, url };
}
interface DoubtfulOptions extends OfficeOptions {
  readonly content?: string;
  readonly job?: string;
  readonly users?: readonly User[];
}

describe('the list', () => {
  test('all batches in doubt over all imports, the oldest first, in pages', async () => {
    const { office, row, server } = await doubtful('500-after', { content: three });
    await office.next('reset-after');
    const { row: later } = await office.book('b.csv', journal(voucher(9, 9)));
    const whole = doubtsAnswer.parse((await server.get('/api/doubts')).json);
    expect(whole).toMatchObject({ batches: 4, entries: 4 });
    expect(whole.next).toBeUndefined();
    const named = whole.doubts.map((each) => [each.import, each.batch]);
    expect(named).toEqual([
      [row.id, 1],
      [row.id, 2],
      [row.id, 3],
      [later.id, 1],
    ]);
    expect(whole.doubts[0]).toMatchObject({ file: 'a.csv', job: 'journal', entries: 1, rows: 2, debit: '100.00' });
    const seen: unknown[] = [];
    for (let next: string | undefined = '/api/doubts?limit=1'; next !== undefined; ) {
      const page: Answer = await server.get(next);
      expect(page.json.batches).toBe(4);
      seen.push(...page.json.doubts);
      next = page.json.next;
    }
    expect(seen).toEqual(whole.doubts);
    expect((await server.get(`/api/doubts?import=${later.id}`)).json).toMatchObject({ batches: 1, entries: 1 });
    expect((await server.get('/api/doubts?after=1')).status).toBe(400);
  });

  test('nothing is in doubt', async () => {
    const office = await openOffice();
    await office.book('a.csv', two);
    const server = await serve(office);
    expect((await server.get('/api/doubts')).json).toEqual({ batches: 0, entries: 0, doubts: [] });
  });
});

describe('the story of a batch', () => {
  test('what was sent, what came of it, and what bilag does by itself', async () => {
    const path = "/api/biz/journalentrylines?filter=Description eq '{description}'&top=20";
    const service = `probe: { marker: " #{import}-{batch}", path: "${path}", quiet: 1h, looks: 2, every: 1h }\n`;
    const { office, row, server, url } = await doubtful('reset-before', { service, job: JOURNAL_JOB });
    await probeDoubts(office.ports, new AbortController().signal);
    const story = doubtAnswer.parse((await server.get(url(1))).json);
    expect(story).toMatchObject({
      state: 'in-doubt',
      step: 'book',
      entries: 2,
      sender: { state: 'ended' },
      attempts: [{ outcome: 'in-doubt', error: expect.stringMatching(/\S/) }],
      looks: [{ found: 0, absent: 2, unclear: 0 }],
      decisions: [],
      contradictions: [],
      secondPerson: false,
      mayDecide: true,
    });
    expect(Date.parse(story.nextLook!.at!)).toBeGreaterThan(Date.now());
    expect(Date.parse(story.lateUntil!)).toBeGreaterThan(Date.now());
    expect(story.attempt).toBe((await office.batches(row))[0]!.attempt);
    const { content } = story;
    expect(content).toMatchObject({
      debit: '120.00',
      dates: { from: '2026-01-05', to: '2026-01-05' },
      marker: `#${row.id}-1`,
      totals: [
        { account: '1920', amount: '120.00' },
        { account: '3000', amount: '-120.00' },
      ],
    });
    expect(content.entries).toHaveLength(2);
    expect(content.entries[1]).toMatchObject({
      entry: '2',
      rows: '4-5',
      debit: '20.00',
      lines: [
        { account: '1920', amount: '20.00', date: '2026-01-05', description: `Bilag 2 #${row.id}-1` },
        { account: '3000', amount: '-20.00' },
      ],
    });
    expect(content.entries[1]!.lines[0]!.name).toMatch(/\S/);
  });

  test('of many entries comes in pages', async () => {
    const content = journal(...Array.from({ length: 7 }, (_, at) => voucher(at + 1, at + 1)));
    const { server, url } = await doubtful('500-after', { content, job: JOURNAL_JOB });
    const seen: string[] = [];
    for (let next: string | undefined = `${url(1)}?limit=3`; next !== undefined; ) {
      const { json }: Answer = await server.get(next);
      expect(json.content.entries.length).toBeLessThanOrEqual(3);
      seen.push(...json.content.entries.map(({ entry }: { entry: string }) => entry));
      next = json.next;
    }
    expect(seen).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  test('a contact is told in its own words', async () => {
    const office = await openOffice({ jobs: { customers: CONTACTS } });
    await office.call('POST', 'next', { faults: ['reset-after'], path: 'POST /api/biz/contacts' });
    const { row } = await office.book(
      'c.csv',
      'Navn;Telefon;E-post\nKari <b>Ås</b>;22334455;kari@example.no\n',
      'customers',
    );
    const server = await serve(office);
    expect((await server.get('/api/doubts')).json.doubts).toMatchObject([
      { kind: 'contacts', step: 'create-contact', about: 'Kari <b>Ås</b>' },
    ]);
    const story = doubtAnswer.parse((await server.get(`/api/imports/${row.id}/batches/1/doubt`)).json);
    expect(story.content).toMatchObject({ contact: { name: 'Kari <b>Ås</b>', email: 'kari@example.no' }, totals: [] });
    expect(story.content.debit).toBeUndefined();
  });

  test('what a service answered is text, however hostile: it comes as JSON that no browser takes for a page', async () => {
    const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)>';
    const proxy = createServer((request, response) => {
      // Look-ups reach the service.
      if (request.method === 'GET') {
        void fetch(`${office.sandbox.url}${request.url}`).then(async (answer) => response.end(await answer.text()));
        return;
      }
      response.writeHead(502, { 'content-type': 'text/html', server: '"><script>alert(3)</script>' }).end(hostile);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    afterAll(() => void proxy.close());
    const office = await openOffice({ jobs: { journal: ALONE } });
    const row = await office.take('a.csv', journal(voucher(1, 1)));
    await office.plan(row);
    office.useService('', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    const beside = await openOffice({ beside: office });
    await beside.turn(row);
    const server = await serve(beside);
    const answer = await server.get(`/api/imports/${row.id}/batches/1/doubt`);
    expect(answer.json.attempts).toMatchObject([{ status: 502, body: hostile }]);
    expect(answer.json.attempts[0].headers).toContainEqual({ name: 'server', value: '"><script>alert(3)</script>' });
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('there is no such batch, or no such import', async () => {
    const { row, server } = await doubtful('500-after');
    expect((await server.get(`/api/imports/${row.id}/batches/77/doubt`)).status).toBe(404);
    expect((await server.get(`/api/imports/${row.id}/batches/0/doubt`)).status).toBe(400);
    expect((await server.get(`/api/imports/${'0'.repeat(26)}/batches/1/doubt`)).status).toBe(404);
  });
});

describe('a person says', () => {
  test('it was booked; it was not, and it is sent again, once', async () => {
    const { office, row, server, url } = await doubtful(['reset-after', 'reset-before']);
    const [first, second] = await office.batches(row);
    const booked = { attempt: first!.attempt, became: 'booked', reason: 'voucher 7' };
    const said = resolvedAnswer.parse((await post(server, url(1, 'resolve'), booked)).json);
    expect(said).toMatchObject({ outcome: 'decided', state: 'in-doubt', entries: 1 });
    const not = { attempt: second!.attempt, became: 'not-booked', reason: 'not there' };
    expect((await post(server, url(2, 'resolve'), not)).json).toMatchObject({ outcome: 'decided', state: 'posting' });
    expect(await states(office, row)).toEqual(['booked', 'ready']);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
    expect(doubtAnswer.parse((await server.get(url(1))).json)).toMatchObject({
      state: 'booked',
      decisions: [{ became: 'booked', reason: 'voucher 7', who: office.ports.who }],
    });
    expect((await server.get('/api/doubts')).json.batches).toBe(0);
  });

  test('a wrong answer is corrected as long as nothing was built on it, and stays in the history as taken back', async () => {
    const { office, row, server, url } = await doubtful('reset-before', { content: journal(voucher(1, 1)) });
    const { attempt } = (await office.batches(row))[0]!;
    const story = async () => doubtAnswer.parse((await server.get(url(1))).json);
    expect((await story()).correctable).toBeUndefined();
    await post(server, url(1, 'resolve'), { attempt, became: 'booked', reason: 'voucher 7' });
    expect((await story()).correctable).toBe('booked');
    const right = { attempt, became: 'not-booked', reason: 'that was another one', correct: true };
    expect((await post(server, url(1, 'resolve'), right)).json).toMatchObject({ outcome: 'decided', state: 'posting' });
    await office.post(row);
    const told = await story();
    expect(told).toMatchObject({ state: 'booked', decisions: [{ became: 'booked' }, { became: 'not-booked' }] });
    expect(told.decisions.map(({ takenBack }) => takenBack !== undefined)).toEqual([true, false]);
    expect(told.correctable).toBeUndefined();
    expect(await office.texts()).toEqual(['Bilag 1']);
  });

  test('about what they saw: of another request nothing is decided', async () => {
    const { office, row, server, url } = await doubtful('reset-after', { content: journal(voucher(1, 1)) });
    const seen = (await office.batches(row))[0]!.attempt;
    await post(server, url(1, 'resolve'), { attempt: seen, became: 'not-booked', reason: 'not there' });
    await office.next('reset-after');
    await office.post(row);
    expect(await states(office, row)).toEqual(['in-doubt']);
    const late = await post(server, url(1, 'resolve'), { attempt: seen, became: 'not-booked', reason: 'not there' });
    expect([late.status, late.json.error.message]).toEqual([409, expect.stringContaining('sent again since')]);
    expect(await states(office, row)).toEqual(['in-doubt']);
  });

  test('two at once: one decides, the other is told who was faster', async () => {
    const { office, row, server, url } = await doubtful('reset-after', { users: USERS });
    const { attempt } = (await office.batches(row))[0]!;
    const answers = await Promise.all([
      by(server, 'kari').post(url(1, 'resolve'), { attempt, became: 'booked', reason: 'seen' }),
      by(server, 'ola').post(url(1, 'resolve'), { attempt, became: 'not-booked', reason: 'not seen' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [decision, ...more] = await office.ledger.doubts.decisions(row.num);
    expect(more).toEqual([]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.json.error.message).toContain(`${decision!.who} declared it`);
  });

  test('of some of its entries; the others stay in doubt, in a batch of their own', async () => {
    const { office, row, server, url } = await doubtful('partial', {
      content: three,
      job: JOURNAL_JOB,
      service: 'rejection: unknown',
    });
    const story = (await server.get(url(1))).json;
    const there = await office.texts();
    const entries = story.content.entries
      .filter(({ lines }: { lines: { description: string }[] }) => there.includes(lines[0]!.description))
      .map(({ seq }: { seq: number }) => seq);
    const { attempt } = story;
    const said = { attempt, became: 'booked', reason: 'these are there' };
    expect((await post(server, url(1, 'resolve'), { ...said, entries: [99] })).status).toBe(409);
    const { json } = await post(server, url(1, 'resolve'), { ...said, entries });
    expect(json).toMatchObject({ outcome: 'decided', entries: there.length, rest: { entries: 3 - there.length } });
    await post(server, url(json.rest.batch, 'resolve'), { attempt, became: 'not-booked', reason: 'not there' });
    await office.post(row);
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
  });

  test('who may only look decides nothing; a reason is needed, and a sound answer', async () => {
    const { office, row, server, url } = await doubtful('reset-after', { users: USERS });
    const { attempt } = (await office.batches(row))[0]!;
    const said = { attempt, became: 'booked', reason: 'seen' };
    expect((await by(server, 'vera').get('/api/doubts')).status).toBe(200);
    expect((await by(server, 'vera').get(url(1))).status).toBe(200);
    for (const verb of ['resolve', 'withdraw']) {
      expect((await by(server, 'vera').post(url(1, verb), said)).status).toBe(403);
      expect((await post(server, url(1, verb), said)).status).toBe(401);
    }
    for (const wrong of [
      { reason: ' ' },
      { reason: '' },
      { reason: 'x'.repeat(501) },
      { became: 'maybe' },
      { attempt: '' },
    ]) {
      expect([400, 409]).toContain((await by(server, 'kari').post(url(1, 'resolve'), { ...said, ...wrong })).status);
    }
    expect(await states(office, row)).toEqual(['in-doubt', 'in-doubt']);
    expect(await office.ledger.doubts.decisions(row.num)).toEqual([]);
  });

  test('the process that sent it may live: not booked is refused', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    const row = await office.take('a.csv', journal(voucher(1, 1)));
    await office.plan(row);
    const { leases, posting, doubts } = office.ledger;
    const now = Date.now();
    await leases.register({ id: 'other', host: 'elsewhere', pid: 4711, started: '', lease_until: now + HOUR });
    await posting.beginSending(row.num, { id: 'a1', holder: 'other', deadline: now + HOUR, limit: 1 }, now);
    await doubts.orphans(now + HOUR + 1);
    const server = await serve(office);
    const url = `/api/imports/${row.id}/batches/1`;
    expect((await server.get(`${url}/doubt`)).json.sender).toEqual({ state: 'unknown', pid: 4711, host: 'elsewhere' });
    const said = { attempt: 'a1', became: 'not-booked', reason: 'not there' };
    expect((await post(server, `${url}/resolve`, said)).status).toBe(409);
    expect((await post(server, `${url}/resolve`, { ...said, senderGone: true })).json.outcome).toBe('decided');
    expect((await doubts.decisions(row.num))[0]!.reason).toContain('process 4711 on elsewhere has ended');
  });

  test('what turned out otherwise is in the list until it is closed', async () => {
    const office = await openOffice({ sandbox: { lockedBefore: '2020-01-01' } });
    const row = await office.take('a.csv', journal(voucher(5, 5, 'Bilag 5', '31.12.2019')));
    await office.plan(row);
    const { hear } = await sendUnheard(office, row);
    await office.ledger.doubts.orphans(Date.now() + HOUR);
    const server = await serve(office);
    const url = `/api/imports/${row.id}/batches/1`;
    const { attempt } = (await office.batches(row))[0]!;
    await post(server, `${url}/resolve`, { attempt, became: 'booked', reason: 'seen' });
    expect((await server.get('/api/doubts')).json.batches).toBe(0);
    await hear();
    const list = doubtsAnswer.parse((await server.get('/api/doubts')).json);
    expect(list).toMatchObject({ batches: 1, entries: 0, doubts: [{ import: row.id, batch: 1, contradicted: true }] });
    const story = doubtAnswer.parse((await server.get(`${url}/doubt`)).json);
    expect(story).toMatchObject({ contradictions: [{ became: 'booked', reason: 'seen', outcome: 'rejected' }] });
    const missing = { attempt: story.attempt, became: 'not-booked', reason: 'it is not there' };
    expect((await post(server, `${url}/resolve`, missing)).json).toMatchObject({ outcome: 'decided', entries: 1 });
    expect((await server.get('/api/doubts')).json.batches).toBe(0);
  });
});

describe('where the job wants a second person', () => {
  const second = (options: DoubtfulOptions = {}) =>
    doubtful('reset-after', { content: journal(voucher(1, 1)), job: SECOND, users: USERS, ...options });
  const said = { became: 'booked', reason: 'voucher 7' };

  /** The answers about the first batch, as somebody's story has them. */
  async function answers(server: Server, url: string, name: string) {
    return doubtAnswer.parse((await by(server, name).get(url)).json).answers;
  }

  test('two say the same: it is decided, in both names; meanwhile others see who has answered, and when', async () => {
    const { office, row, server, url } = await second();
    const { attempt } = (await office.batches(row))[0]!;
    const kept = await by(server, 'kari').post(url(1, 'resolve'), { ...said, attempt });
    expect(resolvedAnswer.parse(kept.json)).toMatchObject({ outcome: 'proposed', state: 'in-doubt', entries: 1 });
    expect(await states(office, row)).toEqual(['in-doubt']);
    expect((await by(server, 'ola').get('/api/doubts')).json.doubts).toMatchObject([{ answered: ['kari'] }]);
    const known = { who: 'kari', at: expect.any(String), place: 'dashboard' };
    expect(await answers(server, url(1), 'ola')).toEqual([{ ...known, mine: false }]);
    expect(await answers(server, url(1), 'kari')).toEqual([{ ...known, mine: true, ...said }]);
    expect((await by(server, 'ola').get(url(1))).json.mayAnswer).toEqual(['KARI']);
    const agreed = await by(server, 'ola').post(url(1, 'resolve'), { attempt, became: 'booked', reason: 'I see it' });
    expect(agreed.json).toMatchObject({ outcome: 'decided', state: 'completed', entries: 1 });
    expect(await office.ledger.doubts.decisions(row.num)).toMatchObject([
      { who: 'kari and ola', became: 'booked', reason: 'kari: voucher 7; ola: I see it' },
    ]);
    const { events } = (await by(server, 'vera').get(`/api/imports/${row.id}/events`)).json;
    expect(events.filter(({ what }: { what: string }) => what === 'proposed')).toMatchObject([
      { who: 'kari', detail: { became: 'booked', reason: 'voucher 7' } },
      { who: 'ola', detail: { became: 'booked', reason: 'I see it' } },
    ]);
  });

  test('two say otherwise: both see both, a third person neither, and nothing is sent', async () => {
    const { office, row, server, url } = await second();
    const { attempt } = (await office.batches(row))[0]!;
    await by(server, 'kari').post(url(1, 'resolve'), { ...said, attempt });
    const other = await by(server, 'ola').post(url(1, 'resolve'), { attempt, became: 'not-booked', reason: 'no' });
    expect(other.json).toMatchObject({ outcome: 'proposed', state: 'in-doubt' });
    for (const name of ['kari', 'ola'])
      expect((await answers(server, url(1), name)).map(({ became }) => became)).toEqual(['booked', 'not-booked']);
    for (const name of ['KARI', 'vera'])
      expect((await answers(server, url(1), name)).map(({ became }) => became)).toEqual([undefined, undefined]);
    expect(await office.turn(row)).toBe(0);
    expect(await states(office, row)).toEqual(['in-doubt']);
    // Who was wrong answers again.
    const changed = await by(server, 'ola').post(url(1, 'resolve'), { ...said, attempt });
    expect(changed.json).toMatchObject({ outcome: 'decided', state: 'completed' });
  });

  test('the same person does not settle it: by no name that looks the same, however often', async () => {
    const { office, row, server, url } = await second();
    const { attempt } = (await office.batches(row))[0]!;
    const all = await Promise.all(
      ['kari', 'KARI', 'kari', 'kari', 'KARI'].map((name) =>
        by(server, name).post(url(1, 'resolve'), { ...said, attempt }),
      ),
    );
    expect(all.map(({ status, json }) => [status, json.outcome])).toEqual(all.map(() => [200, 'proposed']));
    expect(await states(office, row)).toEqual(['in-doubt']);
    expect(await office.ledger.doubts.decisions(row.num)).toEqual([]);
  });

  test('one answer on the command line keeps nobody out of the dashboard', async () => {
    const { office, row, server, url } = await second();
    const { attempt } = (await office.batches(row))[0]!;
    const ports = { ...office.ports, who: 'kn' };
    await sayWhatBecame(row, 1, { became: 'not-booked', reason: 'not seen there' }, 'command-line', ports);
    const other = { who: 'kn', at: expect.any(String), place: 'command-line', mine: false };
    expect(await answers(server, url(1), 'kari')).toEqual([other]);
    expect((await by(server, 'kari').post(url(1, 'resolve'), { ...said, attempt })).json.outcome).toBe('proposed');
    expect((await answers(server, url(1), 'kari'))[0]).toEqual(other);
    expect((await by(server, 'ola').post(url(1, 'resolve'), { ...said, attempt })).json.outcome).toBe('decided');
    expect(await office.ledger.proposals.ofImport(row.num)).toEqual([]);
  });

  test('the rule outlives the job: taken out, or deleted, it stands for what was planned under it', async () => {
    const { office, row, server, url } = await second();
    const { attempt } = (await office.batches(row))[0]!;
    for (const job of [ALONE, 'kind: nonsense\n']) {
      office.defineJob('journal', job);
      const { json } = await by(server, 'kari').post(url(1, 'resolve'), { ...said, attempt });
      expect(json.outcome).toBe('proposed');
      await by(server, 'kari').post(url(1, 'withdraw'), { reason: 'again' });
    }
    expect(await office.ledger.doubts.decisions(row.num)).toEqual([]);
  });

  test('a rule that came later counts too', async () => {
    const { office, row, server, url } = await second({ job: ALONE });
    office.defineJob('journal', SECOND);
    const { attempt } = (await office.batches(row))[0]!;
    expect((await by(server, 'kari').post(url(1, 'resolve'), { ...said, attempt })).json.outcome).toBe('proposed');
  });

  test('an answer is withdrawn by whoever gave it, with a reason, and counts no more', async () => {
    const { office, row, server, url } = await second();
    const { attempt } = (await office.batches(row))[0]!;
    const withdraw = (name: string, reason: string) => by(server, name).post(url(1, 'withdraw'), { reason });
    await by(server, 'kari').post(url(1, 'resolve'), { ...said, attempt });
    expect((await withdraw('kari', ' ')).status).toBe(409);
    expect((await withdraw('ola', 'it is another voucher')).status).toBe(409);
    const withdrawn = await withdraw('kari', 'I looked again');
    expect(withdrawnAnswer.parse(withdrawn.json)).toMatchObject({ outcome: 'withdrawn' });
    expect((await withdraw('kari', 'I looked again')).status).toBe(409);
    expect((await by(server, 'ola').post(url(1, 'resolve'), { ...said, attempt })).json.outcome).toBe('proposed');
    expect(await office.events(row)).toContain('proposal-withdrawn');
    expect(await states(office, row)).toEqual(['in-doubt']);
  });

  test('withdrawn while another says the same: it is decided by two, or by nobody', async () => {
    const { office, row, server, url } = await second();
    const { attempt } = (await office.batches(row))[0]!;
    await by(server, 'kari').post(url(1, 'resolve'), { ...said, attempt });
    const [withdrawn, answered] = await Promise.all([
      by(server, 'kari').post(url(1, 'withdraw'), { reason: 'I was wrong' }),
      by(server, 'ola').post(url(1, 'resolve'), { ...said, attempt }),
    ]);
    const isDecided = answered.json.outcome === 'decided';
    expect(withdrawn.status).toBe(isDecided ? 409 : 200);
    expect(await office.ledger.doubts.decisions(row.num)).toHaveLength(isDecided ? 1 : 0);
  });

  test('what settles the doubt meanwhile removes the answer', async () => {
    const path = "/api/biz/journalentrylines?filter=Description eq '{description}'&top=20";
    const service = `probe: { marker: " #{import}-{batch}", path: "${path}" }\n`;
    const { office, row, server, url } = await second({ service });
    const { attempt } = (await office.batches(row))[0]!;
    await by(server, 'kari').post(url(1, 'resolve'), { ...said, became: 'not-booked', attempt });
    await probeDoubts(office.ports, new AbortController().signal);
    expect(await states(office, row)).toEqual(['booked']);
    const story = (await by(server, 'ola').get(url(1))).json;
    expect(story).toMatchObject({ state: 'booked', decisions: [{ who: 'probe', became: 'booked' }] });
    expect(story.answers).toEqual([]);
    expect(await office.ledger.proposals.ofImport(row.num)).toEqual([]);
    const late = await by(server, 'ola').post(url(1, 'resolve'), { ...said, became: 'not-booked', attempt });
    expect([late.status, late.json.error.message]).toEqual([409, expect.stringContaining('probe declared it booked')]);
    expect(await office.turn(row)).toBe(0);
  });

  test('a reply that comes while an answer stands settles the doubt, and the answer is gone', async () => {
    const office = await openOffice({ jobs: { journal: SECOND } });
    const row = await office.take('a.csv', journal(voucher(1, 1)));
    await office.plan(row);
    const { hear } = await sendUnheard(office, row);
    await office.ledger.doubts.orphans(Date.now() + HOUR);
    const server = await serve(office, { users: USERS });
    const url = `/api/imports/${row.id}/batches/1`;
    const { attempt } = (await office.batches(row))[0]!;
    const not = { attempt, became: 'not-booked', reason: 'not there', senderGone: true };
    expect((await by(server, 'kari').post(`${url}/resolve`, not)).json.outcome).toBe('proposed');
    await hear();
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    expect((await by(server, 'ola').get(`${url}/doubt`)).json.answers).toEqual([]);
    expect((await by(server, 'ola').post(`${url}/resolve`, not)).status).toBe(409);
    expect(await office.turn(row)).toBe(0);
    expect(await office.texts()).toEqual(['Bilag 1']);
  });

  test('what turned out otherwise is closed by two people too', async () => {
    const office = await openOffice({ jobs: { journal: SECOND }, sandbox: { lockedBefore: '2020-01-01' } });
    const row = await office.take('a.csv', journal(voucher(5, 5, 'Bilag 5', '31.12.2019')));
    await office.plan(row);
    const { hear } = await sendUnheard(office, row);
    await office.ledger.doubts.orphans(Date.now() + HOUR);
    const server = await serve(office, { users: USERS });
    const url = `/api/imports/${row.id}/batches/1`;
    const { attempt } = (await office.batches(row))[0]!;
    const both = async (became: string) => {
      await by(server, 'kari').post(`${url}/resolve`, { attempt, became, reason: 'I looked' });
      return by(server, 'ola').post(`${url}/resolve`, { attempt, became, reason: 'I looked too' });
    };
    expect((await both('booked')).json).toMatchObject({ outcome: 'decided', state: 'completed' });
    await hear();
    expect((await by(server, 'kari').get(`${url}/doubt`)).json.contradictions).toHaveLength(1);
    expect((await both('not-booked')).json).toMatchObject({ outcome: 'decided', state: 'posting' });
    expect((await by(server, 'kari').get(`${url}/doubt`)).json.answers).toEqual([]);
  });

  test('of a part: the same entries, and no others', async () => {
    const { office, row, server, url } = await second({
      content: two,
      job: SECOND.replace('entries: 1', 'entries: 9'),
    });
    const { attempt, content } = (await by(server, 'kari').get(url(1))).json;
    const part = { ...said, attempt, entries: [content.entries[1].seq] };
    await by(server, 'kari').post(url(1, 'resolve'), part);
    expect(await answers(server, url(1), 'kari')).toMatchObject([{ entries: 1, seqs: part.entries }]);
    expect((await answers(server, url(1), 'ola'))[0]).not.toHaveProperty('seqs');
    expect((await by(server, 'ola').post(url(1, 'resolve'), { ...said, attempt })).json.outcome).toBe('proposed');
    const { json } = await by(server, 'ola').post(url(1, 'resolve'), part);
    expect(json).toMatchObject({ entries: 1, rest: { entries: 1 } });
    expect(await states(office, row)).toEqual(['split', 'booked', 'in-doubt']);
    // What is left needs two people again.
    const rest = await by(server, 'ola').post(url(json.rest.batch, 'resolve'), { ...said, attempt });
    expect(rest.json.outcome).toBe('proposed');
  });

  test('without users nobody can tell two people apart: it says what to do', async () => {
    const { office, row, server, url } = await doubtful('reset-after', { job: SECOND });
    const { attempt } = (await office.batches(row))[0]!;
    expect((await server.get(url(1))).json).toMatchObject({ secondPerson: true, mayDecide: false });
    const refused = await post(server, url(1, 'resolve'), { ...said, attempt });
    expect([refused.status, refused.json.error.suggestion]).toEqual([409, expect.stringContaining('users')]);
    expect(await states(office, row)).toEqual(['in-doubt', 'in-doubt']);
  });
});
