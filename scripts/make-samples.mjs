// Writes the samples that no text editor writes: workbooks, and files whose bytes are the point. Run once, by hand:
//   node scripts/make-samples.mjs
// The other files under samples/ are written by hand, and every *.expected.json is: it says what a file means.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ExcelJS from 'exceljs';

const samples = join(dirname(dirname(fileURLToPath(import.meta.url))), 'samples');
const errors = join(samples, 'errors');
/** What the workbooks say of when they were made. */
const MADE = new Date('2026-03-02T08:00:00Z');

/** Voucher, day of February 2026, account, text, amount, VAT code. */
const FEBRUARY = [
  [1022, 2, 6300, 'Husleie februar, Storgata 4', 18750, 1],
  [1022, 2, 2400, 'Hamar Næringseiendom AS, faktura 88210', -18750, 0],
  [1023, 3, 2400, 'Betalt Mjøsa Trevare AS, faktura 3401', 33730, 0],
  [1023, 3, 1920, 'Betalt Mjøsa Trevare AS, faktura 3401', -33730, 0],
  [1024, 4, 1500, 'Barnehagen Tyttebæret SA, faktura 5004', 9487.35, 0],
  [1024, 4, 3000, 'Klosser og puslespill', -6937.35, 3],
  [1024, 4, 3100, 'Billedbøker', -2550, 5],
  // Some workbooks hold formulas where others hold figures: what counts is the value that was saved with it.
  [1025, 6, 4300, 'Treleker, 3 kartonger à 1 189,00', { formula: '3*1189', result: 3567 }, 1],
  [1025, 6, 2400, 'Mjøsa Trevare AS, faktura 3466', { formula: '-E12', result: -3567 }, 0],
  [1026, 9, 7320, 'Annonse Hamar Arbeiderblad', 4200, 1],
  [1026, 9, 2400, 'Amedia Lokal AS, faktura 771204', -4200, 0],
  [1027, 10, 2740, 'Merverdiavgift 6. termin 2025', 41318, null],
  [1027, 10, 1920, 'Merverdiavgift 6. termin 2025', -41318, null],
  [1028, 12, 6551, 'Kassaskjerm 12"', 3112.5, 1],
  [1028, 12, 6940, 'Porto', 187.25, 1],
  [1028, 12, 1920, 'Komplett Bedrift AS', -3299.75, 0],
  [1029, 13, 1920, 'Innbetalt faktura 5004', 9487.35, 0],
  [1029, 13, 1500, 'Barnehagen Tyttebæret SA, faktura 5004', -9487.35, 0],
  [1030, 16, 7350, 'Servering, foreldrekveld', 864.5, 0],
  [1030, 16, 2910, 'Utlegg Ola Åsgård', -864.5, 0],
  [1031, 18, 1500, 'Nordic Playgrounds AB, faktura 5005', 12480, 0],
  [1031, 18, 3110, 'Utførsel til Sverige, huskestativ', -12480, 52],
  [
    1032,
    20,
    7420,
    { richText: [{ text: 'Gave til ' }, { font: { bold: true }, text: 'Kirkens Bymisjon' }, { text: ' Hamar' }] },
    1500,
    0,
  ],
  [1032, 20, 1920, 'Gave til Kirkens Bymisjon Hamar', -1500, 0],
  [1033, 23, 2910, 'Utlegg Kari Nordmann, bilag 1012', 1146.4, 0],
  [1033, 23, 2910, 'Utlegg Ola Åsgård, bilag 1030', 864.5, 0],
  [1033, 23, 1920, 'Utbetalt utlegg', -2010.9, 0],
  [1034, 27, 6300, 'Felleskostnader, a konto', 2150, 1],
  [1034, 27, 6320, 'Renovasjon', 612.8, 1],
  [1034, 27, 2400, 'Hamar Næringseiendom AS, faktura 88255', -2762.8, 0],
  [1035, 28, 6010, 'Avskrivning inventar februar', 4250, null],
  [1035, 28, 1250, 'Avskrivning inventar februar', -4250, null],
  [1036, 28, 7770, 'Bankgebyr februar', 145, null],
  [1036, 28, 8050, 'Renter driftskonto februar', -287.63, null],
  [1036, 28, 1920, 'Renter og gebyr februar', 142.63, null],
];
const HEADER = ['Bilagsnr', 'Dato', 'Konto', 'Tekst', 'Beløp', 'Mva-kode'];

