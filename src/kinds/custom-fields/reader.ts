import type { Cell } from '../../core/cell.ts';
import type { Issue } from '../../core/issue.ts';
import type { CustomFieldsJob } from '../../core/job.ts';
import { type CustomFieldField, customFieldFields } from '../../core/job-fields.ts';
import type { CustomFieldDefinition } from '../../core/records.ts';
import { quoteValue } from '../../core/text.ts';
import type { RowKind, ValuesContext } from '../../reading/row-context.ts';
import { fieldMissing } from '../../reading/row-issues.ts';
import { RowValues } from '../../reading/row-values.ts';

/** One row of a file of custom fields after conversion. */
export interface FieldReading {
  readonly row: number;
  readonly definition: CustomFieldDefinition;
  readonly issues: readonly Issue[] | undefined;
}

export interface FieldReader {
  /** @returns undefined where the job says that the row is no custom field */
  read(record: readonly Cell[], row: number): FieldReading | undefined;
  /** Header of a field's column. */
  columnName(field: CustomFieldField): string;
}

const FIELD_ROWS: RowKind<CustomFieldField> = {
  fields: customFieldFields,
  text: undefined,
  others: 'the name of a field, a model or a data type',
};

/** Turns records into definitions of custom fields. All issues of a row are collected, never only the first. */
export function fieldReader(
  context: Omit<ValuesContext<CustomFieldField>, 'kind' | 'job'> & { readonly job: CustomFieldsJob },
): FieldReader {
  const values = new RowValues({ ...context, kind: FIELD_ROWS });
  const columnName = (field: CustomFieldField) => values.columnName(field);
  return {
    columnName,
    read(record, row) {
      if (!values.load(record, row)) return undefined;
      for (const field of ['name', 'model', 'type'] as const) {
        if (values.text(field) === '' && !values.hasIssue(field))
          values.note(field, fieldMissing(field, context.columns[field] ? [columnName(field)] : [], 'custom field'));
      }
      const flag = values.text('nullable');
      const nullable = flag === '' ? true : parseFlag(flag);
      if (nullable === undefined) values.note('nullable', flagInvalid(columnName('nullable'), flag));
      const definition = {
        name: values.text('name'),
        model: values.text('model'),
        type: values.text('type'),
        nullable: nullable ?? true,
      };
      return { row, definition, issues: values.issues() };
    },
  };
}

const words = (text: string, value: boolean) => text.split(' ').map((word) => [word, value] as const);

/** As people and spreadsheets write it, in Norwegian, Swedish, Danish, German, English and Dutch. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...words('true yes y t 1 x ja j sann sant sand wahr waar på on', true),
  ...words('false no n f 0 nei nej nein nee usann usant falsk falskt falsch onwaar av fra aus off', false),
]);

/** What a cell that may be true or false says; undefined where it says neither. */
export function parseFlag(text: string): boolean | undefined {
  return FLAGS.get(text.normalize('NFKC').trim().toLowerCase());
}

export function flagInvalid(column: string, text: string): Issue {
  return {
    code: 'flag-invalid',
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} says neither yes nor no.`,
    suggestion: 'Write true or false (or ja and nei).',
  };
}
