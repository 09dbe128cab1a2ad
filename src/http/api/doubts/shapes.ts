import { z } from 'zod';
import { KIND_NAMES, STEP_NAMES } from '../../../kinds/kinds.ts';
import { contradiction } from '../imports/shapes.ts';
import { IMPORT_STATES, lookParts, words } from '../shapes.ts';

/** Shapes of what the server answers about batches in doubt. */

const count = z.int().min(0);
const amount = z.string().meta({ description: 'decimal text', examples: ['-10.00'] });
const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });
const day = z.string().meta({ examples: ['2026-01-31'] });
const address = z.string().meta({ description: 'path on this server' });
const kind = z.enum(KIND_NAMES);
const step = z.enum(STEP_NAMES).meta({ description: 'what the request does' });
export const BECAME = ['booked', 'not-booked'] as const;
const became = z.enum(BECAME).meta({ description: 'booked: created, where it is no booking' });

const listed = z.strictObject({
  import: z.string(),
  batch: count.meta({ description: 'its number in the import' }),
  url: address,
  job: z.string(),
  kind,
  file: z.string(),
  step,
  about: z.string().optional().meta({ description: 'the contact or the custom field; absent: entries' }),
  entries: count,
  rows: count,
  debit: amount.optional().meta({ description: 'absent where there are no amounts' }),
  sent: time.optional().meta({ description: 'when its last request was begun' }),
  message: z.string().optional().meta({ description: 'the service’s words' }),
  contradicted: z.literal(true).optional().meta({
    description: 'it was decided about, and its outcome came later and says otherwise',
  }),
  answered: z
    .array(z.string())
    .optional()
    .meta({ description: 'who has answered, where it takes two people who say the same; absent: nobody' }),
});

export const doubtsAnswer = z.strictObject({
  batches: count.meta({ description: 'all that wait for an answer, those on other pages included' }),
  entries: count.meta({ description: 'of those in doubt' }),
  doubts: z.array(listed).meta({ description: 'contradicted ones, then those in doubt, the oldest import first' }),
  next: address.optional().meta({ description: 'further ones; absent at the end' }),
});

const line = z.strictObject({
  account: z.string(),
  name: z.string(),
  amount,
  description: z.string(),
  date: day,
  vat: z.string().optional().meta({ description: 'the service’s code' }),
});
const entry = z.strictObject({
  seq: count.meta({ description: 'its ordinal in the import' }),
  entry: z.string().meta({ description: 'its key; empty where rows have none' }),
  rows: z.string().meta({ description: 'row numbers as the person sees them', examples: ['4-5'] }),
  date: z.string(),
  debit: z.string(),
  lines: z.array(line),
  moreLines: count.optional(),
});
const contact = z.strictObject({
  name: z.string(),
  address: z.array(z.string()),
  phone: z.string(),
  email: z.string(),
  comment: z.string(),
  custom: z.array(z.strictObject({ field: z.string(), value: z.string() })),
});
const field = z.strictObject({ name: z.string(), model: z.string(), type: z.string(), nullable: z.boolean() });

const attempt = z.strictObject({
  began: time,
  ended: time.optional().meta({ description: 'absent: what came of it was never heard' }),
  outcome: z.enum(['booked', 'not-applied', 'in-doubt', 'rejected', 'misconfigured']).optional(),
  status: z.int().optional(),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  body: z.string().meta({ description: 'the first characters of the reply, as they came' }),
  error: z.string().optional(),
  contradiction: contradiction.optional(),
  seconds: z.number().optional().meta({ description: 'from the first byte to the outcome' }),
});
const look = z.strictObject({
  began: time,
  ended: time.optional().meta({ description: 'absent: under way, or cut off' }),
  found: count.optional(),
  absent: count.optional(),
  unclear: count.optional(),
  detail: z.string().optional(),
  parts: lookParts,
  words: words.optional().meta({ description: 'what it found, in each language' }),
});

