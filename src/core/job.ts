import { z } from 'zod';
import { fetch } from './fetch-section.ts';
import { BOOKING_FIELDS, bookingFields, CONTACT_FIELDS, CUSTOM_FIELD_FIELDS, contactFields } from './job-fields.ts';
import { batch, type Column, column, doubt, file, limits, rules, schedule, skips, values } from './job-schema.ts';
import {
  checkedText,
  currencyCode,
  each,
  expected,
  flag,
  group,
  listOf,
  mapOf,
  oneOf,
  oneOrMany,
  text,
} from './schema-parts.ts';

/**
 * A job (design, section 5): the one schema that validation, types and the published JSON Schema come from. Parsing
 * fills defaults in and settles spellings: a column is always a list of accepted headers, `entry` a list of columns.
 * What several keys must agree on is checked where jobs are read.
 */

const EXAMPLE_HEADER = 'Konto';

/** A column, or several of which a value is made: `{ all: [Fornavn, Etternavn] }`. */
function columnOrAll(example: string, second: string) {
  const shown = `{ all: [${example}, ${second}] }`;
  return z
    .union([column(example), group({ all: all(example, shown) }, shown)], {
      error: expected('a header, a list of headers, or {all: [...]}', shown),
    })
    .transform((value) => (Array.isArray(value) ? [value] : value.all));
}

function all(example: string, shown: string) {
  return listOf(column(example), 'a list of headers', shown).describe('The columns that are the value together.');
}

/** How far the numbers of vouchers are unique, where the key alone does not say it. */
export interface Numbering {
  readonly per?: 'date' | 'month' | 'year' | 'file';
  readonly series?: string;
}

/** The key of an entry: one column or several, and where its numbers start again. */
function entryKey() {
  const shown = '{ column: Bilagsnr, per: month }';
  const series = checkedText('the name of a series', 'Kasse 1', (value) =>
    /^\s+$/.test(value) ? expected('the name of a series', 'Kasse 1') : undefined,
  );
  const numbered = group(
    {
      column: column('Bilagsnr').optional().describe('The column with the number.'),
      all: all('Bilagsnr', '{ all: [Bilagsnr, Dato] }').optional(),
      per: oneOf(['date', 'month', 'year', 'file'])
        .optional()
        .describe(
          "The numbers start again with each date, calendar month or calendar year of the row's date, or with each file: equal numbers of two of them are different entries.",
        ),
      series: series
        .optional()
        .describe('Name of a series of numbers: equal numbers of two series are different entries.'),
    },
    shown,
  ).superRefine((value, context) => {
    if ((value.column === undefined) !== (value.all === undefined)) return;
    const which = value.column === undefined ? 'one of' : 'only one of';
    context.addIssue({ code: 'custom', message: `must have ${which} column and all. For example: ${shown}` });
  });
  return z
    .union([column('Bilagsnr'), numbered], {
      error: expected('a header, a list of headers, {column: ..., per: ...}, or {all: [...]}', shown),
    })
    .transform((value) => {
      if (Array.isArray(value)) return { columns: [value], numbering: {} as Numbering };
      const { column: one, all: several, per, series: named } = value;
      const numbering: Numbering = {
        ...(per === undefined ? {} : { per }),
        ...(named === undefined ? {} : { series: named }),
      };
      return { columns: several ?? (one === undefined ? [] : [one]), numbering };
    });
}

const FIGURES_EXAMPLE = '{ gross: Brutto, net: Netto, vat: Mva }';

/** An amount that its file says in several columns: any two give the third, and all that are there are checked. */
const grossNetVat = group(
  {
    gross: column('Brutto').optional().describe('Column of the amount with VAT: it is what is sent.'),
    net: column('Netto').optional().describe('Column of the amount without VAT.'),
    vat: column('Mva').optional().describe('Column of the VAT itself, as an amount.'),
  },
  `amount: ${FIGURES_EXAMPLE}`,
).superRefine((value, context) => {
  if (Object.keys(value).length < 2)
    context.addIssue({
      code: 'custom',
      message: `must have at least two of gross, net and vat. For example: ${FIGURES_EXAMPLE}`,
    });
});
/** The columns of an amount that stands in several, as the file has them. */
export type FigureColumns = z.output<typeof grossNetVat>;

