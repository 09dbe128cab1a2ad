import { z } from 'zod';
import { ENTRY_ISSUE_CODES, FILE_ISSUE_CODES, REMARK_CODES, ROW_ISSUE_CODES } from '../../core/issue.ts';
import { bookingFields } from '../../core/job-fields.ts';
import { LOOK_CODES } from '../../core/look.ts';
import { WRONG_CODES } from '../../core/receipt-wrong.ts';
import { REFUSAL_REASONS } from '../../core/refusal.ts';
import { KIND_NAMES } from '../../kinds/kinds.ts';

/** Shapes of what the server answers: what the OpenAPI document says, and what the tests hold real answers against. */

export const IMPORT_STATES = [
  'planning',
  'planned',
  'posting',
  'completed',
  'partly-booked',
  'rejected',
  'in-doubt',
  'cancelled',
] as const;

const count = z.int().min(0);
const amount = z.string().meta({ description: 'decimal text', examples: ['-10.00'] });
const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });
const id = z.string().meta({ description: 'id of an import', examples: ['01M7Y70DRAX1NCFJ699GM8ZHVA'] });
const address = z
  .string()
  .meta({ description: 'path on this server', examples: ['/api/imports/01M7Y70DRAX1NCFJ699GM8ZHVA'] });
const state = z.enum(IMPORT_STATES);
const code = z.enum([...ROW_ISSUE_CODES, ...ENTRY_ISSUE_CODES, ...FILE_ISSUE_CODES, ...REMARK_CODES]);

const rows = z.strictObject({
  read: count,
  booked: count,
  held: count,
  rejected: count,
  duplicate: count,
  skipped: count,
  inDoubt: count,
  pending: count,
});
export const entries = z.strictObject({
  planned: count,
  booked: count,
  held: count,
  rejected: count,
  duplicate: count,
  inDoubt: count,
  pending: count,
});
export const choices = z
  .array(z.strictObject({ value: z.string(), means: z.string().optional() }))
  .readonly()
  .optional()
  .meta({ description: 'where a key of the job settles it: what that key may say, and what it makes of the value' });
/** What words are made of, where a page words them. */
export const facts = z
  .record(z.string(), z.union([z.string(), z.number(), z.array(z.string()).readonly()]))
  .optional()
  .meta({ description: 'what the message is made of, by name; amounts as decimal text' });
/** What stands in the way, by code: what a page says of it in the person's language. */
export const told = z
  .strictObject({ reason: z.enum(REFUSAL_REASONS), facts })
  .optional()
  .meta({ description: 'the same for programs: a code and its facts' });
/** What a look into the service's books found. */
export const lookParts = z
  .array(
    z.strictObject({
      say: z.enum(['found', 'absent', 'unclear']),
      entries: z.array(z.string()).readonly(),
      why: z.strictObject({ code: z.enum(LOOK_CODES), facts }),
    }),
  )
  .readonly()
  .optional()
  .meta({ description: 'the same for programs: names of entries, the first ones, and why nothing is certain of them' });
/** What the server words itself, in each language of the pages. */
export const words = z.strictObject({ en: z.string(), nb: z.string() });
/** What an issue is, beside its code, for whoever words it. */
export const toldParts = {
  variant: z
    .string()
    .optional()
    .meta({ description: 'which form of the issue it is, where what is said and advised differs by it' }),
  facts,
};

const issue = {
  code,
  column: z.string().optional(),
  value: z.string().optional(),
  message: z.string(),
  suggestion: z.string().optional(),
  choices,
  ...toldParts,
};
/** What is wrong, of a row, an entry or a whole file. */
export const issueAnswer = z.strictObject(issue);
export const cause = z.strictObject({
  ...issue,
  row: z.string().optional().meta({ description: 'the first row that it stands in' }),
  rows: count,
  entries: count,
  settled: z.literal(true).optional().meta({
    description: 'contacts and custom fields: it holds nothing up, for what it is about exists already',
  }),
});
const created = z.strictObject({ created: count, existing: count, held: count, rejected: count, inDoubt: count });
const kind = z.enum(KIND_NAMES);
const record = z.strictObject({
  row: z.string().optional().meta({ description: 'absent: a custom field that the job asks for' }),
  id: z.int().nullable().meta({ description: 'what the service calls it; null where it did not say' }),
  name: z.string(),
  outcome: z.enum(['created', 'exists']),
});

