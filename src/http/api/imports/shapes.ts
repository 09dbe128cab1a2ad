import { z } from 'zod';
import { CONTRADICTIONS, type OutcomeKind } from '../../../core/outcome.ts';
import type { BatchState } from '../../../core/states.ts';
import { KIND_NAMES, STEP_NAMES } from '../../../kinds/kinds.ts';
import { runTold } from '../jobs/shapes.ts';
import { issueAnswer, lookParts, words } from '../shapes.ts';

/** Shapes of what the server answers about many imports, and about the batches of one. */

const count = z.int().min(0);
const amount = z.string().meta({ description: 'decimal text', examples: ['-10.00'] });
const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });
const id = z.string().meta({ description: 'id of an import', examples: ['01M7Y70DRAX1NCFJ699GM8ZHVA'] });
const address = z.string().meta({ description: 'path on this server' });

export const BATCH_STATES = [
  'ready',
  'waiting',
  'sending',
  'booked',
  'in-doubt',
  'split',
  'continued',
  'rejected',
  'withdrawn',
] as const satisfies readonly BatchState[];
const OUTCOMES = [
  'booked',
  'not-applied',
  'in-doubt',
  'rejected',
  'misconfigured',
] as const satisfies readonly OutcomeKind[];

export const vouchersAnswer = z.strictObject({
  vouchers: z.array(
    z.strictObject({
      import: id,
      url: address,
      file: z.string(),
      entry: z.string().meta({ description: 'its number in the file; empty where every row is a voucher' }),
      rows: z.string(),
      outcome: z.enum(['booked', 'pending', 'inDoubt', 'held', 'rejected', 'duplicate']),
      date: z.string().optional(),
      text: z
        .string()
        .optional()
        .meta({ description: 'absent: it was not sent, and its text stands in the file alone' }),
      amount,
      bookedAs: z.string().optional().meta({ description: 'number, or ID, that the service gave it' }),
    }),
  ),
  to: time
    .optional()
    .meta({ description: 'imports that were received before this are not searched yet; absent: all are' }),
  next: address.optional().meta({ description: 'goes on with the search' }),
});
export const summaryAnswer = z.strictObject({
  states: z
    .strictObject({
      planning: count,
      planned: count,
      posting: count,
      completed: count,
      'partly-booked': count,
      rejected: count,
      'in-doubt': count,
      cancelled: count,
    })
    .meta({ description: 'imports in each state, counted up to `most`' }),
  most: count,
  openFiles: z
    .array(
      z.strictObject({
        job: z.string(),
        file: z.string(),
        program: z.string().meta({ description: 'what the system calls the process' }),
        process: count.meta({ description: 'its id on the machine that watches the inbox' }),
        since: time.meta({ description: 'the file has waited since then' }),
      }),
    )
    .optional()
    .meta({ description: 'files of the inbox that wait since a process holds them open for writing; absent: none' }),
  refusedFiles: z
    .array(
      z.strictObject({
        job: z.string().meta({ description: 'the job’s folder; empty for what is directly in the inbox' }),
        file: z.string(),
        at: time,
        place: z
          .string()
          .optional()
          .meta({ description: 'where it is now, from the inbox on; absent: where somebody put it' }),
        told: runTold.meta({ description: 'why it was not received' }),
      }),
    )
    .optional()
    .meta({ description: 'files of the inbox that were not received, and became no import; absent: none' }),
});
export const needsAnswer = z.strictObject({
  more: z.boolean().meta({ description: 'whether there are more of a state than are told of' }),
  needs: z.array(
    z.strictObject({
      import: id,
      url: address,
      file: z.string(),
      job: z.string(),
      kind: z.enum(KIND_NAMES),
      state: z.enum(['in-doubt', 'partly-booked', 'rejected', 'planned']),
      since: time,
      entries: count.meta({ description: 'that wait for a person' }),
      alreadyBooked: count
        .optional()
        .meta({ description: 'vouchers among them that an earlier import booked; absent where there is none' }),
      reason: issueAnswer
        .optional()
        .meta({ description: 'why the file was rejected, or what holds most of it; absent of very many' }),
      amount: amount
        .optional()
        .meta({ description: 'their sum of debit; absent where there is none, and of very many' }),
    }),
  ),
});
export type Summary = z.output<typeof summaryAnswer>;