const february = (day) => new Date(Date.UTC(2026, 1, day));
const MEMBER_HEADER = [
  'Member no',
  'Full name',
  'Street',
  'ZIP',
  'City',
  'Country',
  'Phone',
  'Phone type',
  'E-mail',
  'Remarks',
  'Children',
  'Bonus',
  'Wishes',
  'Joined',
];
const mail = (text) => ({ text, hyperlink: `mailto:${text}` });
const MEMBERS = [
  [
    '00017',
    'Ingrid Dahl',
    'Vangsvegen 112',
    2318,
    'Hamar',
    'Norway',
    91144555,
    'mobile',
    mail('ingrid.dahl@epost.example'),
    'Likes puzzles',
    2,
    150,
    'Togbane, dukkehus',
    february(2),
  ],
  [
    '00018',
    'Jørn Sæther',
    'Bygdøy allé 9',
    257,
    'Oslo',
    'NO',
    '22 44 10 77',
    'home',
    'jorn@saether.example',
    null,
    1,
    49.5,
    null,
    february(2),
  ],
  [
    '00042',
    'Élodie Marchand',
    '14 rue de la République',
    69002,
    'Lyon',
    'France',
    '+33 4 72 40 11 22',
    null,
    mail('elodie@marchand.example'),
    'Speaks French',
    3,
    { formula: '2*35.25', result: 70.5 },
    'Marionetter',
    february(4),
  ],
  [
    '00107',
    'Peter Hansen',
    'Algade 22',
    4000,
    'Roskilde',
    'Danmark',
    46352210,
    'work',
    'peter@hansen.example',
    null,
    0,
    0,
    null,
    february(9),
  ],
  // A visitor from overseas, and a member of whom little is known.
  [
    '00230',
    'Mary O\u2019Neill',
    '58 Harbour Road',
    '02110',
    'Boston, MA',
    'USA',
    '(617) 555-0142',
    'mobile',
    'mary.oneill@post.example',
    null,
    2,
    -20,
    'Building bricks\nA kite',
    february(16),
  ],
  [
    '00231',
    'Nils Aas',
    null,
    null,
    null,
    null,
    null,
    null,
    'nils@aas.example',
    null,
    null,
    1234567.89,
    null,
    february(20),
  ],
];

function newWorkbook() {
  const workbook = new ExcelJS.Workbook();
  workbook.created = MADE;
  workbook.modified = MADE;
  return workbook;
}

/** A journal as a bookkeeper keeps it: a title, an empty row, the table, a sum; and a hidden sheet with a draft. */
async function journal() {
  const workbook = newWorkbook();
  const draft = workbook.addWorksheet('Kladd', { state: 'hidden' });
  draft.addRow(HEADER);
  draft.addRow([1037, february(28), 5990, 'Kladd, ikke ført', 999, 1]);
  draft.addRow([1037, february(28), 2400, 'Kladd, ikke ført', -999, 0]);
  const sheet = workbook.addWorksheet('Bilagsjournal');
  sheet.addRow(['Furulia Leker AS: bilagsjournal februar 2026']).font = { bold: true, size: 14 };
  sheet.mergeCells('A1:F1');
  sheet.addRow(['Skrevet ut 02.03.2026']);
  sheet.addRow([]);
  sheet.addRow(HEADER).font = { bold: true };
  for (const [voucher, day, account, text, amount, vat] of FEBRUARY) {
    sheet.addRow([voucher, february(day), account, text, amount, vat]);
  }
  const last = 4 + FEBRUARY.length;
  sheet.addRow([]);
  sheet.addRow(['Sum', null, null, null, { formula: `SUM(E5:E${last})`, result: 0 }]);
  sheet.getColumn(2).numFmt = 'dd.mm.yyyy';
  sheet.getColumn(5).numFmt = '#,##0.00';
  [10, 12, 8, 48, 14, 10].forEach((width, at) => {
    sheet.getColumn(at + 1).width = width;
  });
  await workbook.xlsx.writeFile(join(samples, 'bookings.xlsx'));
}

/**
 * Members of a customer club. Excel makes numbers of what looks like one, so that phone numbers and postal codes are
 * numbers in some rows and texts in others, as they were typed.
 */
async function members() {
  const workbook = newWorkbook();
  workbook.addWorksheet('Read me').addRow(['Exported from the till, 2 March 2026. Members are on the next sheet.']);
  const sheet = workbook.addWorksheet('Members');
  sheet.addRow(MEMBER_HEADER).font = { bold: true };
  for (const member of MEMBERS) sheet.addRow(member);
  sheet.getColumn(12).numFmt = '#,##0.00';
  sheet.getColumn(14).numFmt = 'dd.mm.yyyy';
  MEMBER_HEADER.forEach((_, at) => {
    sheet.getColumn(at + 1).width = 18;
  });
  await workbook.xlsx.writeFile(join(samples, 'contacts.xlsx'));
}

