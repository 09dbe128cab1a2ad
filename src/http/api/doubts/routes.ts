import type { User } from '../../../config/users.ts';
import { checkedText, flag, group, listOf, oneOf, text, whole } from '../../../core/schema-parts.ts';
import { sayWhatBecame, withdrawAnswer } from '../../../doubt/second-person.ts';
import { takeAnswerBack } from '../../../doubt/take-answer-back.ts';
import type { BatchRow, ImportRow } from '../../../ledger/rows.ts';
import { ApiError } from '../../errors.ts';
import type { Api, Served, ServerPorts } from '../../ports.ts';
import { answers } from '../describe.ts';
import { importId, importOf, pageSize } from '../imports/routes.ts';
import { placeOf } from '../place.ts';
import { doubtBody, listedDoubt } from './body.ts';
import { BECAME, doubtAnswer, doubtsAnswer, resolvedAnswer, withdrawnAnswer } from './shapes.ts';

const REASON_MAX_CHARACTERS = 500;
/** Contradicted decisions that a list names; each waits for a person, and there is hardly ever one. */
const CONTRADICTED_MAX = 100;
/** Entries of a batch on a page. */
const ENTRIES = 25;
const ENTRIES_MAX = 200;

const BEHIND = /^([0-9A-HJKMNP-TV-Z]{26})-([1-9]\d{0,8})$/i;
const listQuery = group(
  {
    limit: pageSize,
    import: importId('01M7Y70DRAX1NCFJ699GM8ZHVA').optional().meta({ description: 'only of this import' }),
    after: checkedText('the id of an import and the number of a batch', '01M7Y70DRAX1NCFJ699GM8ZHVA-3', (value) =>
      BEHIND.test(value) ? undefined : 'must be the id of an import and the number of a batch, not {value}',
    )
      .optional()
      .meta({ description: 'only those behind this batch' }),
  },
  '?limit=50',
);
const byBatch = group(
  {
    id: importId('01M7Y70DRAX1NCFJ699GM8ZHVA').meta({ description: 'id of an import' }),
    no: whole(1, 999_999_999, '3').meta({ type: 'integer', minimum: 1, description: 'number of a batch' }),
  },
  '/api/imports/ID/batches/NO',
);
const entriesQuery = group(
  {
    limit: whole(1, ENTRIES_MAX, String(ENTRIES))
      .default(ENTRIES)
      .meta({ type: 'integer', minimum: 1, maximum: ENTRIES_MAX, description: 'entries on a page' }),
    from: whole(0, Number.MAX_SAFE_INTEGER, '25')
      .default(0)
      .meta({ type: 'integer', minimum: 0, description: 'ordinal in the batch of the first entry' }),
  },
  '?limit=25',
);

const attempt = text('the id of the request that was looked at', '2f0c…').meta({
  description: 'as the story of the batch has it: what has changed since is not decided about',
});
const reason = checkedText('a text: how you know', 'voucher 34-2026 in the journal', (value) =>
  value.length > REASON_MAX_CHARACTERS ? `is longer than ${REASON_MAX_CHARACTERS} characters` : undefined,
).meta({ maxLength: REASON_MAX_CHARACTERS });
const resolveBody = group(
  {
    attempt,
    became: oneOf(BECAME),
    reason,
    entries: listOf(whole(0, Number.MAX_SAFE_INTEGER, '17'), 'a list of the ordinals of entries', '[17, 18]')
      .optional()
      .meta({ description: 'seq of the entries that it is about; the others stay in doubt. Absent: all' }),
    correct: flag('true').default(false).meta({
      type: 'boolean',
      description: 'what was said of it before is wrong, and is taken back; refused where something was built on that',
    }),
    senderGone: flag('true').default(false).meta({
      type: 'boolean',
      description: 'the process that sent it, on another machine, has surely ended',
    }),
  },
  '{"attempt":"…","became":"booked","reason":"voucher 34-2026"}',
);
const withdrawBody = group({ reason }, '{"reason":"I looked at another month"}');