const batch = {
  batch: count.meta({ description: 'its number in the import' }),
  url: address,
  parent: count.optional().meta({ description: 'the batch that it came of' }),
  correction: count.optional().meta({ description: 'the corrected file that its rows stand in' }),
  state: z.enum(BATCH_STATES),
  step: z.enum(STEP_NAMES),
  about: z.string().optional().meta({ description: 'contacts and custom fields: what is created' }),
  entries: count,
  rows: count,
  lines: count,
  debit: amount.optional(),
  credit: amount.optional(),
  attempts: count,
  message: z.string().optional().meta({ description: 'the service’s words at the last attempt' }),
  due: time.optional().meta({ description: 'not sent before' }),
};
const listedBatch = z.strictObject(batch);
export type ListedBatch = z.output<typeof listedBatch>;

export const batchesAnswer = z.strictObject({
  import: id,
  states: z.array(z.strictObject({ state: z.enum(BATCH_STATES), batches: count })),
  batches: z.array(listedBatch),
  next: address.optional().meta({ description: 'those of higher numbers; absent at the end' }),
});
export type Batches = z.output<typeof batchesAnswer>;

export const contradiction = z
  .strictObject({
    what: z.enum(CONTRADICTIONS),
    said: z
      .string()
      .meta({ description: 'the number of entries that the reply lists, or the part of it that says so' }),
    sent: count.meta({ description: 'entries in the request' }),
  })
  .meta({ description: 'why a reply with a success status does not count as a success' });

const attempt = z.strictObject({
  attempt: z.string(),
  batch: count.meta({ description: 'the batch that was sent: of a part, the one that it came of' }),
  sender: z.string(),
  began: time,
  ended: time.optional().meta({ description: 'absent: under way, or never told' }),
  outcome: z.enum(OUTCOMES).optional(),
  evidence: z
    .strictObject({
      status: z.int().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.string().optional(),
      error: z.string().optional(),
      contradiction: contradiction.optional(),
      own: z.literal(true).optional().meta({ description: 'nothing was sent, because of bilag itself' }),
      elapsed: z.number().optional().meta({ description: 'milliseconds' }),
    })
    .optional()
    .meta({ description: 'what was seen on the wire' }),
});

export const batchAnswer = z.strictObject({
  import: id,
  ...batch,
  sha256: z.string().meta({ description: 'of the body, as it is sent' }),
  accounts: z.array(z.strictObject({ account: z.string(), amount })),
  contents: z.array(
    z.strictObject({
      entry: z.string(),
      rows: z.string(),
      date: z.string().optional(),
      id: z.int().optional().meta({ description: 'what the service calls it' }),
      number: z.string().optional(),
    }),
  ),
  moreContents: count.optional(),
  tries: z.array(attempt).meta({ description: 'the newest attempts, oldest first' }),
  decisions: z.array(
    z.strictObject({
      became: z.enum(['booked', 'not-booked']),
      at: time,
      who: z.string(),
      reason: z.string(),
      entries: count.optional().meta({ description: 'entries that it is about; absent: all' }),
    }),
  ),
  looks: z.array(
    z.strictObject({
      began: time,
      ended: time.optional(),
      found: count.optional(),
      absent: count.optional(),
      unclear: count.optional(),
      detail: z.string().optional(),
      parts: lookParts,
      words: words.optional().meta({ description: 'what it found, in each language' }),
    }),
  ),
});
export type BatchDetail = z.output<typeof batchAnswer>;
