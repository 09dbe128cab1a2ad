import { expect, test } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import { DateInference } from '../../src/reading/infer-date-order.ts';
import { DecimalInference } from '../../src/reading/infer-decimal.ts';
import { openWorkbook } from '../../src/tabular/xlsx/workbook.ts';
import {
  BOOK,
  BOOK_RELATIONSHIPS,
  type Parts,
  readRows,
  relationshipsXml,
  SHEET,
  STRINGS,
  STYLES,
  sheetXml,
  stringsXml,
  stylesXml,
  temporaryFolder,
  workbookBytes,
  workbookXml,
  writeFile,
} from './xlsx-building.ts';

const folder = temporaryFolder();
const read = (parts: Parts) => readRows(writeFile(folder, workbookBytes(parts)));
/** The cells of a single row. */
async function row(cells: string, parts: Parts = {}): Promise<readonly Cell[] | undefined> {
  return (await read({ [SHEET]: sheetXml(`<row r="1">${cells}</row>`), ...parts }))[1];
}
const date = (iso: string) => ({ kind: 'date', iso });
const error = (text: string) => ({ kind: 'error', text });

test('numbers are the nearest to what is written, in every notation', async () => {
  const written = [
    '0',
    '-0',
    '12',
    '-4920.81',
    '9487049.3499999996',
    '1E-3',
    '1.5E+300',
    '.5',
    '123456789012345678',
    ' 7 ',
  ];
  const cells = written.map((v) => `<c><v>${v}</v></c>`).join('');
  expect(await row(cells)).toEqual([
    0, 0, 12, -4920.81, 9487049.3499999996, 0.001, 1.5e300, 0.5, 123456789012345680, 7,
  ]);
});

test('what is no number is an error value, never text, zero or empty', async () => {
  const cells = ['abc', '0x10', '1,5', 'NaN', 'Infinity', '1e999', '--1', '1 2']
    .map((v) => `<c><v>${v}</v></c>`)
    .join('');
  for (const cell of (await row(cells)) ?? []) expect(cell).toMatchObject({ kind: 'error' });
});

test('shared strings: plain, rich, with phonetics, with leading zeros, and a number that is none of theirs', async () => {
  const items = [
    '<si><t>0123</t></si>',
    '<si><r><rPr><b/></rPr><t>Fak</t></r><r><t xml:space="preserve">tura </t></r><r><t>12</t></r></si>',
    '<si><t>課きく</t><rPh sb="0" eb="1"><t>カ</t></rPh><phoneticPr fontId="1"/></si>',
    '<si/>',
  ];
  const cells = ['0', '1', '2', '3', '0', '4', '-1', '0.5'].map((i) => `<c t="s"><v>${i}</v></c>`).join('');
  expect(await row(cells, { [STRINGS]: stringsXml(items.join('')) })).toEqual([
    '0123',
    'Faktura 12',
    '課きく',
    '',
    '0123',
    error('text number 4 is missing in the workbook'),
    error('text number -1 is missing in the workbook'),
    error('text number 0.5 is missing in the workbook'),
  ]);
});

test('a text of any length and script comes back whole, also across the pages that hold the shared strings', async () => {
  const items = Array.from({ length: 60 }, (_, i) => `${i} ${'æ漢😀'.repeat(i % 7 === 0 ? 7000 : i)}`);
  const strings = stringsXml(items.map((text) => `<si><t>${text}</t></si>`).join(''));
  expect(await row(items.map((_, i) => `<c t="s"><v>${i}</v></c>`).join(''), { [STRINGS]: strings })).toEqual(items);
});

test('inline strings: plain, rich, CDATA, comments and references between', async () => {
  const cells = [
    '<c t="inlineStr"><is><t>0012</t></is></c>',
    '<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh sb="0" eb="1"><t>x</t></rPh></is></c>',
    '<c t="inlineStr"><is><t>1<![CDATA[ & <2> &amp; ]]>3<!-- no > text -->4</t></is></c>',
    '<c t="inlineStr"><is><t>Str&#248;m &amp; l&#xF8;nn &lt;&quot;&apos;&gt; &#x1F600;</t></is></c>',
    '<c t="inlineStr"><is></is></c>',
    '<c t="inlineStr"><v>in a value</v></c>',
  ];
  expect(await row(cells.join(''))).toEqual([
    '0012',
    'ab',
    '1 & <2> &amp; 34',
    'Strøm & lønn <"\'> 😀',
    '',
    'in a value',
  ]);
});

