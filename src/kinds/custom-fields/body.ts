import type { CustomFieldDefinition, ListedFieldType, Model } from '../../core/records.ts';
import type { EntryIssue } from '../../reading/entry.ts';

/** The exact request body that creates a custom field (service interface, section 4.6): what a plan freezes. */
export function fieldBody(
  { name, nullable }: Pick<CustomFieldDefinition, 'name' | 'nullable'>,
  model: Pick<Model, 'id'>,
  type: Pick<ListedFieldType, 'code'>,
): string {
  return JSON.stringify({ Name: name, ModelID: model.id, DataType: type.code, Nullable: nullable });
}

/** Names of the models by their IDs and of the data types by their codes, as a plan keeps them. */
export interface FieldNames {
  readonly models?: Readonly<Record<string, string>>;
  readonly fieldTypes?: Readonly<Record<string, string>>;
}

/** The custom field in the body of its creation, as `fieldBody` wrote it; what has no name goes by its ID. */
export function fieldOfBody(body: string, { models = {}, fieldTypes = {} }: FieldNames): CustomFieldDefinition {
  const { Name, ModelID, DataType, Nullable } = JSON.parse(body) as {
    Name: string;
    ModelID: number;
    DataType: string;
    Nullable: boolean;
  };
  return {
    name: Name,
    model: models[ModelID] ?? String(ModelID),
    type: fieldTypes[DataType] ?? DataType,
    nullable: Nullable,
  };
}

/** What is there already: in the service as far as that is known, or in an earlier row of the file. */
interface ExistingField {
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
      : `The custom field ${model}.${name} is in row ${there.row} already.`;
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
            : 'The custom field is in an earlier row too.',
        suggestion: differs
          ? 'The service cannot change a field: give this one another name, or take its row out of the file.'
          : 'Nothing to do if it is the same field. The service cannot change one: give another field another name.',
        ...(differs
          ? { variant: 'differs' as const }
          : there.row === undefined
            ? {}
            : { variant: 'repeated' as const }),
      },
      detail: `${exists}${differs ? ` But ${differences.join(', and ')}.` : ''}`,
    },
  };
}
