import { z } from 'zod';
import { explainCron, explainZone } from './cron.ts';
import {
  anyText,
  checkedText,
  each,
  expected,
  flag,
  group,
  listOf,
  mapOf,
  oneOf,
  oneOrMany,
  pattern,
  text,
  whole,
} from './schema-parts.ts';

/** The parts of a job that are the same for every kind (design, section 5). */

/** Most decimals that an amount may have. */
export const SCALE_MAX = 6;
/** Longest delimiter, in characters. */
const DELIMITER_MAX_CHARACTERS = 4;
const LIMIT_MAX = Number.MAX_SAFE_INTEGER;
const LARGEST_LINE = 1_000_000;

/** A column: the header as the file spells it, or several of which the file has one; numbers where the file has no header. */
export function column(example: string) {
  return oneOrMany(text('a header', example), 'a header, or a list of headers', example);
}
export type Column = readonly string[];

const datePattern = text('a date pattern', 'dd.MM.yyyy');

const delimiter = checkedText('auto, tab, or the delimiter', '";"', (value) => {
  if (value.length > DELIMITER_MAX_CHARACTERS && value !== 'auto')
    return 'must be auto, tab, or the delimiter itself, not {value}. For example: ";"';
  return /["\r\n]/.test(value) ? 'must not be a quote or a line break. For example: ";"' : undefined;
}).transform((value) => (value === 'tab' || value === '\\t' ? '\t' : value));

const glob = checkedText('a file name pattern', '"*.csv"', (value) =>
  /[/\\]/.test(value)
    ? 'must be a pattern of file names, without folders, not {value}. For example: "*.csv"'
    : undefined,
);

/** Lists accept a single pattern too. */
const dates = z.preprocess(
  (value) => (typeof value === 'string' && value !== 'auto' ? [value] : value),
  z.union([z.literal('auto'), z.array(datePattern).min(1)], {
    error: expected('auto, or a list of date patterns', '[dd.MM.yyyy, yyyyMMdd]'),
  }),
);

const sheets = z.union([z.array(text('the name of a sheet', 'Januar')).min(1), pattern], {
  error: expected('all, a list of names of sheets, or a regular expression', '[Januar, Februar]'),
});

const headerError = expected('auto, none, or the number of the row that names the columns', '3');
const header = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
  z.union(
    [
      z.literal('auto'),
      z.literal('none'),
      z.int().min(1, { error: headerError }).max(LARGEST_LINE, { error: headerError }),
    ],
    { error: headerError },
  ),
);

export const file = group(
  {
    match: oneOrMany(glob, 'a file name pattern, or a list of them', '"*.csv"')
      .default(['*.{csv,xlsx}'])
      .describe('Names of the files that are taken from the inbox.'),
    sheet: text('the name of a sheet', 'Bilag')
      .optional()
      .describe('Workbooks: the sheet; default: the visible sheet whose header matches.'),
    sheets: sheets
      .optional()
      .describe(
        'Workbooks: several sheets that are read as one file: all (the visible ones whose header matches), their names, or a regular expression that names of visible sheets match.',
      ),
    hidden: oneOf(['take', 'skip', 'ask'])
      .default('ask')
      .describe('Workbooks: rows that are hidden or filtered out: take them, skip them, or refuse the file and ask.'),
    header: header
      .default('auto')
      .describe(
        'auto finds the row that names the columns; or its number; or none: columns are then numbers, 1 is the first.',
      ),
    delimiter: delimiter
      .default('auto')
      .describe('CSV: what stands between the values: auto, tab, or the text itself.'),
    encoding: text('auto, or the name of an encoding', 'windows-1252')
      .default('auto')
      .describe('CSV: auto is UTF-8, UTF-16 or else Windows-1252; others by name: iso-8859-15, cp865.'),
    decimal: z
      .enum(['auto', ',', '.'], { error: expected('auto, "," or "."', '","') })
      .default('auto')
      .describe('The decimal mark of all amounts.'),
    dates: dates
      .default('auto')
      .describe('How dates are written: auto, or patterns of d dd M MM MMM MMMM yy yyyy HH mm ss X.'),
    timezone: checkedText('a time zone', 'Europe/Oslo', explainZone)
      .optional()
      .describe('Where the calendar day of a time that stands with its zone (2026-01-31T23:30:00Z) is counted.'),
    scale: whole(0, SCALE_MAX, '2').default(2).describe('Decimals that an amount may have.'),
  },
  'file: { sheet: Bilag }',
)
  .prefault({})
  .describe('Which files, and how they are written.');

