import type { CustomFieldDefinition, ListedFieldType, Model } from '../../domain/custom-field.ts';

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