/** A look-up that found nothing left its error value in the cell. */
async function cellError() {
  const workbook = newWorkbook();
  const sheet = workbook.addWorksheet('Bilag');
  sheet.addRow(HEADER);
  const broken = { formula: 'VLOOKUP(3015,Priser!A:B,2,FALSE)', result: { error: '#N/A' } };
  sheet.addRow([9021, february(3), 6800, 'Kopipapir', 412.5, 1]);
  sheet.addRow([9021, february(3), 1920, 'Kopipapir', -412.5, null]);
  sheet.addRow([9022, february(4), 4300, 'Puslespill', broken, 1]);
  sheet.addRow([9022, february(4), 2400, 'Puslespill', -1980, null]);
  sheet.getColumn(2).numFmt = 'dd.mm.yyyy';
  await workbook.xlsx.writeFile(join(errors, 'cell-error.xlsx'));
}

async function sheetMissing() {
  const workbook = newWorkbook();
  for (const name of ['Januar', 'Februar']) workbook.addWorksheet(name).addRow(HEADER);
  await workbook.xlsx.writeFile(join(errors, 'sheet-missing.xlsx'));
}

async function sheetsSeveral() {
  const workbook = newWorkbook();
  for (const [name, day] of [
    ['Januar', '05.01.2026'],
    ['Februar', '05.02.2026'],
  ]) {
    const sheet = workbook.addWorksheet(name);
    sheet.addRow(HEADER);
    sheet.addRow(['1', day, '1920', 'Kontantsalg', 100, '']);
    sheet.addRow(['1', day, '3000', 'Kontantsalg', -100, '']);
  }
  await workbook.xlsx.writeFile(join(errors, 'sheets-several.xlsx'));
}

/** A filter hides the rows of one voucher. */
async function rowsHidden() {
  const workbook = newWorkbook();
  const sheet = workbook.addWorksheet('Bilag');
  sheet.addRow(HEADER);
  for (const [number, text, amount] of [
    ['9301', 'Kontantsalg', 100],
    ['9302', 'Kontantsalg, filtrert bort', 70],
    ['9303', 'Kontantsalg', 5],
  ]) {
    sheet.addRow([number, '05.01.2026', '1920', text, amount, '']);
    sheet.addRow([number, '05.01.2026', '3000', text, -amount, '']);
  }
  for (const row of [4, 5]) sheet.getRow(row).hidden = true;
  await workbook.xlsx.writeFile(join(errors, 'rows-hidden.xlsx'));
}

/** The sample that only bytes can show: a file that is no CSV, an empty one, letters of two encodings. */
function bytes() {
  writeFileSync(join(errors, 'file-empty.csv'), '');
  writeFileSync(join(errors, 'file-type.csv'), '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n');
  // Code page 850, as old programs write it: "ø" is 0x9B, "å" 0x86.
  const letters = { ø: 0x9b, å: 0x86 };
  const cp850 = (text) => Buffer.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)));
  writeFileSync(
    join(errors, 'encoding-doubtful.csv'),
    cp850(
      'Bilagsnr;Dato;Konto;Tekst;Beløp;Mva-kode\n9401;02.02.2026;6800;Kjøp på lager;900,00;1\n9401;02.02.2026;1920;Kjøp på lager;-900,00;\n',
    ),
  );
  const utf8 = (text) => Buffer.from(text, 'utf8');
  writeFileSync(
    join(errors, 'encoding-invalid.csv'),
    Buffer.concat([
      utf8('Bilagsnr;Dato;Konto;Tekst;Beløp;Mva-kode\n9201;02.02.2026;6300;Husleie på lager;900,00;1\n'),
      utf8('9201;02.02.2026;2400;Hamar N'),
      // The "æ" of another encoding: somebody pasted a line from an older file.
      Buffer.from([0xe6]),
      utf8('ringseiendom AS;-900,00;0\n'),
    ]),
  );
}

/** One voucher of more rows than travel in a request: the branch was taken for the voucher number. */
function entryTooLarge() {
  const rows = Array.from({ length: 5001 }, (_, at) => `12;${(at % 9) + 1}`);
  writeFileSync(join(errors, 'entry-too-large.csv'), `Avd;Beløp\n${rows.join('\n')}\n`);
}

mkdirSync(errors, { recursive: true });
await journal();
await members();
await cellError();
await sheetMissing();
await sheetsSeveral();
await rowsHidden();
bytes();
entryTooLarge();
