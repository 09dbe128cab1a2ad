import { mkdir } from 'node:fs/promises';
import { z } from 'zod';
import { QUESTION_CODES, type QuestionCode } from '../../../core/issue.ts';
import { anyText, checkedText, flag, group, listOf, oneOf, text, whole } from '../../../core/schema-parts.ts';
import { DRY_RUN_AWAITED_MS } from '../../../correcting/dry-runs.ts';
import { checkRetriable } from '../../../correcting/retry.ts';
import {
  type ReplacedValue,
  replaceValue,
  reviseCells,
  undoRevisions,
  VALUE_MAX_CHARACTERS,
} from '../../../correcting/revise.ts';
import { CountChanged, checkCount, filterOf } from '../../../correcting/select.ts';
import { skipEntries } from '../../../correcting/skip.ts';
import { submit } from '../../../correcting/submit.ts';
import { mappingOf } from '../../../correcting/suggest-values.ts';
import { valuesInFile } from '../../../correcting/values-in-file.ts';
import type { CopiedCells } from '../../../correcting/waiting-rows.ts';
import type { JobToday } from '../../../kinds/ports.ts';
import type { ImportRow } from '../../../ledger/rows.ts';
import type { WaitingCount, WaitingFilter } from '../../../ledger/waiting.ts';
import { ANSWERS } from '../../../reading/file-questions.ts';
import type { PlanFacts } from '../../../reading/plan-ports.ts';
import { ApiError } from '../../errors.ts';
import type { TemporaryFiles } from '../../files.ts';
import { type Api, type Served, type ServerPorts, wake } from '../../ports.ts';
import { answers } from '../describe.ts';
import { byId, importOf } from '../imports/routes.ts';
import { errorAnswer } from '../shapes.ts';
import type { CorrectionBodies } from './body.ts';
import {
  type CorrectedAnswer,
  changedAnswer,
  correctedAnswer,
  countChanged,
  revisedAnswer,
  WAITING_STATES,
} from './shapes.ts';