const amount = z
  .union([column('Beløp'), grossNetVat], {
    error: expected('a header, a list of headers, or {gross: ..., net: ..., vat: ...}', 'Beløp'),
  })
  .describe(BOOKING_FIELDS.amount);

const sign = group(
  {
    column: column('S/H').describe('Column that says whether the amount is debit or credit.'),
    debit: oneOrMany(text('a flag', 'S'), 'a flag, or a list of flags', '[S, Bij]').describe('Values that mean debit.'),
    credit: oneOrMany(text('a flag', 'H'), 'a flag, or a list of flags', '[H, Af]').describe(
      'Values that mean credit.',
    ),
  },
  'sign: { column: S/H, debit: S, credit: H }',
).describe('For an unsigned amount: the column with its flag. Any other flag is an issue.');

/** In `columns.currency`: no column speaks of the currency of the amounts. */
const NO_COLUMN = 'none';

const rate = group(
  {
    column: column('Kurs').describe(
      'Column with the rate: what one unit of the other currency, or a hundred, comes to.',
    ),
    per: z
      .preprocess(
        (value) => (typeof value === 'string' ? Number(value) : value),
        z.literal([1, 100], {
          error: expected('1 or 100', '100'),
        }),
      )
      .default(1)
      .describe('Units of the other currency that the rate is for: 1 or 100.'),
  },
  'rate: { column: Kurs, per: 100 }',
).describe(
  "Amounts in another currency are booked in the company's: amount x rate / per, rounded half up. An empty rate changes nothing.",
);

function columns<Fields extends Readonly<Record<string, string>>>(fields: Fields) {
  const names = Object.keys(fields) as (keyof Fields & string)[];
  return each(names, (field) => column(EXAMPLE_HEADER).describe(fields[field] ?? ''));
}

const TOP_KEYS =
  'service file columns currency rate sign negate creditSign defaults rules vat accounts skip batch onInvalid onDuplicate doubt schedule fetch limits';
/** Where a key that stands one level too high or too low belongs; the commonest slip in YAML. */
const belongsUnder = (section: string, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, `under "${section}:"`]));
const IN_ENTRY = 'in columns.entry, as in entry: { column: Bilagsnr, per: month }';
const belongsAtTop = Object.fromEntries(TOP_KEYS.split(' ').map((key) => [key, 'at the left margin, not in a group']));
const numberingKeys = { per: IN_ENTRY, series: IN_ENTRY };
const misplaced = {
  ...belongsUnder('file', [
    'match',
    'sheet',
    'sheets',
    'hidden',
    'header',
    'delimiter',
    'encoding',
    'decimal',
    'dates',
    'timezone',
    'scale',
  ]),
  ...belongsUnder('batch', ['entries', 'concurrency']),
  ...belongsUnder('doubt', ['confirm']),
  ...belongsUnder('schedule', ['cron', 'tz']),
  ...belongsUnder(
    'columns',
    bookingFields.filter((field) => field !== 'vat' && field !== 'currency'),
  ),
  ...numberingKeys,
};

function common<Field extends string>(fields: readonly Field[]) {
  return {
    service: text('the name of a service', 'main')
      .default('main')
      .describe('Service that rows are booked in: a name under services of bilag.yaml.'),
    file,
    defaults: group(values(fields), 'defaults: { description: "{file} {entry}" }')
      // Every field is optional, which the compiler can't see through the generic fields.
      .prefault({} as never)
      .describe('Values for a field that is empty or has no column.'),
    rules: rules(fields),
    skip: skips(fields),
    batch,
    onInvalid: oneOf(['hold', 'reject'])
      .default('hold')
      .describe('A row with an issue: hold its entry, or reject the whole file.'),
    doubt: doubt.optional(),
    schedule: schedule.optional(),
    fetch: fetch.optional(),
    limits,
  };
}

const columnsExample = 'columns: { account: Konto, amount: Beløp }';

const kindOf = <Kind extends string>(kind: Kind) => z.literal(kind).describe('What the rows of the file are.');

