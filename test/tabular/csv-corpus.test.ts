import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FileRejected } from '../../src/core/issue.ts';
import { detectType } from '../../src/tabular/detect-type.ts';
import { type Reading, readCsv } from './csv-reading.ts';

const CORPUS = new URL('../../../shared/corpus/', import.meta.url);

interface Expected {
  readonly encoding: string;
  readonly delimiter?: string;
  /** Non-blank records, the header among them. */
  readonly records: number;
  /** The line of the last record. */
  readonly last: number;
  /** Some records by their place from 0, or from the end. */
  readonly some: Readonly<Record<number, readonly string[]>>;
}

// What the bytes of each file say, read by eye; in `some`, a shorter list is the start of the record.
const FILES: Readonly<Record<string, Expected>> = {
  'bank-and-ledger/b2y-MonzoDataExport_February2018_2018-02-26_174335.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 2,
    last: 2,
    some: {
      1: [
        'tx_00009TziTeST1NG1ZWIPGS',
        '2018-02-25 12:34:56 +0000',
        '-10',
        'GBP',
        '-10',
        'GBP',
        'general',
        '',
        'Tesco',
        '',
        '',
        '',
      ],
    },
  },
  'bank-and-ledger/b2y-test_row_format_CD_flag.csv': {
    encoding: 'utf-8',
    delimiter: ';',
    records: 74,
    last: 74,
    some: { 0: ['18.09.2017', 'HOFER DANKT  0527  K2   18.09. 17:20', '18.09.2017', '33,87', 'O'] },
  },
  'bank-and-ledger/b2y-umsatz-1234________1234-20180227.CSV': {
    encoding: 'windows-1252',
    delimiter: ';',
    records: 2,
    last: 2,
    some: { 0: ['Umsatz getätigt von', 'Belegdatum', 'Buchungsdatum', 'Originalbetrag', 'Originalwährung'] },
  },
  'bank-and-ledger/datv-encoding_windows1252.csv': {
    encoding: 'windows-1252',
    delimiter: ';',
    records: 4,
    last: 4,
    some: { 2: ['100,00', 'S', 'EUR', '', '', '', '1200', '8400', '', '1501', 'RE001', '', '', 'Büromaterial"'] },
  },
  'bank-and-ledger/datv-leading_zero_konto.csv': {
    encoding: 'utf-8',
    delimiter: ';',
    records: 4,
    last: 4,
    some: { 2: ['100,00', 'S', 'EUR', '', '', '', '0001200', '0008400'] },
  },
  'bank-and-ledger/datv-valid_minimal_700.csv': {
    encoding: 'utf-8',
    delimiter: ';',
    records: 12,
    last: 12,
    some: { 3: ['250,50', 'H', 'EUR'] },
  },
  'bank-and-ledger/deg-example-hsbchk-credit-records.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 12,
    last: 12,
    some: {
      2: [
        '08/04/2025',
        '09/04/2025',
        'QR       YAHUI CATERING CO.,LTD.   CHN          CN',
        '-18.00',
        'CNY',
        'POSTED',
        'YAHUI CATERING CO.,LTD.',
        'CHINA',
        'CHN',
        'DEBIT',
      ],
    },
  },
  'bank-and-ledger/swedbank-csv-named.xls': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 18,
    last: 18,
    some: {
      1: [
        'LT357300000000000000',
        '10',
        '2014-10-01',
        '',
        'Opening balance',
        '10374.04',
        'LTL',
        'K',
        '',
        'AS',
        '',
        '',
        '',
      ],
    },
  },
  'bank-and-ledger/uk-airedale-nhs-payments.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 55,
    last: 56,
    some: {
      1: [
        'DEPARTMENT OF HEALTH',
        'AIREDALE NHS FOUNDATION TRUST',
        '16/07/2010',
        'COMPUTER SOFTWARE / LICENSE  FEES',
        'INFORMATION MANAGEMENT & TECHNOLOGY',
        'ACCENTURE PACS',
        '3003126885',
        '43,774.58',
      ],
    },
  },
  'charts/saft-KOSTRA_Arts_2024_kommuner.csv': {
    encoding: 'utf-8',
    delimiter: ';',
    records: 164,
    last: 164,
    some: { 1: ['KA_K', 'KOSTRA Arts_K', '010', 'Fastlønn'] },
  },
  'charts/saft-Standard_Tax_Codes.csv': {
    encoding: 'utf-8',
    delimiter: ';',
    records: 31,
    last: 31,
    some: {
      3: [
        '11',
        'Fradragsberettiget innenlands inngående merverdiavgift',
        'Input VAT deductible (domestic)',
        'Reduced rate, middle',
        'TRUE',
      ],
    },
  },
  'charts/saft-naeringsspesifikasjon.csv': {
    encoding: 'utf-8',
    delimiter: ';',
    records: 528,
    last: 528,
    some: {
      0: ['GroupingCategory'],
      1: [
        'balanseverdiForAnleggsmiddel',
        'Næringsspesifikasjon',
        'Income Statement',
        '1000',
        'Utvikling',
        'Development',
      ],
    },
  },
  'contacts/duck-customer.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 10,
    last: 10,
    some: { 0: ['1', 'AAAAAAAABAAAAAAA', '980124'] },
  },
  'contacts/melt-customers.csv': {
    encoding: 'utf-8',
    delimiter: '\t',
    records: 1001,
    last: 1001,
    some: { 1: ['1', 'Ethe', 'Book', 'ebook0@twitter.com', '67.61.243.220'] },
  },
  'contacts/outlook-style-contacts.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 4,
    last: 4,
    some: { 1: ['add', '', 'Adam Glacius', 'adam.glacius@anycom.com', 'Has 2 kids'] },
  },
  'contacts/salesforce-accountData.csv': {
    encoding: 'windows-1252',
    delimiter: ',',
    records: 424,
    last: 424,
    some: { 0: ['ID', 'ISDELETED', 'MASTERRECORDID', 'NAME'] },
  },
  'contacts/salesforce-accountsForInsert.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 5,
    last: 5,
    some: {
      1: [
        'Company A',
        '25',
        'Heavy Industry',
        '    4 <span style=" font-size: 172px;">leading spaces and</span> 2 trailing <h1>spaces</h1>  ',
      ],
    },
  },
  'csv-edge/csvk-bad_skip_lines.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 4,
    last: 7,
    some: { 0: ['column_a', 'column_b', 'column_c'], 2: ['', "I'm too short!"] },
  },
  'csv-edge/csvk-blanks.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 2,
    last: 2,
    some: { 1: ['', 'NA', 'N/A', 'NONE', 'NULL', '.'] },
  },
  'csv-edge/csvk-ks_1033_data.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 1576,
    last: 1576,
    some: {
      1: [
        'KS',
        'ALLEN',
        '20001',
        '1005-00-073-9421',
        'RIFLE,5.56 MILLIMETER',
        '1',
        'Each',
        '499',
        '499',
        '5/19/2006 0:00:00',
        '10',
        'WEAPONS',
        '1005',
        'Guns, through 30 mm',
      ],
    },
  },
  'csv-edge/csvk-mac_newlines.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 3,
    last: 3,
    some: { 2: ['Once upon\ra time', '5', '6'] },
  },
  'csv-edge/csvk-test_header_newline.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 2,
    last: 8,
    some: { 0: ['\t\n\v\f\r start \t\n\v\f\r end \t\n\v\f\r', 'b', 'c'], 1: ['d', 'e', 'f'] },
  },
  'csv-edge/csvk-test_locale.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 2,
    last: 2,
    some: { 1: ['1,7', '200.000.000', ''] },
  },
  'csv-edge/csvk-test_utf8_bom.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 3,
    last: 3,
    some: { 0: ['foo', 'bar', 'baz'], 2: ['4', '5', 'ʤ'] },
  },
  'csv-edge/duck-duplicate_header_collision.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 3,
    last: 3,
    some: { 0: ['a', 'b', 'a', 'a_1'] },
  },
  'csv-edge/duck-evil_nullpadding.csv': {
    encoding: 'utf-8',
    delimiter: ';',
    records: 3,
    last: 3,
    some: { 1: ['mark', 'nl'], 2: ['diego', '\npedro;nl;'] },
  },
  'csv-edge/duck-file_quotation_char_0x27.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 1,
    last: 1,
    some: {
      0: ['31/05/2018', '15:30', '3', 'HK-9973', '$39.49', "Women's Ventilated Hiking Shoes", "'This lightweight"],
    },
  },
  'csv-edge/duck-later_quotes.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 2050,
    last: 2050,
    some: { [-1]: ['2048', '",'] },
  },
  'csv-edge/duck-leading_zeros.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 7,
    last: 7,
    some: { 1: ['09001', '0'] },
  },
  'csv-edge/duck-mixed_dates.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 6,
    last: 6,
    some: { 3: ['3', '03/10/2024'] },
  },
  'csv-edge/duck-mixed_format_fail.csv': { encoding: 'utf-8', records: 4, last: 4, some: { 1: ['12,5'], 3: ['5.25'] } },
  'csv-edge/duck-mixed_line_endings.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 3,
    last: 3,
    some: { 0: ['10', 'hello', '20'], 2: ['30', 'test', '30'] },
  },
  'csv-edge/duck-nightmare.csv': {
    encoding: 'windows-1252',
    delimiter: ',',
    records: 48,
    last: 48,
    some: { 8: ['1', '2'], 21: ['1', '2', '"pedro"bla'], 37: ['1', '2', 'pedroÿÿ'] },
  },
  'csv-edge/duck-phonenumbers.csv': { encoding: 'utf-8', records: 4, last: 4, some: { 1: ['+318855443322'] } },
  'csv-edge/duck-time_date_timestamp_dd-mm-yyyy.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 4,
    last: 4,
    some: { 3: ['346', 'TEST2', '15:16:17', '13-12-2004', '13-12-2004 15:16:00'] },
  },
  'csv-edge/duck-utf16.csv': {
    encoding: 'utf-16le',
    delimiter: ',',
    records: 21,
    last: 21,
    some: { 0: ['name', 'age'], 5: ['Søren Kierkegaard', '42'] },
  },
  'csv-edge/duck-windows_newline_empty.csv': { encoding: 'utf-8', records: 1, last: 1, some: { 0: ['1'] } },
  'csv-edge/excj-test-issue-991.csv': { encoding: 'utf-8', records: 5, last: 5, some: { 3: ['00210PRG1'] } },
  'csv-edge/fric-duplicate-headers.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 3,
    last: 3,
    some: { 0: ['id', 'name', 'id', 'age', 'id'] },
  },
  'csv-edge/fric-issue-1066-largecellsize.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 20,
    last: 164,
    some: { 0: ['Description', 'status'] },
  },
  'csv-edge/fric-issue-1109.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 4,
    last: 4,
    some: { 0: ['int', 'number', 'string'], 2: ['', '4.3', 'string'] },
  },
  'csv-edge/fric-issue-1138.csv': {
    encoding: 'utf-8',
    delimiter: ';',
    records: 8,
    last: 8,
    some: { 1: ['09.07.2013 12:00:00', '146', 'nicht qualitätsgesichert', ''] },
  },
  'csv-edge/fric-skip-rows-before-headers.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 4,
    last: 4,
    some: { 0: ["# it's a comment!"], 3: ['2', '中国人'] },
  },
  'csv-edge/fric-table-with-accents.csv': {
    encoding: 'windows-1252',
    delimiter: ';',
    records: 639,
    last: 639,
    some: { 0: ['Classement', 'Quartier', 'Date', 'Année'], 1: ['3 stars', 'All', '01-01-13', '2013', '0,611553068'] },
  },
  'csv-edge/fric-wide.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 4,
    last: 4,
    some: { 0: ['id', '100022', '100025'] },
  },
  'csv-edge/phps-NumberFormatTest.de.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 5,
    last: 5,
    some: { 0: ['-123', '1.234', '12.345,67'], 2: ['-1.234,567'] },
  },
  'csv-edge/phps-backslash.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 2,
    last: 2,
    some: { 0: ['field 1', 'field 2\\'], 1: ['field 3\\', 'field 4'] },
  },
  'csv-edge/phps-premiere.utf16be.csv': {
    encoding: 'utf-16be',
    delimiter: ',',
    records: 2,
    last: 2,
    some: { 0: ['première', 'second', 'troisième'] },
  },
  'csv-edge/phps-premiere.utf16lebom.csv': {
    encoding: 'utf-16le',
    delimiter: ',',
    records: 2,
    last: 2,
    some: { 0: ['première', 'second', 'troisième'] },
  },
  'csv-edge/phps-premiere.win1252.csv': {
    encoding: 'windows-1252',
    delimiter: ',',
    records: 2,
    last: 2,
    some: { 1: ['Quatrième', 'cinquième', 'sixième'] },
  },
  'csv-edge/phps-sep.csv': {
    encoding: 'utf-8',
    delimiter: ';',
    records: 2,
    last: 3,
    some: { 0: ['A', '1'], 1: ['2', '3'] },
  },
  'csv-edge/shjs-crlf.csv': {
    encoding: 'utf-8',
    delimiter: ',',
    records: 3,
    last: 5,
    some: { 0: ['Normal', 'abc\ndef'], 1: ['Formula', 'abc\r\ndef'] },
  },
};