/** Batches of which nobody knows whether they were booked: what is known of them, and what people say. */
export function doubtRoutes(server: Api, { ports }: Served, users: readonly User[]): void {
  const { ledger } = ports;
  const place = placeOf(users);
  // A name may have several tokens.
  const mayAnswer = [...new Set(users.filter(({ role }) => role !== 'viewer').map(({ name }) => name))];
  server.get(
    '/api/doubts',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Batches of which nobody knows whether they were booked',
        operationId: 'listDoubts',
        querystring: listQuery,
        response: answers({ 200: doubtsAnswer }),
      },
    },
    async ({ query: { limit, import: id, after } }) => {
      const num = id === undefined ? undefined : (await importOf({ id }, ports)).num;
      const [, afterId, afterNo] = BEHIND.exec(after ?? '') ?? [];
      const behind =
        afterId === undefined
          ? { num: 0, no: 0 }
          : { num: (await importOf({ id: afterId }, ports)).num, no: Number(afterNo) };
      const found = await ledger.doubtPages.page(limit + 1, behind, num);
      const page = found.slice(0, limit);
      const contradicted = await contradictedBatches(num, ports);
      const { batches, entries } = await ledger.doubtPages.count(num);
      const last = page.at(-1);
      const more = new URLSearchParams({
        limit: String(limit),
        ...(id === undefined ? {} : { import: id }),
        after: `${last?.id}-${last?.no}`,
      });
      return {
        batches: batches + contradicted.length,
        entries,
        doubts: [
          ...(after === undefined ? await Promise.all(contradicted.map((each) => listedDoubt(each, ports, true))) : []),
          ...(await Promise.all(page.map((each) => listedDoubt(each, ports)))),
        ],
        ...(found.length > limit ? { next: `/api/doubts?${more}` } : {}),
      };
    },
  );
  server.get(
    '/api/imports/:id/batches/:no/doubt',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'What was sent in a batch, what was seen, and what is known of it',
        operationId: 'getDoubt',
        params: byBatch,
        querystring: entriesQuery,
        response: answers({ 200: doubtAnswer }),
      },
    },
    async ({ params, query, who }) => {
      const { row, batch } = await batchOf(params, ports);
      return doubtBody(row, batch, query, { place, mayAnswer, ports: { ...ports, who } });
    },
  );
  server.post(
    '/api/imports/:id/batches/:no/resolve',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Say what became of a batch in doubt, after a look into the service',
        description:
          'As `bilag resolve`. What was not booked is sent again. Where the job wants a second person, the answer is kept, in the place of an earlier one of the same user, and it is decided when another user says the same.',
        operationId: 'resolveDoubt',
        params: byBatch,
        body: resolveBody,
        response: answers({ 200: resolvedAnswer }),
      },
    },
    async ({ params, body, who }) => {
      const { row, batch } = await batchOf(params, ports);
      const { entries: seqs, attempt: seen, correct, senderGone, ...word } = body;
      if (correct && batch.attempt === seen) await takeAnswerBack(row, batch.no, word.reason, { ...ports, who });
      const said = await sayWhatBecame(
        row,
        batch.no,
        word,
        place,
        { ...ports, who },
        { attempt: seen, seqs, senderGone, mayAnswer },
      );
      const { rest } = said.outcome === 'decided' ? said : {};
      return {
        import: row.id,
        batch: batch.no,
        outcome: said.outcome,
        state: (await ledger.imports.byNum(row.num)).state,
        entries: said.entries,
        ...(rest === undefined ? {} : { rest: { batch: rest.no, entries: rest.entries } }),
      };
    },
  );
  server.post(
    '/api/imports/:id/batches/:no/withdraw',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Withdraw one’s own answer about a batch that two people settle',
        description: 'That it was given and withdrawn stays in the history.',
        operationId: 'withdrawAnswer',
        params: byBatch,
        body: withdrawBody,
        response: answers({ 200: withdrawnAnswer }),
      },
    },
    async ({ params, body, who }) => {
      const { row, batch } = await batchOf(params, ports);
      await withdrawAnswer(row, batch.no, body.reason, place, { ...ports, who });
      return { import: row.id, batch: batch.no, outcome: 'withdrawn' };
    },
  );
}

/** @throws ApiError 404 */
async function batchOf(
  { id, no }: { readonly id: string; readonly no: number },
  ports: ServerPorts,
): Promise<{ row: ImportRow; batch: BatchRow }> {
  const row = await importOf({ id }, ports);
  const batch = await ports.ledger.posting.batch(row.num, no);
  if (batch !== undefined) return { row, batch };
  throw new ApiError(404, 'batch-unknown', `Import ${row.id} has no batch ${no}.`, 'Those in doubt: GET /api/doubts');
}

/** Batches that were decided about, and whose outcome came later and says otherwise: they wait for a person as a doubt does. */
async function contradictedBatches(num: number | undefined, { ledger }: ServerPorts) {
  const found = (
    await Promise.all(
      (
        await ledger.doubtPages.suspects(num)
      ).map(async (suspect) => {
        const batches = new Set((await ledger.doubts.contradictions(suspect)).map(({ batch }) => batch));
        return (
          await Promise.all([...batches].map(async (no) => (await ledger.doubtPages.listed(suspect, no)) ?? []))
        ).flat();
      }),
    )
  ).flat();
  return found.slice(0, CONTRADICTED_MAX);
}