/** What waits is corrected, skipped, or submitted again. */
export function correctionRoutes(
  server: Api,
  { ports, limits }: Served,
  bodies: CorrectionBodies,
  files: TemporaryFiles,
): void {
  server.post(
    '/api/imports/:id/revisions',
    {
      config: { role: 'operator' },
      bodyLimit: limits.correctionBytes,
      schema: {
        summary: 'Correct cells of entries that wait',
        description:
          'Kept until they are submitted; the file stays as it is. The entries are tried by the rules at once, and answered whole. 413 body-too-large: they come to more than an answer holds, and nothing was kept.',
        operationId: 'revise',
        params: byId,
        body: revisionsBody,
        response: answers({ 200: revisedAnswer, 413: errorAnswer }),
      },
    },
    async (request) => {
      const row = await importOf(request.params, ports);
      const mine = { ...ports, who: request.who };
      await bodies.checkSize(row, request.body.cells);
      const seqs = await bodies.rows.use(row, (cells) => reviseCells(row, request.body.cells, cells, mine));
      return bodies.revised(row, seqs);
    },
  );
  server.delete(
    '/api/imports/:id/revisions',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Take back what was corrected in an entry and is not submitted',
        operationId: 'undoRevisions',
        params: byId,
        querystring: ofEntry,
        response: answers({ 200: revisedAnswer }),
      },
    },
    async (request) => {
      const row = await importOf(request.params, ports);
      await undoRevisions(row, request.query.seq, { ...ports, who: request.who });
      return bodies.revised(row, [request.query.seq]);
    },
  );
  server.post(
    '/api/imports/:id/mends',
    {
      config: { role: 'operator' },
      bodyLimit: limits.correctionBytes,
      schema: {
        summary: 'Do something about all entries that match',
        description:
          'set: a value in the place of another. skip: they are not booked. book: they are no duplicates. retry: they are submitted, corrected or not. 409 count-changed: others match than were confirmed, and nothing was done.',
        operationId: 'mend',
        params: byId,
        body: correctionsBody,
        response: answers({ 200: correctedAnswer, 409: z.union([changedAnswer, errorAnswer]) }),
      },
    },
    async (request, reply) => {
      const row = await importOf(request.params, ports);
      const { select, expect, mend } = request.body;
      const mine = { ...ports, who: request.who };
      const filter = await filterOf(row, select, bodies.rows);
      try {
        if (mend.do === 'set') return await set(row, mend, { filter, expect }, mine);
        if (mend.do === 'skip') {
          const { state, ...done } = await skipEntries(row, mend.reason.trim(), { filter, expect }, mine);
          return { ...done, ready: 0, held: 0, state };
        }
        return await hand(row, mend.do === 'book' ? mend.reason.trim() : undefined, { filter, expect }, mine);
      } catch (error) {
        if (!(error instanceof CountChanged)) throw error;
        return reply.code(409).send(countChanged(error));
      }
    },
  );

  async function set(
    row: ImportRow,
    { remember = false, ...value }: { column: number; from: string; to: string; remember?: boolean | undefined },
    which: Which,
    mine: ServerPorts,
  ): Promise<CorrectedAnswer> {
    const { seqs, rows, remembered } = await bodies.rows.use(row, async (cells) => {
      const remembered = remember
        ? await files.use('', async (folder) =>
            rememberValue(row, value, { ...which, cells, folder, job: await ports.job(row.job) }, mine),
          )
        : undefined;
      return { ...(await replaceValue(row, value, { ...which, cells }, mine)), remembered };
    });
    const tried = await bodies.dryRuns.bring(row, DRY_RUN_AWAITED_MS);
    const is = seqs.map((seq) => tried.get(seq)?.is);
    return {
      entries: seqs.length,
      rows,
      ready: is.filter((one) => one === 'ready').length,
      held: is.filter((one) => one === 'held' || one === 'duplicate').length,
      state: (await ports.ledger.imports.byNum(row.num)).state,
      ...(remembered === undefined ? {} : { remembered }),
    };
  }

  async function hand(
    row: ImportRow,
    insist: string | undefined,
    which: Which,
    mine: ServerPorts,
  ): Promise<CorrectedAnswer> {
    const job = await ports.job(row.job);
    const corrected = (await ports.ledger.revisions.entries(row.num)).map(({ seq }) => seq);
    const tried = corrected.length === 0 ? undefined : await bodies.dryRuns.bring(row, DRY_RUN_AWAITED_MS);
    const seqs = await bodies.rows.use(row, (cells) =>
      files.use('', async (path) => {
        await mkdir(path, { mode: 0o700 });
        const given = { ...which, job, cells, path: `${path}/mended` };
        if (insist === undefined) return submit(row, given, mine);
        return submit(row, { ...given, insist: { reason: insist, tried: tried ?? new Map() } }, mine);
      }),
    );
    wake(row.num, ports);
    const handed = new Set(seqs);
    const is = corrected.filter((seq) => handed.has(seq)).map((seq) => tried?.get(seq)?.is);
    return {
      ...which.expect,
      ready: is.filter((one) => one === 'ready').length,
      held: is.filter((one) => one === 'held' || one === 'duplicate').length,
      state: (await ports.ledger.imports.byNum(row.num)).state,
    };
  }
}

interface Which {
  readonly filter: WaitingFilter;
  readonly expect: WaitingCount;
}

/** Cells of one request. */
const CELLS_MAX = 1_000;
/** Entries that one request names; more are told by what they have in common. */
const ENTRIES_MAX = 10_000;
/** Characters of a reason. */
const REASON_MAX_CHARACTERS = 500;

const count = whole(0, Number.MAX_SAFE_INTEGER, '12').meta({ type: 'integer', minimum: 0 });
const seq = count.meta({ description: 'what an entry is called in requests' });
const rowNumber = whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '5').meta({ type: 'integer' });
const column = count.meta({ description: 'place among the file’s columns, from 0' });
const value = anyText('a text', '3000').superRefine((given, context) => {
  if (given.length <= VALUE_MAX_CHARACTERS) return;
  context.addIssue({ code: 'custom', message: `is longer than ${VALUE_MAX_CHARACTERS} characters` });
});
const reason = checkedText('a text: why', 'paid in cash', (given) =>
  given.trim() === ''
    ? 'must say why'
    : given.length > REASON_MAX_CHARACTERS
      ? `is longer than ${REASON_MAX_CHARACTERS} characters`
      : undefined,
).meta({ maxLength: REASON_MAX_CHARACTERS });

const revisionsBody = group(
  {
    cells: listOf(
      group({ row: rowNumber, column, value }, '{"row":4,"column":2,"value":"3000"}'),
      'a list of cells',
      '[{"row":4,"column":2,"value":"3000"}]',
    ).max(CELLS_MAX, { error: `must be at most ${CELLS_MAX} cells` }),
  },
  '{"cells":[{"row":4,"column":2,"value":"3000"}]}',
);

