import { z } from 'zod';
import { PROBLEM_CODES } from '../../../core/definition-problem.ts';
import { ENTRY_ISSUE_CODES, FILE_ISSUE_CODES, REMARK_CODES, ROW_ISSUE_CODES } from '../../../core/issue.ts';
import { CAUSE_ANSWERS } from '../../../core/job-answers.ts';
import { VALUE_LOOKS } from '../../../importing/profile/profile-column.ts';
import { KIND_NAMES } from '../../../kinds/kinds.ts';
import { suggestion } from '../corrections/shapes.ts';
import {
  balances,
  booksCurrency,
  cause,
  choices,
  conversion,
  errorAnswer,
  facts,
  hiddenParts,
  receiptAnswer,
  toldParts,
} from '../shapes.ts';

/** Shapes of what is said of a new import before anything is booked. */

const count = z.int().min(0);
const amount = z.string().meta({ description: 'decimal text', examples: ['-10.00'] });
const code = z.enum([...ROW_ISSUE_CODES, ...ENTRY_ISSUE_CODES, ...FILE_ISSUE_CODES, ...REMARK_CODES]);
const kind = z.enum(KIND_NAMES);
const issue = z.strictObject({
  code,
  column: z.string().optional(),
  value: z.string().optional(),
  message: z.string(),
  suggestion: z.string().optional(),
  choices,
  ...toldParts,
});

export const draftAnswer = z.strictObject({
  draft: z.string().meta({ description: 'id of the draft: its owner’s alone' }),
  url: z.string(),
  file: z.string(),
  bytes: count,
  until: z.iso.datetime().meta({ description: 'when it goes, if it is not used before' }),
});

const evidence = z.strictObject({ value: z.string(), column: z.string(), line: count });
const column = z.strictObject({
  index: count,
  header: z.string().meta({ description: 'empty where it has no name; its number where the file has no header' }),
  look: z.enum(VALUE_LOOKS),
  samples: z.array(z.string()).meta({ description: 'different values, the first ones' }),
  filled: count,
  distinct: count,
  currency: z.string().optional().meta({ description: 'the first that stands around its amounts' }),
});

export const lookAnswer = z.strictObject({
  ...draftAnswer.shape,
  kind: z.enum(['csv', 'xlsx']),
  sheets: z.array(z.strictObject({ name: z.string(), visible: z.boolean() })),
  sheet: z.string().optional().meta({ description: 'the one that was looked at' }),
  encoding: z
    .strictObject({ value: z.string(), why: z.enum(['named', 'mark', 'nuls', 'plain', 'valid', 'not-utf8']) })
    .optional(),
  delimiter: z
    .strictObject({ value: z.string(), why: z.enum(['named', 'columns']), columns: count, agreeing: count })
    .optional(),
  header: z.strictObject({
    line: count.meta({ description: '0: no row names the columns' }),
    why: z.enum(['known-names', 'text-above-values', 'first-row', 'none', 'named', 'job']),
    known: count,
  }),
  columns: z.array(column),
  moreColumns: count,
  formats: z.strictObject({
    decimal: z.strictObject({
      value: z.enum([',', '.']).optional(),
      evidence: evidence.optional(),
      problem: issue.optional(),
    }),
    dates: z.strictObject({
      value: z.enum(['dmy', 'mdy', 'plain']).optional(),
      evidence: evidence.optional(),
      problem: issue.optional(),
    }),
  }),
  rows: count.meta({ description: 'rows that were looked at' }),
  whole: z.boolean().meta({ description: 'these are all rows of the file' }),
  proposal: z.strictObject({
    kind,
    form: z.enum(['signed', 'two-columns', 'contra', 'pair']),
    columns: z.array(z.strictObject({ field: z.string(), column: count, why: z.enum(['name', 'values', 'balance']) })),
    figures: z
      .strictObject({ gross: count.optional(), net: count.optional(), vat: count.optional(), proved: z.boolean() })
      .optional()
      .meta({
        description: 'columns of the amount with VAT, without it, and of the VAT; whether their values show it',
      }),
    percent: count.optional().meta({ description: 'column of VAT percentages' }),
    sign: z.strictObject({ column: count, debit: z.array(z.string()), credit: z.array(z.string()) }).optional(),
    negate: z.literal(true).optional().meta({ description: 'each amount lowers the balance of the file' }),
    currency: z
      .strictObject({ value: z.string(), column: count })
      .optional()
      .meta({ description: 'that the amounts say, other than the usual one: are the books in it?' }),
  }),
  jobs: z.array(
    z.strictObject({
      name: z.string(),
      kind,
      service: z.string(),
      fits: z.boolean(),
      columns: z.array(z.strictObject({ use: z.string(), header: z.string() })),
      sheet: z.string().optional(),
      reason: issue.optional().meta({ description: 'why it does not fit' }),
    }),
  ),
  corrects: z
    .strictObject({ import: z.string(), job: z.string(), file: z.string() })
    .optional()
    .meta({ description: 'the file holds failed rows of this import' }),
  services: z.array(z.string()),
});

const previewLine = z.strictObject({
  date: z.string(),
  account: z.string(),
  name: z.string(),
  amount,
  vatCode: z.string(),
  description: z.string(),
});

const sides = z.strictObject({ debit: amount, credit: amount }).optional();

