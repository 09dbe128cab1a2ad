import { describe, expect, test } from 'vitest';
import type * as ProbeModule from '../../src/doubt/probe.ts';
import { isControlFor } from '../../src/doubt/probe-control.ts';
import type { BatchRow } from '../../src/ledger/rows.ts';
import { answerBooks } from '../../src/posting/whose-books.ts';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import { JOURNAL_JOB, journal, load, type Office, openOffice, voucher } from '../importing/office.ts';

const { probesAwaited, nextLook, probeDoubts } = await load<typeof ProbeModule>('doubt/probe.js');

const QUIET_MS = 200;
const MINUTE_MS = 60_000;
const PATH = "/api/biz/journalentrylines?filter=Description eq '{description}'&top=20";
const probe = (marker = ' #{import}-{batch}') =>
  `probe: { marker: "${marker}", path: "${PATH}", quiet: ${QUIET_MS}ms, looks: 2, every: 20ms }\n`;
const SERVICE = probe();
/** Longer and odder than what is looked for. */
const LONG = 'Kontroll « » "alt" \'mulig\' 😀 '.padEnd(450, 'x');
const never = new AbortController().signal;

type Row = { num: number; service: string };
const batchOf = async (office: Office, row: Row): Promise<BatchRow> => (await office.ledger.posting.batch(row.num, 1))!;
const looksOf = async (office: Office, row: Row) => office.ledger.probeLog.of((await batchOf(office, row)).attempt!);
let files = 0;
const book = (office: Office, text: string, job?: string) =>
  office.book(`later-${++files}.csv`, journal(voucher(900 + files, files, `"${text.replaceAll('"', '""')}"`)), job);

interface Doubtful {
  readonly text?: string;
  readonly fault?: string;
  readonly service?: string;
  readonly sandbox?: SandboxOptions;
}
/** One entry in doubt; whoever looks may move the clock on. */
async function doubtful({ text = 'Husleie', fault = 'reset-after', service = SERVICE, sandbox = {} }: Doubtful = {}) {
  const office = await openOffice({ service, sandbox, jobs: { journal: JOURNAL_JOB } });
  const clock = { ahead: 0 };
  const ports = { ...office.ports, now: () => Date.now() + clock.ahead };
  await office.next(fault);
  const { row, receipt } = await office.book('a.csv', journal(voucher(1, 100, `"${text.replaceAll('"', '""')}"`)));
  expect(receipt.state).toBe('in-doubt');
  /** Looks whenever a look is due, for far longer than a minute, and far more often than would prove an absence. */
  const lookOn = async () => {
    for (let n = 0; n < 8 && (await batchOf(office, row)).state === 'in-doubt'; n++) {
      await probeDoubts(ports, never);
      clock.ahead += 2 * MINUTE_MS;
    }
    // Whatever was settled is sent.
    if ((await batchOf(office, row)).state === 'ready') await office.post(row);
  };
  const times = async () => (await office.booked()).entries.filter(({ lines }) => lines[0]!.Amount === '100.00').length;
  return { office, row, ports, clock, lookOn, times };
}