export const batch = group(
  {
    entries: whole(1, 1000, '50').default(100).describe('Entries that travel in one request.'),
    concurrency: whole(1, 32, '4')
      .default(4)
      .describe(
        'Requests of this job under way at once; the service’s own concurrency is the limit of all jobs together.',
      ),
  },
  'batch: { entries: 50 }',
)
  .prefault({})
  .describe('How entries are sent.');

export const doubt = group(
  {
    confirm: oneOf(['none', 'second-person'])
      .default('none')
      .describe(
        'What a person says became of a batch in doubt: none takes one word for it; second-person, only when another person, who has not seen that, says the same.',
      ),
  },
  'doubt: { confirm: second-person }',
).describe('Batches of which nobody knows whether they were booked.');

export const schedule = group(
  {
    cron: checkedText('a cron expression', '0 6 * * 1-5', explainCron).describe(
      'Minute, hour, day of month, month, day of week.',
    ),
    tz: checkedText('a time zone', 'Europe/Oslo', explainZone)
      .optional()
      .describe("Time zone of the expression; default: the machine's."),
  },
  'schedule: { cron: "0 6 * * 1-5", tz: Europe/Oslo }',
).describe('When files are fetched.');

export const limits = group(
  {
    issues: whole(1, LIMIT_MAX, '10000').default(10_000).describe('More different causes than this reject the file.'),
    rows: whole(1, LIMIT_MAX, '5000000').default(5_000_000).describe('More rows than this reject the file.'),
    bytes: whole(1, LIMIT_MAX, '1073741824').default(1_073_741_824).describe('A larger file is rejected, in bytes.'),
  },
  'limits: { issues: 10000 }',
)
  .prefault({})
  .describe('Beyond these the file is rejected.');

/** What a job says of single rows: values that they get, rows that are no bookings (design, section 5). */

/** Values of `defaults` and of a rule's `set`, by field. */
export function values<Field extends string>(fields: readonly Field[]) {
  return each(fields, () => text('text', '"4300"'));
}

export function rules<Field extends string>(fields: readonly Field[]) {
  const example = '{ when: { description: "rema|kiwi" }, set: { contraAccount: "4300" } }';
  const when = group(
    {
      ...each(fields, () => pattern),
      column: mapOf(pattern, 'column: { Type: "^Gebyr$" }').optional().describe('By header instead of field.'),
    },
    'when: { description: "rema|kiwi" }',
  );
  const rule = group(
    {
      when: when.describe('Regular expressions, unanchored, upper and lower case alike; all must match.'),
      set: group(values(fields), 'set: { contraAccount: "4300" }').describe('Fields and their values.'),
      override: flag('override: true').default(false).describe("true: also where the row's cell is filled."),
    },
    example,
  );
  return listOf(rule, 'a list of rules', `- ${example}`)
    .default([])
    .describe('Set fields by what a row says; for each field the first rule that matches wins.');
}

export function skips<Field extends string>(fields: readonly Field[]) {
  const example = '{ column: Konto, matches: "^$|^Sum" }';
  const skip = group(
    {
      column: column('Konto').optional().describe('The column whose cell decides.'),
      field: z
        .enum(fields as readonly [Field, ...Field[]], { error: expected('a field of the job', 'amount') })
        .optional()
        .describe('The field whose value decides, after rules and defaults.'),
      matches: pattern.optional().describe('Regular expression, unanchored, upper and lower case alike.'),
      equals: anyText('text', '"0"').optional().describe('The whole value.'),
    },
    example,
  ).superRefine((value, context) => {
    const one = (first: 'column' | 'matches', second: 'field' | 'equals') => {
      const both = value[first] !== undefined && value[second] !== undefined;
      if (both || (value[first] === undefined && value[second] === undefined))
        context.addIssue({
          code: 'custom',
          message: `must have ${both ? 'only one of' : 'one of'} ${first} and ${second}. For example: ${example}`,
        });
    };
    one('column', 'field');
    one('matches', 'equals');
  });
  return listOf(skip, 'a list', `- ${example}`).default([]).describe('Rows that are no bookings.');
}
