import { z } from 'zod';
import { ENTRY_ISSUE_CODES, FILE_ISSUE_CODES, REMARK_CODES, ROW_ISSUE_CODES } from '../../../core/issue.ts';
import type { ReferenceKind } from '../../../core/records.ts';
import type { Correction } from '../../../correcting/corrections-of.ts';
import { KIND_NAMES } from '../../../kinds/kinds.ts';
import { IMPORT_STATES, toldParts } from '../shapes.ts';

/** Shapes of failed rows, as they are corrected in the browser: what is asked and what the server answers. */

/** What can be done about a cause. */
export const CORRECTIONS = ['set', 'edit', 'skip', 'book', 'retry'] as const satisfies Correction[];
/** What the rules say of an entry that was corrected. */
export const DRY_RUNS = ['ready', 'held', 'duplicate'] as const;
/** States of entries that wait. */
export const WAITING_STATES = ['held', 'rejected', 'duplicate'] as const;

/** What a person chooses from instead of typing it. */
export const CHART_KINDS = ['account', 'vat-type'] as const satisfies ReferenceKind[];
/** How what is kept of a chart of accounts stands. */
export const CHART_STATES = ['kept', 'reading', 'away', 'other-books'] as const;

const count = z.int().min(0);
const address = z.string().meta({ description: 'path on this server' });
const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });
const seq = z.int().min(0).meta({ description: 'what an entry is called in requests' });
const row = z.int().meta({ description: 'what a row is called in requests; below 0 where a correction added it' });
const code = z.enum([...ROW_ISSUE_CODES, ...ENTRY_ISSUE_CODES, ...FILE_ISSUE_CODES, ...REMARK_CODES]);
const counts = z.strictObject({ entries: count, rows: count });

const issue = {
  code,
  column: z.string().optional(),
  value: z.string().optional(),
  message: z.string(),
  suggestion: z.string().optional(),
  ...toldParts,
};
const problem = z.strictObject({
  ...issue,
  cause: count
    .optional()
    .meta({ description: 'its number; absent where only the dry run of what was corrected found it' }),
});
const amount = z.string().meta({ description: 'decimal text', examples: ['-10.00'] });
/** A question about the whole file. */
const question = z.strictObject({
  answers: z
    .array(z.string())
    .meta({ description: 'what can be answered: POST …/answers', examples: [['same', 'different']] }),
  examples: z
    .array(
      z.strictObject({
        entry: z.string().meta({ description: 'its key; empty where rows have none' }),
        rows: z.string().meta({ description: 'as the person sees them', examples: ['4-5'] }),
        message: z.string().meta({ description: 'what is asked about this entry' }),
        ...toldParts,
        lines: z
          .array(z.strictObject({ row: z.string(), cells: z.array(z.string()) }))
          .meta({ description: 'its first rows, under `columns`' }),
        moreLines: count,
        earlier: z
          .strictObject({
            import: z.string(),
            file: z.string(),
            row: z.string(),
            entry: z.string().optional(),
            lines: z.array(z.strictObject({ date: z.string(), account: z.string(), amount, description: z.string() })),
            moreLines: count,
            skipped: z.strictObject({ at: time, who: z.string(), reason: z.string() }).optional(),
          })
          .optional()
          .meta({
            description: 'what it is compared with, with its first lines as they are sent; absent: the file itself',
          }),
      }),
    )
    .meta({ description: 'the first entries that wait for the answer' }),
});
/** What could take the place of a value, and why. */
export const suggestion = z.strictObject({
  value: z.string(),
  name: z.string(),
  why: z
    .discriminatedUnion('is', [
      z.strictObject({
        is: z.literal('replaced').meta({ description: 'people put it in the same place in earlier files of the job' }),
        entries: count.meta({ description: 'in so many entries' }),
        of: count.meta({ description: 'of so many in which the value was replaced' }),
        at: time.meta({ description: 'when last' }),
      }),
      z.strictObject({
        is: z.literal('rate').meta({ description: 'the only VAT code of this percentage' }),
        percent: z.string(),
      }),
      z.strictObject({ is: z.literal('nearest').meta({ description: 'its number, or code, is nearly the same' }) }),
    ])
    .optional()
    .meta({ description: 'absent: it is only one of those that there are' }),
});
const chartKind = z.enum(CHART_KINDS);
const cause = z.strictObject({
  no: count,
  ...issue,
  row: z.string().optional().meta({ description: 'the first row that it stands in, as the person sees it' }),
  rows: count,
  entries: count,
  counted: counts.optional().meta({
    description:
      'whole entries, each once, under the first of its causes: all causes together come to what waits; absent where all are counted above',
  }),
  revised: count.meta({ description: 'of these entries, how many were corrected and are not submitted yet' }),
  ready: count.meta({ description: 'of those that were corrected, how many the rules let pass' }),
  proposal: suggestion.optional().meta({ description: 'what is most likely meant instead, where something says so' }),
  mends: z.array(z.enum(CORRECTIONS)).meta({ description: 'what makes sense for it, the likeliest first' }),
  question: question.optional().meta({ description: 'a question about the whole file, which is answered once' }),
});
const line = z.strictObject({
  row: z.string().meta({ description: 'as the person sees it', examples: ['4', 'c1:5'] }),
  number: row,
  cells: z.array(z.string()).meta({ description: 'as text, with what was corrected' }),
  was: z
    .record(z.string(), z.string())
    .meta({ description: 'what stood in corrected cells before, by the number of the column' }),
  problems: z.array(problem),
});
const entry = z.strictObject({
  seq,
  entry: z.string().meta({ description: 'its key; empty where rows have none' }),
  rows: z.string().meta({ description: 'as the person sees them', examples: ['4-5'] }),
  state: z.enum(WAITING_STATES),
  revised: z.boolean().meta({ description: 'corrected, and not submitted yet' }),
  trial: z.enum(DRY_RUNS).optional().meta({ description: 'what the rules say of what was corrected' }),
  difference: z
    .string()
    .optional()
    .meta({ description: 'debit less credit of the whole entry; absent where it is nothing', examples: ['12.00'] }),
  problems: z.array(problem).meta({ description: 'of the entry as a whole' }),
  lines: z.array(line),
});
const revised = z.strictObject({ entries: count, ready: count, held: count });

