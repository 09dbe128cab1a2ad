import { type Cell, cellText } from '../../domain/cell.ts';
import type { Contact, CustomValue } from '../../domain/contact.ts';
import type { CustomFieldDefinition } from '../../domain/custom-field.ts';
import type { Issue, Remark } from '../../domain/issue.ts';
import type { ContactsJob } from '../../domain/job.ts';
import { type ContactField, contactFields } from '../../domain/job-fields.ts';
import { jsonAmount } from '../../domain/money.ts';
import type { AmountReader } from '../infer-decimal.ts';
import { cellError } from '../row-issues.ts';
import { RowValues } from '../row-values.ts';
import type { RowKind, ValuesContext } from '../values-context.ts';
import { composeContact } from './compose-contact.ts';
import { customNumber } from './custom-number.ts';
import { customText } from './custom-text.ts';

/** A column whose cells are values of a custom field. */
export interface CustomColumn {
  readonly field: CustomFieldDefinition;
  readonly column: number;
  readonly header: string;
  /** Why no value of it can be kept, where that is known before. */
  readonly missing?: Issue | undefined;
}

export interface ContactContext extends Omit<ValuesContext<ContactField>, 'kind' | 'job'> {
  readonly job: ContactsJob;
  readonly custom: readonly CustomColumn[];
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

export interface ContactReader {
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
      return { row, contact: { ...contact, custom }, said, issues: values.issues(), remarks };
    },
  };
}

/** Undefined where the cell is empty: a field that may be empty is not sent. */
type CustomReader = (record: readonly Cell[], row: number) => string | number | undefined | Issue;

function customReader(
  { field, column, header, missing }: CustomColumn,
  { amount, scale }: ContactContext,
): CustomReader {
  const money: AmountReader | undefined = field.type === 'Money' ? (amount(header) as AmountReader) : undefined;
  return (record, row) => {
    const cell = record[column];
    if (typeof cell === 'object' && cell.kind === 'error') return cellError(header, cell.text);
    const text = cellText(cell).trim();
    if (missing !== undefined) return text === '' ? undefined : missing;
    if (text === '') return field.nullable ? undefined : emptyValue(field, header);
    if (money === undefined)
      return field.type === 'Number' ? customNumber(text, header) : customText(text, textType(field.type), header);
    const units = money(cell, row);
    return typeof units === 'number' ? Number(jsonAmount(units, scale)) : units;
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
    message: `There is nothing in column ${column}; the custom field ${name} may not be empty.`,
    suggestion: 'Fill the cell, or say nullable: true for the field in the job, if it was not created yet.',
  };
}