describe('a service that does not show what it has booked: nothing is booked twice', () => {
  test('its filter answers [] to everything, and nothing else was booked', async () => {
    const { office, row, lookOn, times } = await doubtful({ sandbox: { quirks: 'descriptionFilter=empty' } });
    await lookOn();
    expect(await batchOf(office, row)).toMatchObject({ state: 'in-doubt', attempts: 1 });
    expect(await times()).toBe(1);
  });

  test('its filter answers [] to everything, and something was booked later', async () => {
    const { office, row, lookOn, times } = await doubtful({ sandbox: { quirks: 'descriptionFilter=empty' } });
    await book(office, LONG);
    await lookOn();
    expect(await batchOf(office, row)).toMatchObject({ state: 'in-doubt', attempts: 1 });
    expect(await times()).toBe(1);
    expect((await looksOf(office, row)).at(-1)).toMatchObject({
      absent: 0,
      unclear: 1,
      detail: expect.stringMatching(/neither is voucher \d+ of import \w+, which was booked later: the look-up can't/),
      parts: expect.stringContaining('"why":{"code":"blind"}'),
    });
  });

  test.each<[string, string]>([
    ['short ones', 'Strøm'],
    ['a long one', LONG],
  ])('it cuts descriptions at 255, and of those that were booked later it shows %s', async (_, later) => {
    const text = 'Fra Ås til Å: '.padEnd(300, 'y');
    const { office, row, lookOn, times } = await doubtful({ text, sandbox: { quirks: 'descriptionMax=255' } });
    await book(office, later);
    await lookOn();
    expect(await batchOf(office, row)).toMatchObject({ state: 'in-doubt', attempts: 1 });
    expect(await times()).toBe(1);
  });

  test('it cuts descriptions at 255, and bilag.yaml says so: what was booked is found', async () => {
    const text = 'Fra Ås til Å: '.padEnd(255, 'y');
    const service = `${SERVICE}descriptionMax: 255\n`;
    const { office, row, lookOn, times } = await doubtful({ text, service, sandbox: { quirks: 'descriptionMax=255' } });
    await lookOn();
    expect(await batchOf(office, row)).toMatchObject({ state: 'booked', attempts: 1 });
    expect(await times()).toBe(1);
  });

  test.each(['Husleie   for  januar', ' Husleie\u00a0for januar ', 'Husleie\r\nfor\tjanuar'])(
    'it collapses blanks: %j is sent with single blanks, and found',
    async (text) => {
      const { office, row, lookOn, times } = await doubtful({ text, sandbox: { quirks: 'blanks=collapsed' } });
      await book(office, LONG);
      await lookOn();
      expect(await batchOf(office, row)).toMatchObject({ state: 'booked', attempts: 1 });
      expect(await times()).toBe(1);
      const [first] = (await office.booked()).entries;
      expect(first!.lines[0]!.Description).toMatch(/^Husleie for januar #\w{26}-1$/);
    },
  );

  test('its newest lines appear late: neither is what was booked later seen, until both are', async () => {
    const late = { ahead: 0 };
    const { office, row, lookOn, times } = await doubtful({
      sandbox: { quirks: `linesAfter=${10 * MINUTE_MS}`, clock: () => Date.now() + late.ahead },
    });
    // What was there all along is seen, and says nothing of what is newer.
    await book(office, LONG);
    await lookOn();
    expect(await batchOf(office, row)).toMatchObject({ state: 'in-doubt', attempts: 1 });
    late.ahead = 20 * MINUTE_MS;
    await lookOn();
    expect(await batchOf(office, row)).toMatchObject({ state: 'booked', attempts: 1 });
    expect(await times()).toBe(1);
  });

  test('one of two equal entries was applied, and the reply said so: the one does not stand for both', async () => {
    const office = await openOffice({ service: SERVICE, jobs: { journal: JOURNAL_JOB } });
    await office.next('half');
    const { row } = await office.book('a.csv', journal(voucher(1, 100, 'Same'), voucher(2, 100, 'Same')));
    await probeDoubts(office.ports, never);
    expect((await batchOf(office, row)).state).toBe('in-doubt');
    expect(await looksOf(office, row)).toMatchObject([
      {
        found: 0,
        unclear: 2,
        detail: expect.stringContaining('shows 1'),
        parts: expect.stringContaining('"code":"several"'),
      },
    ]);
  });
});

describe('an absence is proved', () => {
  test('by an entry of another import that was booked later, with a text as long and as odd', async () => {
    const { office, row, lookOn, times } = await doubtful({ fault: 'reset-before', text: `Ås 'A' "B" 😀` });
    await book(office, LONG);
    await lookOn();
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    expect(await times()).toBe(1);
  });

  test.each<[string, (office: Office) => Promise<unknown>]>([
    ['nothing', async () => undefined],
    ['an entry with a shorter text', (office) => book(office, 'Å')],
    ['an entry with a text that has no letter beyond ASCII', (office) => book(office, 'x'.repeat(450))],
    [
      'an entry that was applied, and in doubt until somebody said so',
      async (office) => {
        await office.next('reset-after');
        const { row } = await book(office, LONG);
        await probeDoubts(office.ports, never);
        expect((await office.receipt(row)).state).toBe('completed');
      },
    ],
    [
      'an entry under another marker',
      async (office) => {
        office.useService(probe(' ({import}-{batch})'));
        await book(await openOffice({ beside: office }), LONG);
      },
    ],
    [
      'an entry of another company',
      async (office) => {
        office.useService(`${SERVICE}company: other\n`);
        const main = { ...office.app.config.services['main']!, company: 'other' };
        await answerBooks('main', { main }, false, office.ports);
        await book(await openOffice({ beside: office }), LONG);
      },
    ],
  ])('not by %s: a person decides', async (_, later) => {
    const { office, row, ports, lookOn } = await doubtful({ fault: 'reset-before', text: 'Ås' });
    await later(office);
    await lookOn();
    expect(await batchOf(office, row)).toMatchObject({ state: 'in-doubt', attempts: 1 });
    expect((await looksOf(office, row)).at(-1)).toMatchObject({
      absent: 1,
      control: 0,
      detail: expect.stringContaining('that proves nothing: no voucher that was booked later'),
    });
    expect(await nextLook(await batchOf(office, row), ports)).toEqual({ never: 'no-control' });
    // Whoever waits for looks waits no longer.
    expect(await probesAwaited(row.num, ports)).toBeUndefined();
  });

  test('not by what was booked before', async () => {
    const office = await openOffice({ service: SERVICE, jobs: { journal: JOURNAL_JOB } });
    await book(office, LONG);
    await office.next('reset-before');
    const { row } = await office.book('a.csv', journal(voucher(1, 100)));
    for (let n = 0; n < 6; n++)
      await probeDoubts({ ...office.ports, now: () => Date.now() + 2 * n * MINUTE_MS }, never);
    expect((await batchOf(office, row)).state).toBe('in-doubt');
    expect(await nextLook(await batchOf(office, row), office.ports)).toEqual({ never: 'no-control' });
  });

  test('as soon as such an entry is booked, bilag looks again by itself', async () => {
    const { office, row, times } = await doubtful({ fault: 'reset-before' });
    const { ports } = office;
    const lookUntil = async (until: () => Promise<boolean>) => {
      for (const end = Date.now() + 60_000; !(await until()) && Date.now() < end; ) {
        await probeDoubts(ports, never);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    await lookUntil(async () => 'never' in (await nextLook(await batchOf(office, row), ports)));
    expect(await nextLook(await batchOf(office, row), ports)).toEqual({ never: 'no-control' });
    // Nothing was booked since: no request goes out for nothing.
    const before = (await looksOf(office, row)).length;
    await probeDoubts(ports, never);
    expect(await looksOf(office, row)).toHaveLength(before);
    await book(office, LONG);
    expect(await nextLook(await batchOf(office, row), ports)).toHaveProperty('at');
    await lookUntil(async () => (await batchOf(office, row)).state !== 'in-doubt');
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    expect(await times()).toBe(1);
  });
});

test('however short the looks are configured, they span a minute after the request was over', async () => {
  const { office, row } = await doubtful({ fault: 'reset-before' });
  await book(office, LONG);
  const over = (await office.ledger.posting.attempts(row.num, 1))[0]!.ended_at!;
  // The real service: only tests set another span.
  const at = (ms: number) => probeDoubts({ ...office.app.ports, now: () => over + ms }, never);
  for (let ms = QUIET_MS; ms < QUIET_MS + MINUTE_MS; ms += 5_000) await at(ms);
  await at(QUIET_MS + MINUTE_MS - 1);
  expect((await batchOf(office, row)).state).toBe('in-doubt');
  expect((await looksOf(office, row)).every(({ absent, control }) => absent === 1 && control === 1)).toBe(true);
  await at(QUIET_MS + MINUTE_MS);
  expect((await batchOf(office, row)).state).toBe('ready');
});

test.each<[string, string, boolean]>([
  ['abc', 'abc', true],
  ['abcd', 'abc', true],
  ['ab', 'abc', false],
  ['abcdef', 'æ', false],
  ['æbc', 'abc', true],
  ['æø', 'abå', false],
  ['aaa æ', 'a  b', false],
  ['aa  æ', 'a  b', true],
  ['abcdef', "a'b", false],
  ['abcdef"', "a'b", false],
  ["abcd'ef", "a'b", true],
  ['abcdef', 'a"b', false],
  ['abcd"ef', 'a"b', true],
  ['æøåæøå', '😀', false],
  ['æøåæø😀', '😀', true],
  ['Møbler Oslo', 'A – B', false],
  ['Kaffe – ny', 'A – B', true],
  ['æøåæøå', 'e\u0301', false],
  ['Kontorrekvisita', 'A & B', false],
  ['A & B og C', 'A & B', true],
  ['A & B og C', 'A+B', false],
  ['50 % rabatt', 'A+B', false],
  ['50 % rabatt', '10% her', true],
  ['Kasse 3 salg', 'Kasse\\3', false],
  ['Bilag 12, 3.-5.', 'a, b.-c', true],
])('%j is a control for %j: %s', (shown, sought, is) => {
  expect(isControlFor(shown, sought)).toBe(is);
});
