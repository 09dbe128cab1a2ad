import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { parseJob } from '../../src/config/read-job.ts';
import type { Cell } from '../../src/core/cell.ts';
import { FileRejected, type Issue } from '../../src/core/issue.ts';
import type { Job } from '../../src/core/job.ts';
import { findHeader, matchHeader } from '../../src/reading/match-header.ts';
import type { Chunk } from '../../src/tabular/table.ts';

const COLUMNS = 'columns: { entry: Bilagsnr, date: Dato, account: [Konto, Kontonr], amount: Beløp }';
const job = (more = '', columns = COLUMNS): Job => parseJob(`kind: bookings\n${columns}\n${more}`, 'job.yaml');

function chunk(...records: readonly (readonly Cell[])[]): Chunk {
  return { records, lines: records.map((_, index) => index + 1) };
}

function rejection(records: Chunk, of: Job): Issue {
  try {
    findHeader(records, of);
  } catch (error) {
    if (error instanceof FileRejected) return error.issue;
    throw error;
  }
  throw new Error('the header was found');
}

describe('matchHeader', () => {
  it.each([
    ['as it is', 'Beløp'],
    ['upper and lower case', 'BELØP'],
    ['white space around', '  Beløp\t'],
    ['no-break space around', '\u00a0Beløp\u202f'],
    ['full-width letters', 'Ｂｅｌøｐ'],
    ['a byte order mark', '\ufeffBeløp'],
    ['a soft hyphen', 'Be\u00adløp'],
  ])('matches a header: %s', (_name, header) => {
    expect(matchHeader(['x', header], job()).columns['amount']).toEqual([1]);
  });

  it.each([
    ['Mva\nkode', 'Mva kode'],
    ['Mva  \r\n kode', 'MVA KODE'],
    ['Mva\u00a0kode', 'mva kode'],
    ['STRASSE', 'Straße'],
    ['é', 'e\u0301'],
  ])('takes %j for %j', (inFile, inJob) => {
    const of = job('', `columns: { entry: a, date: b, account: c, amount: d, vat: ${JSON.stringify(inJob)} }`);
    expect(matchHeader([inFile], of).columns['vat']).toEqual([0]);
  });

  it('keeps different headers apart', () => {
    expect(matchHeader(['Belop', 'Bel p', 'Beløp2'], job()).columns['amount']).toBeUndefined();
  });

  it('reads numbers, booleans and dates as a person does', () => {
    const of = job('', 'columns: { entry: 2025, date: 2026-01-31, account: true, amount: 1.5 }');
    const { columns } = matchHeader([2025, { kind: 'date', iso: '2026-01-31' }, true, 1.5], of);
    expect(columns).toEqual({ entry: [0], date: [1], account: [2], amount: [3] });
  });
});

