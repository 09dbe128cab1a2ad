import { UsageError } from '../core/issue.ts';
import { isObject } from './reply.ts';

/** What the real service may do though nothing says so: each is how a service can differ from what this one does by default. */
export interface Quirks {
  /** Rows of a page at most, whatever `top` says; null for the usual maximum. */
  readonly pageRows: number | null;
  /** Whether `skip` is heeded. */
  readonly skip: boolean;
  /** Whether the custom values of a contact that is created are kept, or dropped without a word. */
  readonly customValues: 'kept' | 'ignored';
  /** Where the custom values of a contact are shown: in the list too, by the GET of the one contact alone, or nowhere. */
  readonly valuesShown: 'everywhere' | 'alone' | 'nowhere';
  /** Whether an entity without a value of an active custom field shows the field, as null. */
  readonly unsetValues: 'shown' | 'hidden';
  /** How a creation of a contact is answered: as `reply=` of the faults says, 204 without a body, `{ID}`, or the whole. */
  readonly contactReply: 'as-booked' | 'empty' | 'id' | 'full';
  readonly activation: 'done' | 'refused';
  /** How a definition of a custom field is answered. */
  readonly fieldReply: 'full' | 'no-id';
  /** Whether a second custom field of the same name and model is refused. */
  readonly fieldNames: 'unique' | 'any';
  /** Whether every model is listed a second time, with another ID. */
  readonly models: 'unique' | 'twice';
  /** Characters of a description that are kept; null for all that the interface allows. */
  readonly descriptionMax: number | null;
  /** Whether several blanks in a description become one. */
  readonly blanks: 'kept' | 'collapsed';
  /** Milliseconds until a line that was booked appears in the list. */
  readonly linesAfter: number;
  /** Whether a list that is filtered by a description is answered `[]`, whatever it holds. */
  readonly descriptionFilter: 'kept' | 'empty';
  /** What chooses the books: the CompanyKey header, or the bearer token, with IDs of their own for each. */
  readonly books: 'key' | 'token';
}

export const NO_QUIRKS: Quirks = {
  pageRows: null,
  skip: true,
  customValues: 'kept',
  valuesShown: 'everywhere',
  unsetValues: 'shown',
  contactReply: 'as-booked',
  activation: 'done',
  fieldReply: 'full',
  fieldNames: 'unique',
  models: 'unique',
  descriptionMax: null,
  blanks: 'kept',
  linesAfter: 0,
  descriptionFilter: 'kept',
  books: 'key',
};

type Counted = 'pageRows' | 'descriptionMax' | 'linesAfter';
/** What each may be, besides whole numbers from `least` on and what stands there by default. */
const NUMBERS: Readonly<Record<Counted, { least: number }>> = {
  pageRows: { least: 1 },
  descriptionMax: { least: 1 },
  linesAfter: { least: 0 },
};
const CHOICES: Readonly<Record<Exclude<keyof Quirks, Counted>, readonly (string | boolean)[]>> = {
  skip: [true, false],
  customValues: ['kept', 'ignored'],
  valuesShown: ['everywhere', 'alone', 'nowhere'],
  unsetValues: ['shown', 'hidden'],
  contactReply: ['as-booked', 'empty', 'id', 'full'],
  activation: ['done', 'refused'],
  fieldReply: ['full', 'no-id'],
  fieldNames: ['unique', 'any'],
  models: ['unique', 'twice'],
  blanks: ['kept', 'collapsed'],
  descriptionFilter: ['kept', 'empty'],
  books: ['key', 'token'],
};

/** Reads `{pageRows: 50, skip: false, …}`; what is not named is as by default. @throws Error that names what is wrong */
export function parseQuirks(body: unknown): Quirks {
  if (!isObject(body)) throw new Error('An object was expected.');
  for (const [name, value] of Object.entries(body)) {
    if (Object.hasOwn(NUMBERS, name)) {
      const { least } = NUMBERS[name as Counted];
      const usual = NO_QUIRKS[name as Counted];
      if (value === usual || (Number.isSafeInteger(value) && (value as number) >= least)) continue;
      const or = usual === null ? ', or null' : '';
      throw new Error(`${name} must be a whole number above ${least - 1}${or}, not ${JSON.stringify(value)}.`);
    }
    const choices = Object.hasOwn(CHOICES, name) ? CHOICES[name as keyof typeof CHOICES] : undefined;
    if (!choices) throw new Error(`There is no quirk ${name}. Known: ${Object.keys(NO_QUIRKS).join(', ')}.`);
    if (choices.includes(value as string | boolean)) continue;
    throw new Error(`${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}.`);
  }
  return { ...NO_QUIRKS, ...body };
}

/**
 * Reads `descriptionMax=255,linesAfter=5000,blanks=collapsed`: the same in the form of an option of the command line.
 * @throws UsageError that names what is wrong
 */
export function parseQuirkSpec(text: string): Quirks {
  const quirks: Record<string, unknown> = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [, name = part, value = ''] = /^([^=]*)=(.*)$/.exec(part) ?? [];
    quirks[name] = /^(\d+|true|false|null)$/.test(value) ? JSON.parse(value) : value;
  }
  try {
    return parseQuirks(quirks);
  } catch (error) {
    throw new UsageError(
      `--quirks: ${(error as Error).message}`,
      'For example: --quirks descriptionMax=255,blanks=collapsed',
    );
  }
}
