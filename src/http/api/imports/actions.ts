import { bookPlanned } from '../../../arriving/book-planned.ts';
import { takeCorrection } from '../../../arriving/receive.ts';
import { checkedText, flag, group, text, whole } from '../../../core/schema-parts.ts';
import { retryImport } from '../../../correcting/retry.ts';
import { CountChanged } from '../../../correcting/select.ts';
import type { ImportRow } from '../../../ledger/rows.ts';
import { ApiError, errorBody } from '../../errors.ts';
import { type Api, type Served, wake } from '../../ports.ts';
import { hasBody, receiveFile } from '../../receive-file.ts';
import { changedAnswer, countChanged } from '../corrections/shapes.ts';
import { answers } from '../describe.ts';
import { cancelledAnswer, errorAnswer, takenAnswer } from '../shapes.ts';
import { importUrl, takenBody } from './body.ts';
import { byId, importOf } from './routes.ts';
import type { FileRoutes } from './upload.ts';

/** `POST /api/imports/ID/book`: what was only planned is booked, as if its file had been brought again. */
export function bookRoute(server: Api, { ports }: Served): void {
  server.post(
    '/api/imports/:id/book',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Book what was planned',
        description:
          'That very plan, after another look for duplicates; planned afresh where the job has changed since, or where the import was rejected or cancelled.',
        operationId: 'book',
        params: byId,
        response: answers({ 202: takenAnswer }),
      },
    },
    async (request, reply) => {
      const row = await importOf(request.params, ports);
      await bookPlanned(row, { ...ports, who: request.who });
      wake(row.num, ports);
      const now = await ports.ledger.imports.byNum(row.num);
      return reply.code(202).header('location', importUrl(row.id)).send(takenBody(now, 'again'));
    },
  );
}

const REASON_MAX_CHARACTERS = 500;

const body = group(
  {
    reason: checkedText('a text: why', 'the wrong file', (value) =>
      value.length > REASON_MAX_CHARACTERS ? `is longer than ${REASON_MAX_CHARACTERS} characters` : undefined,
    ).meta({ maxLength: REASON_MAX_CHARACTERS }),
  },
  '{"reason":"the wrong file"}',
);

/** `POST /api/imports/ID/cancel`: nothing more of it is sent. */
export function cancelRoute(server: Api, { ports }: Served): void {
  server.post(
    '/api/imports/:id/cancel',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Send nothing more of an import',
        description: 'What is booked stays booked. The reason stays in the history.',
        operationId: 'cancel',
        params: byId,
        body,
        response: answers({ 200: cancelledAnswer }),
      },
    },
    async (request) => {
      const row = await importOf(request.params, ports);
      const { state, withdrawn, sending } = await ports.cancel(row, request.body.reason, request.who);
      return { import: row.id, url: importUrl(row.id), state, withdrawn, sending };
    },
  );
}

/** The same bytes were imported under this job before: nothing was received. @param again how it would be received once more */
export function importedBefore({ id, file, job, state }: ImportRow, again: string) {
  const url = importUrl(id);
  const message = `${file} was imported before under the job ${job}: it is ${state}.`;
  return {
    import: id,
    url,
    state,
    ...errorBody({ code: 'imported-before', message, suggestion: again, more: { facts: { file, job, state } } }),
  };
}

const confirmed = whole(0, Number.MAX_SAFE_INTEGER, '12').optional();

const query = group(
  {
    name: text('the name of a file', 'failed.xlsx').optional().meta({ description: 'what the file is called' }),
    asFile: flag('true').default(false).meta({
      type: 'boolean',
      description: 'without a body: also what was corrected and not submitted, without those corrections',
    }),
    leaveCancelled: flag('true').default(false).meta({
      type: 'boolean',
      description: 'without a body: what somebody cancelled is left alone',
    }),
    entries: confirmed.meta({
      description: 'without a body: the entries that a person confirmed, as `retry` counts them',
    }),
    rows: confirmed.meta({ description: 'their rows: where others wait by now nothing is done (409)' }),
  },
  '?name=failed.xlsx',
);

/** `POST /api/imports/ID/retry`: what waits is planned and booked again, as it is, or as the file that comes with it says. */
export function retryRoute({ server, ports, limits, leaving, files, gate }: FileRoutes): void {
  server.post(
    '/api/imports/:id/retry',
    {
      config: { role: 'operator', file: 'optional' },
      schema: {
        summary: 'Book what waited',
        description:
          'Without a body: as it is, after it was corrected in the service or in the job; entries that somebody corrected here and did not submit are left to them. With the corrected workbook of failed rows: as it says. 202: it is worked on; 200: there is nothing left to do.',
        operationId: 'retry',
        params: byId,
        querystring: query,
        response: answers({ 200: takenAnswer, 202: takenAnswer, 409: changedAnswer.or(errorAnswer) }),
      },
    },
    async (request, reply) => {
      const row = await importOf(request.params, ports);
      const mine = { ...ports, who: request.who };
      const given = hasBody(request);
      if (given && request.query.asFile) {
        throw new ApiError(
          400,
          'request-invalid',
          'asFile is of a retry without a file: a corrected workbook sets aside the corrections in the rows that it holds.',
          'Send the workbook without asFile, or asFile without a body.',
        );
      }
      if (given) {
        await gate(() =>
          files.use('.part', async (path) => {
            const job = await ports.job(row.job);
            const limit = job.job.limits.bytes;
            const { file } = await receiveFile(request, reply, { limit, limits, path, leaving });
            await takeCorrection(row, path, file, job, mine);
          }),
        );
        // Asked for twice: it goes on. Booked meanwhile: there is nothing to do.
      } else if (!['planning', 'posting', 'completed'].includes(row.state)) {
        const { asFile, leaveCancelled, entries, rows } = request.query;
        const expect = entries === undefined || rows === undefined ? undefined : { entries, rows };
        try {
          await retryImport(row, mine, { asFile, leaveCancelled, expect });
        } catch (error) {
          if (!(error instanceof CountChanged)) throw error;
          return reply.code(409).send(countChanged(error));
        }
      }
      const now = await ports.ledger.imports.byNum(row.num);
      if (now.state === 'completed') return takenBody(now, 'retry');
      wake(row.num, ports);
      const corrections = now.as_file === 1 ? undefined : await ports.ledger.revisions.open(row.num);
      return reply
        .code(202)
        .header('location', importUrl(row.id))
        .send(takenBody(now, given ? 'correction' : 'retry', corrections));
    },
  );
}