export const doubtAnswer = z.strictObject({
  import: z.string(),
  batch: count,
  job: z.string(),
  kind,
  file: z.string(),
  service: z.string(),
  step,
  state: z.enum(['ready', 'waiting', 'sending', 'booked', 'in-doubt', 'split', 'continued', 'rejected', 'withdrawn']),
  parent: count.optional().meta({ description: 'the batch that it was divided from' }),
  attempt: z.string().optional().meta({ description: 'the request that all this is about: it goes with a decision' }),
  entries: count,
  rows: count,
  lines: count,
  sent: time.optional(),
  attempts: z.array(attempt).meta({ description: 'the newest, oldest first' }),
  moreAttempts: count.optional(),
  looks: z.array(look).meta({ description: 'into the service, by bilag itself; the newest, oldest first' }),
  moreLooks: count.optional(),
  decisions: z.array(
    z.strictObject({
      at: time,
      who: z.string(),
      became,
      reason: z.string(),
      entries: count.optional().meta({ description: 'absent: all of the batch' }),
      takenBack: time.optional().meta({ description: 'when it was taken back, since it was wrong' }),
    }),
  ),
  correctable: became.optional().meta({
    description: 'what a person said of all of it, which can be corrected still: nothing was built on it',
  }),
  contradictions: z.array(
    z.strictObject({ became, who: z.string(), reason: z.string(), outcome: z.string(), batch: count }),
  ),
  sender: z.strictObject({
    state: z
      .enum(['ended', 'gone', 'alive', 'unknown'])
      .meta({ description: 'alive, unknown: its request may still arrive' }),
    pid: z.int().optional(),
    host: z.string().optional(),
  }),
  lateUntil: time.optional().meta({ description: 'until then the service may still be at work on it' }),
  nextLook: z
    .strictObject({
      at: time.optional(),
      never: z.enum(['no-probe', 'not-marked', 'no-control', 'given-up']).optional(),
    })
    .optional()
    .meta({ description: 'what bilag does by itself; absent where it is not in doubt' }),
  cancelled: z.boolean().meta({ description: 'what was not booked is held, not sent again' }),
  recovered: z.boolean().meta({ description: 'from a ledger that was put back: what it sent is not known' }),
  secondPerson: z.boolean().meta({ description: 'it is settled when two people say the same' }),
  answers: z
    .array(
      z.strictObject({
        who: z.string(),
        at: time,
        place: z.enum(['dashboard', 'command-line']).meta({
          description: 'where that name is known; only answers of one place are held against each other',
        }),
        mine: z.boolean().meta({ description: 'of whoever asks' }),
        became: became.optional().meta({
          description: 'this and the reason are absent until whoever asks has answered too, in the same place',
        }),
        reason: z.string().optional(),
        entries: count.optional().meta({ description: 'absent: all of the batch' }),
        seqs: z.array(count).optional().meta({ description: 'of a part: the ordinals of its entries' }),
      }),
    )
    .meta({ description: 'what people said so far, where it takes two; the first first' }),
  mayAnswer: z
    .array(z.string())
    .optional()
    .meta({ description: 'where it takes two: other users who may answer here, and have not' }),
  mayDecide: z.boolean().meta({ description: 'false: a second person is needed, and nobody can tell people apart' }),
  content: z.strictObject({
    debit: amount.optional(),
    totals: z.array(
      z.strictObject({
        account: z.string(),
        name: z.string(),
        amount,
        debit: amount.optional().meta({ description: 'both sides; absent where the lines are not known' }),
        credit: amount.optional(),
      }),
    ),
    dates: z.strictObject({ from: day, to: day }).optional(),
    marker: z.string().optional().meta({ description: 'what the descriptions end with' }),
    entries: z.array(entry),
    contact: contact.optional(),
    field: field.optional(),
  }),
  next: address.optional().meta({ description: 'further entries; absent at the end' }),
});

export const resolvedAnswer = z.strictObject({
  import: z.string(),
  batch: count,
  outcome: z.enum(['decided', 'proposed']).meta({
    description: 'proposed: kept, and decided when another person says the same',
  }),
  state: z.enum(IMPORT_STATES).meta({ description: 'of the import, now' }),
  entries: count.meta({ description: 'that it was about' }),
  rest: z
    .strictObject({ batch: count, entries: count })
    .optional()
    .meta({ description: 'the others, still in doubt, in a batch of their own' }),
});

export const withdrawnAnswer = z.strictObject({ import: z.string(), batch: count, outcome: z.literal('withdrawn') });