const REJECTED: Readonly<Record<string, { readonly code: string; readonly message: RegExp }>> = {
  'csv-edge/phps-empty.csv': { code: 'file-empty', message: /empty/ },
  'csv-edge/csvk-null_byte.csv': { code: 'file-malformed', message: /Line 2 holds a NUL/ },
  'csv-edge/duck-nullbyte_header.csv': { code: 'file-malformed', message: /Line 1 holds a NUL/ },
  'csv-edge/duck-shift_jis.csv': { code: 'encoding-invalid', message: /line 4, the byte 0x8D/ },
  'csv-edge/phps-premiere.utf32lebom.csv': { code: 'encoding-invalid', message: /UTF-32/ },
  'csv-edge/fric-implicit-gz.csv': { code: 'file-type', message: /GZIP/ },
  'csv-edge/fric-implicit-zip.csv': { code: 'file-type', message: /ZIP/ },
};

async function read(path: string): Promise<Reading> {
  const file = new URL(path, CORPUS).pathname;
  expect(await detectType(file, path)).toBe('csv');
  return readCsv(file);
}

describe.skipIf(!existsSync(CORPUS))('real CSV files (skipped where the corpus is absent)', () => {
  it.each(Object.entries(FILES))('%s', async (path, expected) => {
    const { facts, lines, records } = await read(path);
    expect(facts.encoding).toBe(expected.encoding);
    if (expected.delimiter !== undefined) expect(facts.delimiter).toBe(expected.delimiter);
    expect(records).toHaveLength(expected.records);
    expect(lines.at(-1)).toBe(expected.last);
    for (const [at, cells] of Object.entries(expected.some)) {
      expect(records.at(Number(at))?.slice(0, cells.length)).toEqual(cells);
    }
  });

  it.each(Object.entries(REJECTED))('%s is rejected', async (path, { code, message }) => {
    const rejection = await read(path).catch((error) => error);
    expect(rejection).toBeInstanceOf(FileRejected);
    expect(rejection.issue).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it.each(['empty_crlf', 'json', 'newlines_crlf', 'quotes_and_newlines'])('csv-spectrum: %s', async (name) => {
    const { records } = await read(`csv-edge/csv-spectrum/spec-${name}.csv`);
    const [header, ...rows] = records;
    const objects = rows.map((row) => Object.fromEntries(header!.map((key, i) => [key, row[i]])));
    const oracle = JSON.parse(readFileSync(new URL(`csv-edge/csv-spectrum/spec-${name}.json`, CORPUS), 'utf8'));
    expect(objects).toEqual(oracle);
  });

  it('none is left out', () => {
    const found = ['bank-and-ledger', 'charts', 'contacts', 'csv-edge'].flatMap((folder) =>
      readdirSync(new URL(folder, CORPUS))
        .filter((name) => /\.csv$/i.test(name))
        .map((name) => `${folder}/${name}`),
    );
    const known = [...Object.keys(FILES), ...Object.keys(REJECTED)];
    expect(found.filter((path) => !known.includes(path))).toEqual([]);
  });
});
