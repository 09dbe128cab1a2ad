import { Parser } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createCsvCutter } from '../../src/tabular/csv-cut.ts';
import { PlainCutter } from '../../src/tabular/csv-plain.ts';
import { createCsvRepairer, RECORD_MAX_BYTES, RECORD_MAX_COLUMNS } from '../../src/tabular/csv-repair.ts';

function cut(text: string, delimiter = ';', blockBytes = 1 << 16): [number, string[]][] {
  const found: [number, string[]][] = [];
  const cutter = createCsvCutter(delimiter, 1, (record, line) => found.push([line, record]));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += blockBytes) cutter.push(bytes.subarray(at, at + blockBytes));
  cutter.end();
  return found;
}

describe('records and the lines they start on', () => {
  it.each([
    [
      'LF',
      'a;b\n1;2\n',
      [
        [1, ['a', 'b']],
        [2, ['1', '2']],
      ],
    ],
    [
      'CRLF',
      'a;b\r\n1;2\r\n',
      [
        [1, ['a', 'b']],
        [2, ['1', '2']],
      ],
    ],
    [
      'CR alone',
      'a;b\r1;2\r',
      [
        [1, ['a', 'b']],
        [2, ['1', '2']],
      ],
    ],
    [
      'mixed line ends',
      'a\r\nb\nc\rd',
      [
        [1, ['a']],
        [2, ['b']],
        [3, ['c']],
        [4, ['d']],
      ],
    ],
    [
      'no line end at the end',
      'a;b\n1;2',
      [
        [1, ['a', 'b']],
        [2, ['1', '2']],
      ],
    ],
    [
      'blank lines and blank records',
      '\n\na;b\n;;;;\n  ; \n1;2\n\n',
      [
        [3, ['a', 'b']],
        [6, ['1', '2']],
      ],
    ],
    [
      'a blank quoted record',
      'a\n"";" "\nb',
      [
        [1, ['a']],
        [3, ['b']],
      ],
    ],
    [
      'ragged records',
      'a;b;c\n1\n1;2;3;4',
      [
        [1, ['a', 'b', 'c']],
        [2, ['1']],
        [3, ['1', '2', '3', '4']],
      ],
    ],
    [
      'an empty last cell',
      'a;\n;b',
      [
        [1, ['a', '']],
        [2, ['', 'b']],
      ],
    ],
    [
      'newlines in cells',
      'a;"x\ny\r\nz\rw"\nb;c',
      [
        [1, ['a', 'x\ny\r\nz\rw']],
        [5, ['b', 'c']],
      ],
    ],
    [
      'the end of a DOS text',
      'a;b\r\n1;2\r\n\x1a',
      [
        [1, ['a', 'b']],
        [2, ['1', '2']],
      ],
    ],
  ])('%s', (_name, text, expected) => {
    expect(cut(text)).toEqual(expected);
    expect(cut(text, ';', 1), 'one byte at a time').toEqual(expected);
  });
});

describe('quotes', () => {
  it.each([
    ['quoted', '"a;b";"c"', ['a;b', 'c']],
    ['empty', '"";"";x', ['', '', 'x']],
    ['doubled', '"a ""b"" c";""""', ['a "b" c', '"']],
    ['a text as a formula', '1;="0555";2', ['1', '0555', '2']],
    ['a text as a formula, quoted', '1;"=""0555""";2', ['1', '0555', '2']],
    ['a text as a formula, with a delimiter and quotes', '"=""a;""""b"""""""', ['a;"b"']],
    ['a formula that is more than a text', '1;="05"&"55";=A1', ['1', '="05"&"55"', '=A1']],
    ['inches in an unquoted cell', '1;12" skjerm;2', ['1', '12" skjerm', '2']],
    ['one after the other in an unquoted cell', '1;a""b;2', ['1', 'a""b', '2']],
    ['padding around quotes', ' "a;b" \t; "c";d', ['a;b', 'c', 'd']],
    ['padding around no quotes', ' a ; b', [' a ', ' b']],
    ['newline in a padded cell', '1; "a\nb" ;2', ['1', 'a\nb', '2']],
    ['text after a closing quote', '"Rema "1000" Oslo";5', ['"Rema "1000" Oslo"', '5']],
    ['doubled quotes and then text after a closing quote', ' "a ""b"" c"d ;5', [' "a ""b"" c"d ', '5']],
    ['a delimiter and then text after a closing quote', '"Rema; "1000"";5', ['"Rema; "1000""', '5']],
    ['a backslash is no escape', '"a\\";"b\\\\"', ['a\\', 'b\\\\']],
    ['single quotes are text', "'a;b'", ["'a", "b'"]],
  ])('%s', (_name, text, record) => {
    expect(cut(text)).toEqual([[1, record]]);
    expect(cut(text, ';', 1), 'one byte at a time').toEqual([[1, record]]);
  });

  it('keeps to the tab where that is the delimiter', () => {
    expect(cut('a\t"b"\t\t"c\td"', '\t')).toEqual([[1, ['a', 'b', '', 'c\td']]]);
  });

  it('takes a delimiter of several characters', () => {
    expect(cut('a||"b||c"||d|e', '||', 1)).toEqual([[1, ['a', 'b||c', 'd|e']]]);
  });
});

