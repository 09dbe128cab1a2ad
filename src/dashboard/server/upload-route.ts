import { z } from 'zod';
import { flag, group, text } from '../../domain/schema-parts.ts';
import { takeIn } from '../../pipeline/take-in.ts';
import { earlierAnswer, errorAnswer, takenAnswer } from './api-schemas.ts';
import { answers } from './describe-api.ts';
import type { FileRoutes } from './file-routes.ts';
import { importUrl, takenBody } from './import-body.ts';
import { importedBefore } from './imported-before.ts';
import { jobOf } from './job-of.ts';
import { receiveFile } from './receive-file.ts';
import { wake } from './wake.ts';

const yes = (description: string) => flag('true').default(false).meta({ type: 'boolean', description });

const query = group(
  {
    job: text('the name of a job', 'bookings').meta({ description: 'the job that takes the file' }),
    force: yes('take the same bytes in once more; duplicate entries are still told'),
    dryRun: yes('plan only: say what would be booked, and send nothing'),
    name: text('the name of a file', 'january.csv')
      .optional()
      .meta({ description: 'what the file is called; default: what the request says elsewhere' }),
  },
  '?job=bookings',
);

/** `POST /api/imports`: takes a file in. */
export function uploadRoute({ server, ports, limits, leaving, files, gate }: FileRoutes): void {
  server.post(
    '/api/imports',
    {
      config: { role: 'operator', file: 'needed' },
      schema: {
        summary: 'Take a file in',
        description:
          'The file in the field `file` of a form, or as the body itself. 202: it is taken in, and worked on from here. 409: the same bytes were imported under this job before; the earlier import is named.',
        operationId: 'upload',
        querystring: query,
        response: answers({ 202: takenAnswer, 409: z.union([earlierAnswer, errorAnswer]) }),
      },
    },
    async (request, reply) => {
      const { job: name, force, dryRun } = request.query;
      const mine = { ...ports, who: request.who };
      const { row: taken, how } = await gate(() =>
        files.use('.part', async (path) => {
          const job = await jobOf(name, ports);
          const limit = job.job.limits.bytes;
          const { file } = await receiveFile(request, reply, { limit, limits, path, leaving });
          return takeIn(path, job, { file, book: !dryRun, force }, mine);
        }),
      );
      const row = ports.ledger.imports.byNum(taken.num);
      const url = importUrl(row.id);
      if (how === 'earlier') {
        const again = `Look at it: ${url}. With &force=true it is taken in once more.`;
        return reply.code(409).send(importedBefore(row, again));
      }
      wake(row.num, ports);
      const mends = how === 'correction' ? ports.ledger.revisions.open(row.num) : undefined;
      return reply
        .code(202)
        .header('location', url)
        .send(takenBody(row, how, mends));
    },
  );
}
