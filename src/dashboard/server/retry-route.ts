import { flag, group, text } from '../../domain/schema-parts.ts';
import { retryImport } from '../../pipeline/retry-import.ts';
import { takeCorrection } from '../../pipeline/take-in.ts';
import { ApiError } from './api-error.ts';
import { takenAnswer } from './api-schemas.ts';
import { answers } from './describe-api.ts';
import type { FileRoutes } from './file-routes.ts';
import { importUrl, takenBody } from './import-body.ts';
import { byId, importOf } from './import-of.ts';
import { hasBody, receiveFile } from './receive-file.ts';
import { wake } from './wake.ts';

const query = group(
  {
    name: text('the name of a file', 'failed.xlsx').optional().meta({ description: 'what the file is called' }),
    asFile: flag('true').default(false).meta({
      type: 'boolean',
      description: 'without a body: also what was mended and not handed in, without those mends',
    }),
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
          'Without a body: as it is, after it was mended in the service or in the job; entries that somebody mended here and did not hand in are left to them. With the corrected workbook of failed rows: as it says. 202: it is worked on; 200: there is nothing left to do.',
        operationId: 'retry',
        params: byId,
        querystring: query,
        response: answers({ 200: takenAnswer, 202: takenAnswer }),
      },
    },
    async (request, reply) => {
      const row = importOf(request.params, ports);
      const mine = { ...ports, who: request.who };
      const given = hasBody(request);
      if (given && request.query.asFile) {
        throw new ApiError(
          400,
          'request-invalid',
          'asFile is of a retry without a file: a corrected workbook sets aside the mends in the rows that it holds.',
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
        retryImport(row, mine, { asFile: request.query.asFile });
      }
      const now = ports.ledger.imports.byNum(row.num);
      if (now.state === 'completed') return takenBody(now, 'retry');
      wake(row.num, ports);
      const mends = now.as_file === 1 ? undefined : ports.ledger.revisions.open(row.num);
      return reply
        .code(202)
        .header('location', importUrl(row.id))
        .send(takenBody(now, given ? 'correction' : 'retry', mends));
    },
  );
}