describe('files that are malformed', () => {
  it('names the line where the quote was opened that never closes', () => {
    const text = `a;b\n\n"x\ny";1\n2;"open\n${'3;4\n'.repeat(50)}`;
    expect(() => cut(text)).toThrow(/opened on line 5 and not closed/);
  });

  it('does not let a stray opening quote swallow the lines up to the next one', () => {
    expect(() => cut('a;b\n"12 skjerm;1\n2;3\n"Oslo";4\n')).toThrow(/opened on line 2 closes on line 4/);
  });

  it('does not let two stray quotes swallow the rows between them', () => {
    const row = (at: number, text: string) => `0${at}.03.2026;-${at},00;${text}\n`;
    const swallowed = `Dato;Beløp;Tekst\n${row(1, '"Kiwi')}${row(2, 'Coop')}${row(3, 'Bunnpris"')}${row(4, 'Rema')}`;
    expect(() => cut(swallowed)).toThrow(/opened on line 2 is not closed before line 4, and the lines between/);
    expect(() => cut(`\n${swallowed}`.replaceAll('\n', '\r\n'))).toThrow(
      /opened on line 3 is not closed before line 5/,
    );
    // In the middle of a row, with another number of digits.
    expect(() => cut('9;"Kiwi;5;x\n10;Coop;6;y\n11";7;8;z\n')).toThrow(/opened on line 1 is not closed before line 3/);
  });

  it.each([
    ['the first column', '"Rema;30.01.2026;1,50\nKiwi;30.01.2026;2,50\nSpar";29.01.2026;3,50\n'],
    ['two lines', '"Rema;30.01.2026;1,50\nSpar";29.01.2026;-1 003,50\n'],
    ['a cell behind a text', 'K1;"31.01.2026;1,50\nB2;30.01.2026;2,50\nK3";29.01.2026;3,50\n'],
    ['texts alone', '"Ola Nordmann;ola@firma.no;Oslo;Norge;Kunde\nKari";kari@firma.no;Bergen;Norge;Kunde\n'],
  ])('does not let two stray quotes in %s swallow rows that begin with a text', (_, swallowed) => {
    expect(() => cut(`a;b;c\n${swallowed}`)).toThrow(
      /opened on line 2 is not closed before line \d, .* look like rows/,
    );
    // In blocks, of which each begins in the middle of a record.
    expect(() => cut(`a;b;c\nx;1;2\n${swallowed}`, ';', 7)).toThrow(/opened on line 3 is not closed/);
  });

  it.each([
    ['a text over lines', '01.03.2026;-1,00;"Kiwi\nOslo; Norge; 0150"\n'],
    ['a list that somebody wrote', '1;"to do\n1; this\n2; that";x\n'],
    ['rows of another shape', '01.03.2026;-1,00;"see\nA1;B;C\n2;3;4"\n'],
    ['a blank line between quoted numbers', ';"1;2";"\n";"1;2";\n'],
    ['an address', '1;2;"Storgata 1\nOslo; 0150; Norge"\n'],
    ['an address in front', '"Storgata 1\n0150 Oslo";01.03.2026;-1,00\n'],
    ['a cell at the beginning', '"01.03.2026\n02.03.2026;1;2";-1,00;x\n'],
  ])('takes %s for what it is', (_, text) => {
    expect(cut(text)).toHaveLength(1);
  });

  it('takes lines that are shorter than the rows around them for a text', () => {
    const row = (text: string) => `A;;1000;0,00;1000;${text};;481000;0;01.01.1995\n`;
    expect(cut(row('x') + row('"\n;"'))).toHaveLength(2);
  });

  it('names the line of a NUL', () => {
    expect(() => cut('a;b\n1;\0')).toThrow(/Line 2 holds a NUL/);
  });

  it('has a limit for a quoted record, and stops when it is reached', () => {
    expect(() => cut(`a\n"${'x\n'.repeat(RECORD_MAX_BYTES / 2 + 1)}`)).toThrow(/opened on line 2 and not closed/);
  });

  it('has a limit for a record without quotes', () => {
    expect(() => cut(`a\n${'x'.repeat(RECORD_MAX_BYTES + 1)}\n`)).toThrow(/line 2 is longer than 10 MB/);
    expect(cut('x'.repeat(RECORD_MAX_BYTES))).toHaveLength(1);
  });

  it('has a limit for columns', () => {
    expect(cut(';'.repeat(RECORD_MAX_COLUMNS - 1).concat('x'))).toHaveLength(1);
    expect(() => cut(`x\n${';'.repeat(RECORD_MAX_COLUMNS)}x`)).toThrow(/line 2 has more than 16384 columns/);
    expect(cut(`${';'.repeat(RECORD_MAX_COLUMNS)}\nx`)).toEqual([[2, ['x']]]);
  });
});

