import { checkedText, group, whole } from '../../../core/schema-parts.ts';
import { takeSkipBack } from '../../../correcting/take-skip-back.ts';
import type { Api, Served } from '../../ports.ts';
import { answers } from '../describe.ts';
import { importId, importOf } from '../imports/routes.ts';
import { takenBackAnswer } from './shapes.ts';

const REASON_MAX_CHARACTERS = 500;

const bySkip = group(
  {
    id: importId('01M7Y70DRAX1NCFJ699GM8ZHVA').meta({ description: 'id of an import' }),
    no: whole(1, 999_999_999, '1').meta({
      type: 'integer',
      minimum: 1,
      description: 'number of a skip: `skip` in the detail of `skipped` in the history',
    }),
  },
  '/api/imports/ID/skips/NO',
);
const body = group(
  {
    reason: checkedText('a text: why', 'was not paid after all', (value) =>
      value.length > REASON_MAX_CHARACTERS ? `is longer than ${REASON_MAX_CHARACTERS} characters` : undefined,
    ).meta({ maxLength: REASON_MAX_CHARACTERS }),
  },
  '{"reason":"was not paid after all"}',
);

/** `POST /api/imports/ID/skips/NO/take-back`: what somebody skipped waits again. */
export function skipRoute(server: Api, { ports }: Served): void {
  server.post(
    '/api/imports/:id/skips/:no/take-back',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Take a skip back: all that was skipped at once is on hold again, as it was',
        description:
          'Nothing is booked by it. What another import has booked since, or is about to, stays skipped (`kept`); 409 where that is all of it, and where nothing is skipped by it any more.',
        operationId: 'takeSkipBack',
        params: bySkip,
        body,
        response: answers({ 200: takenBackAnswer }),
      },
    },
    async ({ params: { id, no }, body: { reason }, who }) => {
      const row = await importOf({ id }, ports);
      const done = await takeSkipBack(row, no, reason.trim(), { ...ports, who });
      return { import: row.id, ...done };
    },
  );
}
