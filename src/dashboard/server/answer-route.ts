import { answerQuestions, checkAnswers, numberingOf, recordNumbering } from '../../pipeline/answer-questions.ts';
import { takenAnswer } from './api-schemas.ts';
import type { Api } from './build-server.ts';
import { answers } from './describe-api.ts';
import { importUrl, takenBody } from './import-body.ts';
import { byId, importOf } from './import-of.ts';
import { answersBody } from './mend-requests.ts';
import type { Served } from './server-ports.ts';
import { wake } from './wake.ts';

/** `POST /api/imports/ID/answers`: what a person answers to questions about the whole file. */
export function answerRoute(server: Api, { ports }: Served): void {
  server.post(
    '/api/imports/:id/answers',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Answer questions about a whole file',
        description:
          'An answer counts for all entries that wait for it. What waits is planned again by it, and booked as far as it can be. The questions with their answers: GET …/waiting, `causes`. 409: nothing waits for such an answer, or nothing can be planned again now; nothing was done.',
        operationId: 'answer',
        params: byId,
        body: answersBody,
        response: answers({ 202: takenAnswer }),
      },
    },
    async (request, reply) => {
      const row = importOf(request.params, ports);
      const { answers: given, reason, remember = false, series } = request.body;
      const mine = { ...ports, who: request.who };
      if (remember) {
        checkAnswers(row, given, reason, mine);
        const numbering = numberingOf(row, given, series, mine);
        await ports.remember(row.job, { section: 'columns.entry', ...numbering });
        recordNumbering(row, numbering, mine);
      }
      answerQuestions(row, given, reason, mine);
      wake(row.num, ports);
      const now = ports.ledger.imports.byNum(row.num);
      return reply
        .code(202)
        .header('location', importUrl(row.id))
        .send(takenBody(now, 'retry', ports.ledger.revisions.open(row.num)));
    },
  );
}
