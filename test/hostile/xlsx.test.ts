import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  BOOK,
  BOOK_RELATIONSHIPS,
  relationshipsXml,
  SHEET,
  STRINGS,
  STYLES,
  sheetXml,
  stringsXml,
  stylesXml,
  workbookXml,
} from '../tabular/xlsx-building.ts';
import { archive, type Member } from './archive.ts';
import { expectRejected, PLANNED_WITHIN_MS, SOUND, usePlanner } from './planner.ts';

const MB = 1024 ** 2;
const planner = usePlanner();

const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
const HEADER = `<row>${['Bilag', 'Dato', 'Konto', 'Beløp', 'Tekst'].map(text).join('')}</row>`;
const line = (account: string, amount: number, last = text('x'), key = '1') =>
  `<row>${text(key)}${text('02.01.2026')}${text(account)}<c><v>${amount}</v></c>${last}</row>`;
/** Entries of one row, which all refer to one text. */
const entries = (count: number) =>
  Array.from({ length: count }, (_, i) => line('1920', 1, '<c t="s"><v>0</v></c>', String(i))).join('');
const ROWS = HEADER + line('1920', 1) + line('3000', -1);
const manySheets = (count: number) =>
  workbookXml().replace(
    /<sheets>.*<\/sheets>/,
    `<sheets>${Array.from({ length: count }, (_, i) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="rId1"/>`).join('')}</sheets>`,
  );

/** A workbook of the usual parts, with some of them changed, and others behind them. */
function workbook(parts: Readonly<Record<string, string | Buffer>>, ...more: Member[]): Buffer {
  const usual: Record<string, string | Buffer> = {
    '_rels/.rels': relationshipsXml(['officeDocument', 'xl/workbook.xml']),
    [BOOK]: workbookXml(),
    [BOOK_RELATIONSHIPS]: relationshipsXml(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ),
    [SHEET]: sheetXml(ROWS),
    [STRINGS]: stringsXml(''),
    [STYLES]: stylesXml([0]),
  };
  const changed = { ...usual, ...parts };
  return archive([...Object.entries(changed).map(([name, content]) => ({ name, content })), ...more]);
}

describe('workbooks that are rejected', { timeout: PLANNED_WITHIN_MS }, () => {
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';
  const blank = (bytes: number) => sheetXml('').replace('</worksheet>', `${' '.repeat(bytes)}</worksheet>`);
  test.each<[string, () => Buffer, string, RegExp]>([
    ['entities', () => workbook({ [SHEET]: entities + sheetXml(text('&c;')) }), 'file-malformed', /document type decl/],
    [
      'a document type in the relationships',
      () => workbook({ [BOOK_RELATIONSHIPS]: `${entities}<a/>` }),
      'file-malformed',
      /document type/,
    ],
    [
      'a sheet of blanks, packed a thousand times',
      () => workbook({ [SHEET]: blank(66 * MB) }),
      'file-too-large',
      /200 times/,
    ],
    [
      'one that says it is small',
      () => archive([...small(), { name: SHEET, content: blank(66 * MB), says: 1_000 }]),
      'file-too-large',
      /200 times/,
    ],
    [
      'sheets that share their bytes, none with a header',
      () =>
        workbook({
          [BOOK]: manySheets(900),
          [SHEET]: sheetXml(
            Array.from({ length: 200_000 }, (_, i) => `<row r="${i + 1}" spans="1:16" ht="15"/>`).join(''),
          ),
        }),
      'file-too-large',
      /256 MiB before one has a header/,
    ],
    [
      'sixty thousand sheets',
      () => workbook({ [BOOK]: manySheets(60_000) }),
      'file-too-large',
      /more than 1000 sheets/,
    ],
    [
      'twenty thousand members',
      () => workbook({}, ...Array.from({ length: 20_000 }, (_, i) => ({ name: `x/${i}`, overlaps: BOOK }))),
      'file-too-large',
      /20006 entries/,
    ],
    [
      'relationships without end',
      () =>
        workbook({
          [BOOK_RELATIONSHIPS]: relationshipsXml(...Array.from({ length: 50_000 }, () => ['a', 'b'] as const)),
        }),
      'file-too-large',
      /more than 20000 relationships/,
    ],
    [
      'a million cell formats',
      () => workbook({ [STYLES]: stylesXml(new Array<number>(1_000_000).fill(0)) }),
      'file-malformed',
      /more cell formats/,
    ],
    [
      'number formats without end',
      () => workbook({ [STYLES]: stylesXml(Array.from({ length: 50_000 }, (_, i) => `yy${i}`)) }),
      'file-malformed',
      /more than 10000 number formats/,
    ],
    [
      'a text of 32 KB that seventeen thousand cells refer to',
      () =>
        workbook({
          [SHEET]: sheetXml(HEADER + entries(17_000)),
          [STRINGS]: stringsXml(`<si><t>${'x'.repeat(32_767)}</t></si>`),
        }),
      'file-too-large',
      /cells of more than 536870912 characters together/,
    ],
    [
      'a row of long texts',
      () => workbook({ [SHEET]: sheetXml(`${HEADER}<row>${text('y'.repeat(32_000)).repeat(400)}</row>`) }),
      'file-too-large',
      /more than 10485760 characters in row 2/,
    ],
    [
      'values in the last column alone',
      () =>
        workbook({
          [SHEET]: sheetXml(
            HEADER +
              Array.from(
                { length: 10_000 },
                (_, i) => `<row r="${i + 2}"><c r="XFD${i + 2}"><v>${i}</v></c></row>`,
              ).join(''),
          ),
        }),
      'file-too-large',
      /more than 67108864 cells/,
    ],
    [
      'a value in pieces without end',
      () =>
        workbook({
          [SHEET]: sheetXml(`${HEADER}<row><c t="str"><v>${'a<![CDATA[b]]>'.repeat(300_000)}</v></c></row>`),
        }),
      'file-malformed',
      /more than 32767 characters/,
    ],
    [
      'texts with long gaps',
      () => workbook({ [STRINGS]: stringsXml(`<si><t>a${' '.repeat(200_000)}b</t></si>`.repeat(20)) }),
      'file-malformed',
      /more than 32767 characters/,
    ],
    [
      'a workbook inside a ZIP archive',
      () => archive([{ name: 'a.xlsx', content: workbook({}) }]),
      'file-type',
      /a ZIP archive that holds a.xlsx/,
    ],
    [
      'an OpenDocument spreadsheet',
      () =>
        archive([
          { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
          { name: 'content.xml', content: '<a/>' },
        ]),
      'file-type',
      /OpenDocument/,
    ],
    [
      'an old workbook',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_096)]),
      'file-type',
      /old Office file/,
    ],
    [
      'the end of an archive that is no end',
      () =>
        Buffer.concat([
          Buffer.from('PK\x03\x04', 'latin1'),
          Buffer.from('PK\x06\x06PK\x05\x06', 'latin1'),
          Buffer.alloc(18, 0xff),
        ]),
      'file-type',
      /ZIP archive/,
    ],
    ...[
      '../../../../../../etc/passwd',
      '/etc/passwd',
      'file:///etc/passwd',
      '..\\..\\etc\\passwd',
      '%2e%2e/%2e%2e/etc/passwd',
    ].map((target): [string, () => Buffer, string, RegExp] => [
      `a sheet that is ${target}`,
      () => workbook({ [BOOK_RELATIONSHIPS]: relationshipsXml(['worksheet', target]) }),
      'file-malformed',
      /passwd is missing/,
    ]),
  ])('%s', async (_, content, code, words) => {
    expectRejected(await planner.plan('a.xlsx', content()), code, words);
  });

  function small(): Member[] {
    return [
      { name: '_rels/.rels', content: relationshipsXml(['officeDocument', 'xl/workbook.xml']) },
      { name: BOOK, content: workbookXml() },
      { name: BOOK_RELATIONSHIPS, content: relationshipsXml(['worksheet', 'worksheets/sheet1.xml']) },
    ];
  }
});

describe('workbooks that do no harm', { timeout: PLANNED_WITHIN_MS }, () => {
  const merged = Array.from({ length: 50_000 }, (_, i) => `<mergeCell ref="A${i + 9}:B${i + 9}"/>`).join('');
  const empty = Array.from({ length: 1_048_573 }, (_, i) => `<row r="${i + 4}"/>`).join('');
  test.each<[string, () => Buffer]>([
    [
      '50,000 merged cells',
      () =>
        workbook({ [SHEET]: sheetXml(ROWS).replace('</sheetData>', `</sheetData><mergeCells>${merged}</mergeCells>`) }),
    ],
    ['a million rows without a value', () => workbook({ [SHEET]: sheetXml(ROWS + empty) })],
    [
      'a wrong dimension',
      () => workbook({ [SHEET]: sheetXml(ROWS).replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>') }),
    ],
    [
      'a wrong count of shared strings',
      () => workbook({ [STRINGS]: stringsXml('').replace('<sst', '<sst count="4294967295" uniqueCount="4294967295"') }),
    ],
    ['empty shared strings', () => workbook({ [STRINGS]: stringsXml('<si/>'.repeat(100_000)) })],
    ['macros', () => workbook({}, { name: 'xl/vbaProject.bin', content: Buffer.alloc(10_000, 1) })],
    [
      'parts that nobody asks for, however large',
      () => workbook({}, { name: 'xl/media/a.png', content: Buffer.alloc(40 * MB) }),
    ],
  ])('%s', async (_, content) => {
    const outcome = await planner.plan('a.xlsx', content());
    expect(outcome).toMatchObject({ state: 'planned', rows: { read: 2, held: 0, pending: 2 } });
  });

  test('a text of 32 KB that ten thousand cells refer to holds its rows, once', async () => {
    const sheet = sheetXml(HEADER + entries(10_000));
    const strings = stringsXml(`<si><t>${'x'.repeat(32_767)}</t></si>`);
    const outcome = await planner.plan('a.xlsx', workbook({ [SHEET]: sheet, [STRINGS]: strings }));
    expect(outcome).toMatchObject({ state: 'planned', rows: { read: 10_000, held: 10_000 } });
    expect(outcome.issues.map(({ code }) => code)).toContain('description-too-long');
  });

  test('a file that takes more memory than it may is rejected, leaves nothing, and the next one goes through', async () => {
    // Long texts that a rule replaces are kept until their entry is whole: 4,600 of 64 KB.
    const strings = Array.from({ length: 40 }, (_, i) => `<si><t>${'ł'.repeat(32_000)}${i}</t></si>`).join('');
    const rows = Array.from({ length: 4_600 }, (_, i) => line('1920', 1, `<c t="s"><v>${i % 40}</v></c>`)).join('');
    const hostile = workbook({ [SHEET]: sheetXml(HEADER + rows), [STRINGS]: stringsXml(strings) });
    const outcome = await planner.plan('a.xlsx', hostile, 'override');
    expectRejected(outcome, 'file-too-complex', /more than the 240 MB of memory that it may; it got as far as row \d+/);
    expect(outcome.rows.read).toBe(0);
    expect(await planner.plan('b.csv', SOUND)).toMatchObject({ state: 'planned', entries: { pending: 1 } });
  });
});

const CORPUS = new URL('../../../shared/corpus/', import.meta.url);
/** Words by which the list of the corpus tells files that are odd on purpose. */
const ODD =
  /NUL|GZIP|a ZIP named|100 KB cell|very wide|error class|padding|invalid XML|encrypted|backslash|dimension|69x|UTF-32/i;

describe.skipIf(!existsSync(CORPUS))(
  'odd files of the corpus (skipped where it is absent)',
  { timeout: PLANNED_WITHIN_MS },
  () => {
    const odd = existsSync(CORPUS)
      ? readFileSync(new URL('MANIFEST.tsv', CORPUS), 'utf8')
          .split('\n')
          .filter((entry) => ODD.test(entry.split('\t')[4] ?? ''))
          .map((entry) => entry.split('\t')[0]!)
      : [];
    test('are there', () => expect(odd.length).toBeGreaterThan(8));

    test.each(odd)('%s ends in words', async (path) => {
      const outcome = await planner.planPath(new URL(path, CORPUS).pathname);
      expect(outcome.reason ?? outcome.refused).toMatchObject({
        message: expect.any(String),
        suggestion: expect.any(String),
      });
    });
  },
);
