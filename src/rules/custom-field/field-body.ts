import type { CustomFieldDefinition, ListedFieldType, Model } from '../../domain/custom-field.ts';

/** The exact request body that creates a custom field (service interface, section 4.6): what a plan freezes. */
export function fieldBody(
  { name, nullable }: Pick<CustomFieldDefinition, 'name' | 'nullable'>,
  model: Pick<Model, 'id'>,
  type: Pick<ListedFieldType, 'code'>,
): string {
  return JSON.stringify({ Name: name, ModelID: model.id, DataType: type.code, Nullable: nullable });
}
