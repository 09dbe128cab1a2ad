import { type IssueFacts, type IssueWords, shortValue } from './issue-facts.ts';

/** “12,5O” in column Amount; or what stands for it where the issue names neither. */
function cell({ column, value }: IssueFacts, otherwise: string): string {
  const what = value === undefined || value === '' ? otherwise : `“${shortValue(value)}”`;
  return column === undefined ? what : `${what} in column ${column}`;
}

/** “kasse”, wherever it stands. */
function only({ value }: IssueFacts, otherwise: string): string {
  return value === undefined || value === '' ? otherwise : `“${shortValue(value)}”`;
}

/** ` 3015`: of what is told by its number. */
function bare({ value }: IssueFacts): string {
  return value === undefined || value === '' ? '' : ` ${shortValue(value)}`;
}

function named({ column }: IssueFacts): string {
  return column === undefined ? '' : ` (column ${column})`;
}

/** The titles of issues, in English. */
export default {
  'field-missing': ({ column }) => (column === undefined ? 'A value is missing' : `Nothing in column ${column}`),
  'cell-error': (facts) => `${cell(facts, 'A cell')} is an error value of the workbook`,
  'value-too-long': (facts) => `A text is too long${named(facts)}`,
  'row-too-wide': () => 'The row has more values than the file has columns',
  'amount-invalid': (facts) => `${cell(facts, 'A text')} is no amount`,
  'amount-too-precise': (facts) => `${cell(facts, 'An amount')} has too many decimals`,
  'amount-too-long': (facts) => `${cell(facts, 'An amount')} has too many digits`,
  'currency-differs': ({ value }) =>
    value === undefined || value === '' ? 'The amount is in another currency' : `The amount is in ${shortValue(value)}`,
  'sign-unknown': (facts) => `${cell(facts, 'The sign')} says neither debit nor credit`,
  'debit-and-credit': () => 'The row has both a debit and a credit',
  'gross-differs': (facts) => `Net, VAT and gross do not add up${facts.value ? `: ${shortValue(facts.value)}` : ''}`,
  'date-invalid': (facts) => `${cell(facts, 'A text')} is no date`,
  'date-zone': (facts) => `${cell(facts, 'A time with its time zone')} is of another day in another place`,
  'account-invalid': (facts) => `${only(facts, 'A text')} is no account number`,
  'account-unknown': (facts) => `Account${bare(facts)} is unknown`,
  'account-ambiguous': (facts) => `Account${bare(facts)} exists more than once in the service`,
  'vat-unknown': (facts) => `VAT code${bare(facts)} is unknown`,
  'vat-ambiguous': (facts) => `VAT code${bare(facts)} stands for several VAT types`,
  'vat-differs': (facts) => `The VAT does not fit the VAT code${named(facts)}`,
  'percent-unclear': (facts) =>
    facts.value ? `No VAT code is clear from ${cell(facts, '')}` : 'No VAT code is clear from a percentage',
  'description-too-long': (facts) => `The description is too long${named(facts)}`,
  'description-shortened': () => 'The end of the description is not sent',
  'amount-is-net': (facts) => `The amount may be without VAT${named(facts)}`,
  'email-invalid': (facts) => `${only(facts, 'A text')} is no e-mail address`,
  'phone-invalid': (facts) => `${only(facts, 'A text')} is no phone number`,
  'postal-code-unclear': (facts) => `Postal code and city can’t be told apart${named(facts)}`,
  'phone-country-missing': (facts) => `${only(facts, 'A phone number')} does not say its country`,
  'country-unknown': (facts) => `${only(facts, 'A text')} is no known country`,
  'contact-ambiguous': () => 'Several contacts in the service fit the row',
  'custom-value-invalid': (facts) => `${cell(facts, 'A value')} does not fit the custom field`,
  'field-name-invalid': (facts) => `${only(facts, 'A text')} is no name for a custom field`,
  'field-type-unknown': (facts) => `${only(facts, 'A text')} is no data type of the service`,
  'model-unknown': (facts) => `The model ${only(facts, 'named')} is unknown`,
  'model-ambiguous': (facts) => `The model ${only(facts, 'named')} exists more than once in the service`,
  'flag-invalid': (facts) => `${cell(facts, 'A text')} says neither yes nor no`,

  'entry-unbalanced': () => 'Debit and credit do not balance',
  'entry-too-large': () => 'The entry has too many lines for one request',
  'entry-changed': () => 'Booked before with other lines',
  duplicate: () => 'Booked before by an earlier import',
  'service-rejected': ({ value }) =>
    value === undefined || value === '' ? 'The service refused it' : `The service refused it: ${shortValue(value)}`,
  cancelled: () => 'Cancelled before it was sent',
  'contact-exists': () => 'The contact exists already',
  'field-exists': () => 'The custom field exists already',
  'field-missing-in-service': (facts) => `The service lacks the custom field${bare(facts)}`,
  'custom-values-ignored': (facts) => `The service did not keep custom values:${bare(facts) || ' of a contact'}`,

  'rows-repeated': () => 'Rows of a voucher stand in the file more than once',
  'numbers-restart': () => 'One voucher number has several dates: one voucher, or several?',
  'date-changed': () => 'Same number and content as before, on another date',
  'other-series': () => 'Nearly all numbers were used before: another series?',
  'text-changed': () => 'Same date and amount as before, with another text',
  'key-differs': () => 'Same content as before, with and without voucher numbers',
  'numbers-differ': () => 'Same content as before, under other voucher numbers',
  'skipped-before': () => 'The same voucher was skipped before',
  'balance-broken': (facts) => `The running balance breaks${named(facts)}`,

  'email-several': (facts) => `More than one e-mail address; the first is used${named(facts)}`,
  'phone-several': (facts) => `More than one phone number; the first is used${named(facts)}`,
  'postal-code-completed': (facts) => `Postal codes got back the zeros they had lost${named(facts)}`,
  'matching-incomplete': () => 'Contacts that exist may not have been recognised',
  'custom-values-unread': () => 'Whether custom values were kept could not be seen',
  'balance-differs': (facts) => `The running balance breaks${named(facts)}`,
  'sum-differs': (facts) => `A sum in the file differs from its rows${named(facts)}`,

  'file-empty': () => 'The file is empty',
  'file-type': () => 'The file is neither CSV nor a workbook (XLSX)',
  'file-too-large': () => 'The file is larger than the job allows',
  'file-malformed': () => 'The file is damaged',
  'file-too-complex': () => 'A row of the file takes too long to read',
  'encoding-invalid': () => 'The letters of the file can not be read',
  'sheet-missing': (facts) => `The workbook has no sheet ${only(facts, 'of that name')}`,
  'sheets-several': () => 'Several sheets of the workbook have rows for the job',
  'rows-hidden': () => 'Rows with data are hidden in the workbook',
  'encoding-doubtful': () => 'The letters of the file are probably misread',
  'header-missing': () => 'No row of the file names the columns of the job',
  'column-missing': ({ column }) =>
    column === undefined ? 'The file lacks a column' : `The file has no column ${column}`,
  'column-duplicate': ({ column }) =>
    column === undefined ? 'A column stands twice' : `The column ${column} stands twice`,
  'decimal-ambiguous': (facts) => `Comma or point: the decimal mark can not be told${named(facts)}`,
  'currency-mixed': () => 'The file has amounts in several currencies',
  'decimal-mixed': (facts) => `Amounts have both comma and point for decimal mark${named(facts)}`,
  'date-ambiguous': (facts) => `Day or month first: the dates do not tell${named(facts)}`,
  'date-mixed': (facts) => `Dates have the day first and the month first${named(facts)}`,
  'credit-sign-ambiguous': (facts) => `Every credit is negative, and what that means can not be told${named(facts)}`,
  'too-many-rows': () => 'The file has more rows than the job allows',
  'too-many-issues': () => 'The file has more different problems than the job allows',
  'rows-invalid': () => 'Rows have problems, and the job rejects the whole file for that',
  'correction-mismatch': () => 'The workbook does not hold the failed rows of one import',
  'custom-field-invalid': (facts) => `The job asks for a custom field that can not be: ${only(facts, 'see below')}`,
  'custom-field-undefined': (facts) => `Nobody has defined the custom field${bare(facts)}`,

  /** What can be answered to questions about a whole file. */
  answers: {
    'rows-repeated': { once: 'The rows count once', meant: 'The rows are meant so' },
    'numbers-restart': { separate: 'A voucher for each date', together: 'One voucher' },
    'date-changed': { same: 'They are the same vouchers', different: 'They are other vouchers' },
    'other-series': { same: 'They are the same vouchers, changed since', different: 'They are of another series' },
    'text-changed': { same: 'They are the same payments', different: 'They are other payments' },
    'key-differs': { same: 'They are the same vouchers', different: 'They are other vouchers' },
    'numbers-differ': { same: 'The same vouchers, numbered anew', different: 'They are other vouchers' },
    'skipped-before': { same: 'They stay skipped', different: 'They are to be booked' },
    'balance-broken': { accepted: 'The rows are right' },
  },
} satisfies IssueWords;
