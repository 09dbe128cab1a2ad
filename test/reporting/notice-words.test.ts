import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CAUSES_TOLD,
  type CauseNews,
  type ImportNews,
  importWords,
  plainLine,
  runWords,
} from '../../src/reporting/notices/words.ts';

const ID = '01JABCDEFGHJKMNPQRSTVWXYZ0';
const rows = { read: 400, booked: 388, held: 9, rejected: 0, duplicate: 0, skipped: 3, inDoubt: 0, pending: 0 };
const entries = { planned: 130, booked: 127, held: 3, rejected: 0, duplicate: 0, inDoubt: 0, pending: 0 };
const cause: CauseNews = {
  code: 'account-unknown',
  column: 'Konto',
  value: '3015',
  row: '17',
  rows: 9,
  entries: 3,
  message: 'Account 3015 is not in the service.',
  suggestion: 'Did you mean 3010?',
};
const news: ImportNews = {
  id: ID,
  job: 'bookings',
  file: 'january.csv',
  state: 'partly-booked',
  rows,
  entries,
  heldDuplicates: { rows: 0, entries: 0 },
  issues: [cause],
  reason: undefined,
  doubts: [],
  mismatches: [],
  looksGoOn: false,
};
const words = (more: Partial<ImportNews>, link?: string) => importWords({ ...news, ...more }, link);

test('contacts are created, not booked, and their custom fields are told beside them', () => {
  const { text, subject } = importWords(
    {
      ...news,
      kind: 'contacts',
      state: 'completed',
      rows: { ...rows, held: 0, booked: 390, duplicate: 7 },
      entries: { ...entries, held: 0 },
      issues: [],
      customFields: '2 created',
    },
    undefined,
  );
  expect(subject).toContain('january.csv is created, 400 rows');
  expect(text).toContain('390 contacts created, 7 exist already; custom fields: 2 created.');
  expect(text).not.toMatch(/booked|entr(y|ies)/);
});

describe('an import', () => {
  test('partly booked: all of it', () => {
    expect(importWords(news, 'https://bilag.firm.example')).toEqual({
      subject: 'bilag: 9 of 400 rows in january.csv need you (bookings)',
      text: `january.csv is partly booked. 9 of its 400 rows need you.
Job bookings, import ${ID}.

  in the file: 400 rows in 130 vouchers
  booked: 388 rows in 127 vouchers
  on hold: 9 rows in 3 vouchers
  skipped: 3 rows

Why
  9 rows in 3 vouchers, first in row 17 (account-unknown)
    Account 3015 is not in the service.
    Did you mean 3010?

Where to look
  https://bilag.firm.example/imports/${ID}
  bilag show ${ID}
  bilag failed ${ID} --out failed.xlsx
`,
    });
  });

  test('one row, and nothing booked', () => {
    const { subject, text } = words({
      rows: { ...rows, read: 1, booked: 0, held: 1, skipped: 0 },
      entries: { ...entries, planned: 1, booked: 0, held: 1 },
    });
    expect(subject).toBe('bilag: 1 of 1 row in january.csv needs you (bookings)');
    expect(text).toContain('Nothing in january.csv is booked. 1 of its 1 row needs you.');
    expect(text).toContain('  booked: 0 rows in 0 vouchers\n');
  });

  test('rejected: why, and no counts of what was not read to its end', () => {
    const { subject, text } = words({
      state: 'rejected',
      reason: { code: 'column-missing', message: 'The column Konto is missing.', suggestion: 'Add it.' },
      issues: [cause],
      entries: { ...entries, held: 0 },
    });
    expect(subject).toBe('bilag: january.csv was rejected (bookings)');
    expect(text).toBe(`january.csv was rejected. Nothing in it is booked.
Job bookings, import ${ID}.

Why
  The column Konto is missing.
  Add it.

Where to look
  bilag show ${ID}
`);
  });

  test('in doubt, beside held rows', () => {
    const doubts = [
      { no: 3, rows: 20, entries: 5, message: 'upstream\ntimed out' },
      { no: 7, rows: 1, entries: 1, message: null },
    ];
    const { subject, text } = words({ state: 'in-doubt', rows: { ...rows, inDoubt: 21 }, doubts });
    expect(subject).toBe('bilag: 30 of 400 rows in january.csv need you (bookings)');
    expect(text).toContain(`Unconfirmed
  Batch 3: 20 rows in 5 vouchers. upstream timed out
  Batch 7: 1 row in 1 voucher.
`);
    expect(text).toContain('say what became of them');
    expect(text).toContain(
      `  bilag failed ${ID} --out failed.xlsx\n  bilag resolve ${ID} 3\n  bilag resolve ${ID} 7\n`,
    );
    expect(words({ state: 'in-doubt', doubts, looksGoOn: true }).text).not.toContain('say what became of them');
  });

  test('only duplicates are held', () => {
    const { subject, text } = words({
      rows: { ...rows, held: 0, duplicate: 12 },
      entries: { ...entries, held: 0, duplicate: 4 },
      heldDuplicates: { rows: 6, entries: 2 },
      issues: [],
    });
    expect(subject).toBe('bilag: 6 of 400 rows in january.csv need you (bookings)');
    expect(text).toContain('  already booked: 12 rows in 4 vouchers, 2 of the vouchers on hold\n');
    expect(text).toContain(`  bilag retry ${ID} `);
    expect(text).not.toContain('bilag failed');
  });

  test('what does not add up comes first', () => {
    const { subject, text } = words({ mismatches: ['400 rows were read, and 399 are accounted for.'] });
    expect(subject).toBe('bilag: january.csv does not add up (bookings)');
    expect(text.split('\n\n')[1]).toBe('THIS DOES NOT ADD UP\n  400 rows were read, and 399 are accounted for.');
  });

  test('a decision that turned out otherwise', () => {
    const mismatches = ['Batch 3 was declared booked by kari; then its request turned out to have been refused.'];
    const held = { rows: { ...rows, held: 0 }, entries: { ...entries, held: 0 }, issues: [] };
    const { subject, text } = words({ ...held, state: 'in-doubt', mismatches });
    expect(subject).toBe('bilag: january.csv does not add up (bookings)');
    expect(text.split('\n')[0]).toBe(
      'january.csv is unconfirmed: a decision about a part of it turned out to be wrong.',
    );
    expect(text).toContain('Batch 3 was declared booked by kari');
  });

  test('a correction that could not be used', () => {
    const reason = { code: 'correction-mismatch', message: 'Row 3 is not of this import.' } as const;
    expect(words({ reason }).text).toContain('The last correction could not be used\n  Row 3 is not of this import.\n');
  });

  test('completed', () => {
    const { subject, text } = words({ state: 'completed', issues: [], entries: { ...entries, held: 0 } });
    expect(subject).toBe('bilag: january.csv is booked, 400 rows (bookings)');
    expect(text).toContain('january.csv is booked: 388 rows in 127 vouchers.\n');
  });

  test('of many causes and batches the first', () => {
    const issues = Array.from({ length: CAUSES_TOLD + 4 }, (_, i) => ({ ...cause, message: `Cause ${i + 1}.` }));
    const doubts = Array.from({ length: 40 }, (_, i) => ({ no: i + 1, rows: 1, entries: 1, message: null }));
    const { text } = words({ state: 'in-doubt', issues, doubts });
    expect(text).toContain(`Cause ${CAUSES_TOLD}.`);
    expect(text).not.toContain(`Cause ${CAUSES_TOLD + 1}.`);
    expect(text).toContain('  … and 4 more causes\n');
    expect(text).toContain('  … and 35 more batches\n');
  });
});

