import { toCents } from './cents.ts';
import { DATA_TYPES, type DataTypeName, MODELS } from './reference/company.ts';
import { isObject, type ServiceMessage } from './reply.ts';

/** A custom field (service interface, section 2.5). */
export interface CustomField {
  readonly ID: number;
  readonly Name: string;
  readonly ModelID: number;
  readonly DataType: string;
  readonly Nullable: boolean;
  StatusCode: number;
}

/** A request that did something to a field. */
export interface FieldRequest {
  /** Which of the POST requests to the interface it was, counted from 1. */
  readonly request: number;
  /** What its sender calls it (`X-Request-ID`). */
  readonly requestId: string | undefined;
}

export const STATUS_DEFINED = 20;
export const STATUS_ACTIVE = 30;
/** Characters of a small text value at most (service interface, section 2.6). */
export const SMALL_TEXT_LIMIT = 255;
/** Characters of a field's name at most. */
export const NAME_LIMIT = 50;

const FIRST_ID = 801;
const NAME = /^\p{L}[\p{L}\p{N}_]*$/u;

export interface CustomFields {
  readonly fields: readonly CustomField[];
  /** @param unique whether another field of the same name and model is in the way */
  define(body: unknown, by: FieldRequest, unique: boolean): CustomField | ServiceMessage[];
  get(id: number): CustomField | undefined;
  activate(field: CustomField, by: FieldRequest): void;
  /** The request that defined a field, and those that activated it. */
  origin(field: CustomField): FieldRequest & { readonly activations: readonly FieldRequest[] };
  /** The `CustomValues` of an entity: every active field of its model, null until set. */
  values(model: string, set: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** What is wrong with the custom values sent for an entity. */
  check(model: string, values: unknown): ServiceMessage[];
}

export function createCustomFields(): CustomFields {
  const fields: CustomField[] = [];
  const origins = new Map<CustomField, FieldRequest & { readonly activations: FieldRequest[] }>();
  const originOf = (field: CustomField) => origins.get(field)!;
  const active = (model: string) => {
    const id = MODELS.find((each) => each.Name === model)?.ID;
    return fields.filter((field) => field.ModelID === id && field.StatusCode === STATUS_ACTIVE);
  };
  return {
    fields,
    define(body, { request, requestId }, unique) {
      const messages = checkField(body, unique ? fields : []);
      if (messages.length > 0) return messages;
      const { Name, ModelID, DataType, Nullable } = body as Omit<CustomField, 'ID' | 'StatusCode'>;
      const field = { ID: FIRST_ID + fields.length, Name, Nullable, DataType, ModelID, StatusCode: STATUS_DEFINED };
      fields.push(field);
      origins.set(field, { request, requestId, activations: [] });
      return field;
    },
    get: (id) => fields.find((each) => each.ID === id),
    activate(field, { request, requestId }) {
      field.StatusCode = STATUS_ACTIVE;
      originOf(field).activations.push({ request, requestId });
    },
    origin: originOf,
    values(model, set) {
      return Object.fromEntries(active(model).map(({ Name }) => [`Custom${Name}`, set[`Custom${Name}`] ?? null]));
    },
    check(model, values) {
      if (values === undefined || values === null) return [];
      if (!isObject(values)) return [{ Message: 'CustomValues must be an object.', PropertyName: 'CustomValues' }];
      return Object.entries(values).flatMap(([key, value]) => {
        const field = active(model).find(({ Name }) => `Custom${Name}` === key);
        const wrong = field ? wrongValue(field, value) : `${model} has no active custom field ${key}.`;
        return wrong === undefined ? [] : [{ Message: wrong, PropertyName: `CustomValues.${key}` }];
      });
    },
  };
}

function checkField(body: unknown, fields: readonly CustomField[]): ServiceMessage[] {
  if (!isObject(body)) return [{ Message: 'A custom field was expected.', PropertyName: '' }];
  const messages: ServiceMessage[] = [];
  const { Name, ModelID, DataType, Nullable } = body;
  if (typeof Name !== 'string' || Name.length > NAME_LIMIT || !NAME.test(Name)) {
    const Message = `Name must be a letter followed by letters, digits or _, at most ${NAME_LIMIT} characters.`;
    messages.push({ Message, PropertyName: 'Name' });
  } else if (fields.some((each) => each.ModelID === ModelID && each.Name.toLowerCase() === Name.toLowerCase())) {
    messages.push({ Message: `There is already a custom field ${Name} on this model.`, PropertyName: 'Name' });
  }
  if (!MODELS.some((each) => each.ID === ModelID)) {
    messages.push({ Message: `There is no model with ID ${JSON.stringify(ModelID)}.`, PropertyName: 'ModelID' });
  }
  if (!DATA_TYPES.some((each) => each.Code === DataType)) {
    const Message = `${JSON.stringify(DataType)} is not a code of the value list customfieldsqltypes.`;
    messages.push({ Message, PropertyName: 'DataType' });
  }
  if (typeof Nullable !== 'boolean') {
    messages.push({ Message: 'Nullable must be true or false.', PropertyName: 'Nullable' });
  }
  return messages;
}

function wrongValue(field: CustomField, value: unknown): string | undefined {
  if (value === null) return field.Nullable ? undefined : `${field.Name} can't be null.`;
  const type: DataTypeName | undefined = DATA_TYPES.find((each) => each.Code === field.DataType)?.Name;
  if (type === 'Number') return Number.isSafeInteger(value) ? undefined : `${field.Name} must be a whole number.`;
  if (type === 'Money') {
    return typeof value === 'number' && toCents(value) !== undefined
      ? undefined
      : `${field.Name} must be a number with at most two decimals.`;
  }
  if (typeof value !== 'string') return `${field.Name} must be a text.`;
  return type === 'Small text field' && value.length > SMALL_TEXT_LIMIT
    ? `${field.Name} can't be longer than ${SMALL_TEXT_LIMIT} characters.`
    : undefined;
}
