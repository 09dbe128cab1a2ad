import type { CellValue, Workbook } from 'exceljs';
import type { IssueCode, QuestionCode } from '../../src/core/issue.ts';

/** What a message advises, done as it says to the sample that provoked it. */
export interface Remedy {
  /** Words of the suggestion, as the sample has them recorded. */
  readonly says: string;
  /** Of the job's text: what is replaced, and lines that are added. */
  readonly job?: readonly (readonly [from: string | RegExp, to: string])[];
  readonly add?: string;
  /** Of the file's text. */
  readonly file?: readonly (readonly [from: string | RegExp, to: string])[];
  /** The file is exported again: this is in it. */
  readonly anew?: string;
  readonly bytes?: readonly [from: Buffer, to: Buffer];
  readonly cells?: Readonly<Record<string, CellValue>>;
  readonly workbook?: (workbook: Workbook) => void;
  /** The service was corrected. */
  readonly service?: true;
  readonly answer?: readonly [code: QuestionCode, answer: string];
  /** The issue that the file has then; default: none. */
  readonly next?: IssueCode;
}

/** Nothing is to be done to the file or the job. */
interface Nothing {
  readonly nothing: string;
}
/** No sample provokes it: where its remedy is tried. */
interface Elsewhere {
  readonly elsewhere: string;
}

const WHOLE =
  'Bilagsnr;Dato;Konto;Tekst;Beløp;Mva-kode\n9999;02.02.2026;6800;Papir;412,50;1\n9999;02.02.2026;1920;Papir;-412,50;\n';
/** @param next by answer: what was booked before is a duplicate then, and that is said */
const answered = (code: QuestionCode, next: Readonly<Record<string, IssueCode | undefined>>): Remedy[] =>
  Object.entries(next).map(([answer, then]) => ({
    says: `--answer ${code}=${answer}`,
    answer: [code, answer],
    ...(then === undefined ? {} : { next: then }),
  }));

