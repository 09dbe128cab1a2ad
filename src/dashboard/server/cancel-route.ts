import { checkedText, group } from '../../domain/schema-parts.ts';
import { cancelledAnswer } from './api-schemas.ts';
import type { Api } from './build-server.ts';
import { answers } from './describe-api.ts';
import { importUrl } from './import-body.ts';
import { byId, importOf } from './import-of.ts';
import type { Served } from './server-ports.ts';

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
      const row = importOf(request.params, ports);
      const { state, withdrawn, sending } = await ports.cancel(row, request.body.reason, request.who);
      return { import: row.id, url: importUrl(row.id), state, withdrawn, sending };
    },
  );
}
