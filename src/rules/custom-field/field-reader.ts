import type { Cell } from '../../domain/cell.ts';
import type { CustomFieldDefinition } from '../../domain/custom-field.ts';
import type { Issue } from '../../domain/issue.ts';
import type { CustomFieldsJob } from '../../domain/job.ts';
import { type CustomFieldField, customFieldFields } from '../../domain/job-fields.ts';
import { flagInvalid, parseFlag } from '../contact/parse-flag.ts';
import { fieldMissing } from '../row-issues.ts';
import { RowValues } from '../row-values.ts';
import type { RowKind, ValuesContext } from '../values-context.ts';

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
