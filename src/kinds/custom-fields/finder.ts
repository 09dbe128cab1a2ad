import { counted } from '../../core/counted.ts';
import type { Issue } from '../../core/issue.ts';
import { nearest } from '../../core/nearest.ts';
import type { CustomFieldDefinition, ListedFieldType, Model } from '../../core/records.ts';
import { quoteValue } from '../../core/text.ts';
import type { CustomFieldRow } from '../../ledger/rows.ts';
import type { References } from '../../reading/plan-ports.ts';

/** A custom field as the service has it, as far as that can be known (service interface, sections 2.5 and 3). */
export interface FoundField {
  readonly definition: CustomFieldDefinition;
  readonly model: Model;
  readonly type: ListedFieldType;
  /** `defined`: created, and not active yet. */
  readonly is: 'absent' | 'defined' | 'active';
  /** What bilag remembers of it, where it created it. */
  readonly known: CustomFieldRow | undefined;
}

/** A definition that can't be used: the column field that it is about, and why. */
export interface WrongField {
  readonly about: 'model' | 'type';
  readonly issue: Issue;
}

export interface FieldFinder {
  /** @param columns headers of the columns that the model and the type stand in, for messages */
  find(
    definition: CustomFieldDefinition,
    columns: { readonly model: string; readonly type: string },
  ): Promise<FoundField | WrongField[]>;
  /** What bilag remembers of a field, in whatever case its name is written. */
  known(model: string, name: string): CustomFieldRow | undefined;
  /** The name of a field as an entity shows it; undefined where none does. */
  shows(model: string, name: string): Promise<string | undefined>;
  /** ModelID → name and code → name of what was found: they read the bodies back. */
  readonly models: Readonly<Record<string, string>>;
  readonly fieldTypes: Readonly<Record<string, string>>;
}

/**
 * Finds out what there is of custom fields: the ledger remembers those that bilag created, an entity shows those that
 * are active.
 * @param memory the fields that bilag created in this company
 */
export function fieldFinder(memory: readonly CustomFieldRow[], references: References): FieldFinder {
  const models: Record<string, string> = {};
  const fieldTypes: Record<string, string> = {};
  const shown = new Map<string, readonly string[]>();
  const known = (model: string, name: string) =>
    memory.find((each) => each.model === model && each.name === name.toLowerCase());
  async function shows(model: string, name: string): Promise<string | undefined> {
    const names = shown.get(model) ?? (await references.shownFields(model)) ?? [];
    shown.set(model, names);
    return names.find((each) => each === name) ?? names.find((each) => each.toLowerCase() === name.toLowerCase());
  }
  return {
    models,
    fieldTypes,
    known,
    shows,
    async find(definition, columns) {
      const wrong: WrongField[] = [];
      const lookup = await references.model(definition.model);
      const types = await references.fieldTypes();
      const folded = definition.type.trim().toLowerCase();
      const type = types.find(({ name }) => name.toLowerCase() === folded);
      if (lookup.found !== 'one') wrong.push({ about: 'model', issue: modelIssue(definition, columns.model, lookup) });
      if (type === undefined) wrong.push({ about: 'type', issue: typeIssue(definition, columns.type, types) });
      if (lookup.found !== 'one' || type === undefined) return wrong;
      const { model } = lookup;
      models[model.id] = model.name;
      fieldTypes[type.code] = type.name;
      const before = known(model.name, definition.name);
      const shown = before?.active === 1 ? before.spelling : await shows(model.name, definition.name);
      const is = shown !== undefined ? 'active' : before?.service_id == null ? 'absent' : 'defined';
      // A service may tell names apart by their case: what it has is called as it calls it.
      const name = shown ?? before?.spelling ?? definition.name;
      return {
        definition: { ...definition, name, model: model.name, type: type.name },
        model,
        type,
        is,
        known: before,
      };
    },
  };
}

function modelIssue(
  { model }: CustomFieldDefinition,
  column: string,
  lookup: { found: 'none' } | { found: 'several'; count: number },
): Issue {
  if (lookup.found === 'several') {
    return {
      code: 'model-ambiguous',
      column,
      value: model,
      facts: { count: lookup.count },
      message: `The service has ${counted(lookup.count, 'model')} named ${quoteValue(model)}.`,
      suggestion: 'bilag does not choose between them: ask whoever runs the service.',
    };
  }
  return {
    code: 'model-unknown',
    column,
    value: model,
    message: `Model ${quoteValue(model)} is unknown to the service.`,
    suggestion:
      'Models have English names, as Contact, Product or Customer. See one with: bilag service models Contact',
  };
}

function typeIssue({ type }: CustomFieldDefinition, column: string, types: readonly ListedFieldType[]): Issue {
  const names = types.map(({ name }) => name);
  const meant = nearest(type, names);
  return {
    code: 'field-type-unknown',
    column,
    value: type,
    facts: { types: names, ...(meant === undefined ? {} : { near: meant }) },
    message: `${quoteValue(type)} is not a data type in the service; it has ${names.map(quoteValue).join(', ')}.`,
    suggestion: meant === undefined ? 'Take one of these.' : `Did you mean ${quoteValue(meant)}?`,
  };
}