const error = z.strictObject({
  code: z.string(),
  message: z.string(),
  suggestion: z.string().optional(),
  retryAfter: count.optional().meta({ description: 'seconds after which it makes sense to ask again' }),
  reason: z.enum(REFUSAL_REASONS).optional().meta({ description: 'which case of the code it is' }),
  variant: z.string().optional().meta({ description: 'of an issue with a file: which form of it' }),
  facts,
});
export const errorAnswer = z.strictObject({ error });

const waitsFor = z
  .array(
    z.strictObject({
      import: id,
      file: z.string(),
      entries: count.meta({ description: 'entries that wait for it' }),
      state: z.enum(['pending', 'in-doubt']).meta({
        description: 'in-doubt: it sent the same entries, and whether the service has them is not known',
      }),
    }),
  )
  .optional()
  .meta({
    description: 'imports that sent, or are to send, the same entries, and what waits for them; absent: nothing',
  });

export const balances = z
  .array(
    z.strictObject({
      sheet: z.string().optional(),
      account: z.string().optional(),
      opening: amount.optional(),
      closing: amount.optional(),
    }),
  )
  .optional()
  .meta({
    description:
      'what the mapped column with the running balance says before the first row and after the last: by account where a column names it, and by sheet where each has its own',
  });

/** Design, section 7. */
const hidden = z
  .strictObject({ rows: count, are: z.enum(['taken', 'skipped']) })
  .optional()
  .meta({ description: 'rows that are hidden in the workbook; present where there are any' });
const unread = z
  .array(z.string())
  .optional()
  .meta({ description: 'sheets that were left out though the job names no single one; present where there are any' });
export const hiddenParts = {
  unread,
  hidden,
  hiddenColumns: z.array(z.string()).optional().meta({ description: 'read, and hidden in the workbook' }),
};

const side = { debit: amount, credit: amount };
const sides = z.strictObject(side).optional();
const money = {
  debit: amount.meta({ description: 'what the file says' }),
  credit: amount,
  booked: sides,
  pending: sides.meta({ description: 'still to be booked; absent where nothing is' }),
  inDoubt: sides,
  already: sides.meta({
    description: 'duplicates, on the accounts that an earlier import booked them on; absent where there are none',
  }),
  alreadyHeld: sides.meta({
    description: 'of `already`, duplicates that wait for a person; absent where there are none',
  }),
  remapped: sides.meta({
    description:
      'what duplicates are booked on other accounts than the job would book them on today; absent where there is nothing',
  }),
  remappedHeld: sides.meta({ description: 'of `remapped`, duplicates that wait for a person' }),
  notBooked: sides.meta({ description: 'held, rejected and skipped; absent where nothing is' }),
  skipped: sides.meta({ description: 'of `notBooked`, what was skipped' }),
  corrected: z
    .strictObject({ ...side, moved: amount, entries: count, rows: count })
    .optional()
    .meta({
      description:
        'what corrections moved from one account to another, and how many entries and rows stand in corrections; absent: nothing',
    }),
  accounts: z
    .array(
      z.strictObject({
        account: z.string(),
        file: amount,
        corrected: amount.optional(),
        booked: amount,
        pending: amount.optional(),
        inDoubt: amount.optional(),
        already: amount.optional(),
        alreadyHeld: amount.optional(),
        remapped: amount.optional().meta({
          description:
            'what duplicates are booked on this account, or, negative, on others, though the job says otherwise today',
        }),
        remappedHeld: amount.optional(),
        notBooked: amount.optional(),
        replacedBy: z.string().optional().meta({ description: 'the account that corrections put in its place' }),
      }),
    )
    .meta({ description: 'of each, file + corrected + remapped = booked + pending + inDoubt + already + notBooked' }),
};

