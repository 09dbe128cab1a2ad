import multipart from '@fastify/multipart';
import { z } from 'zod';
import { receive } from '../../../arriving/receive.ts';
import { flag, group, text } from '../../../core/schema-parts.ts';
import type { TemporaryFiles } from '../../files.ts';
import { createGate } from '../../limits.ts';
import { type Api, type Served, wake } from '../../ports.ts';
import { receiveFile } from '../../receive-file.ts';
import { answers } from '../describe.ts';
import { type Drafts, draftUploadRoute } from '../drafts/drafts.ts';
import { jobOf } from '../jobs/routes.ts';
import { earlierAnswer, errorAnswer, takenAnswer } from '../shapes.ts';
import { importedBefore, retryRoute } from './actions.ts';
import { importUrl, takenBody } from './body.ts';

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
function uploadRoute({ server, ports, limits, leaving, files, gate }: FileRoutes): void {
  server.post(
    '/api/imports',
    {
      config: { role: 'operator', file: 'needed' },
      schema: {
        summary: 'Take a file in',
        description:
          'The file in the field `file` of a form, or as the body itself. 202: it is received, and worked on from here. 409: the same bytes were imported under this job before; the earlier import is named.',
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
          return receive(path, job, { file, book: !dryRun, force }, mine);
        }),
      );
      const row = await ports.ledger.imports.byNum(taken.num);
      const url = importUrl(row.id);
      if (how === 'earlier') {
        const again = `Look at it: ${url}. With &force=true it is received once more.`;
        return reply.code(409).send(importedBefore(row, again));
      }
      wake(row.num, ports);
      const corrections = how === 'correction' ? await ports.ledger.revisions.open(row.num) : undefined;
      return reply
        .code(202)
        .header('location', url)
        .send(takenBody(row, how, corrections));
    },
  );
}

/** Parts of a form, the file included. */
const PARTS_MAX = 4;
/** Headers of one part. */
const PART_HEADERS_MAX = 16;
/** Bytes of a field that is no file. */
const FIELD_BYTES = 1_024;

/** What the routes that take a file share. */
export interface FileRoutes extends Served {
  readonly server: Api;
  readonly files: TemporaryFiles;
  /** Lets only so many files be received at once. */
  gate<T>(work: () => Promise<T>): Promise<T>;
}

/** The routes that take a file: their bodies are streams of any media type, which nothing reads before they do. */
export async function fileRoutes(server: Api, served: Served, files: TemporaryFiles, drafts: Drafts): Promise<void> {
  server.removeAllContentTypeParsers();
  await server.register(multipart, {
    limits: {
      parts: PARTS_MAX,
      fields: PARTS_MAX,
      fieldSize: FIELD_BYTES,
      headerPairs: PART_HEADERS_MAX,
    },
  });
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const routes = { ...served, server, files, gate: createGate(served.limits.uploads, 'uploads') };
  uploadRoute(routes);
  retryRoute(routes);
  draftUploadRoute(routes, drafts);
}
