import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { expectRejected, HEADER, PLANNED_WITHIN_MS, row, SOUND, usePlanner } from './planner.ts';

const MB = 1024 ** 2;
const planner = usePlanner();

function* times(count: number, part: (i: number) => string): Generator<string> {
  for (let from = 0; from < count; from += 1_000) {
    let text = '';
    for (let i = from; i < Math.min(from + 1_000, count); i++) text += part(i);
    yield text;
  }
}
function* file(...parts: (string | Iterable<string>)[]): Generator<string> {
  for (const part of parts) {
    if (typeof part === 'string') yield part;
    else yield* part;
  }
}

describe('CSV files that are rejected', { timeout: PLANNED_WITHIN_MS }, () => {
  test.each<[string, () => Iterable<string | Buffer>, string, RegExp]>([
    ['a cell of 32 MB', () => file(HEADER, row({ text: 'x'.repeat(32 * MB) })), 'file-malformed', /line 2 is longer/],
    [
      'a million columns',
      () => file(HEADER, `${';'.repeat(1e6)}x\n`),
      'file-malformed',
      /line 2 has more than 16384 col/,
    ],
    [
      'a million quoted columns',
      () => file(HEADER, `${'"";'.repeat(1e6)}x\n`),
      'file-malformed',
      /line 2 has more than 16384/,
    ],
    ['nothing but delimiters', () => times(40_000, () => `${';'.repeat(999)}\n`), 'file-empty', /nothing but empty/],
    ['nothing but quotes', () => times(20, () => '"'.repeat(MB)), 'file-malformed', /quote .* line 1 and not closed/],
    [
      'a quote that is never closed',
      () =>
        file(
          HEADER,
          '1;02.01.2026;1920;"1,00;x\n',
          times(900_000, () => row()),
        ),
      'file-malformed',
      /opened on line 2 and not closed/,
    ],
    ['a NUL', () => file(HEADER, row({ text: 'a\0b' })), 'file-malformed', /Line 2 holds a NUL/],
    ['nothing but NULs', () => [Buffer.alloc(MB)], 'file-type', /no text/],
    [
      'ever new problems',
      () =>
        file(
          HEADER,
          times(20_000, (i) => row({ key: String(i), date: `x${i}` })),
        ),
      'too-many-issues',
      /more than 10000 different problems/,
    ],
    ['an archive of one file', () => [gzipSync(SOUND)], 'file-type', /GZIP/],
    [
      'letters of two encodings',
      () => [HEADER + row({ text: 'øøø' }).repeat(3_000), Buffer.from(row({ text: 'ø' }), 'latin1')],
      'encoding-invalid',
      /line 3002, the byte 0xF8/,
    ],
  ])('%s', async (_, content, code, words) => {
    expectRejected(await planner.plan('a.csv', content()), code, words);
  });
});

