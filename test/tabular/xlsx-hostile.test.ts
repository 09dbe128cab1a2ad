import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FileRejected } from '../../src/core/issue.ts';
import { SharedStrings } from '../../src/tabular/xlsx/strings.ts';
import { openWorkbook } from '../../src/tabular/xlsx/workbook.ts';
import {
  BOOK,
  BOOK_RELATIONSHIPS,
  type Parts,
  readRows,
  readTable,
  relationshipsXml,
  SHEET,
  STRINGS,
  STYLES,
  sheetXml,
  stringsXml,
  temporaryFolder,
  workbookBytes,
  writeFile,
  zip,
} from './xlsx-building.ts';

const folder = temporaryFolder();

async function rejection(bytes: Buffer): Promise<FileRejected> {
  const outcome = await readRows(writeFile(folder, bytes)).then(
    () => 'was read',
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(FileRejected);
  expect((outcome as FileRejected).issue.suggestion).toBeTruthy();
  return outcome as FileRejected;
}

const cell = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
const DOCTYPE = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';

test.each<[string, Parts, RegExp]>([
  ['a document type', { [SHEET]: DOCTYPE + sheetXml(cell('&b;')) }, /sheet1.xml holds a document type declaration/],
  ['one in the shared strings', { [STRINGS]: DOCTYPE + stringsXml('') }, /sharedStrings.xml holds a document type/],
  ['an unknown entity', { [SHEET]: sheetXml(cell('&b;')) }, /holds &b;, which is not a character/],
  ['a bare ampersand', { [SHEET]: sheetXml(cell('R & D')) }, /holds & D, which is not a character/],
  ['character zero', { [SHEET]: sheetXml(cell('&#0;')) }, /holds &#0;/],
  ['half a surrogate pair', { [SHEET]: sheetXml(cell('&#xD800;')) }, /holds &#xD800;/],
  ['bytes that are not UTF-8', { [SHEET]: Buffer.from(sheetXml(cell('Beløp')), 'latin1') }, /is not UTF-8/],
  ['an unknown encoding', { [SHEET]: '<?xml version="1.0" encoding="x-odd"?><worksheet/>' }, /encoding x-odd/],
  ['a sheet that ends too early', { [SHEET]: sheetXml(cell('a')).slice(0, -40) }, /ends too early/],
  ['an empty sheet part', { [SHEET]: '' }, /ends too early/],
  ['crossed tags', { [SHEET]: sheetXml('<row><c></row></c>') }, /tags do not match/],
  ['an attribute without quotes', { [SHEET]: sheetXml('<row r=1></row>') }, /no quotes/],
  ['text before the root', { [SHEET]: `foo${sheetXml('')}` }, /text outside its root/],
  ['another document', { [SHEET]: '<chartsheet/>' }, /is not a worksheet/],
  ['rows inside something unknown', { [SHEET]: sheetXml('<choice><row/></choice>') }, /not known/],
  ['cells inside something unknown', { [SHEET]: sheetXml('<row><choice><c/></choice></row>') }, /not known/],
  ['an unknown cell type', { [SHEET]: sheetXml('<row><c t="z"><v>1</v></c></row>') }, /type that is not known/],
  ['a column beyond XFD', { [SHEET]: sheetXml('<row><c r="XFE1"><v>1</v></c></row>') }, /more than 16384 columns/],
  ['too many cells without references', { [SHEET]: sheetXml(`<row>${'<c/>'.repeat(16385)}</row>`) }, /16384 columns/],
  ['a row beyond the last', { [SHEET]: sheetXml('<row r="1048577"/>') }, /row numbered 1048577/],
  ['row zero', { [SHEET]: sheetXml('<row r="0"/>') }, /row numbered 0/],
  ['rows out of order', { [SHEET]: sheetXml('<row r="2"/><row r="2"/>') }, /row 2 behind row 2/],
  ['a cell of another row', { [SHEET]: sheetXml('<row r="2"><c r="A3"/></row>') }, /cell of row 3 in row 2/],
  [
    'a cell twice',
    { [SHEET]: sheetXml('<row><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>') },
    /two cells in column 1/,
  ],
  ['a reference that is none', { [SHEET]: sheetXml('<row r="1"><c r="1A"/></row>') }, /without a place/],
  ['a text too long for a cell', { [SHEET]: sheetXml(cell('a'.repeat(32768))) }, /more than 32767 characters/],
  [
    'one made of runs',
    { [STRINGS]: stringsXml(`<si>${'<r><t>aaaaaaaaaa</t></r>'.repeat(3277)}</si>`) },
    /32767 characters/,
  ],
  ['an endless tag', { [SHEET]: `<worksheet a="${'a'.repeat(3 * 1024 ** 2)}"/>` }, /more than 1048576 bytes/],
  ['deep nesting', { [SHEET]: `<worksheet>${'<a>'.repeat(200)}` }, /128 deep/],
  ['a missing sheet part', { [SHEET]: undefined }, /sheet1.xml is missing/],
  ['missing styles, without which dates are numbers', { [STYLES]: undefined }, /styles.xml is missing/],
])('%s is rejected as malformed, with the part named', async (_, parts, message) => {
  const rejected = await rejection(workbookBytes({ [SHEET]: sheetXml(cell('a')), ...parts }));
  expect(rejected.issue.code).toBe('file-malformed');
  expect(rejected.message).toMatch(message);
});

describe('archives', () => {
  const whole = workbookBytes({ [SHEET]: sheetXml(cell('a').repeat(50)) });

  test('no archive, and half of one, are told apart from workbooks', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('Dato;Beløp\n'), whole.subarray(0, whole.length / 2)]) {
      expect((await rejection(bytes)).issue.code).toBe('file-type');
    }
  });

  test.each([
    ['a ZIP of other files', [['a.txt', 'x']], /ZIP archive without a workbook/],
    [
      'OpenDocument',
      [
        ['mimetype', 'x'],
        ['content.xml', '<a/>'],
      ],
      /OpenDocument/,
    ],
    [
      '.xlsb',
      [
        ['_rels/.rels', relationshipsXml(['officeDocument', 'xl/workbook.bin'])],
        ['xl/workbook.bin', 'x'],
      ],
      /xlsb/,
    ],
    [
      'Word',
      [
        ['_rels/.rels', relationshipsXml(['officeDocument', 'word/document.xml'])],
        ['word/document.xml', '<a/>'],
      ],
      /Word/,
    ],
  ] as const)('%s is no workbook', async (_, entries, message) => {
    const rejected = await rejection(zip(entries));
    expect(rejected.issue.code).toBe('file-type');
    expect(rejected.message).toMatch(message);
  });

  test('a part that is there twice is refused: which one counts would be a guess', async () => {
    const parts: [string, string][] = [
      [BOOK, '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>'],
      [BOOK_RELATIONSHIPS, relationshipsXml(['worksheet', 'worksheets/sheet1.xml'])],
      [SHEET, sheetXml(cell('a'))],
      [SHEET.toUpperCase(), sheetXml(cell('b'))],
    ];
    expect((await rejection(zip(parts))).message).toMatch(/sheet1.xml is there twice/);
  });

  test('a bomb stops at 200 times its packed size', async () => {
    const spaces = `${' '.repeat(80 * 1024 ** 2)}</worksheet>`;
    const bomb = workbookBytes({ [SHEET]: sheetXml('').replace('</worksheet>', spaces) });
    const rejected = await rejection(bomb);
    expect(rejected.issue.code).toBe('file-too-large');
    expect(rejected.message).toMatch(/200 times its packed size/);
  });

  test('shared strings stop at 128 MiB of text', () => {
    const strings = new SharedStrings(STRINGS);
    const add = () => {
      for (let i = 0; i < 9000; i++) strings.add('æ'.repeat(16_000));
    };
    expect(add).toThrow(/sharedStrings.xml holds more than 128 MiB of text/);
    expect(strings.get(0)).toBe('æ'.repeat(16_000));
  });

  test('damage is found: a workbook is read right or rejected, whatever byte is wrong or missing', async () => {
    const path = join(folder, 'damaged.xlsx');
    const right = await readRows(writeFile(folder, whole));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, flip, cut) => {
          const bytes = Buffer.from(whole);
          bytes[at] = (bytes[at] as number) ^ flip;
          writeFileSync(path, cut ? bytes.subarray(0, at) : bytes);
          try {
            const source = await openWorkbook(path);
            // A part's name may be hit: then the workbook has no such sheet, which is no wrong cell.
            expect(await readTable(source, 0).finally(() => source.close())).toEqual(right);
          } catch (error) {
            if (!(error instanceof FileRejected)) throw error;
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a file that is not there is the system’s error, not the file’s fault', async () => {
    await expect(openWorkbook(join(folder, 'none.xlsx'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
