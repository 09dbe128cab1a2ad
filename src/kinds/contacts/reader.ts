import { type Cell, cellText } from '../../core/cell.ts';
import { type Issue, type Remark, shortIssue } from '../../core/issue.ts';
import type { ContactsJob } from '../../core/job.ts';
import { type ContactField, contactFields } from '../../core/job-fields.ts';
import { jsonAmount } from '../../core/money.ts';
import type { Address, Contact, CustomFieldDefinition, CustomValue } from '../../core/records.ts';
import type { AmountReader } from '../../reading/infer-decimal.ts';
import type { RowKind, ValuesContext } from '../../reading/row-context.ts';
import { cellError, fieldMissing } from '../../reading/row-issues.ts';
import { RowValues } from '../../reading/row-values.ts';
import { type RowCountry, readCountry } from './country.ts';
import { countryName } from './country-names.ts';
import { customCurrencyDiffers, customNumber, customText, otherCurrency } from './custom-values.ts';
import { readEmail } from './email.ts';
import { isListLine, listLine } from './list-line.ts';
import { readPhone } from './phone.ts';
import { postalCodeCompleted, postalCodeWrong, readPostalCode } from './postal-code.ts';
import { placeUnclear, splitPlace } from './split-place.ts';

/** A column whose cells are values of a custom field. */
export interface CustomColumn {
  readonly field: CustomFieldDefinition;
  readonly column: number;
  readonly header: string;
  /** Why no value of it can be kept, where that is known before. */
  readonly missing?: Issue | undefined;
}

interface ContactContext extends Omit<ValuesContext<ContactField>, 'kind' | 'job'> {
  readonly job: ContactsJob;
  readonly custom: readonly CustomColumn[];
  /** Currency of the company's books, which amounts in custom fields are in. */
  readonly books: string;
}

/** One row of a contacts file after conversion. */
export interface ContactReading {
  readonly row: number;
  readonly contact: Contact;
  /** Fields that the row itself says: no defaults. */
  readonly said: ReadonlySet<ContactField>;
  readonly issues: readonly Issue[] | undefined;
  readonly remarks: readonly Remark[];
}

const CONTACT_ROWS: RowKind<ContactField> = {
  fields: contactFields,
  text: 'comment',
  others: 'a name, a line of an address, a phone number or an e-mail address',
};

interface ContactReader {
  /** @returns undefined where the job says that the row is no contact */
  read(record: readonly Cell[], row: number): ContactReading | undefined;
}

/** Turns records into contacts. All issues of a row are collected, never only the first. */
export function contactReader(context: ContactContext): ContactReader {
  const values = new RowValues({ ...context, kind: CONTACT_ROWS });
  const texts = {
    text: (field: ContactField) => values.text(field),
    column: (field: ContactField) => values.columnName(field),
    isDefault: (field: ContactField) => values.isDefault(field),
  };
  const readers = context.custom.map((column) => customReader(column, context));
  return {
    read(record, row) {
      if (!values.load(record, row)) return undefined;
      const { contact, issues, remarks, said } = composeContact(texts);
      for (const { about, issue } of issues) if (!values.hasIssue(about)) values.note(about, issue);
      const custom: Record<string, CustomValue> = {};
      for (const [at, { field }] of context.custom.entries()) {
        const value = readers[at]!(record, row);
        if (typeof value === 'object') values.note(`custom ${field.name}`, value);
        else if (value !== undefined) custom[field.name] = value;
      }
      const isAlone = said.size === 1 && said.has('name') && Object.keys(custom).length === 0;
      if (isAlone && isListLine(contact.name)) values.note('name', listLine(contact.name, values.columnName('name')));
      return { row, contact: { ...contact, custom }, said, issues: values.issues(), remarks };
    },
  };
}

/** Undefined where the cell is empty: a field that may be empty is not sent. */
type CustomReader = (record: readonly Cell[], row: number) => string | number | undefined | Issue;

function customReader(
  { field, column, header, missing }: CustomColumn,
  { amount, scale, books }: ContactContext,
): CustomReader {
  const money: AmountReader | undefined = field.type === 'Money' ? (amount(header) as AmountReader) : undefined;
  const currencyOf = otherCurrency(header, books);
  return (record, row) => {
    const cell = record[column];
    if (typeof cell === 'object' && cell.kind === 'error') return cellError(header, cell.text);
    const text = cellText(cell).trim();
    if (missing !== undefined) return text === '' ? undefined : missing;
    if (text === '') return field.nullable ? undefined : emptyValue(field, header);
    if (money === undefined)
      return field.type === 'Number' ? customNumber(text, header) : customText(text, textType(field.type), header);
    const units = money(cell, row);
    if (typeof units !== 'number') return units;
    const other = currencyOf(cell);
    return other === undefined ? Number(jsonAmount(units, scale)) : customCurrencyDiffers(other, field, header, books);
  };
}