/** What would be booked: the receipt of a plan, and its requests read back. */
export const dryRunResult = z.strictObject({
  job: z.string(),
  service: z.string(),
  hash: z.string().meta({ description: 'of the job as it was tried' }),
  receipt: receiptAnswer
    .omit({ import: true, job: true, file: true, totals: true, records: true, moreRecords: true })
    .extend({
      debit: amount.meta({
        description: 'what the file says: what would be booked, is waiting, already booked and not booked comes to it',
      }),
      credit: amount,
      currency: z.string().optional(),
      issues: z.array(
        cause.extend({
          answer: z
            .strictObject({
              key: z.enum(CAUSE_ANSWERS).meta({ description: 'of `answers`' }),
              proposal: suggestion.optional().meta({ description: 'what is most likely meant, and why' }),
            })
            .optional()
            .meta({ description: 'present where one decision settles it, as a key that the job gets' }),
        }),
      ),
      waiting: amount
        .optional()
        .meta({ description: 'debit of what waits for another import; present where any does' }),
      already: sides,
      notBooked: sides,
      balances,
    }),
  moreIssues: count,
  waits: count.meta({ description: 'of the entries that are pending, those that would wait for another import' }),
  facts: z
    .strictObject({
      kind: z.enum(['csv', 'xlsx']),
      encoding: z.string().optional(),
      delimiter: z.string().optional(),
      sheet: z.string().optional(),
      ...hiddenParts,
      headerLine: count,
      decimal: z.enum([',', '.']).optional(),
      dateOrder: z.enum(['dmy', 'mdy']).optional(),
      currency: booksCurrency.optional(),
      rate: conversion.optional(),
      numbersRestart: z.strictObject({ numbers: count, entries: count }).optional(),
      amountColumns: z
        .strictObject({ gross: z.string().optional(), net: z.string().optional(), vat: z.string().optional() })
        .optional()
        .meta({ description: 'columns of the amount, where it stands in several' }),
      vatUnchecked: z.array(z.string()).optional().meta({
        description: 'VAT codes whose percentage the service does not tell: the VAT of rows was not checked',
      }),
    })
    .optional()
    .meta({ description: 'how the whole file was read' }),
  bookings: z
    .strictObject({
      requests: count,
      entries: count,
      lines: count,
      totals: z.array(
        z.strictObject({ account: z.string(), name: z.string(), vatCode: z.string(), lines: count, amount }),
      ),
      moreTotals: count,
      accounts: z
        .array(z.strictObject({ account: z.string(), name: z.string(), entries: count, debit: amount, credit: amount }))
        .meta({ description: 'the first of them: vouchers that have a line in it, and its two sides' }),
      debit: amount,
      credit: amount,
      vat: z.array(z.strictObject({ vatCode: z.string(), lines: count, amount })),
      first: z.array(
        z.strictObject({ key: z.string(), rows: z.string(), lines: z.array(previewLine), moreLines: count }),
      ),
    })
    .optional(),
  created: z
    .strictObject({
      contacts: count,
      first: z.array(z.strictObject({ rows: z.string(), values: z.record(z.string(), z.string()) })),
      fields: z.array(
        z.strictObject({
          rows: z.string(),
          name: z.string(),
          model: z.string(),
          type: z.string(),
          nullable: z.boolean(),
          what: z.enum(['create and activate', 'activate']),
        }),
      ),
      moreFields: count,
      differing: z.array(z.string()),
      moreDiffering: count,
    })
    .optional(),
  duplicates: z.array(
    z.strictObject({
      rows: z.string(),
      entry: z.string(),
      message: z.string().meta({ description: 'names the earlier file and row' }),
      code,
      ...toldParts,
      earlier: z.string().optional().meta({ description: 'id of the earlier import' }),
    }),
  ),
  moreDuplicates: count,
});

const { error } = errorAnswer.shape;
export const dryRunAnswer = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('running'),
    rows: count.meta({ description: 'rows read so far' }),
    waiting: z.string().optional().meta({ description: 'what it waits for' }),
    waitsFor: z
      .enum(['service', 'turn'])
      .optional()
      .meta({ description: 'the same for programs; turn: another import is planned first' }),
  }),
  z.strictObject({ state: z.literal('done'), plan: dryRunResult }),
  z.strictObject({ state: z.literal('failed'), error }),
]);

export const problem = z.strictObject({
  key: z
    .string()
    .meta({ description: 'of the job: columns.account; empty for the job as a whole', examples: ['columns.amount'] }),
  message: z.string(),
  missing: z
    .string()
    .optional()
    .meta({
      description: 'the field without which nothing can be imported; columns where none is named at all',
      examples: ['amount'],
    }),
  code: z.enum(PROBLEM_CODES).meta({ description: 'what is wrong' }),
  facts,
});
export const problemsAnswer = z.strictObject({ error, problems: z.array(problem) });
export const checkedAnswer = z.strictObject({
  problems: z.array(problem),
  yaml: z.string().meta({ description: 'the job as its file would be' }),
});
export const savedAnswer = z.strictObject({
  name: z.string(),
  path: z.string().meta({ description: 'of its file' }),
  yaml: z.string(),
});
export const notSavedAnswer = z.strictObject({ error, yaml: z.string() });
export const removedAnswer = z.strictObject({ draft: z.string() });