test('white space at the ends stays only where it is marked, line ends are XML’s, escapes are undone once', async () => {
  const cells = [
    '<c t="inlineStr"><is><t> a b </t></is></c>',
    '<c t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>',
    '<c t="inlineStr"><is><t>a\r\nb\rc</t></is></c>',
    '<c t="inlineStr"><is><t>a_x000D_\nb&#13;c</t></is></c>',
    '<c t="inlineStr"><is><t>_x005F_x000D_ _x00e6_ _x12_</t></is></c>',
    '<c t="str"><f>A1</f><v>a_x000D_b</v></c>',
  ];
  expect(await row(cells.join(''))).toEqual(['a b', ' a ', 'a\nb\nc', 'a\r\nb\rc', '_x000D_ æ _x12_', 'a\rb']);
});

test('formulas have their stored result: 0, text, empty text, truth, error, date; without one they are errors', async () => {
  const cells = [
    '<c><f>A1-A1</f><v>0</v></c>',
    '<c t="str"><f>T(1)</f><v>0123</v></c>',
    '<c t="str"><f>IF(1,"")</f><v></v></c>',
    '<c t="b"><f>TRUE()</f><v>1</v></c>',
    '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    '<c s="1"><f>TODAY()</f><v>46023</v></c>',
    '<c><f t="shared" si="0"/><v>12.5</v></c>',
    '<c><f>SUM(A1:A9)</f></c>',
    '<c><f>SUM(A1:A9)</f><v/></c>',
    '<c t="str"><f>T(1)</f></c>',
  ];
  const missing = error('formula without a stored value');
  expect(await row(cells.join(''), { [STYLES]: stylesXml([0, 14]) })).toEqual([
    ...[0, '0123', '', true, error('#DIV/0!'), date('2026-01-01'), 12.5],
    ...[missing, missing, missing],
  ]);
});

test('truth values and error values', async () => {
  const cells = '<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="b"><v>maybe</v></c><c t="e"><v>#N/A</v></c><c t="e"/>';
  const expected = [true, false, error('maybe (not a truth value)'), error('#N/A'), error('error without a name')];
  expect(await row(cells)).toEqual(expected);
});

test('ISO dates; what only looks like one stays text', async () => {
  const written = ['2026-02-28', '2026-02-28T00:00:00', '2026-02-28T13:45:10.25', '10:10:10'];
  // With a zone it is an instant, whose day depends on the place.
  const odd = ['2026-02-30', '2026-02-28T13:45:10+02:00', '2026-02-27T23:00:00.000Z', '2026-02-28T23:59:59.999'];
  const cells = [...written, ...odd].map((v) => `<c t="d"><v>${v}</v></c>`).join('');
  const moment = date('2026-02-28T13:45:10');
  expect(await row(cells)).toEqual([
    date('2026-02-28'),
    date('2026-02-28'),
    moment,
    '10:10:10',
    ...odd.slice(0, 3),
    date('2026-02-28T23:59:59'),
  ]);
});

test('dates are told by number format, in the epoch of the workbook', async () => {
  const styles = { [STYLES]: stylesXml([0, 14, 'dd\\.mm\\.yyyy\\ hh:mm', '[h]:mm', 20, '0.00&quot;d&quot;']) };
  const cells = [0, 1, 2, 3, 4, 5, 9].map((s) => `<c s="${s}"><v>43831.5</v></c>`).join('');
  const noon = date('2020-01-01T12:00:00');
  expect(await row(cells, styles)).toEqual([43831.5, noon, noon, 43831.5, noon, 43831.5, 43831.5]);
  const in1904 = { ...styles, [BOOK]: workbookXml('<workbookPr date1904="1"/>') };
  expect((await row(cells, in1904))?.[1]).toEqual(date('2024-01-02T12:00:00'));
});