const receipt = {
  import: id,
  job: z.string(),
  kind: kind.optional().meta({ description: 'absent: bookings' }),
  file: z.string(),
  state,
  rows,
  entries,
  contacts: created,
  customFields: created.optional().meta({ description: 'present where there are any' }),
  totals: z.strictObject({
    currency: z
      .string()
      .optional()
      .meta({ description: 'of all amounts; absent where neither the job, nor the service, nor the file says any' }),
    ...money,
    balances,
  }),
  waiting: waitsFor,
  remarks: z.array(cause).optional().meta({ description: 'what people should know of rows that went on all the same' }),
  issues: z.array(cause),
  unread,
  hidden,
  unmatched: z
    .array(
      z.strictObject({
        field: z.enum(bookingFields),
        account: z.string(),
        rows: count,
        texts: z.array(
          z.strictObject({
            text: z.string(),
            rows: count,
            row: z.string().meta({ description: 'the first one' }),
            amount,
            others: z
              .array(z.strictObject({ currency: z.string(), amount }))
              .optional()
              .meta({ description: 'what is in other currencies, and so is no part of `amount`' }),
            earlier: z
              .strictObject({ account: z.string(), times: count, of: count })
              .optional()
              .meta({ description: 'where earlier bookings of the same text went' }),
          }),
        ),
        moreTexts: count,
      }),
    )
    .optional()
    .meta({ description: 'rows that no rule of the job matched, by the account that they fell to' }),
  records: z.array(record).optional().meta({
    description: 'contacts and custom fields that the service has by now, in file order; `bilag show --out` has all',
  }),
  moreRecords: count.optional().meta({ description: 'others that are not listed' }),
  duration: z.number().meta({ description: 'seconds of planning and posting' }),
  reason: issueAnswer.optional().meta({ description: 'why the whole file was rejected' }),
  mismatches: z.array(z.string()).optional().meta({ description: 'what does not add up; absent in a sound receipt' }),
  wrong: z
    .array(z.strictObject({ code: z.enum(WRONG_CODES), facts: facts.unwrap() }))
    .optional()
    .meta({ description: 'the same as `mismatches`, by code' }),
};
export const receiptAnswer = z.strictObject(receipt);

/** The currency of all amounts that are sent, and how amounts in another became amounts in it. */
export const booksCurrency = z.strictObject({
  code: z.string(),
  from: z
    .enum(['job', 'service', 'header', 'either', 'column', 'beside', 'balance', 'above', 'cell', 'format', 'assumed'])
    .meta({ description: 'what says so' }),
});
export const conversion = z.strictObject({
  column: z.string(),
  per: z.union([z.literal(1), z.literal(100)]),
  first: z
    .strictObject({ row: count, amount, currency: z.string(), rate: z.string(), result: amount })
    .optional()
    .meta({ description: 'the first amount that was converted' }),
});

const waiting = count.meta({
  description: 'entries that wait for a person: held, rejected, and duplicates that the job does not skip',
});

const counts = { entries: count, rows: count };

const links = z.strictObject({
  self: address,
  receipt: address,
  issues: address,
  failed: address,
  events: address,
  progress: address,
  retry: address,
  answers: address,
  cancel: address,
  book: address,
  batches: address,
  file: address,
  trail: address,
});
/** What else there is about an import. */
const stored = {
  service: z.string(),
  company: z.string().meta({ description: 'whose books; empty where the configuration names no company' }),
  planned: time.optional(),
  todo: z.enum(['plan', 'retry', 'correction', 'claim']).optional().meta({
    description:
      'while it is planned: the whole file, what waits once more, a correction, or only a look for duplicates',
  }),
  waiting: waiting.optional(),
  heldDuplicates: z.strictObject(counts).optional().meta({
    description: 'of the duplicates, those that wait for a person; absent where there are none',
  }),
  retry: z
    .strictObject({ ...counts, cancelled: z.strictObject(counts).optional() })
    .optional()
    .meta({
      description:
        'what a retry without a file takes, but for `cancelled`: those that somebody cancelled; absent where nothing can be retried',
    }),
  cancelled: z
    .strictObject({ at: time, who: z.string(), reason: z.string() })
    .optional()
    .meta({ description: 'who stopped it, where it was not begun again since' }),
  waitsFor,
  accountNames: z.record(z.string(), z.string()).optional().meta({ description: 'as the service calls its accounts' }),
  reading: z
    .strictObject({
      type: z.enum(['csv', 'xlsx']),
      encoding: z.string().optional(),
      delimiter: z.string().optional(),
      sheet: z.string().optional(),
      ...hiddenParts,
      decimal: z.enum([',', '.']).optional(),
      dateOrder: z.enum(['dmy', 'mdy']).optional(),
      currency: booksCurrency.optional(),
      rate: conversion.optional(),
      headerLine: count.meta({ description: '0: the file has none' }),
      numbersRestart: z.strictObject({ numbers: count, entries: count }).optional().meta({
        description: 'voucher numbers that stand for several vouchers, one for each date, and how many these are',
      }),
      amountColumns: z
        .strictObject({ gross: z.string().optional(), net: z.string().optional(), vat: z.string().optional() })
        .optional()
        .meta({ description: 'columns of the amount, where it stands in several' }),
      vatUnchecked: z.array(z.string()).optional().meta({
        description: 'VAT codes whose percentage the service does not tell: the VAT of rows was not checked',
      }),
    })
    .optional()
    .meta({ description: 'how the file was read' }),
  corrections: z
    .array(z.strictObject({ correction: count, file: z.string(), at: time, who: z.string(), url: address }))
    .optional()
    .meta({ description: 'corrected files that were received; present where there are any' }),
};
/** What an import stands still for. */
export const blocked = { at: time, message: z.string(), suggestion: z.string().optional(), told };