/** An account of the service, by its number. */
export const accountNumber = checkedText('an account number', '"1501"', (value) =>
  /^\d+$/.test(value)
    ? undefined
    : 'must be an account number of the service, in digits, not {value}. For example: "1501"',
);
/** A VAT code of the service. */
export const vatCode = text('a VAT code, or none', '"3"');

const vat = group(
  {
    codes: mapOf(vatCode, 'codes: { 3H: "3" }')
      .default({})
      .describe("The file's code: the service's code; none sends no VAT code."),
    default: oneOf(['account', 'none'])
      .default('none')
      .describe("Without a code on the row: account takes the account's default VAT type, none sends none."),
    percent: column('Mva %')
      .optional()
      .describe(
        'Column of VAT percentages, for rows without a code: finds the VAT type of that percentage that fits the account.',
      ),
    percents: mapOf(vatCode, 'percents: { "25": "3" }')
      .optional()
      .describe("The file's percentage: the service's code, where several VAT types have it; none sends no VAT code."),
    tolerance: checkedText('an amount', '"0.05"', (value) =>
      /^\d{1,9}(\.\d{1,6})?$/.test(value)
        ? undefined
        : 'must be an amount as a plain number, with a point as decimal mark, not {value}. For example: "0.05"',
    )
      .optional()
      .describe('How far gross, net and VAT of a row may be apart, in units of the currency. Default: "0.01".'),
    reverse: oneOrMany(text('a VAT code', '"86"'), 'a VAT code, or a list of them', '["81", "86"]')
      .optional()
      .describe("VAT codes of the service with reverse charge: the file's rows show no VAT of theirs."),
  },
  'vat: { codes: { 3H: "3" } }',
)
  .prefault({})
  .describe('VAT codes.');

const bookings = group(
  {
    kind: kindOf('bookings'),
    ...common(bookingFields),
    columns: group(
      {
        ...columns(BOOKING_FIELDS),
        amount: amount.optional(),
        entry: entryKey().optional().describe(BOOKING_FIELDS.entry),
      },
      columnsExample,
      { ...belongsAtTop, ...numberingKeys },
    ).describe('Which column each field comes from: a header, or a list of accepted headers.'),
    currency: currencyCode
      .optional()
      .describe(
        "Currency of amounts that say none; default: that of the company's books (services, currency), else NOK.",
      ),
    rate: rate.optional(),
    sign: sign.optional(),
    negate: flag('negate: true')
      .default(false)
      .describe('true: amounts have the opposite sign, as in card exports that list purchases as positive.'),
    creditSign: oneOf(['negative', 'positive'])
      .optional()
      .describe(
        'Whether the credit column holds negative or positive amounts; asked about when all or most are negative. In a statement with one amount: whether CR behind it is a minus or, as banks write it, a plus.',
      ),
    vat,
    accounts: mapOf(accountNumber, 'accounts: { "1500": "1501" }')
      .default({})
      .describe("The file's account number: the service's."),
    onDuplicate: oneOf(['hold', 'skip', 'book'])
      .default('hold')
      .describe('An entry that an earlier import has booked: hold it, skip it, or book it again.'),
  },
  'kind: bookings',
  misplaced,
);

/**
 * What `columns.entry` and `columns.amount` say beside a column stands apart: the columns of a job are all of one form.
 * `figures` is there where the amount stands in several columns; `columns.amount` is then the first of them.
 */
export const bookingsJobSchema = bookings.transform(({ columns: { entry, currency, ...others }, ...job }) => {
  const { amount } = others;
  const figures = amount === undefined || Array.isArray(amount) ? undefined : amount;
  const single = Array.isArray(amount) ? amount : (amount?.gross ?? amount?.net);
  const noCurrencyColumn = currency?.length === 1 && currency[0]!.toLowerCase() === NO_COLUMN;
  return {
    ...job,
    columns: {
      ...(entry === undefined ? {} : { entry: entry.columns }),
      ...(currency === undefined || noCurrencyColumn ? {} : { currency }),
      ...(others as Omit<typeof others, 'amount'>),
      ...(single === undefined ? {} : { amount: single }),
    },
    numbering: entry?.numbering ?? {},
    ...(figures === undefined ? {} : { figures }),
    /** Present where the job says that no column speaks of the currency of the amounts. */
    ...(noCurrencyColumn ? { noCurrencyColumn } : {}),
  };
});