const [firstCode, ...codes] = QUESTION_CODES;
const answer = (code: QuestionCode) => {
  const [first = '', ...others] = Object.keys(ANSWERS[code]);
  return group({ code: z.literal(code), answer: oneOf([first, ...others]) }, `{"code":"${code}","answer":"${first}"}`);
};
const ANSWERS_EXAMPLE = '[{"code":"text-changed","answer":"same"}]';

export const answersBody = group(
  {
    answers: listOf(
      z.discriminatedUnion('code', [answer(firstCode), ...codes.map(answer)], {
        error: `must name a question by its code: ${QUESTION_CODES.join(', ')}`,
      }),
      'a list of answers',
      ANSWERS_EXAMPLE,
    )
      .min(1, { error: 'must hold an answer' })
      .refine((given) => new Set(given.map(({ code }) => code)).size === given.length, {
        error: 'must answer each question once',
      }),
    reason,
    remember: flag('true')
      .optional()
      .meta({ description: 'the job remembers what the answer says about voucher numbers' }),
    series: text('a name', 'Kasse 2')
      .optional()
      .meta({ description: 'what the series of the file is called: for other-series=different that is remembered' }),
  },
  `{"answers":${ANSWERS_EXAMPLE},"reason":"compared with the statement"}`,
);

const ofEntry = group({ seq }, '?seq=3');

const mend = z.discriminatedUnion(
  'do',
  [
    group({ do: z.literal('set'), column, from: value, to: value, remember: flag('true').optional() }, '{"do":"set"}'),
    group({ do: z.literal('skip'), reason }, '{"do":"skip","reason":"paid in cash"}'),
    group({ do: z.literal('book'), reason }, '{"do":"book","reason":"two equal invoices"}'),
    group({ do: z.literal('retry') }, '{"do":"retry"}'),
  ],
  { error: 'must say what is to be done: {"do":"set"}, "skip", "book" or "retry"' },
);

const correctionsBody = group(
  {
    select: group(
      {
        cause: count.optional(),
        state: oneOf(WAITING_STATES).optional(),
        q: text('a text to look for', '3015').optional(),
        revised: z.boolean({ error: 'must be true or false' }).optional(),
        entries: z
          .array(seq, { error: 'must be a list of entries' })
          .max(ENTRIES_MAX, {
            error: `must be at most ${ENTRIES_MAX} entries: choose them by what they have in common`,
          })
          .optional(),
      },
      '{"cause":3}',
    ).meta({ description: 'all entries that wait and match; {} for all' }),
    expect: group({ entries: count, rows: count }, '{"entries":88,"rows":412}').meta({
      description: 'what the person confirmed: nothing is done where others match',
    }),
    mend,
  },
  '{"select":{"cause":3},"expect":{"entries":88,"rows":412},"mend":{"do":"retry"}}',
);

/**
 * The job remembers what the file says in these cells, to be sent as another value. It comes before the value is replaced:
 * where the job's file can't be written nothing else is done either. Nor is it written where the value can't be replaced.
 * @returns the values of the file that are remembered
 * @throws ApiError where values of the column go through no mapping; CountChanged; UsageError
 */
async function rememberValue(
  row: ImportRow,
  { column, from, to }: ReplacedValue,
  which: Which & { cells: CopiedCells; folder: string; job: JobToday },
  ports: ServerPorts,
): Promise<string[]> {
  const { ledger, remember, now, who } = ports;
  await checkRetriable(await ledger.imports.byNum(row.num), ports);
  checkCount(await ledger.waiting.count(row.num, which.filter), which.expect);
  const { headers } = JSON.parse(row.facts!) as PlanFacts;
  const section = mappingOf(which.job.job, headers, column);
  if (section === undefined) {
    throw new ApiError(
      409,
      'not-remembered',
      `The job has no mapping for the column ${headers[column] ?? column}: only account numbers and VAT codes are remembered.`,
      'Leave "remember" out.',
      { reason: 'keep-unmapped', facts: { column: headers[column] ?? column } },
    );
  }
  const inFile = from.trim() === '' ? [''] : await valuesInFile(row, { column, from }, which, ports);
  if (inFile.includes('')) {
    throw new ApiError(
      409,
      'not-remembered',
      'The cell is empty in the file, and a mapping of nothing would meet every row without a value from now on.',
      'Leave "remember" out, or say a default in the job.',
      { reason: 'keep-empty' },
    );
  }
  const values = inFile.filter((value) => value !== to.trim());
  if (values.length === 0) return [];
  const mapping = { section, from: values, to: to.trim() };
  await remember(row.job, mapping);
  await ledger.imports.record(row.num, now(), who, 'remembered', { job: row.job, ...mapping });
  return values;
}
