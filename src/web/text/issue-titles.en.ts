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

const FIELDS: Readonly<Partial<Record<string, string>>> = {
  entry: 'voucher number',
  date: 'date',
  account: 'account',
  amount: 'amount',
  debit: 'debit',
  credit: 'credit',
  balance: 'balance',
  currency: 'currency',
  contraAccount: 'contra account',
  debitAccount: 'debit account',
  creditAccount: 'credit account',
  vat: 'VAT code',
  contraVat: 'contra VAT code',
  description: 'text',
  name: 'name',
  model: 'model',
  type: 'data type',
};

/** The titles of issues, in English. */
export default {
  'field-missing': (facts) =>
    facts.column === undefined
      ? 'A value is missing'
      : facts.variant === 'line'
        ? `${cell(facts, 'A text')} is a line of the list, not a contact`
        : facts.variant === 'unmapped'
          ? `No ${FIELDS[facts.column] ?? facts.column}`
          : `Column ${facts.column} is empty`,
  'cell-error': (facts) => `${cell(facts, 'A cell')} is an error in the workbook`,
  'value-too-long': (facts) => `A text is too long${named(facts)}`,
  'row-too-wide': () => 'The row has more values than the file has columns',
  'amount-invalid': (facts) => `${cell(facts, 'A text')} is not a valid amount`,
  'amount-too-precise': (facts) => `${cell(facts, 'An amount')} has too many decimals`,
  'amount-too-long': (facts) => `${cell(facts, 'An amount')} has too many digits`,
  'currency-differs': ({ value, variant }) =>
    value === undefined || value === ''
      ? 'The amount is in another currency'
      : `The amount is in ${variant === 'either' ? 'one of several currencies: ' : ''}${shortValue(value)}`,
  'sign-unknown': (facts) => `${cell(facts, 'The sign')} is neither debit nor credit`,
  'debit-and-credit': () => 'The row has both a debit and a credit',
  'gross-differs': (facts) => `Net, VAT and gross do not add up${facts.value ? `: ${shortValue(facts.value)}` : ''}`,
  'date-invalid': (facts) => `${cell(facts, 'A text')} is not a valid date`,
  'date-zone': (facts) => `${cell(facts, 'A time with its time zone')} can be two different days`,
  'account-invalid': (facts) => `${only(facts, 'A text')} is not a valid account number`,
  'account-unknown': (facts) => `Account${bare(facts)} is unknown`,
  'account-ambiguous': (facts) => `Account${bare(facts)} exists more than once in the service`,
  'vat-unknown': (facts) => `VAT code${bare(facts)} is unknown`,
  'vat-ambiguous': (facts) => `VAT code${bare(facts)} stands for several VAT types`,
  'vat-differs': (facts) => `The VAT does not match the VAT code${named(facts)}`,
  'percent-unclear': (facts) =>
    facts.value ? `The VAT code is unclear from ${cell(facts, '')}` : 'The VAT code is unclear from the rate',
  'description-too-long': (facts) => `The description is too long${named(facts)}`,
  'payment-not-made': (facts) => `${cell(facts, 'The status')}: the payment was not made`,
  'description-shortened': () => 'The end of the description is cut off',
  'amount-is-net': (facts) => `The amount may be without VAT${named(facts)}`,
  'fee-not-booked': (facts) => `Fees are booked nowhere${named(facts)}`,
  'email-invalid': (facts) => `${only(facts, 'A text')} is not a valid e-mail address`,
  'phone-invalid': (facts) => `${only(facts, 'A text')} is not a valid phone number`,
  'postal-code-unclear': (facts) =>
    facts.variant === 'norway'
      ? `${cell(facts, 'A postal code')} is not a Norwegian postal code`
      : `Postal code and city can’t be separated${named(facts)}`,
  'phone-country-missing': (facts) => `${only(facts, 'A phone number')} lacks a country code`,
  'country-unknown': (facts) => `${only(facts, 'A text')} is not a known country`,
  'contact-ambiguous': () => 'Several contacts in the service match the row',
  'custom-value-invalid': (facts) => `${cell(facts, 'A value')} does not fit the custom field`,
  'field-name-invalid': (facts) => `${only(facts, 'A text')} is not a valid name for a custom field`,
  'field-type-unknown': (facts) => `${only(facts, 'A text')} is not a data type in the service`,
  'model-unknown': (facts) => `The model ${only(facts, 'named')} is unknown`,
  'model-ambiguous': (facts) => `The model ${only(facts, 'named')} exists more than once in the service`,
  'flag-invalid': (facts) => `${cell(facts, 'A text')} is neither yes nor no`,

  'entry-unbalanced': () => 'Debit and credit do not balance',
  'vat-twice': () => 'The VAT would be booked twice',
  'entry-too-large': () => 'The voucher has too many lines',
  'entry-changed': () => 'Booked before, with other content',
  duplicate: () => 'Already booked by an earlier import',
  'service-rejected': ({ value }) =>
    value === undefined || value === '' ? 'The service rejected it' : `The service rejected it: ${shortValue(value)}`,
  cancelled: () => 'Cancelled before it was sent',
  'contact-exists': () => 'The contact already exists',
  'field-exists': () => 'The custom field already exists',
  'field-missing-in-service': (facts) => `The service lacks the custom field${bare(facts)}`,
  'custom-values-ignored': (facts) => `The service did not keep custom fields:${bare(facts) || ' of a contact'}`,

  'rows-repeated': () => 'Rows appear more than once in the file',
  'numbers-restart': () => 'One voucher number with several dates: one voucher, or several?',
  'date-changed': () => 'Same number and content as before, on another date',
  'other-series': () => 'Nearly all numbers have been used before: another series?',
  'text-changed': () => 'Same date and amount as before, with another text',
  'day-changed': () => 'Same amount and text as before, on another day',
  'key-differs': () => 'Same content as before, with and without voucher numbers',
  'read-differently': () => 'Booked before, when the job read the rows differently',
  'numbers-differ': () => 'Same content as before, under other voucher numbers',
  'skipped-before': () => 'The same voucher was skipped before',
  'twin-given-up': ({ variant }) =>
    variant === 'repeated'
      ? 'The earlier row that it repeats was not created'
      : 'The voucher that it waited for was not booked',
  'balance-broken': (facts) => `The running balance does not add up${named(facts)}`,

  'email-several': (facts) => `More than one e-mail address; the first is used${named(facts)}`,
  'phone-several': (facts) => `More than one phone number; the first is used${named(facts)}`,
  'postal-code-completed': (facts) => `Lost zeros in postal codes were restored${named(facts)}`,
  'matching-incomplete': () => 'Existing contacts may not have been recognised',
  'custom-values-unread': () => 'Custom fields could not be checked',
  'balance-differs': (facts) => `The running balance does not add up${named(facts)}`,
  'sum-differs': (facts) => `A sum in the file does not match its rows${named(facts)}`,

  'file-empty': () => 'The file is empty',
  'file-type': () => 'The file is neither CSV nor a workbook (XLSX)',
  'file-too-large': () => 'The file is larger than the job allows',
  'file-malformed': () => 'The file is damaged',
  'file-too-complex': () => 'A row of the file takes too long to read',
  'encoding-invalid': () => 'The letters in the file can’t be read',
  'sheet-missing': (facts) => `The workbook has no sheet ${only(facts, 'of that name')}`,
  'sheets-several': () => 'Several sheets of the workbook have rows for the job',
  'rows-hidden': () => 'Rows with data are hidden in the workbook',
  'encoding-doubtful': () => 'The letters in the file are probably misread',
  'header-missing': () => 'No row in the file has the column names of the job',
  'column-missing': ({ column }) =>
    column === undefined ? 'The file lacks a column' : `The file has no column ${column}`,
  'column-duplicate': ({ column }) =>
    column === undefined ? 'A column appears twice' : `The column ${column} appears twice`,
  'decimal-ambiguous': (facts) => `Comma or point: the decimal mark is unclear${named(facts)}`,
  'currency-mixed': () => 'The file has amounts in several currencies',
  'decimal-mixed': (facts) => `Amounts use both comma and point as decimal mark${named(facts)}`,
  'date-ambiguous': (facts) => `Day or month first: the dates do not show it${named(facts)}`,
  'date-mixed': (facts) => `Some dates have the day first, others the month${named(facts)}`,
  'credit-sign-ambiguous': (facts) =>
    facts.variant === 'word'
      ? `${cell(facts, 'A word behind the amounts')}: money in or money out?`
      : `${facts.variant === 'most' ? 'Most credits are' : 'Every credit is'} negative, and what that means is unclear${named(facts)}`,
  'too-many-rows': () => 'The file has more rows than the job allows',
  'too-many-issues': () => 'The file has more different errors than the job allows',
  'rows-invalid': () => 'Some rows have errors, so the job rejects the whole file',
  'correction-mismatch': () => 'The workbook does not hold the rows with errors of one import',
  'custom-field-invalid': (facts) =>
    `The job asks for a custom field that is not possible: ${only(facts, 'see below')}`,
  'custom-field-undefined': (facts) => `Nobody has defined the custom field${bare(facts)}`,

  /** What can be answered to questions about a whole file. */
  answers: {
    'rows-repeated': { once: 'The rows count once', meant: 'The rows are right as they are' },
    'numbers-restart': { separate: 'A voucher for each date', together: 'One voucher' },
    'date-changed': { same: 'They are the same vouchers', different: 'They are other vouchers' },
    'other-series': { same: 'They are the same vouchers, changed since', different: 'They belong to another series' },
    'day-changed': { same: 'They are the same payments', different: 'They are other payments' },
    'text-changed': { same: 'They are the same payments', different: 'They are other payments' },
    'key-differs': { same: 'They are the same vouchers', different: 'They are other vouchers' },
    'numbers-differ': { same: 'The same vouchers, numbered anew', different: 'They are other vouchers' },
    'read-differently': { same: 'They are booked already', different: 'They are to be booked as read now' },
    'skipped-before': { same: 'They stay skipped', different: 'Book them' },
    'balance-broken': { accepted: 'The rows are right' },
  },
  fields: FIELDS,
} satisfies IssueWords;
