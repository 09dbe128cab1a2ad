import { bookPlanned } from '../../pipeline/book-planned.ts';
import { takenAnswer } from './api-schemas.ts';
import type { Api } from './build-server.ts';
import { answers } from './describe-api.ts';
import { importUrl, takenBody } from './import-body.ts';
import { byId, importOf } from './import-of.ts';
import type { Served } from './server-ports.ts';
import { wake } from './wake.ts';

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
      const row = importOf(request.params, ports);
      await bookPlanned(row, { ...ports, who: request.who });
      wake(row.num, ports);
      const now = ports.ledger.imports.byNum(row.num);
      return reply.code(202).header('location', importUrl(row.id)).send(takenBody(now, 'again'));
    },
  );
}