describe('findHeader', () => {
  it('finds the row that names the columns, and where each is', () => {
    const found = findHeader(
      chunk(['Eksport', ''], ['Firma', 'Oslo AS'], [' Dato ', 'Kontonr', 'Tekst', 'Beløp', 'Bilagsnr'], ['1', '2']),
      job(),
    );
    expect(found).toMatchObject({
      line: 3,
      headers: ['Dato', 'Kontonr', 'Tekst', 'Beløp', 'Bilagsnr'],
      columns: { entry: [4], date: [0], account: [1], amount: [3] },
    });
    expect(found.columnOf(['tekst'])).toBe(2);
    expect(found.columnOf(['Ukjent', 'BELØP'])).toBe(3);
    expect(found.columnOf(['Ukjent'])).toBe(-1);
  });

  it('passes a row that names only some of the columns', () => {
    const found = findHeader(chunk(['Dato', 'Beløp'], ['Dato', 'Konto', 'Beløp', 'Bilagsnr']), job());
    expect(found.line).toBe(2);
  });

  it('gives the line of the file, not the place among the records', () => {
    const records = { lines: [4, 9], records: [['x'], ['Dato', 'Konto', 'Beløp', 'Bilagsnr']] };
    expect(findHeader(records, job()).line).toBe(9);
  });

  it('gives a compound key in its order', () => {
    const of = job(
      '',
      'columns: { entry: { all: [Bilagsnr, [Date, Dato]] }, date: Dato, account: Konto, amount: Beløp }',
    );
    expect(findHeader(chunk(['Dato', 'Konto', 'Beløp', 'Bilagsnr']), of).columns['entry']).toEqual([3, 0]);
  });

  it('looks at the row that the job numbers, and at no other', () => {
    const records = chunk(['Dato', 'Konto', 'Beløp', 'Bilagsnr'], ['Bilagsnr', 'Beløp', 'Konto', 'Dato']);
    expect(findHeader(records, job('file: { header: 2 }')).columns['entry']).toEqual([0]);
  });

  describe('of two rows', () => {
    const sides = (more = '') =>
      job(more, 'columns: { entry: Bilagsnr, date: Dato, account: Konto, debit: Inn, credit: Ut }');
    const upper = ['Bilagsnr', 'Dato', 'Konto', 'Beløp i EUR'];
    const lower = ['', '', '', 'Inn', 'Ut'];
    const row = ['1', '05.01.2026', '1920', '5,00', ''];

    it('has the names of the lower one, and of the upper one where that has none', () => {
      const found = findHeader(chunk(['Rapport'], upper, lower, row), sides());
      expect(found).toMatchObject({
        line: 3,
        headers: ['Bilagsnr', 'Dato', 'Konto', 'Inn', 'Ut'],
        columns: { entry: [0], date: [1], account: [2], debit: [3], credit: [4] },
        above: { word: 'EUR', line: 2 },
      });
      expect(findHeader(chunk(['Rapport'], upper, lower, row), sides('file: { header: 3 }'))).toEqual({
        ...found,
        columnOf: expect.any(Function),
      });
    });

    it('is one where the lower row names nearly all', () => {
      const rows = chunk(['', 'Dato', '', 'Beløp'], ['Bilagsnr', '', 'Konto', 'Inn', 'Ut'], row);
      expect(findHeader(rows, sides()).headers).toEqual(['Bilagsnr', 'Dato', 'Konto', 'Inn', 'Ut']);
    });

    it('is none where one row names all, or the two do not', () => {
      const texts = ['', '', 'Utgående', ''];
      expect(findHeader(chunk(['Dato', 'Konto', 'Beløp', 'Bilagsnr'], texts), job())).toMatchObject({
        line: 1,
        headers: ['Dato', 'Konto', 'Beløp', 'Bilagsnr'],
      });
      expect(rejection(chunk(upper, ['', '', '', 'Inn', 'Netto'], row), sides())).toMatchObject({
        code: 'column-missing',
        facts: { row: 1, missing: ['Inn', 'Ut'] },
      });
    });
  });

  it('counts columns where the file has no header', () => {
    const of = job('file: { header: none }', 'columns: { entry: 5, date: 1, account: 2, amount: 4 }');
    expect(findHeader(chunk(['a', 'b', 'c'], ['1', '2', '3', '4', '5']), of)).toMatchObject({
      line: 0,
      headers: ['1', '2', '3', '4', '5'],
      columns: { entry: [4], date: [0], account: [1], amount: [3] },
    });
  });

  it.each([
    ['sign', 'sign: { column: S/H, debit: S, credit: H }'],
    ['a rule', 'rules: [{ when: { column: { S/H: S } }, set: { vat: "1" } }]'],
    ['skip', 'skip: [{ column: S/H, equals: "" }]'],
  ])('counts the column of %s as mapped', (_name, more) => {
    const header = ['Dato', 'Konto', 'Beløp', 'Bilagsnr'];
    expect(findHeader(chunk([...header, 'S/H']), job(more)).columnOf(['s/h'])).toBe(4);
    expect(rejection(chunk(header), job(more))).toMatchObject({ code: 'column-missing', column: 'S/H' });
    expect(rejection(chunk([...header, 'S/H', 's/h']), job(more)).code).toBe('column-duplicate');
  });

  it.each<[string, Chunk, string, Issue]>([
    [
      'one is missing, and another is near',
      chunk(['x'], ['Dato', 'Kontonr', 'Belop', 'Bilagsnr']),
      '',
      {
        code: 'column-missing',
        column: 'Beløp',
        message: 'The file has no column "Beløp" (amount). Row 2 names "Dato", "Kontonr", "Belop", "Bilagsnr".',
        suggestion: 'Did you mean "Belop"? Then add it to columns.amount of the job.',
      },
    ],
    [
      'several are missing',
      chunk(['Dato', 'Bilagsnr', 'Sum']),
      '',
      {
        code: 'column-missing',
        column: 'Konto',
        message:
          'The file has no column "Konto" or "Kontonr" (account) and no column "Beløp" (amount). Row 1 names "Dato", "Bilagsnr", "Sum".',
        suggestion: 'Is this the job for this file? If it is, correct columns.account and columns.amount in the job.',
      },
    ],
    [
      'none is there',
      chunk(['Name', 'E-mail'], ['Kari', 'kari@a.example']),
      '',
      {
        code: 'header-missing',
        message:
          'None of the first 2 rows names the columns of the job: "Bilagsnr" (entry), "Dato" (date), "Konto" or "Kontonr" (account) and "Beløp" (amount). Row 1 is "Name", "E-mail".',
        suggestion:
          'Is this the job for this file? If it has no row that names the columns, set file.header to none and give columns by number.',
      },
    ],
    [
      'the file has no rows',
      chunk(),
      '',
      {
        code: 'file-empty',
        message: 'There is nothing but empty rows.',
        suggestion: 'Is it the right file? Export it again.',
      },
    ],
    [
      'the row that the job numbers is not there',
      chunk(['Dato', 'Konto', 'Beløp', 'Bilagsnr']),
      'file: { header: 7 }',
      {
        code: 'header-missing',
        value: '7',
        message: 'Row 7 should name the columns, but it is empty, or the file ends before it.',
        suggestion: 'Correct file.header in the job, or remove it: the row is then found by its headers.',
      },
    ],
    [
      'a header stands twice',
      chunk(['Dato', 'Konto', 'Beløp', 'Bilagsnr', ' BELØP']),
      '',
      {
        code: 'column-duplicate',
        column: 'Beløp',
        message: 'Row 1 has 2 columns for amount: "Beløp" (column 3) and "BELØP" (column 5).',
        suggestion:
          "Which of them counts can't be known. Leave only that one in the file, or name it alone in columns.amount of the job.",
      },
    ],
    [
      'two accepted headers stand side by side',
      chunk(['Dato', 'Konto', 'Kontonr', 'Beløp', 'Bilagsnr']),
      '',
      {
        code: 'column-duplicate',
        column: 'Konto',
        message: 'Row 1 has 2 columns for account: "Konto" (column 2) and "Kontonr" (column 3).',
        suggestion:
          "Which of them counts can't be known. Leave only that one in the file, or name it alone in columns.account of the job.",
      },
    ],
  ])('rejects the file where %s', (_name, records, more, issue) => {
    expect(rejection(records, job(more))).toMatchObject(issue);
  });

  it('rejects a file without a header that is too narrow', () => {
    const of = job('file: { header: none }', 'columns: { entry: 1, date: 2, account: 9, amount: 4 }');
    expect(rejection(chunk(['1', '2', '3', '4', '5']), of)).toMatchObject({
      code: 'column-missing',
      column: '9',
      message: 'The file has 5 columns, but the job reads column 9 (account).',
      suggestion: 'Is this the job for this file? Columns count from 1; correct the numbers in the job.',
    });
  });

  it('lets headers stand twice that the job does not map', () => {
    expect(findHeader(chunk(['x', 'x', 'Dato', 'Konto', 'Beløp', 'Bilagsnr']), job()).line).toBe(1);
  });

  it('looks no further than the first hundred records', () => {
    const before = Array.from({ length: 100 }, () => ['x']);
    expect(rejection(chunk(...before, ['Dato', 'Konto', 'Beløp', 'Bilagsnr']), job()).code).toBe('header-missing');
    expect(findHeader(chunk(...before.slice(1), ['Dato', 'Konto', 'Beløp', 'Bilagsnr']), job()).line).toBe(100);
  });

  it('shows only the beginning of what is long', () => {
    const wide = Array.from({ length: 500 }, (_, index) => `column ${index} ${'y'.repeat(100)}`);
    const { message } = rejection(chunk([...wide, 'Dato']), job());
    expect(message.length).toBeLessThan(2000);
    expect(message).toContain('and 471 more');
  });
});

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
describe.skipIf(!existsSync(corpus))('headers of real files (skipped where the corpus is absent)', () => {
  it('finds the second row of a DATEV export, behind its own kind of header', async () => {
    const text = iconv.decode(await readFile(`${corpus}bank-and-ledger/datv-encoding_windows1252.csv`), 'windows-1252');
    const records: string[][] = parse(text, { delimiter: ';', relax_column_count: true, relax_quotes: true });
    const sign = 'sign: { column: s/h, debit: S, credit: H }';
    const right = job(sign, 'columns: { date: belegdatum, account: KONTO, contraAccount: Gegenkonto, amount: Umsatz }');
    expect(findHeader(chunk(...records), right)).toMatchObject({
      line: 2,
      columns: { amount: [0], account: [6], contraAccount: [7], date: [9] },
    });
    const of = job(
      sign,
      'columns: { date: Belegdatum, account: Konto, contraAccount: Gegenkonto, amount: "Umsatz (ohne Soll/Haben-Kz)" }',
    );
    expect(rejection(chunk(...records), of).suggestion).toContain('Did you mean "Umsatz"?');
  });
});