export const waitingAnswer = z.strictObject({
  import: z.string(),
  columns: z.array(z.string()).meta({ description: "the file's own columns" }),
  amounts: z.array(count).meta({ description: 'places among the columns of those that hold amounts' }),
  chart: z
    .array(z.strictObject({ column: count, of: chartKind }))
    .meta({ description: 'places of the columns that say an account or a VAT code: GET …/chart has what there is' }),
  kind: z.enum(KIND_NAMES),
  book: z.boolean().meta({ description: 'what is submitted is booked; false: what waits can not be submitted now' }),
  causes: z.array(cause),
  matching: counts.meta({ description: 'all that match the filter, not only this page' }),
  revised: revised.meta({ description: 'corrected, and not submitted yet' }),
  entries: z.array(entry),
  next: address.optional().meta({ description: 'further entries; absent at the end' }),
});

export const revisedAnswer = z.strictObject({
  entries: z.array(entry),
  revised,
  causes: z.array(z.strictObject({ no: count, revised: count, ready: count })).meta({
    description:
      'of each cause, how many of its entries are corrected and not submitted; those without any are left out',
  }),
});

export const revisionsAnswer = z.strictObject({
  revisions: z.array(
    z.strictObject({
      at: time,
      who: z.string(),
      row: z.string().meta({ description: 'as the person sees it' }),
      column: z.string().meta({ description: 'its header' }),
      was: z.string(),
      became: z.string(),
      undone: time.optional(),
      handedIn: count.optional().meta({ description: 'number of the correction that it went into' }),
    }),
  ),
});

export const correctedAnswer = z.strictObject({
  entries: count,
  rows: count,
  ready: count.meta({ description: 'of those that were corrected, how many the rules let pass' }),
  held: count,
  state: z.enum(IMPORT_STATES),
  remembered: z
    .array(z.string())
    .optional()
    .meta({ description: 'values of the file that the job sends as the new one from now on' }),
});

export const takenBackAnswer = z.strictObject({
  import: z.string(),
  entries: count,
  rows: count,
  kept: count.meta({ description: 'entries that stay skipped, for another import has the same by now' }),
  state: z.enum(IMPORT_STATES),
});

/** 409: nothing was done, for others match now than those that were confirmed. */
export const changedAnswer = z.strictObject({
  error: z.strictObject({ code: z.literal('count-changed'), message: z.string(), suggestion: z.string().optional() }),
  entries: count,
  rows: count,
});

/** @param now what matches by now */
export function countChanged({ message, now }: { readonly message: string; readonly now: z.infer<typeof counts> }) {
  const error = { code: 'count-changed' as const, message, suggestion: 'Look at what matches now, and confirm that.' };
  return { error, ...now };
}

export const suggestionsAnswer = z.strictObject({
  suggestions: z.array(suggestion),
  inFile: z
    .array(z.string())
    .meta({ description: 'what the file says there, before any correction: what a job remembers is of these' }),
});

/** What a company's service is known to have of accounts, or of VAT codes. */
export const chartAnswer = z.strictObject({
  of: chartKind,
  q: z.string().meta({ description: 'what was looked for, without blanks around it' }),
  total: count.meta({ description: 'all that are known' }),
  matching: count.meta({ description: 'of these, how many fit what was looked for' }),
  values: z
    .array(z.strictObject({ value: z.string(), name: z.string() }))
    .meta({ description: 'the first of them, the best first' }),
  readAt: time.optional().meta({ description: 'when the service told its list; absent: only single ones are known' }),
  whole: z.boolean().meta({ description: 'the service has no others, as far as its list can show that' }),
  state: z.enum(CHART_STATES).meta({
    description:
      'kept: as of readAt. reading: the service is being asked. away: it could not be read since. other-books: the service keeps the books of another company now, and is not asked',
  }),
});

export type WaitingAnswer = z.infer<typeof waitingAnswer>;
export type WaitingEntry = z.infer<typeof entry>;
export type WaitingCause = z.infer<typeof cause>;
export type CauseQuestion = z.infer<typeof question>;
export type RevisedAnswer = z.infer<typeof revisedAnswer>;
export type CorrectedAnswer = z.infer<typeof correctedAnswer>;
export type SuggestionsAnswer = z.infer<typeof suggestionsAnswer>;
export type ShownSuggestion = z.infer<typeof suggestion>;
export type ChartAnswer = z.infer<typeof chartAnswer>;