test('a scheduled run', () => {
  const run = {
    job: 'bank',
    dueAt: Date.UTC(2026, 0, 5, 6),
    message: 'The server answered 503.',
    suggestion: 'Wait for it.',
  };
  const { subject, text } = runWords(run, 'https://bilag.firm.example');
  expect(subject).toBe('bilag: the scheduled run of bank failed');
  expect(text).toContain('The run of job bank that was due at 2026-01-05 06:00 UTC failed.\n');
  expect(text).toContain('Why\n  The server answered 503.\n  Wait for it.\n');
  expect(text).toContain('  https://bilag.firm.example\n  bilag run bank ');
});

describe('names and words of others', () => {
  test('a long name is cut in its middle: its end says what it is', () => {
    const { subject } = words({ file: `${'x'.repeat(200)}-2026-01.csv` });
    expect(subject).toMatch(/^bilag: 9 of 400 rows in x+…x+-2026-01\.csv need you \(bookings\)$/);
    expect(subject.length).toBeLessThan(140);
  });

  test('a name of many letters beyond the first plane is cut between them', () => {
    expect(words({ file: '🧾'.repeat(200) }).subject).not.toMatch(/\p{Cs}/u);
  });

  test('whatever they hold, the subject is one short line, and no line of the text is theirs', () => {
    const nasty = fc.oneof(
      fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 120 }).map((units) => String.fromCharCode(...units)),
      fc.constantFrom(
        '\r\nBcc: a@b.example',
        'a\u2028b',
        'a\u0085b',
        'x\u202egnp.exe',
        '\n\nWhere to look\n  evil',
        '\ud800',
      ),
    );
    fc.assert(
      fc.property(nasty, nasty, nasty, (file, job, said) => {
        const shape = words({ issues: [{ ...cause, message: 'a', suggestion: 'b' }] }).text.split('\n').length;
        const { subject, text } = words({ file, job, issues: [{ ...cause, message: said, suggestion: said }] });
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u);
        expect(subject.length).toBeLessThan(700);
        expect(text.split('\n')).toHaveLength(shape);
        expect(text).not.toMatch(/[\0\r\x7f\u0085\u2028\u2029]/);
      }),
      { numRuns: 60 },
    );
  });

  test('a line of words is cut', () => {
    expect(plainLine(' a\t b\r\n c ', 10)).toBe('a b c');
    expect(plainLine('abcdef', 4)).toBe('abc…');
  });
});