it('makes no Error of a record with more or fewer cells than the first', () => {
  const traces = vi.spyOn(Error, 'captureStackTrace');
  expect(cut('a\nb;c\n\nd;e;f\n')).toHaveLength(3);
  expect(traces).not.toHaveBeenCalled();
  traces.mockRestore();
});

it('reads whatever is well-formed as csv-parse reads it', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'ø', ' ', '\\', "'", '1') }),
    fc
      .string({ unit: fc.constantFrom('a', '"', ';', '\n', '\r\n', '\r', ' ', '€') })
      .map((text) => `"${text.replaceAll('"', '""')}"`),
  );
  const record = fc.array(cell, { minLength: 1, maxLength: 5 }).map((cells) => cells.join(';'));
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(fc.array(fc.tuple(record, lineEnd)), fc.integer({ min: 1, max: 40 }), (records, blockBytes) => {
      const text = records.map(([cells, end]) => cells + end).join('');
      const expected = parse(text, {
        delimiter: ';',
        relax_column_count: true,
        record_delimiter: ['\r\n', '\n', '\r'],
      }) as string[][];
      const filled = expected.filter((cells) => cells.some((value) => value.trim() !== ''));
      expect(cut(text, ';', blockBytes).map(([, cells]) => cells)).toEqual(filled);
    }),
    { numRuns: 1000 },
  );
});

it('reads whatever is not well-formed the same, wherever blocks are cut', () => {
  const text = fc.string({ unit: fc.constantFrom('"', '"', ';', ' ', '\t', '\n', '\r', 'a', 'ø'), maxLength: 60 });
  const attempt = (...how: Parameters<typeof cut>) => {
    try {
      return cut(...how);
    } catch (error) {
      return String(error);
    }
  };
  fc.assert(
    fc.property(
      text,
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom(';', '\t', 'aø'),
      (written, blockBytes, delimiter) => {
        expect(attempt(written, delimiter, blockBytes)).toEqual(attempt(written, delimiter));
      },
    ),
    { numRuns: 3000 },
  );
});

it('loses no text, however quotes stand', () => {
  const text = fc.string({ unit: fc.constantFrom('"', '"', ';', ' ', '\n', 'a', 'b', 'ø'), maxLength: 60 });
  const letters = (written: string) => written.replace(/[^abø]/g, '');
  fc.assert(
    fc.property(text, (written) => {
      let read: string;
      try {
        read = cut(written)
          .flatMap(([, record]) => record)
          .join('');
      } catch {
        return;
      }
      expect(letters(read)).toBe(letters(written));
    }),
    { numRuns: 3000 },
  );
});

it('cuts records to the cells that csv-parse reads in the repaired text, wherever blocks are cut', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', 'ø', '1', ' ', '\t', ',', "'", '|', ';', '\\'), maxLength: 6 });
  const odd = fc.string({ unit: fc.constantFrom('"', '"', 'a', ' ', ';', '|', 'ø', '€', '\n'), maxLength: 8 });
  const cell = fc.oneof(
    { weight: 4, arbitrary: plain },
    { weight: 2, arbitrary: plain.map((text) => `"${text}"`) },
    { weight: 1, arbitrary: odd },
  );
  const lines = fc.array(fc.tuple(fc.array(cell, { maxLength: 5 }), fc.constantFrom('\n', '\r\n', '\r')), {
    maxLength: 12,
  });
  let compared = 0;
  fc.assert(
    fc.property(
      lines,
      fc.constantFrom(';', ',', '\t', '|', '||', ' '),
      fc.integer({ min: 1, max: 40 }),
      (records, delimiter, blockBytes) => {
        const text = records.map(([cells, end]) => cells.join(delimiter) + end).join('');
        let expected: [number, string[]][];
        try {
          expected = byCsvParse(text, delimiter);
        } catch (error) {
          expect(() => cut(text, delimiter, blockBytes)).toThrow(String((error as Error).message));
          return;
        }
        compared++;
        expect(cut(text, delimiter, blockBytes)).toEqual(expected);
      },
    ),
    { numRuns: 4_000 },
  );
  expect(compared).toBeGreaterThan(1_000);
});