test('whole numbers under a format of zeros are the text that a person sees', async () => {
  const styles = { [STYLES]: stylesXml([0, '000', '00000000', '0', '&quot;A&quot;000', '00000000000000000000']) };
  const under = (style: number, ...values: readonly string[]) =>
    row(values.map((v) => `<c s="${style}"><v>${v}</v></c>`).join(''), styles);
  expect(await under(1, '0', '7', '042', '7.0', '7E0', '999', '1234')).toEqual([
    '000',
    '007',
    '042',
    '007',
    '007',
    '999',
    '1234',
  ]);
  expect(await under(2, '20260105', '5012026', '123456789')).toEqual(['20260105', '05012026', '123456789']);
  expect(await under(5, '123456789012345')).toEqual(['00000123456789012345']);
  // What is negative, not whole or too long for its digits to be right stays a number.
  expect(await under(1, '-7', '7.5', '0.001', '1000000000000000', '1e300')).toEqual([-7, 7.5, 0.001, 1e15, 1e300]);
  expect(await under(0, '7', '1234')).toEqual([7, 1234]);
  expect(await under(3, '7')).toEqual([7]);
  expect(await under(4, '7')).toEqual([7]);
});

test('amounts and dates under a format of zeros are read as such', async () => {
  const cells = '<c s="1"><v>20260105</v></c><c s="1"><v>5012026</v></c><c s="1"><v>1234</v></c>';
  const [plain, ddMMyyyy, amount] = (await row(cells, { [STYLES]: stylesXml([0, '00000000']) })) ?? [];
  expect(new DateInference({ column: 'Dato', formats: 'auto' }).read(plain, 2)).toBe('2026-01-05');
  expect(new DateInference({ column: 'Dato', formats: ['ddMMyyyy'] }).read(ddMMyyyy, 2)).toBe('2026-01-05');
  for (const decimal of ['auto', ',', '.'] as const) {
    expect(new DecimalInference({ decimal, scale: 2 }).column('Beløp')(amount, 2)).toBe(123400);
  }
});

test('a format of zeros says nothing about texts, truth values and errors, and holds for results of formulas', async () => {
  const styles = { [STYLES]: stylesXml([0, '000']), [STRINGS]: stringsXml('<si><t>7</t></si>') };
  const cells =
    '<c s="1" t="s"><v>0</v></c><c s="1" t="b"><v>1</v></c><c s="1" t="str"><v>7</v></c><c s="1"><f>A1+6</f><v>7</v></c><c s="1"/><c><v>8</v></c>';
  expect(await row(cells, styles)).toEqual(['7', true, '7', '007', '', 8]);
});

test('rows and cells stand where their references say; without them one behind the other; blank rows are left out', async () => {
  const rows = [
    '<row r="2"><c r="C2"><v>1</v></c><c r="E2" s="3"/><c r="F2" t="str"><v></v></c></row>',
    '<row r="3"/><row r="4"><c r="A4"/></row>',
    '<row><c><v>2</v></c><c/><c><v>3</v></c></row>',
    '<row><c r="B7"><v>4</v></c><c><v>5</v></c></row>',
    '<row r="1048576"><c r="XFD1048576"><v>6</v></c></row>',
  ];
  const found = await read({ [SHEET]: sheetXml(rows.join('')) });
  expect(Object.keys(found)).toEqual(['2', '5', '7', '1048576']);
  expect(found[2]).toEqual(['', '', 1]);
  expect(found[5]).toEqual([2, '', 3]);
  expect(found[7]).toEqual(['', 4, 5]);
  expect(found[1048576]).toHaveLength(16384);
});

test('any prefix, attribute order, quote, byte order mark, comment, size claim and later part of the sheet', async () => {
  const xml = `\uFEFF<?xml version="1.0"?><!-- c --><x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"
    xmlns:q="urn:q"><x:dimension ref="A1:XFD1048576"/><x:sheetViews/><x:sheetData >
    <x:row q:r="9" spans='1:3' r = '3' ><x:c q:t="s" t='inlineStr' a=">" r="B3"><x:is><x:t>ja</x:t></x:is></x:c ></x:row>
    </x:sheetData><x:mergeCells><x:mergeCell ref="A1:B2"/></x:mergeCells><x:row r="1"/></x:worksheet>`;
  expect(await read({ [SHEET]: xml })).toEqual({ 3: ['', 'ja'] });
});

test.each(['utf16le', 'utf16be'])('XML in %s', async (encoding) => {
  const xml = `<?xml version="1.0" encoding="UTF-16"?>${stringsXml('<si><t>Beløp 漢😀</t></si>')}`;
  const bytes = Buffer.from(`\uFEFF${xml}`, 'utf16le');
  const strings = encoding === 'utf16le' ? bytes : bytes.swap16();
  expect(await row('<c t="s"><v>0</v></c>', { [STRINGS]: strings })).toEqual(['Beløp 漢😀']);
});