export const importAnswer = z.strictObject({
  ...receipt,
  kind,
  bytes: count,
  takenIn: time,
  finished: time.optional(),
  who: z.string().meta({ description: 'who brought the file' }),
  asOf: time.meta({ description: 'the moment that all of it is of' }),
  ...stored,
  blocked: z.strictObject(blocked).optional().meta({
    description: 'what it stands still for until somebody corrects it, such as a token that its service refuses',
  }),
  links,
});

const listed = z.strictObject({
  import: id,
  url: address,
  job: z.string(),
  kind,
  file: z.string(),
  bytes: count,
  state,
  rows: rows.optional().meta({ description: 'as of the last change; absent until there is a plan' }),
  entries: entries.optional(),
  contacts: created.optional(),
  customFields: created.optional(),
  takenIn: time,
  finished: time.optional(),
  who: z.string(),
  amount: amount.optional().meta({
    description:
      'the sum of debit of all that the file says; absent until there is a plan, and where there are no amounts',
  }),
  waiting: waiting.optional(),
  cancelled: z.literal(true).optional().meta({ description: 'somebody stopped it, and it was not begun again since' }),
  waitsFor,
});
export const importsAnswer = z.strictObject({
  imports: z.array(listed),
  next: address.optional().meta({ description: 'older ones; absent at the end' }),
  previous: address.optional().meta({ description: 'newer ones; absent where these are the newest' }),
});

export const takenAnswer = z.strictObject({
  import: id,
  url: address,
  job: z.string(),
  file: z.string(),
  state,
  how: z.enum(['new', 'again', 'correction', 'retry']).meta({
    description:
      'again: an earlier import of these bytes goes on or starts afresh; correction: it corrects that import',
  }),
  mends: z
    .strictObject({ entries: count, rows: count, cells: count, by: z.array(z.string()) })
    .optional()
    .meta({
      description:
        'what people corrected and did not submit. retry: these entries are left to them. correction: in rows that the file holds, the file counts',
    }),
});
export const earlierAnswer = z.strictObject({ import: id, url: address, state, error });

export const issuesAnswer = z.strictObject({
  import: id,
  issues: z.array(cause),
  entries: z.array(
    z.strictObject({
      entry: z.string().meta({ description: 'its key; empty where rows have none' }),
      rows: z.string().meta({ description: 'row numbers as the person sees them', examples: ['4-5'] }),
      state: z.enum(['held', 'rejected', 'duplicate']),
      problems: z.array(
        z.strictObject({ ...issue, row: z.string().optional().meta({ description: 'absent: the entry as a whole' }) }),
      ),
    }),
  ),
  next: address.optional().meta({ description: 'further entries; absent at the end' }),
});

export const eventsAnswer = z.strictObject({
  import: id,
  events: z.array(z.strictObject({ at: time, who: z.string(), what: z.string(), detail: z.unknown().optional() })),
});

export const cancelledAnswer = z.strictObject({
  import: id,
  url: address,
  state,
  withdrawn: count.meta({ description: 'entries that were taken back before they were sent' }),
  sending: count.meta({ description: 'entries on their way: these end as they end' }),
});

export const aliveAnswer = z.strictObject({ ok: z.literal(true) });
export const healthAnswer = z.strictObject({
  ok: z.boolean(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      ok: z.boolean(),
      what: z.string().optional().meta({ description: 'told to users only' }),
      remedy: z.string().optional(),
    }),
  ),
});

/** One message of a stream of events. */
export const importEvent = z.strictObject({
  import: id,
  url: address,
  job: z.string(),
  kind,
  file: z.string(),
  state,
  rows: rows.optional(),
  entries: entries.optional(),
  contacts: created.optional(),
  customFields: created.optional(),
  amount: amount.optional(),
  waiting: waiting.optional(),
  waitsFor,
});