describe('CSV files whose bad rows are held', { timeout: PLANNED_WITHIN_MS }, () => {
  test.each<[string, () => Iterable<string>, { held: number; code: string }]>([
    [
      'cells of 9 MB',
      () =>
        file(
          HEADER,
          times(6, (i) => row({ key: String(i), text: 'x'.repeat(9 * MB) })),
        ),
      { held: 6, code: 'value-too-long' },
    ],
    [
      'cells of a megabyte, more of them than memory has room for',
      () => file(HEADER, ...Array.from({ length: 250 }, (_, i) => row({ key: String(i), amount: 'x'.repeat(MB) }))),
      { held: 250, code: 'amount-invalid' },
    ],
    [
      'voucher numbers of a megabyte',
      () =>
        file(
          HEADER,
          times(20, (i) => row({ key: 'k'.repeat(MB) + i })),
        ),
      { held: 20, code: 'value-too-long' },
    ],
    [
      'account numbers of 5,000 digits',
      () =>
        file(
          HEADER,
          times(2_000, (i) => row({ key: String(i), account: '9'.repeat(5_000) + i })),
        ),
      { held: 2_000, code: 'value-too-long' },
    ],
    [
      'amounts of 10,000 digits',
      () =>
        file(
          HEADER,
          times(2_000, (i) => row({ key: String(i), amount: '9'.repeat(10_000) + i })),
        ),
      { held: 2_000, code: 'amount-too-long' },
    ],
    [
      'dates of a megabyte',
      () =>
        file(
          HEADER,
          times(20, (i) => row({ key: String(i), date: '1234 '.repeat(200_000) + i })),
        ),
      { held: 20, code: 'date-invalid' },
    ],
    [
      'days that never were',
      () => file(HEADER, ...['31.12.99999', '32.13.2026', '01.01.0001'].map((date) => row({ date }))),
      { held: 3, code: 'date-invalid' },
    ],
    [
      'an entry of 30,000 lines',
      () =>
        file(
          HEADER,
          times(30_000, (i) => row({ amount: i % 2 ? '1,00' : '-1,00' })),
        ),
      { held: 30_000, code: 'entry-too-large' },
    ],
    [
      'an entry of 30,000 wrong rows',
      () =>
        file(
          HEADER,
          times(30_000, () => row({ account: '0' })),
        ),
      { held: 30_000, code: 'account-invalid' },
    ],
    [
      'rows of 16,384 columns',
      () =>
        file(
          HEADER,
          times(500, (i) => `${';'.repeat(16_383)}x${i}\n`),
        ),
      { held: 500, code: 'row-too-wide' },
    ],
  ])('%s', async (_, content, { held, code }) => {
    const outcome = await planner.plan('a.csv', content());
    expect(outcome).toMatchObject({ state: 'planned', rows: { held } });
    expect(outcome.issues.map((issue) => issue.code)).toContain(code);
    expect(JSON.stringify(outcome.issues.slice(0, 20)).length).toBeLessThan(100_000);
  });
});

describe('CSV files that do no harm', { timeout: PLANNED_WITHIN_MS }, () => {
  test.each<[string, () => Iterable<string | Buffer>]>([
    ['UTF-16 without its mark', () => [Buffer.from(SOUND, 'utf16le')]],
    [
      'control characters, letters that turn the direction, and formulas in a text',
      () => [
        HEADER + row({ text: '\x1b[2J\x07\u202eabc' }) + row({ account: '3000', amount: '-1,00', text: '=cmd|x!A1' }),
      ],
    ],
    [
      'entries of many lines',
      () =>
        file(
          HEADER,
          times(30_000, (i) => row({ key: `${i >> 13}`, amount: `${i % 2 ? '' : '-'}${1 + (i >> 1)}` })),
        ),
    ],
  ])('%s', async (_, content) => {
    const outcome = await planner.plan('a.csv', content());
    expect(outcome).toMatchObject({ state: 'planned', rows: { held: 0 } });
    expect(outcome.rows.pending).toBe(outcome.rows.read);
  });
});

describe('cells against the patterns of a job', { timeout: PLANNED_WITHIN_MS }, () => {
  test('a pattern that does not come to an end on a cell rejects the file, names its row, and the next file goes on', async () => {
    const hostile = SOUND + row({ key: '2', text: `${'a'.repeat(60)}!` });
    expectRejected(
      await planner.plan('a.csv', hostile, 'endless'),
      'file-too-complex',
      /^Row 4 is not read after 5 sec/,
    );
    expect(await planner.plan('b.csv', SOUND, 'endless')).toMatchObject({ state: 'planned', entries: { pending: 1 } });
  });

  test('one that is slow on every row does too', async () => {
    const rows = times(20_000, (i) => row({ key: String(i), text: 'x'.repeat(700) }));
    const outcome = await planner.plan('a.csv', file(HEADER, rows), 'cubic');
    expectRejected(outcome, 'file-too-complex', /milliseconds each|is not read/);
  });

  test('a text that is too long to be compared holds its row: it is not judged by a part of it', async () => {
    const outcome = await planner.plan('a.csv', SOUND + row({ key: '2', text: 'a'.repeat(4_001) }), 'endless');
    expect(outcome).toMatchObject({ state: 'planned', rows: { read: 3, held: 1, skipped: 0 } });
    expect(outcome.issues.map(({ code }) => code)).toContain('value-too-long');
  });
});
