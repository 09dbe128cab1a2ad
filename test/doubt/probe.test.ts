import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type * as ProbeModule from '../../src/doubt/probe.ts';
import {
  GIVEN_UP_MS,
  JOURNAL_JOB,
  journal,
  load,
  type Office,
  openOffice,
  openPatient,
  voucher,
} from '../importing/office.ts';
import { BOOK } from '../sandbox/client.ts';

const { probesAwaited, probeDoubts } = await load<typeof ProbeModule>('doubt/probe.js');

const QUIET_MS = 400;
const LOOKS = 3;
const EVERY_MS = 40;
const FILTER = "/api/biz/journalentrylines?filter=Description eq '{description}'&top=20";
const probe = (path = FILTER, marker = ' #{import}-{batch}') =>
  `probe: { marker: "${marker}", path: "${path}", quiet: ${QUIET_MS}ms, looks: ${LOOKS}, every: ${EVERY_MS}ms }\n`;
const three = journal(voucher(1, 100), voucher(2, 20), voucher(3, 3));
const never = new AbortController().signal;

type Row = { num: number; service: string };
const once = (office: Office, leaving = never) => probeDoubts(office.ports, leaving);
/** The same at another time. */
const onceAt = (office: Office, now: number) => probeDoubts({ ...office.ports, now: () => now }, never);
/** What is to come about comes about long before, in milliseconds. */
const LOOKED_WITHIN_MS = 90_000;
/** Looks until `until`, as a process does that posts. */
async function lookUntil(office: Office, until: () => Promise<boolean>, limitMs = LOOKED_WITHIN_MS): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await until()) && Date.now() < end) {
    await once(office);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const stateOf = async (office: Office, row: Row, no = 1) => (await office.ledger.posting.batch(row.num, no))!.state;
const looksOf = async (office: Office, row: Row, no = 1) =>
  (await office.ledger.probeLog.of((await office.ledger.posting.batch(row.num, no))!.attempt!)).filter(
    ({ batch }) => batch === no,
  );
const plain = (texts: readonly string[]) =>
  texts.map((text) => text.replace(/ #\S+$/, '')).filter((text) => !text.startsWith(CONTROL));
/** Begins a text that is longer and odder than those that are looked for. */
const CONTROL = 'Kontroll «på» "alt" \'mulig\' 😀 ';
/** Another import of the same service is booked: by its text it can be seen that what is absent would be found. */
const bookControl = (office: Office, text = CONTROL.padEnd(500, 'x')) =>
  office.book('control.csv', journal(voucher(99, 99, `"${text.replaceAll('"', '""')}"`)));

/** A file that met a fault, in doubt. */
async function doubtful(fault: string, service = probe(), { file = three, job = JOURNAL_JOB } = {}) {
  const neverEnds = fault.startsWith('hang');
  const office = await openOffice({ service, jobs: { journal: job }, ...(neverEnds ? { replyMs: GIVEN_UP_MS } : {}) });
  await office.next(fault);
  const { row, receipt } = await office.book('a.csv', file);
  expect(receipt.state).toBe('in-doubt');
  return { office: neverEnds ? await openPatient(office, service) : office, row };
}

describe('applied, and the reply lost', () => {
  test.each(['reset-after', 'hang-after', '500-after', 'truncated'])(
    '%s: one look settles it as booked',
    async (fault) => {
      const { office, row } = await doubtful(fault);
      expect(await probesAwaited(row.num, office.ports)).toEqual({ batches: 1, nextAt: 0 });
      await once(office);
      expect(await office.receipt(row)).toMatchObject({
        state: 'completed',
        entries: { booked: 3, inDoubt: 0 },
        mismatches: [],
      });
      expect(await looksOf(office, row)).toMatchObject([
        {
          found: 3,
          absent: 0,
          unclear: 0,
          detail: 'vouchers found: 1, 2, 3',
          parts: '[{"say":"found","entries":["1","2","3"],"why":{"code":"found"}}]',
        },
      ]);
      expect(await office.ledger.doubts.decisions(row.num)).toMatchObject([
        {
          batch: 1,
          became: 'booked',
          who: 'probe',
          reason: 'all of its 3 vouchers were found in the service by description',
        },
      ]);
      expect(await probesAwaited(row.num, office.ports)).toBeUndefined();
      expect(await office.turn(row)).toBe(0);
      expect(plain(await office.texts())).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
    },
  );

  test('whatever the descriptions hold, however long they are, with lines of VAT beside them', async () => {
    const texts = [
      "O'Hara & sønner",
      '50 % rabatt? #1/2+3=4',
      'x'.repeat(500),
      `«"\\»${'æ😀'.repeat(160)}`,
      '{description}',
    ];
    const job = `${JOURNAL_JOB.replace('description: Tekst', 'description: Tekst, vat: Mva')}`;
    const rows = texts.map((text, at) => {
      const quoted = `"${text.replaceAll('"', '""')}"`;
      return `${at};05.01.2026;1920;125;${quoted};\n${at};05.01.2026;3000;-125;${quoted};3`;
    });
    const file = `Bilagsnr;Dato;Konto;Beløp;Tekst;Mva\n${rows.join('\n')}\n`;
    const { office, row } = await doubtful('reset-after', probe(undefined, ' #{import}-{batch}.{entry}'), {
      file,
      job,
    });
    await once(office);
    expect(await looksOf(office, row)).toMatchObject([{ found: 5, absent: 0, unclear: 0 }]);
    expect(await stateOf(office, row)).toBe('booked');
  });

  test('equal descriptions: all are asked for, whatever the path leaves room for', async () => {
    const file = journal(voucher(1, 1, 'Same'), voucher(2, 2, 'Same'), voucher(3, 3, 'Other'));
    const { office, row } = await doubtful('reset-after', probe(FILTER.replace('20', '1')), { file });
    await once(office);
    expect(await stateOf(office, row)).toBe('booked');
  });

  test('equal descriptions: as many vouchers are needed as were sent', async () => {
    const file = journal(voucher(1, 1, 'Same'), voucher(2, 2, 'Same'), voucher(3, 3, 'Same'));
    const { office, row } = await doubtful('reset-before', probe(FILTER.replace('20', '1')), { file });
    // The service has one of the three all the same.
    const { body } = await office.ledger.posting.body(row.num, 1);
    const answer = await fetch(`${office.sandbox.url}/api/biz/journalentries?action=book-journal-entries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer test' },
      body: JSON.stringify((JSON.parse(body) as unknown[]).slice(0, 1)),
    });
    expect(answer.status).toBe(200);
    await once(office);
    expect(await stateOf(office, row)).toBe('in-doubt');
    expect(await looksOf(office, row)).toMatchObject([{ found: 0, unclear: 3 }]);
  });
});

describe('not applied', () => {
  test('reset-before: absent for long enough, it is sent again, once', async () => {
    const { office, row } = await doubtful('reset-before');
    const [attempt] = await office.ledger.posting.attempts(row.num, 1);
    // Too early to count.
    await onceAt(office, attempt!.ended_at! + 1);
    await bookControl(office);
    await lookUntil(office, async () => (await stateOf(office, row)) !== 'in-doubt');
    expect(await office.receipt(row)).toMatchObject({ state: 'posting', entries: { pending: 3 }, mismatches: [] });
    const looks = await looksOf(office, row);
    const counting = looks.filter(({ at }) => at >= attempt!.ended_at! + QUIET_MS);
    expect(counting).toHaveLength(LOOKS);
    expect(looks.length).toBeGreaterThan(LOOKS);
    for (const [at, look] of counting.entries()) {
      expect(look).toMatchObject({
        found: 0,
        absent: 3,
        unclear: 0,
        control: 1,
        detail: expect.stringMatching(/^vouchers absent: 1, 2, 3; voucher 99 of import \w+, booked later, was found$/),
      });
      if (at > 0) expect(look.at - counting[at - 1]!.at).toBeGreaterThanOrEqual(EVERY_MS);
    }
    expect(await office.ledger.doubts.decisions(row.num)).toMatchObject([
      {
        became: 'not-booked',
        who: 'probe',
        reason: expect.stringMatching(
          /^none of its 3 vouchers was found in the service in 3 looks in a row, the first \d+ s after/,
        ),
      },
    ]);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    expect(plain(await office.texts())).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
    expect((await office.ledger.posting.attempts(row.num, 1)).map(({ outcome }) => outcome)).toEqual([
      'in-doubt',
      'booked',
    ]);
  });

  test('applied late, in the quiet period: booked, and not twice', async () => {
    // No quiet period of a test is longer than this process may stand still.
    const { office, row } = await doubtful('reset-before', probe(FILTER).replace(`${QUIET_MS}ms`, '1h'));
    await bookControl(office);
    await lookUntil(office, async () => (await looksOf(office, row)).length > LOOKS);
    expect(await stateOf(office, row)).toBe('in-doubt');
    expect((await looksOf(office, row)).every(({ absent }) => absent === 3)).toBe(true);
    // Long after the client has given up, the service applies what it was sent.
    const { body } = await office.ledger.posting.body(row.num, 1);
    const headers = { 'content-type': 'application/json' };
    const late = await fetch(`${office.sandbox.url}${BOOK}`, { method: 'POST', headers, body });
    expect(late.status).toBe(200);
    await lookUntil(office, async () => (await stateOf(office, row)) !== 'in-doubt');
    expect(await stateOf(office, row)).toBe('booked');
    expect((await looksOf(office, row)).at(-1)).toMatchObject({ found: 3 });
    expect(await office.turn(row)).toBe(0);
    expect(plain(await office.texts())).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
  });

  test('never while its sender may live: only when that is gone, and quiet since', async () => {
    const office = await openOffice({ service: probe() });
    const row = await office.take('a.csv', three);
    await office.plan(row);
    const { ledger } = office;
    const begin = { id: randomUUID(), holder: (await office.holder()).id, deadline: Date.now() - 1, limit: 1 };
    await ledger.posting.beginSending(row.num, begin, Date.now());
    expect(await ledger.doubts.orphans(Date.now())).toHaveLength(1);
    const settled = async () => (await stateOf(office, row)) !== 'in-doubt';
    // Far more than would prove an absence, and for far longer.
    const until = Date.now() + 4 * QUIET_MS;
    await lookUntil(
      office,
      async () => (await settled()) || ((await looksOf(office, row)).length > LOOKS && Date.now() > until),
    );
    expect(await stateOf(office, row)).toBe('in-doubt');
    expect((await looksOf(office, row)).length).toBeGreaterThan(LOOKS);
    expect((await looksOf(office, row)).every(({ absent }) => absent === 3)).toBe(true);
    // It left in good order.
    await ledger.leases.remove(begin.holder);
    await once(office);
    await bookControl(office);
    await lookUntil(office, settled);
    const [gone] = (await ledger.imports.events(row.num)).filter(({ what }) => what === 'sender-gone');
    expect((await looksOf(office, row)).filter(({ at }) => at >= gone!.at + QUIET_MS).length).toBeGreaterThanOrEqual(
      LOOKS,
    );
    expect(await office.receipt(row)).toMatchObject({ state: 'posting', entries: { pending: 3 } });
  });
});

describe('stays in doubt', () => {
  const fewLooks = (office: Office, row: Row) =>
    lookUntil(office, async () => (await looksOf(office, row)).length >= 4);

  test('a part of it booked: which, is said', async () => {
    const { office, row } = await doubtful('partial', `${probe()}rejection: unknown\n`, {
      file: journal(...[1, 2, 3, 4].map((key) => voucher(key, key))),
    });
    await fewLooks(office, row);
    expect(await stateOf(office, row)).toBe('in-doubt');
    expect(await office.receipt(row)).toMatchObject({ state: 'in-doubt', entries: { inDoubt: 4 } });
    expect((await looksOf(office, row)).at(-1)).toMatchObject({
      found: 2,
      absent: 2,
      unclear: 0,
      detail: 'vouchers found: 1, 2; absent: 3, 4',
      parts: JSON.stringify([
        { say: 'found', entries: ['1', '2'], why: { code: 'found' } },
        { say: 'absent', entries: ['3', '4'], why: { code: 'absent' } },
      ]),
    });
    expect(plain(await office.texts())).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test('a part of it booked, of entries that say the same: as many journal entries would be needed', async () => {
    const file = journal(...[1, 2, 3, 4].map((key) => voucher(key, key, 'Same')));
    const { office, row } = await doubtful('partial', `${probe()}rejection: unknown\n`, { file });
    await once(office);
    expect(await looksOf(office, row)).toMatchObject([{ found: 0, absent: 0, unclear: 4 }]);
    expect((await looksOf(office, row))[0]!.detail).toContain('2 journal entries');
  });

  test.each([
    ['applied', 'reset-after'],
    ['not applied', 'reset-before'],
  ])('a service that does not know the filter says nothing: %s', async (_, fault) => {
    const { office, row } = await doubtful(fault, probe(FILTER.replace('Description eq', 'Text eq')), {
      job: `${JOURNAL_JOB}batch: { entries: 1 }\n`,
    });
    await fewLooks(office, row);
    expect(await stateOf(office, row)).toBe('in-doubt');
    expect((await looksOf(office, row)).every(({ unclear }) => unclear === 1)).toBe(true);
    expect((await looksOf(office, row))[0]!.detail).toContain('did not look for it');
  });

  test('a service that shows nothing of what it booked says nothing by showing nothing', async () => {
    // The account is never so: the filter is honoured, and finds nothing at all.
    const path = FILTER.replace("Description eq '{description}'", "JournalEntryNumber eq '{description}'");
    const { office, row } = await doubtful('reset-after', probe(path), {
      job: `${JOURNAL_JOB}batch: { entries: 1 }\n`,
    });
    await fewLooks(office, row);
    expect(await stateOf(office, row)).toBe('in-doubt');
    expect(
      (await looksOf(office, row)).every(
        ({ unclear, detail }) =>
          unclear === 1 && /neither is voucher [23] of import \w+, which was booked later/.test(detail!),
      ),
    ).toBe(true);
  });

  test.each(['500', '429', '403', 'html', 'truncated', 'redirect', 'reset-before', 'close-before'])(
    'a look-up that fails says nothing: %s',
    async (fault) => {
      for (const booking of ['reset-before', 'reset-after']) {
        const { office, row } = await doubtful(booking);
        if (booking === 'reset-before') await bookControl(office);
        await office.faults(`get-${fault}=1`);
        await fewLooks(office, row);
        expect(await stateOf(office, row)).toBe('in-doubt');
        expect((await looksOf(office, row)).every(({ unclear }) => unclear === 3)).toBe(true);
        // One answer is enough to know that the others would fail.
        const { paths } = (await office.call('GET', 'requests')) as { paths: Record<string, { count: number }> };
        expect(paths['GET /api/biz/journalentrylines']!.count).toBeLessThanOrEqual(
          3 * (await looksOf(office, row)).length,
        );
        await office.faults('');
        await lookUntil(office, async () => (await stateOf(office, row)) !== 'in-doubt');
        expect(await stateOf(office, row)).toBe(booking === 'reset-after' ? 'booked' : 'ready');
      }
    },
  );

  test('a batch that was planned without the marker, or under another one, is not looked up', async () => {
    const { office, row } = await doubtful('reset-after', '');
    for (const marker of [' #{import}-{batch}', ' ({import}-{batch})']) {
      office.useService(probe(undefined, marker));
      const beside = await openOffice({ beside: office });
      await once(beside);
      expect(await looksOf(office, row)).toEqual([]);
      expect(await probesAwaited(row.num, beside.ports)).toBeUndefined();
    }
    expect(await stateOf(office, row)).toBe('in-doubt');
  });

  test('a batch of other books is not looked up in these', async () => {
    const { office, row } = await doubtful('reset-after');
    office.useService(`${probe()}company: other\n`);
    const beside = await openOffice({ beside: office });
    await once(beside);
    expect(await looksOf(office, row)).toEqual([]);
    expect(await probesAwaited(row.num, beside.ports)).toBeUndefined();
    await once(office);
    expect(await stateOf(office, row)).toBe('booked');
  });

  test('half of a refused batch is not taken for booked because the other half says the same', async () => {
    const office = await openOffice({ service: probe(), jobs: { journal: JOURNAL_JOB } });
    const file = journal(voucher(1, 1, 'Same'), voucher(2, 2, 'Same'));
    await office.next('400', 'none', 'reset-before');
    const { row, receipt } = await office.book('a.csv', file);
    expect(receipt).toMatchObject({ state: 'in-doubt', entries: { booked: 1, inDoubt: 1 } });
    await lookUntil(office, async () => (await looksOf(office, row, 3)).length >= 4);
    expect(await stateOf(office, row, 3)).toBe('in-doubt');
    expect((await looksOf(office, row, 3))[0]).toMatchObject({ found: 0, absent: 0, unclear: 1 });
  });

  test('half of a refused batch with a description of its own is looked up like any other', async () => {
    const office = await openOffice({ service: probe(), jobs: { journal: JOURNAL_JOB } });
    await office.next('400', 'none', 'reset-before');
    const { row } = await office.book('a.csv', journal(voucher(1, 1), voucher(2, 2)));
    await bookControl(office);
    await lookUntil(office, async () => (await stateOf(office, row, 3)) !== 'in-doubt');
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
    expect(plain(await office.texts())).toEqual(['Bilag 1', 'Bilag 2']);
  });
});

describe('looks', () => {
  test('of several processes only one makes a look', async () => {
    const { office, row } = await doubtful('reset-before');
    await bookControl(office);
    const others = [office, await openOffice({ beside: office }), await openOffice({ beside: office })];
    const end = Date.now() + LOOKED_WITHIN_MS;
    while ((await stateOf(office, row)) === 'in-doubt' && Date.now() < end) {
      await Promise.all(others.map((each) => once(each)));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await stateOf(office, row)).toBe('ready');
    const looks = await looksOf(office, row);
    for (const [at, look] of looks.entries())
      if (at > 0) expect(look.at).toBeGreaterThanOrEqual(looks[at - 1]!.ended_at!);
    expect(await office.ledger.doubts.decisions(row.num)).toHaveLength(1);
  });

  test('one that was cut off has no end, does not count, and the next is made', async () => {
    const { office, row } = await doubtful('reset-after');
    await office.faults('get-hang-after=1');
    const leaving = new AbortController();
    const looking = once(office, leaving.signal);
    const asked = { paths: { 'GET /api/biz/journalentrylines': { count: expect.any(Number) } } };
    await expect.poll(() => office.call('GET', 'requests')).toMatchObject(asked);
    leaving.abort();
    await looking;
    expect(await looksOf(office, row)).toMatchObject([{ ended_at: null, found: null, detail: null }]);
    await office.faults('');
    await once(office);
    expect(await stateOf(office, row)).toBe('in-doubt');
    expect(await looksOf(office, row)).toHaveLength(1);
    // A process that died at it a minute ago.
    const later = { ...office.ports, now: () => Date.now() + 60_000 };
    await probeDoubts(later, never);
    expect(await stateOf(office, row)).toBe('booked');
    expect(await looksOf(office, row)).toHaveLength(2);
  });

  test('they are not many at once', async () => {
    const { office } = await doubtful('reset-after', probe(), {
      file: journal(...Array.from({ length: 40 }, (_, key) => voucher(key + 1, 1))),
    });
    await office.faults('get-slow=1,slow-for=20ms');
    await once(office);
    const { paths } = (await office.call('GET', 'requests')) as {
      paths: Record<string, { count: number; maxConcurrency: number }>;
    };
    expect(paths['GET /api/biz/journalentrylines']).toMatchObject({ count: 40 });
    expect(paths['GET /api/biz/journalentrylines']!.maxConcurrency).toBeLessThanOrEqual(4);
  });
});
