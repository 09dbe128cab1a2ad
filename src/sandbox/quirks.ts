import { isObject } from './reply.ts';

/** What the real service may do though nothing says so: each is how a service can differ from what this one does by default. */
export interface Quirks {
  /** Rows of a page at most, whatever `top` says; null for the usual maximum. */
  readonly pageRows: number | null;
  /** Whether `skip` is heeded. */
  readonly skip: boolean;
  /** Whether the custom values of a contact that is created are kept, or dropped without a word. */
  readonly customValues: 'kept' | 'ignored';
  /** How a creation of a contact is answered: as `reply=` of the faults says, 204 without a body, `{ID}`, or the whole. */
  readonly contactReply: 'as-booked' | 'empty' | 'id' | 'full';
  readonly activation: 'done' | 'refused';
  /** How a definition of a custom field is answered. */
  readonly fieldReply: 'full' | 'no-id';
  /** Whether a second custom field of the same name and model is refused. */
  readonly fieldNames: 'unique' | 'any';
  /** Whether every model is listed a second time, with another ID. */
  readonly models: 'unique' | 'twice';
}

export const NO_QUIRKS: Quirks = {
  pageRows: null,
  skip: true,
  customValues: 'kept',
  contactReply: 'as-booked',
  activation: 'done',
  fieldReply: 'full',
  fieldNames: 'unique',
  models: 'unique',
};

/** What each may be, besides null and whole numbers for `pageRows`. */
const CHOICES: Readonly<Record<Exclude<keyof Quirks, 'pageRows'>, readonly (string | boolean)[]>> = {
  skip: [true, false],
  customValues: ['kept', 'ignored'],
  contactReply: ['as-booked', 'empty', 'id', 'full'],
  activation: ['done', 'refused'],
  fieldReply: ['full', 'no-id'],
  fieldNames: ['unique', 'any'],
  models: ['unique', 'twice'],
};

/** Reads `{pageRows: 50, skip: false, …}`; what is not named is as by default. @throws Error that names what is wrong */
export function parseQuirks(body: unknown): Quirks {
  if (!isObject(body)) throw new Error('An object was expected.');
  for (const [name, value] of Object.entries(body)) {
    if (name === 'pageRows') {
      if (value === null || (Number.isSafeInteger(value) && (value as number) > 0)) continue;
      throw new Error(`pageRows must be a whole number above 0, or null, not ${JSON.stringify(value)}.`);
    }
    const choices = Object.hasOwn(CHOICES, name) ? CHOICES[name as keyof typeof CHOICES] : undefined;
    if (!choices) throw new Error(`There is no quirk ${name}. Known: ${Object.keys(NO_QUIRKS).join(', ')}.`);
    if (choices.includes(value as string | boolean)) continue;
    throw new Error(`${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}.`);
  }
  return { ...NO_QUIRKS, ...body };
}
