import { group, text } from '../../domain/schema-parts.ts';
import { draftAnswer } from './api-drafts.ts';
import { ApiError } from './api-error.ts';
import { answers } from './describe-api.ts';
import { draftBody } from './draft-of.ts';
import type { Drafts } from './drafts.ts';
import type { FileRoutes } from './file-routes.ts';
import { receiveFile } from './receive-file.ts';

const query = group(
  { name: text('the name of a file', 'january.csv').optional().meta({ description: 'what the file is called' }) },
  '?name=january.csv',
);

/** `POST /api/drafts`: keeps a file for a while, to look at before anything is booked. */
export function draftUploadRoute({ server, limits, leaving, gate }: FileRoutes, drafts: Drafts): void {
  server.post(
    '/api/drafts',
    {
      config: { role: 'operator', file: 'needed' },
      schema: {
        summary: 'Bring a file to look at',
        description:
          'Nothing is imported: the file is kept for a while as a draft, which can be looked at, tried and booked by whoever brought it.',
        operationId: 'createDraft',
        querystring: query,
        response: answers({ 201: draftAnswer }),
      },
    },
    async (request, reply) => {
      const draft = await gate(() =>
        drafts.add(request.who, async (path) => {
          try {
            return (await receiveFile(request, reply, { limit: limits.draftBytes, limits, path, leaving })).file;
          } catch (error) {
            if (!(error instanceof ApiError) || error.code !== 'file-too-large') throw error;
            const most = `The file is larger than the ${limits.draftBytes} bytes that can be looked at.`;
            throw new ApiError(413, error.code, most, 'Split the file, or import it with bilag import.');
          }
        }),
      );
      const body = draftBody(draft);
      return reply.code(201).header('location', body.url).send(body);
    },
  );
}