function textType(type: string): 'Small text field' | 'Text' {
  return type === 'Small text field' ? type : 'Text';
}

function emptyValue({ name }: CustomFieldDefinition, column: string): Issue {
  return {
    code: 'custom-value-invalid',
    column,
    value: '',
    variant: 'empty',
    facts: { field: name },
    message: `There is nothing in column ${column}; the custom field ${name} may not be empty.`,
    suggestion: 'Fill the cell, or say nullable: true for the field in the job, if it was not created yet.',
  };
}

export interface ComposedContact {
  /** Without custom values. To be sent only where there is no issue: what could not be read is left out of it. */
  readonly contact: Contact;
  /** All that is wrong with the row, never only the first. */
  readonly issues: readonly { readonly about: ContactField; readonly issue: Issue }[];
  readonly remarks: readonly Remark[];
  /** Fields that the row itself says; a job's default says nothing of a contact. */
  readonly said: ReadonlySet<ContactField>;
}

/** The contact that a row's texts say (service interface, sections 2.9 and 4.11). Never throws. */
export function composeContact(texts: ContactTexts): ComposedContact {
  const findings: Findings = { issues: [], remarks: [] };
  const name = texts.text('name');
  if (name === '') findings.issues.push({ about: 'name', issue: nameMissing(texts.column('name')) });
  const country = readCountry(texts, findings);
  const contact: Contact = {
    name,
    address: addressOf(texts, country, findings),
    phone: readPhone(texts, country, findings),
    email: readEmail(texts, findings),
    comment: texts.text('comment'),
    custom: {},
  };
  return {
    contact,
    issues: findings.issues.map(({ about, issue }) => ({ about, issue: shortIssue(issue) })),
    remarks: findings.remarks.map((remark) => shortIssue(remark)),
    said: new Set(
      contactFields.filter(
        (field) => texts.text(field) !== '' && !texts.isDefault(field) && !isEmptyPart(field, contact.address),
      ),
    ),
  };
}

/** Of a cell that holds postal code and city together, one may be missing. */
function isEmptyPart(field: ContactField, address: Address | undefined): boolean {
  return (field === 'postalCode' || field === 'city') && address?.[field] === '';
}

/** A country that only a default says makes no address: it would give one to every row. */
function addressOf(texts: ContactTexts, country: RowCountry, findings: Findings): Address | undefined {
  const cell = texts.text('postalCode');
  const column = texts.column('postalCode');
  const together = cell !== '' && column === texts.column('city') && !texts.isDefault('postalCode');
  const place = together ? splitPlace(cell, country.isOwn ? country.code : '', country.code) : undefined;
  if (together && place === undefined && !country.isWrong)
    findings.issues.push({ about: 'postalCode', issue: placeUnclear(cell, column) });
  const written = place?.postalCode ?? cell;
  const read = readPostalCode(written, place?.country ?? country.code, texts.text('city'));
  if (read === undefined && !together)
    findings.issues.push({ about: 'postalCode', issue: postalCodeWrong(column, written) });
  if (read !== undefined && read.zeros > 0)
    findings.remarks.push(postalCodeCompleted(column, written, read.code, read.zeros));
  const address: Address = {
    addressLine1: texts.text('addressLine1'),
    addressLine2: texts.text('addressLine2'),
    addressLine3: texts.text('addressLine3'),
    postalCode: read?.code ?? written,
    // A rule of the job may set another city.
    city: place !== undefined && texts.text('city') === cell ? place.city : texts.text('city'),
    country: place?.country === undefined ? country.name : countryName(place.country),
    countryCode: place?.country ?? country.code,
  };
  const { addressLine1, addressLine2, addressLine3, postalCode, city } = address;
  const isSaid = [addressLine1, addressLine2, addressLine3, postalCode, city].some((part) => part !== '');
  return isSaid || (country.isOwn && country.code !== '') ? address : undefined;
}

function nameMissing(column: string): Issue {
  // A column's name is the field's own where the job maps none.
  return fieldMissing('name', column === 'name' ? [] : [column], 'contact');
}

/** What a row and its job say of a contact (design, section 5). */
export interface ContactTexts {
  /** The value after rules and defaults; the empty string where there is none. Trimmed, but for the comment. */
  text(field: ContactField): string;
  /** Header of the field's column; the field's own name where it has none. */
  column(field: ContactField): string;
  /** Whether the value is the job's default: it says nothing of this very contact, and gives way to what the row says. */
  isDefault(field: ContactField): boolean;
}

/** What is wrong with a row's texts, and what a person should know of them. */
export interface Findings {
  readonly issues: { readonly about: ContactField; readonly issue: Issue }[];
  readonly remarks: Remark[];
}