/** Every code has its remedies here: a new one does not compile, nor pass, without. */
export const REMEDIES: Readonly<Record<IssueCode, readonly Remedy[] | Nothing | Elsewhere>> = {
  'field-missing': [
    {
      says: 'Fill the cell',
      file: [
        ['9002;03.02.2026;;', '9002;03.02.2026;6800;'],
        ['9003;;7770', '9003;04.02.2026;7770'],
        ['Bankgebyr;;', 'Bankgebyr;-45,00;'],
      ],
    },
    {
      says: 'or skip such rows in the job',
      add: 'skip:\n  - { column: Konto, equals: "" }\n  - { column: Dato, equals: "" }\n  - { column: Beløp, equals: "" }',
      next: 'entry-unbalanced',
    },
  ],
  'cell-error': [{ says: 'put the amount in its place', cells: { E4: 1980 } }],
  'value-too-long': [{ says: 'Shorten it in the file', file: [[/Vi viser[^;]*/g, '9702']] }],
  'row-too-wide': [{ says: 'needs quotes around the text', file: [['Kaffe; te og sukker', '"Kaffe; te og sukker"']] }],
  'amount-invalid': [
    {
      says: 'Write it like 1234,50',
      file: [
        ['4 9O0,00', '4 900,00'],
        ['12.50', '12,50'],
      ],
    },
  ],
  'amount-too-precise': [
    { says: 'Round the amount to 2 decimals', file: [['964,1518', '964,15']] },
    { says: 'set file.scale in the job', add: 'file: { scale: 4 }', next: 'entry-unbalanced' },
  ],
  'amount-too-long': [{ says: 'Correct the amount', file: [['1234567890128004,00', '612,50']] }],
  'sign-unknown': [
    { says: 'Correct it in the file', file: [[';C;', ';K;']] },
    { says: 'add it to sign.debit or sign.credit', job: [['credit: K', 'credit: [K, C]']] },
  ],
  'debit-and-credit': [
    {
      says: 'split the row in two',
      file: [[/(9082.*),187.25,187.25/, '$1,187.25,\n9082,2026-02-03,1920,Postage,,187.25']],
    },
  ],
  'date-invalid': [
    {
      says: 'Correct the date in the file',
      file: [
        ['29.02.2026', '28.02.2026'],
        ['primo februar', '03.02.2026'],
      ],
    },
  ],
  'date-zone': [{ says: 'file.timezone: Europe/Oslo', add: 'file: { timezone: Europe/Oslo }' }],
  'account-invalid': [
    {
      says: 'Correct it in the file',
      file: [
        ['kasse', '1920'],
        ['01500', '1500'],
      ],
    },
    { says: 'accounts: { "kasse": "…" }', add: 'accounts: { "kasse": "1920", "01500": "1500" }' },
  ],
  'account-unknown': [{ says: 'accounts: { "3015": "…" }', add: 'accounts: { "3015": "3000" }' }],
  'account-ambiguous': [{ says: 'Remove or renumber all but one in the service', service: true }],
  'vat-unknown': [{ says: 'vat.codes', add: 'vat: { codes: { "25": "1" } }' }],
  'vat-ambiguous': [
    { says: 'Rename one there', service: true },
    { says: 'vat.codes', add: 'vat: { codes: { "1B": "1" } }' },
  ],
  'payment-not-made': [
    { says: 'skip: [{ column: Status, equals: Venter }]', add: 'skip: [{ column: Status, equals: Venter }]' },
    { says: 'correct the cell', file: [['Venter', 'Utført']] },
  ],
  'description-too-long': [{ says: 'Shorten it in the file', file: [[/[^;\n]{400,}/g, 'Kort']] }],
  'description-shortened': { elsewhere: 'test/pipeline/descriptions.test.ts' },
  'email-invalid': [
    {
      says: 'Correct it in the file',
      file: [
        ['hansens bilpleie.example', 'hansens@bilpleie.example'],
        ['sendes i posten', ''],
      ],
    },
  ],
  'phone-invalid': [
    {
      says: 'Correct it in the file',
      file: [
        ['62 54 70 10', '62 54 70 11'],
        ['62 5\n', '62 57 11 22\n'],
        ['se nettsiden', ''],
        ['4,79123E+10', '+47 91 23 45 67'],
      ],
    },
  ],
  'phone-country-missing': [{ says: 'defaults: { countryCode: NO }', add: 'defaults: { countryCode: NO }' }],
  'country-unknown': [
    {
      says: 'Correct it in the file',
      file: [
        ['Sverge', 'Sverige'],
        ['Congo', 'CG'],
        ['Norge;SE', 'Norge;'],
      ],
    },
  ],
  'postal-code-unclear': [
    {
      says: 'columns of their own',
      job: [['postalCode: Postadresse, city: Postadresse', 'postalCode: Postnr, city: Sted']],
      file: [
        ['Postadresse', 'Postnr;Sted'],
        ['0555 Oslo', '0555;Oslo'],
        ['SE-113 46 Stockholm', '113 46;Stockholm'],
        ['Springfield, IL 62701', '62701;Springfield, IL'],
      ],
    },
    { says: 'write it like 0555 Oslo', file: [['Springfield, IL 62701;USA', '75001 Paris;France']] },
  ],
  'contact-ambiguous': [{ says: 'set match in the job', add: 'match: phone' }],
  'custom-value-invalid': [
    {
      says: 'Fill the cell',
      file: [
        ['Vold;;', 'Vold;A-08;'],
        ['en og en halv', '1'],
        [';007;', ';7;'],
      ],
    },
  ],
  'field-name-invalid': [
    {
      says: 'Name it Discount',
      file: [
        ['Kunde-nr.', 'KundeNr'],
        ['CustomDiscount', 'Discount'],
      ],
    },
  ],
  'field-type-unknown': [
    {
      says: 'Did you mean "Small text field"?',
      file: [
        ['Desimaltall', 'Money'],
        ['Small textfield', 'Small text field'],
      ],
    },
  ],
  'model-unknown': [{ says: 'Models have English names', file: [['Vare', 'Product']] }],
  'model-ambiguous': [{ says: 'ask whoever runs the service', service: true }],
  'flag-invalid': [{ says: 'Write true or false', file: [['kanskje', 'true']] }],

  'entry-unbalanced': [{ says: 'Correct an amount', file: [['-2 010,00', '-2 100,00']] }],
  'vat-twice': [
    { says: 'map the codes to none under vat.codes', add: 'vat: { codes: { "1": none } }' },
    {
      says: 'amounts including VAT, without lines for it',
      file: [
        ['320,00', '400,00'],
        [/^9321;.*;2710;.*\n/m, ''],
      ],
    },
  ],
  'entry-too-large': [{ says: 'the right column is mapped to entry', job: [['  entry: Avd\n', '']] }],
  'entry-changed': [{ says: 'give it another number', file: [[/^9171/gm, '9179']] }],
  duplicate: [{ says: 'set onDuplicate: book', add: 'onDuplicate: book' }],
  'service-rejected': [{ says: 'in the file', file: [['1501', '1500']] }],
  cancelled: { elsewhere: 'test/pipeline/cancel-import.test.ts' },
  'contact-exists': [{ says: 'onDuplicate: book', add: 'onDuplicate: book' }],
  'field-exists': [
    { says: 'take its row out of the file', file: [['FloorArea;Department;Small text field;nei\n', '']] },
  ],
  'field-missing-in-service': [{ says: 'in the service', service: true }],
  'custom-values-ignored': [
    {
      says: "take them out of the job's custom",
      job: [
        [/custom: .*\n/, ''],
        [/customFields:\n.*\n/, ''],
      ],
    },
  ],
  'rows-repeated': answered('rows-repeated', { once: undefined, meant: undefined }),
  'numbers-restart': [
    ...answered('numbers-restart', { separate: undefined, together: undefined }),
    { says: 'set per in the job', job: [['entry: Bilagsnr', 'entry: { column: Bilagsnr, per: year }']] },
  ],
  'date-changed': answered('date-changed', { same: 'duplicate', different: 'duplicate' }),
  'other-series': [
    ...answered('other-series', { different: undefined }),
    { says: 'series: Kasse 2', job: [['entry: Bilagsnr', 'entry: { column: Bilagsnr, series: Kasse 2 }']] },
  ],
  'text-changed': answered('text-changed', { same: 'duplicate', different: 'duplicate' }),
  'day-changed': answered('day-changed', { same: 'duplicate', different: 'duplicate' }),
  'key-differs': { elsewhere: 'test/same-entry/broke-identity.test.ts' },
  'numbers-differ': answered('numbers-differ', { same: 'duplicate', different: undefined }),
  'read-differently': { elsewhere: 'test/same-entry/broke-reading.test.ts' },
  'twin-given-up': { elsewhere: 'test/same-entry/broke-waiting.e2e.test.ts' },
  'skipped-before': { elsewhere: 'test/same-entry/broke-skipped.test.ts' },

  'email-several': { nothing: 'Put the others in the comment, if they are needed' },
  'phone-several': { nothing: 'Put the others in the comment, if they are needed' },
  'postal-code-completed': { nothing: 'Nothing to do' },
  'matching-incomplete': { nothing: 'Look in the service' },
  'custom-values-unread': { nothing: 'Look at one of the created contacts in the service' },

  'file-empty': [{ says: 'Export or copy it again', anew: WHOLE }],
  'file-type': [{ says: 'Export the figures as CSV', anew: WHOLE.replaceAll('9999', '9998') }],
  'file-too-large': [{ says: 'raise limits.bytes', job: [['bytes: 200', 'bytes: 20000']] }],
  'file-malformed': [{ says: 'Close the quote on line 4 or remove it', file: [['"Skjerm', 'Skjerm']] }],
  'file-too-complex': [{ says: 'Write it more simply', job: [['^(\\\\w+\\\\s?)+$', '^Sum$']] }],
  'encoding-invalid': [
    { says: 'Correct the letters on that line', bytes: [Buffer.from('N\xe6r', 'latin1'), Buffer.from('Nær', 'utf8')] },
  ],
  'encoding-doubtful': [
    { says: 'Set file.encoding in the job to the one whose words are right (cp850', add: 'file: { encoding: cp850 }' },
  ],
  'sheet-missing': [
    { says: 'Set file.sheet in the job to one of these', job: [['sheet: Mars', 'sheet: Januar']] },
    { says: 'or leave it out', job: [['file: { sheet: Mars }\n', '']] },
  ],
  'sheets-several': [
    { says: 'set file.sheets in the job to all', add: 'file: { sheets: all }' },
    { says: 'the names of those that are meant', add: 'file: { sheets: [Januar, Februar] }' },
    { says: 'set file.sheet to its name', add: 'file: { sheet: Februar }' },
  ],
  'rows-hidden': [
    { says: 'take reads hidden rows', add: 'file: { hidden: take }' },
    { says: 'skip leaves them out', add: 'file: { hidden: skip }' },
    {
      says: 'show them in the workbook',
      workbook(workbook) {
        for (const row of [4, 5]) workbook.worksheets[0]!.getRow(row).hidden = false;
      },
    },
  ],
  'header-missing': [
    {
      says: 'set file.header to none and give columns by number',
      add: 'file: { header: none }',
      job: [
        ['Bilagsnr', '1'],
        ['Dato', '2'],
        ['Konto', '3'],
        ['Tekst', '4'],
        ['Beløp', '5'],
        ['Mva-kode', '6'],
      ],
    },
  ],
  'column-missing': [{ says: 'add it to columns.account', job: [['account: Konto', 'account: [Konto, Kontor]']] }],
  'column-duplicate': [{ says: 'Leave only that one in the file', file: [[';Mva-kode;Beløp', ';Mva-kode;Kontroll']] }],
  'decimal-ambiguous': [
    { says: '"," if it is', add: 'file: { decimal: "," }' },
    { says: '"." if it is', add: 'file: { decimal: "." }' },
  ],
  'decimal-mixed': [{ says: 'Set file.decimal to ","', add: 'file: { decimal: "," }', next: 'amount-invalid' }],
  'date-ambiguous': [
    { says: '[d/M/yyyy] if', add: 'file: { dates: [d/M/yyyy] }' },
    { says: '[M/d/yyyy] if', add: 'file: { dates: [M/d/yyyy] }' },
  ],
  'date-mixed': [
    { says: 'Set file.dates in the job: [d/M/yyyy]', add: 'file: { dates: [d/M/yyyy] }', next: 'date-invalid' },
  ],
  'credit-sign-ambiguous': [
    { says: 'creditSign: negative', add: 'creditSign: negative' },
    { says: 'creditSign: positive', add: 'creditSign: positive', next: 'entry-unbalanced' },
  ],
  'too-many-rows': [{ says: 'raise limits.rows', job: [['rows: 3', 'rows: 300']] }],
  'too-many-issues': [{ says: 'raise limits.issues', job: [['issues: 3', 'issues: 300']], next: 'account-invalid' }],
  'rows-invalid': [
    { says: 'set onInvalid: hold', job: [['onInvalid: reject', 'onInvalid: hold']], next: 'entry-unbalanced' },
  ],
  'correction-mismatch': [{ says: 'Keep the rows of each import in a file of their own', file: [[/^9342.*\n/gm, '']] }],
  'custom-field-invalid': [{ says: 'For example: MedlemsNr', job: [[/Medlems-nr/g, 'MedlemsNr']] }],
  'custom-field-undefined': [
    {
      says: 'customFields: [{ name: ShoeSize, model: Contact, type: Small text field }]',
      add: 'customFields: [{ name: ShoeSize, model: Contact, type: Small text field }]',
    },
  ],
  'gross-differs': [
    { says: 'Correct the wrong one of the three', file: [['1 505,00', '1 550,00']] },
    { says: 'vat: { tolerance', add: 'vat: { tolerance: "50" }' },
  ],
  'vat-differs': [
    {
      says: 'Correct the amount or the code in the file',
      file: [
        ['1 150,00;1;', '1 150,00;11;'],
        ['75,00;;', '75,00;1;'],
      ],
    },
    { says: 'vat: { tolerance', file: [['75,00;;', '75,00;1;']], add: 'vat: { tolerance: "100" }' },
    {
      says: 'set vat to none in a rule or default',
      file: [['1 150,00;1;', '1 150,00;11;']],
      job: [['contraAccount: "2400" }', 'contraAccount: "2400", vat: none }']],
    },
  ],
  'percent-unclear': [
    { says: 'vat: { percents:', job: [['percent: Mva % }', 'percent: Mva %, percents: { "25": "1" } }']] },
    { says: 'for some accounts in a rule', add: 'rules:\n  - { when: { account: "^1500" }, set: { vat: "3" } }' },
  ],
  'amount-is-net': [
    { says: 'map all three', job: [['amount: Netto', 'amount: { gross: Brutto, net: Netto, vat: Mva }']] },
  ],
  'fee-not-booked': [
    {
      says: 'amount: Gebyr',
      job: [
        ['amount: Brutto', 'amount: Gebyr'],
        ['account: "1945", contraAccount: "3000"', 'account: "7770", contraAccount: "1945"'],
      ],
      add: 'skip: [{ field: amount, equals: "" }, { field: amount, equals: "0" }]',
    },
    { says: 'amount: Netto', job: [['amount: Brutto', 'amount: Netto']] },
  ],
  'currency-differs': [
    {
      says: 'Put the amount in NOK into the cell',
      file: [
        ['EUR 100,00', '1 150,00'],
        ['80,00;EUR', '920,00;NOK'],
      ],
    },
    {
      says: 'rate: { column: Kurs }',
      add: 'rate: { column: Kurs }',
      anew: 'Dato;Tekst;Beløp;Valuta;Kurs\n05.01.2026;Kaffe;45,50;NOK;1\n06.01.2026;Hotell;EUR 100,00;;11,5\n07.01.2026;Tog;80,00;EUR;11,5\n',
    },
    {
      says: 'set currency: EUR in the job',
      job: [['currency: NOK', 'currency: EUR']],
      file: [['45,50;NOK', '45,50;EUR']],
    },
  ],
  'currency-mixed': [{ says: 'Set currency: NOK in the job', add: 'currency: NOK', next: 'currency-differs' }],
  'balance-broken': [
    ...answered('balance-broken', { accepted: undefined }),
    {
      says: 'export the file again',
      file: [['23.11.2026;Toner', '22.11.2026;Frimerker;-200,00;9456,50\n23.11.2026;Toner']],
    },
  ],
  'balance-differs': [
    {
      says: 'map the column in the job',
      job: [['description: Tekst }', 'description: Tekst, balance: Bokført saldo }']],
      next: 'balance-broken',
    },
  ],
  'sum-differs': [{ says: 'Look whether a row is missing', file: [['-676,75', '-576,75']] }],
};
