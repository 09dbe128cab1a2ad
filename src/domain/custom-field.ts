/** Characters of a small text value at most (service interface, section 8). */
export const SMALL_TEXT_MAX_CHARACTERS = 255;
/** What the service puts before a field's name where its values stand (service interface, section 2.5). */
export const CUSTOM_PREFIX = 'Custom';

/** A custom field as a job or a row defines it. */
export interface CustomFieldDefinition {
  readonly name: string;
  /** Name of the entity type: `Contact`. */
  readonly model: string;
  /** As the value list names it. */
  readonly type: string;
  readonly nullable: boolean;
}

/** A data type of the value list. */
export interface ListedFieldType {
  readonly name: string;
  /** GUID: the `DataType` of a field. */
  readonly code: string;
  readonly description: string;
}

/** An entity type (service interface, section 2.7). */
export interface Model {
  readonly id: number;
  readonly name: string;
  readonly label: string;
}

/** What a look-up of a model's name found. */
export type ModelLookup =
  | { readonly found: 'one'; readonly model: Model }
  | { readonly found: 'none' }
  | { readonly found: 'several'; readonly count: number };