const customField = group(
  {
    name: text('a name', 'Medlemsnr').describe(CUSTOM_FIELD_FIELDS.name),
    model: text('a model', 'Contact').describe(CUSTOM_FIELD_FIELDS.model),
    type: text('a data type', 'Small text field').describe(CUSTOM_FIELD_FIELDS.type),
    nullable: flag('nullable: true').default(true).describe('Whether the field may be empty.'),
  },
  '- { name: Membership, model: Contact, type: Small text field }',
);

export const contactsJobSchema = group(
  {
    kind: kindOf('contacts'),
    ...common(contactFields),
    columns: group(
      {
        ...columns(CONTACT_FIELDS),
        name: columnOrAll('Fornavn', 'Etternavn').optional().describe(CONTACT_FIELDS.name),
      },
      'columns: { name: Navn }',
      belongsAtTop,
    ).describe('Which column each field comes from.'),
    match: oneOrMany(oneOf(['email', 'phone', 'name']), 'a list of email, phone and name', '[email, phone, name]')
      .default(['email', 'phone', 'name'])
      .describe('How a contact that exists already is recognised, in this order.'),
    custom: mapOf(column('Medlemsnr'), 'custom: { Membership: Medlemsnr }')
      .default({})
      .describe('Custom field: the column that its value comes from.'),
    customFields: listOf(customField, 'a list of custom fields', '- { name: Membership, model: Contact, type: Text }')
      .default([])
      .describe('Custom fields that must exist: created and activated first where they are absent.'),
    onDuplicate: oneOf(['hold', 'skip', 'book'])
      .default('hold')
      .describe(
        'A contact that exists already and of which the file says something else: hold it, skip it, or create another. With nothing different it is left as it is.',
      ),
  },
  'kind: contacts',
  belongsUnder('columns', contactFields),
);

/** Jobs of a kind whose rows have these fields, and that say nothing beside. */
export function plainJobSchema<Name extends string, Fields extends Readonly<Record<string, string>>>(
  name: Name,
  fields: Fields,
  example: string,
) {
  const names = Object.keys(fields) as (keyof Fields & string)[];
  const described = group(columns(fields), example, belongsAtTop).describe('Which column each field comes from.');
  const shape = { kind: kindOf(name), ...common(names), columns: described };
  return group(shape, `kind: ${name}`, belongsUnder('columns', names));
}

export const customFieldsJobSchema = plainJobSchema('custom-fields', CUSTOM_FIELD_FIELDS, 'columns: { name: Felt }');

export type BookingsJob = z.output<typeof bookingsJobSchema>;
export type ContactsJob = z.output<typeof contactsJobSchema>;
export type CustomFieldsJob = z.output<typeof customFieldsJobSchema>;
/** A job definition of any kind, complete: defaults are filled in. What a kind adds is known in its folder. */
export type Job = Omit<z.output<z.ZodObject<ReturnType<typeof common>>>, 'defaults' | 'rules' | 'skip'> & {
  readonly kind: string;
  readonly columns: Readonly<Record<string, Column | readonly Column[] | undefined>>;
  readonly defaults: Readonly<Record<string, string | undefined>>;
  readonly rules: readonly {
    readonly when: { readonly column?: Readonly<Record<string, string>> | undefined };
    readonly set: Readonly<Record<string, string | undefined>>;
  }[];
  readonly skip: readonly { readonly column?: Column | undefined }[];
};
/** How the definitions of a kind are checked. */
export type JobSchema = z.ZodObject | z.ZodPipe<z.ZodObject>;
/** The kinds that pages have words for. */
export type JobKind = (BookingsJob | ContactsJob | CustomFieldsJob)['kind'];
export type Rule = BookingsJob['rules'][number];
/** Exactly one of `column` and `field`, exactly one of `matches` and `equals`. */
export type Skip = BookingsJob['skip'][number];
/** How amounts in another currency become amounts in the company's. */
export type Rate = NonNullable<BookingsJob['rate']>;
/** How an unsigned amount's flag is read. */
export type Sign = NonNullable<BookingsJob['sign']>;
