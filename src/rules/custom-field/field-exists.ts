import type { CustomFieldDefinition } from '../../domain/custom-field.ts';
import type { EntryIssue } from '../check-entry.ts';

/** What is there already: in the service as far as that is known, or in an earlier row of the file. */
export interface ExistingField {
  readonly name?: string;
  /** Undefined: the service does not show it. */
  readonly type?: string;
  readonly nullable?: boolean;
  /** The earlier row. */
  readonly row?: string;
}

/** A custom field of the same model and name is there already; `differs`: it is known to be another one all the same. */
export function fieldExists(
  { model, name, type, nullable }: CustomFieldDefinition,
  there: ExistingField,
): { issue: EntryIssue; differs: boolean } {
  const where = there.row === undefined ? 'in the service' : `in row ${there.row}`;
  const differences = [
    ...(there.type === undefined || there.type.toLowerCase() === type.toLowerCase()
      ? []
      : [`its data type is ${there.type} ${where}, ${type} here`]),
    ...(there.nullable === undefined || there.nullable === nullable
      ? []
      : [`it ${there.nullable ? 'may' : 'may not'} be empty ${where}, and ${nullable ? 'may' : 'may not'} here`]),
  ];
  const exists =
    there.row === undefined
      ? `The custom field ${model}.${name} exists in the service.`
      : `The custom field ${model}.${name} stands in row ${there.row} already.`;
  const place = there.row === undefined ? 'in the service' : 'in an earlier row';
  const differs = differences.length > 0;
  return {
    differs,
    issue: {
      issue: {
        code: 'field-exists',
        // Issues of the same code and value are one cause for people.
        value: differs ? `${place}, differs` : place,
        message: differs
          ? `A custom field of this name is ${place}, and it is another one.`
          : there.row === undefined
            ? 'The custom field exists in the service.'
            : 'The custom field stands in an earlier row.',
        suggestion: differs
          ? 'The interface can not change a field: give this one another name, or take its row out of the file.'
          : 'Nothing to do if it is the same field. The interface can not change one: give another field another name.',
      },
      detail: `${exists}${differs ? ` But ${differences.join(', and ')}.` : ''}`,
    },
  };
}