test.each([
  ['an absolute target', '/xl/worksheets/sheet1.xml', SHEET],
  ['a target from the root without its slash', 'xl/worksheets/sheet1.xml', SHEET],
  ['a target with dots', './../xl/worksheets/sheet1.xml', SHEET],
  ['backslashes in the archive', 'worksheets/sheet1.xml', 'xl\\worksheets\\sheet1.xml'],
  ['other case in the archive', 'worksheets/sheet1.xml', 'XL/Worksheets/Sheet1.xml'],
  ['a leading slash in the archive', 'worksheets/sheet1.xml', '/xl/worksheets/sheet1.xml'],
  ['a name that needs escapes', 'worksheets/my%20sheet.xml', 'xl/worksheets/my sheet.xml'],
])('the sheet is found with %s', async (_, target, name) => {
  const parts = {
    [SHEET]: undefined,
    [BOOK_RELATIONSHIPS]: relationshipsXml(['worksheet', target]),
    [STRINGS]: undefined,
    [name]: sheetXml('<row><c><v>1</v></c></row>'),
  };
  expect(await read(parts)).toEqual({ 1: [1] });
});

test('sheets have their names and visibility; chart sheets are left out; head gives the first records', async () => {
  const rows = Array.from({ length: 2500 }, (_, i) => `<row r="${2 * i + 1}"><c><v>${i}</v></c></row>`).join('');
  const bytes = workbookBytes({
    [BOOK]: `<workbook xmlns:r="r"><sheets><sheet name="Diagram" r:id="rId2"/><sheet name="A &amp; B" r:id="rId1"/>
      <sheet name="Skjult" state="hidden" r:id="rId3"/><sheet name="Dypt" state="veryHidden" r:id="rId4"/></sheets></workbook>`,
    [BOOK_RELATIONSHIPS]: relationshipsXml(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['chartsheet', 'chartsheets/sheet1.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['worksheet', 'worksheets/lost.xml'],
    ),
    [SHEET]: sheetXml(rows),
    'xl/worksheets/sheet2.xml': sheetXml(''),
  });
  const source = await openWorkbook(writeFile(folder, bytes));
  expect(source.tables).toEqual([
    { name: 'A & B', visible: true },
    { name: 'Skjult', visible: false },
    { name: 'Dypt', visible: false },
  ]);
  expect(await source.head(0, 3)).toEqual({ lines: [1, 3, 5], records: [[0], [1], [2]] });
  expect(await source.head(0, 0)).toEqual({ lines: [], records: [] });
  expect(await source.head(1, 3)).toEqual({ lines: [], records: [] });
  await expect(source.head(2, 3)).rejects.toThrow('xl/worksheets/lost.xml is missing');
  const sizes: number[] = [];
  for await (const chunk of source.chunks(0)) sizes.push(chunk.records.length);
  expect(sizes).toEqual([1000, 1000, 500]);
  await source.close();
});

test('a zero for a formula is no result where the workbook asks to have all formulas calculated', async () => {
  const cells =
    '<c><f>1000*1.25</f><v>0</v></c><c s="1"><f>1</f><v>0</v></c><c s="2"><f>1</f><v>0</v></c><c><f>1</f><v>7</v></c><c><v>0</v></c>';
  const styles = { [STYLES]: stylesXml([0, '#,##0.00\\ &quot;kr&quot;', '000']) };
  const uncalculated = { ...styles, [BOOK]: workbookXml('<calcPr calcId="124519" fullCalcOnLoad="1"/>') };
  const none = error('formula without a stored value');
  expect(await row(cells, uncalculated)).toEqual([none, none, none, 7, 0]);
  const zero = [0, { kind: 'money', value: 0, currency: 'kr' }, '000', 7, 0];
  expect(await row(cells, styles)).toEqual(zero);
  expect(await row(cells, { ...styles, [BOOK]: workbookXml('<calcPr calcId="124519"/>') })).toEqual(zero);
});

test('a positive number that its format shows as negative is a text, and no amount', async () => {
  const styles = { [STYLES]: stylesXml([0, '&quot;-&quot;#,##0.00', '(#,##0.00)']) };
  const cells = '<c s="1"><v>1250</v></c><c s="2"><v>12.5</v></c><c s="1"><v>-5</v></c><c s="2"><v>0</v></c>';
  expect(await row(cells, styles)).toEqual(['1250 (shown as negative)', '12.5 (shown as negative)', -5, 0]);
});
