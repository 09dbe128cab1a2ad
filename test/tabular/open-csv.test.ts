import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { openCsv } from '../../src/tabular/open-csv.ts';
import { readBytes, withFile } from './csv-reading.ts';

describe('sep=', () => {
  it.each([
    ['LF', 'sep=;\na;1,2\n'],
    ['CRLF', 'sep=;\r\na;1,2\r\n'],
    ['CR', 'SEP=;\ra;1,2\r'],
    ['with a byte order mark', '\ufeffsep=;\r\na;1,2\r\n'],
    ['quoted', '"sep=;"\na;1,2\n'],
    ['with the delimiters of a spreadsheet', 'sep=;;\na;1,2\n'],
  ])('%s: obeyed, no record, its line counted', async (_name, text) => {
    const { facts, lines, records } = await readBytes(text);
    expect(facts.delimiter).toBe(';');
    expect([lines, records]).toEqual([[2], [['a', '1,2']]]);
  });

  it('in UTF-16', async () => {
    const { lines, records } = await readBytes(iconv.encode('sep=\t\r\na\tb', 'utf-16le', { addBOM: true }));
    expect([lines, records]).toEqual([[2], [['a', 'b']]]);
  });

  it('names delimiters that are never guessed', async () => {
    expect((await readBytes('sep=:\na:b\n')).records).toEqual([['a', 'b']]);
  });

  it('gives way to the delimiter of the job, and is no record even then', async () => {
    const { records } = await readBytes('sep=;\na;b,c\n', { delimiter: ',' });
    expect(records).toEqual([['a;b', 'c']]);
  });

  it('is a cell like any other elsewhere', async () => {
    expect((await readBytes('a;b\nsep=;\n')).records).toEqual([
      ['a', 'b'],
      ['sep=', ''],
    ]);
  });
});

describe('a source', () => {
  it('gives its head and then, any number of times, all of it', async () => {
    const text = Array.from({ length: 5000 }, (_, i) => `\n${i};x\n`).join('');
    await withFile(text, async (path) => {
      const source = await openCsv(path, { delimiter: 'auto', encoding: 'auto' });
      expect(await source.head(0, 3)).toEqual({
        lines: [2, 4, 6],
        records: [
          ['0', 'x'],
          ['1', 'x'],
          ['2', 'x'],
        ],
      });
      expect((await source.head(0, 9999)).records).toHaveLength(5000);
      for (let reading = 0; reading < 2; reading++) {
        let next = 0;
        for await (const { lines, records } of source.chunks(0)) {
          expect(records.length).toBeLessThanOrEqual(1000);
          for (const [i, record] of records.entries()) {
            expect([lines[i], record]).toEqual([2 * next + 2, [String(next++), 'x']]);
          }
        }
        expect(next).toBe(5000);
      }
      await source.close();
    });
  });

  it('gives the head that stands before more blank lines than are searched', async () => {
    await withFile(`a;b\n${'\n'.repeat(17 * 1024 * 1024)}`, async (path) => {
      const source = await openCsv(path, { delimiter: 'auto', encoding: 'auto' });
      expect(await source.head(0, 9)).toEqual({ lines: [1], records: [['a', 'b']] });
      await source.close();
    });
  });

  it('can be left before its end', async () => {
    await withFile('a;b\n'.repeat(100_000), async (path) => {
      const source = await openCsv(path, { delimiter: 'auto', encoding: 'auto' });
      for await (const chunk of source.chunks(0)) {
        expect(chunk.records[0]).toEqual(['a', 'b']);
        break;
      }
      await source.close();
    });
  });

  it.each(['', ' \r\n \n', '\ufeff'])('without text is empty: %j', async (text) => {
    await expect(readBytes(text)).rejects.toMatchObject({ issue: { code: 'file-empty' } });
  });

  it.each(['', '"', '\n'])('takes no delimiter %j', async (delimiter) => {
    await expect(readBytes('a', { delimiter })).rejects.toMatchObject({ name: 'UsageError' });
  });
});

const ENCODINGS = [
  'utf-8',
  'utf-8 with a mark',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'cp865',
  'iso-8859-15',
] as const;

it('reads back exactly what was written, in any dialect, on the right lines', async () => {
  // Signs that every encoding here has, and all that CSV makes hard.
  const unit = fc.constantFrom(
    'a',
    'B',
    '7',
    'ø',
    'Æ',
    'å',
    'ö',
    'é',
    '"',
    ',',
    ';',
    '\t',
    '|',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '\\',
    "'",
    '=',
  );
  const cell = fc
    .oneof(fc.string({ unit, maxLength: 12 }), fc.constantFrom('', '1 234,50', '12" skjerm', 'sep=;'))
    .filter((text) => !/^\s*="/.test(text));
  const dialect = fc.record({
    delimiter: fc.constantFrom(';', ',', '\t', '|', '¤'),
    record_delimiter: fc.constantFrom('\n', '\r\n', '\r'),
    quoted: fc.boolean(),
    encoding: fc.constantFrom(...ENCODINGS),
    blanks: fc.integer({ min: 0, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 20 }),
      dialect,
      async (rows, how) => {
        const delimiter = how.encoding === 'utf-8' ? how.delimiter : how.delimiter.replace('¤', ';');
        // A line of a cell that is like a row of the table rejects the file: two stray quotes may have swallowed it.
        const widths = new Set([2, ...rows.map((row) => row.length)]);
        const inner = rows
          .flat()
          .map((text) => text.split(/\r\n|\r|\n/))
          .filter(({ length }) => length > 1)
          .flat();
        fc.pre(!inner.some((line) => line.includes(delimiter) && widths.has(line.split(delimiter).length)));
        const written = rows.map((row) =>
          // Cells that look quoted once padding is dropped must be quoted, and so must line ends of any kind.
          stringify([row], {
            delimiter,
            record_delimiter: how.record_delimiter,
            quoted: how.quoted,
            quoted_match: /[\r\n"]/,
          }),
        );
        const blank = (delimiter + how.record_delimiter).repeat(how.blanks);
        const text = `x${delimiter}y${how.record_delimiter}${blank}${written.join('')}`;
        const kept = rows.map((row) => row.some((value) => value.trim() !== ''));

        let line = 2 + how.blanks;
        const lines = [1];
        for (const [i, record] of written.entries()) {
          if (kept[i]) lines.push(line);
          line += record.match(/\r\n|\r|\n/g)?.length ?? 0;
        }
        const named = how.encoding.split(' ')[0]!;
        const bytes = iconv.encode(text, named, { addBOM: how.encoding.endsWith('mark') });
        const reading = await readBytes(bytes, { delimiter, encoding: named });
        expect(reading.records).toEqual([['x', 'y'], ...rows.filter((_, i) => kept[i])]);
        expect(reading.lines).toEqual(lines);
      },
    ),
    { numRuns: 400 },
  );
});