/** What csv-parse alone reads in the repaired text. */
function byCsvParse(text: string, delimiter: string): [number, string[]][] {
  const lines: number[] = [];
  const repairer = createCsvRepairer(delimiter, 1, ({ line }) => lines.push(line));
  const repaired = Buffer.concat([repairer.push(Buffer.from(text)), repairer.end()]);
  const records = parse(repaired, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  }) as string[][];
  expect(records).toHaveLength(lines.length);
  return records
    .map((cells, at): [number, string[]] => [lines[at]!, cells])
    .filter(([, cells]) => cells.some((value) => value.trim() !== ''));
}

describe('plain records', () => {
  /** What the plain cutter takes of a text by itself. */
  function plainly(text: string): { cells: string[][]; left: string; isUnusual: boolean } {
    const cells: string[][] = [];
    const bytes = Buffer.from(text);
    const cutter = new PlainCutter(';', 1, (record) => cells.push(record));
    const taken = cutter.cut(bytes);
    return { cells, left: bytes.toString('utf8', taken), isUnusual: cutter.isUnusual };
  }

  it('are cut without csv-parse, quotes around whole cells and doubled quotes in them included', () => {
    const text = 'a;"b;c";ø\r\n"say ""x""";"=""0555""";\r\n';
    const cells = [
      ['a', 'b;c', 'ø'],
      ['say "x"', '0555', ''],
    ];
    expect(plainly(text)).toEqual({ cells, left: '', isUnusual: false });
  });

  it.each([
    ['a quote inside a cell', '1;12" skjerm\n'],
    ['padding around quotes', '1; "a"\n'],
    ['text after a closing quote', '1;"a"b\n'],
    ['a line break between quotes', '1;"a\nb"\n'],
    ['a NUL', '1;\0\n'],
  ])('are none where there is %s', (_name, record) => {
    expect(plainly(`a;b\n${record}c;d\n`)).toEqual({ cells: [['a', 'b']], left: `${record}c;d\n`, isUnusual: true });
  });

  it.each(['a;b', 'a;"b', 'a;"b"', 'a;b\r'])('are left for later where they are not whole: %j', (begun) => {
    expect(plainly(`1;2\n${begun}`)).toEqual({ cells: [['1', '2']], left: begun, isUnusual: false });
  });

  it('are cut again after one that is not plain, and of many kilobytes too', () => {
    const parsed = vi.spyOn(Parser.prototype, '_transform');
    const plain = '1;2;a text that comes again\n'.repeat(5_000);
    const long = `3;"${'x\n'.repeat(60_000)}";4\n`;
    expect(cut(`${plain}5;6" skjerm\n${plain}${long}${plain}`).map(([line, [first]]) => [line, first])).toEqual(
      [
        ...Array.from({ length: 5_000 }, () => '1'),
        '5',
        ...Array.from({ length: 5_000 }, () => '1'),
        '3',
        ...Array.from({ length: 5_000 }, () => '1'),
      ].map((first, at) => [at + 1 + (at > 10_001 ? 60_000 : 0), first]),
    );
    const bytes = parsed.mock.calls.reduce((sum, [text]) => sum + (text as Buffer).length, 0);
    parsed.mockRestore();
    expect(bytes).toBeLessThan(long.length + 50_000);
  });

  it('give a text that a column has had before as it was', () => {
    const values = ['31.12.2026', '01.01.2027', '3000', '', '1'];
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(...values, 'x'.repeat(30)), { minLength: 3, maxLength: 3 })),
        (rows) => {
          const filled = rows.filter((row) => row.some((value) => value !== ''));
          expect(cut(filled.map((row) => `${row.join(';')}\n`).join('')).map(([, cells]) => cells)).toEqual(filled);
        },
      ),
    );
  });

  it('of many different texts in a column are cut as well', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [String(at), String(at % 7), `KID${at * 31}`]);
    expect(cut(rows.map((row) => `${row.join(';')}\n`).join('')).map(([, cells]) => cells)).toEqual(rows);
  });
});
