import { z } from 'zod';
import { compilePattern, PATTERN_MAX_CHARACTERS } from './compile-pattern.ts';
import { isCurrencyCode } from './currency.ts';
import type { Diagnosis } from './diagnosis.ts';
import { nearest } from './nearest.ts';

/**
 * Pieces that the schemas of jobs and of the configuration are made of. Values come from YAML whose scalars are all
 * text (so that `0123` stays `0123`), or from code with numbers and booleans; both are taken.
 *
 * Messages are predicates about the key ("must be …") in which `{value}` stands for what the file holds: the reader
 * puts key, line and value in, and leaves out values that may be secret.
 */

/** `must be WHAT, not {value}. For example: EXAMPLE` */
export function expected(what: string, example: string): string {
  return `must be ${what}, not {value}. For example: ${example}`;
}

/** Text; numbers and booleans of other sources than YAML become text. */
export function text(what: string, example: string) {
  const error = expected(what, example);
  return z
    .union([z.string(), z.number(), z.boolean()], { error })
    .transform(String)
    .pipe(z.string().min(1, { error }))
    .meta({ minLength: 1, shown: example });
}

/** Text that may be empty (`""`), for comparisons. */
export function anyText(what: string, example: string) {
  return z.union([z.string(), z.number(), z.boolean()], { error: expected(what, example) }).transform(String);
}

/** Text that `explain` has nothing against; it answers what is wrong, as a predicate about the key. */
export function checkedText(what: string, example: string, explain: (value: string) => string | undefined) {
  return text(what, example).superRefine((value, context) => {
    const message = explain(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}

/** A currency by its three letters, in capitals in the result. */
export const currencyCode = checkedText('a currency', 'NOK', (value) =>
  isCurrencyCode(value.toUpperCase())
    ? undefined
    : 'must be a currency by its three letters (ISO 4217), not {value}. For example: NOK',
).transform((value) => value.toUpperCase());
/** A regular expression of a job. */
export const pattern = checkedText('a regular expression', '"rema|kiwi"', (source) => {
  if (source.length > PATTERN_MAX_CHARACTERS) return `is longer than ${PATTERN_MAX_CHARACTERS} characters`;
  try {
    compilePattern(source);
    return undefined;
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: \/.*\/\w*: /s, '');
    return `must be a regular expression, not {value}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}. Put a backslash before . * + ? ( ) [ ] { } | ^ $ that stand for themselves, and before nothing else`;
  }
});

/** A whole number, written in digits only. */
export function whole(minimum: number, maximum: number, example: string) {
  const range = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
  const error = expected(`a whole number ${range}`, example);
  return z.preprocess(numberOf, z.int({ error }).min(minimum, { error }).max(maximum, { error }));
}

export function flag(example: string) {
  return z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean({ error: expected('true or false', example) }),
  );
}

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  const all = values.length === 1 ? values[0] : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  return z.enum(values, {
    error: (issue) => {
      const meant = typeof issue.input === 'string' ? nearest(issue.input, values) : undefined;
      return `must be ${all}, not {value}.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`;
    },
  });
}

/** One item, or a list of them; always a list in the result. */
export function oneOrMany<Item extends z.ZodType>(item: Item, what: string, example: string) {
  const error = expected(what, example);
  return z.preprocess(asList, z.array(item, { error }).min(1, { error })).meta({ oneOrMany: true });
}

export function listOf<Item extends z.ZodType>(item: Item, what: string, example: string) {
  const error = expected(what, example);
  return z.array(item, { error }).min(1, { error });
}

/**
 * A group of keys. Unknown keys are refused with one message per key, on lines of their own, in the order of `keys`.
 * `elsewhere` says where a key that is known in another group belongs.
 */
export function group<Shape extends z.ZodRawShape>(
  shape: Shape,
  example: string,
  elsewhere: Readonly<Record<string, string>> = {},
) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? (issue.keys as string[]).map((key) => unknownKey(key, known, elsewhere)).join('\n')
        : expected('a group of keys', example),
  });
}

/** Names of the person's own choosing, each with a value. */
export function mapOf<Item extends z.ZodType>(item: Item, example: string) {
  return z.record(z.string(), item, { error: expected('a group of names with values', example) });
}

/** The same kind of optional value for each field. */
export function each<Field extends string, Item extends z.ZodType>(
  fields: readonly Field[],
  item: (field: Field) => Item,
): { [Key in Field]: z.ZodOptional<Item> } {
  return Object.fromEntries(fields.map((field) => [field, item(field).optional()])) as {
    [Key in Field]: z.ZodOptional<Item>;
  };
}

/** What follows "KEY is not a key of …": what was meant, or where it belongs, or all that is known. */
function unknownKey(key: string, known: readonly string[], elsewhere: Readonly<Record<string, string>>): string {
  const place = Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined;
  if (place !== undefined) return `It belongs ${place}.`;
  const meant = nearest(key, known);
  if (meant !== undefined) return `Did you mean "${meant}"?`;
  return `Known here: ${known.join(', ')}.`;
}

function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

function asList(value: unknown): unknown {
  return Array.isArray(value) || value === undefined ? value : [value];
}

/** Something wrong at a key, as a predicate: "must be …, not {value}". */
export interface Finding {
  readonly path: Path;
  readonly message: string;
  /** The field without which nothing can be imported; `columns` where no column is named at all. */
  readonly missing?: string;
  /** One column is named for two things: the other one, and the column. */
  readonly shared?: { readonly other: string; readonly column: string };
  /** The same for pages; without it a value is wrong, or is not there. */
  readonly told?: Diagnosis;
}

export type Path = readonly (string | number)[];

/** Items that a list holds twice. @param same what is equal of those that are the same */
export function repeated(items: readonly string[], path: Finding['path'], same: (item: string) => string): Finding[] {
  const seen = new Set<string>();
  return items.flatMap((item) => {
    const key = same(item);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ path, message: `holds "${item}" twice. Keep one of them`, told: { code: 'twice', facts: { item } } }];
  });
}
