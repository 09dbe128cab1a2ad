import { answerQuestions, checkAnswers, numberingOf, recordNumbering } from '../../../correcting/answer-questions.ts';
import { type Api, type Served, wake } from '../../ports.ts';
import { answersBody } from '../corrections/routes.ts';
import { answers } from '../describe.ts';
import { takenAnswer } from '../shapes.ts';
import { importUrl, takenBody } from './body.ts';
import { byId, importOf } from './routes.ts';

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
      const row = await importOf(request.params, ports);
      const { answers: given, reason, remember = false, series } = request.body;
      const mine = { ...ports, who: request.who };
      if (remember) {
        await checkAnswers(row, given, reason, mine);
        const numbering = await numberingOf(row, given, series, mine);
        await ports.remember(row.job, { section: 'columns.entry', ...numbering });
        await recordNumbering(row, numbering, mine);
      }
      await answerQuestions(row, given, reason, mine);
      wake(row.num, ports);
      const now = await ports.ledger.imports.byNum(row.num);
      return reply
        .code(202)
        .header('location', importUrl(row.id))
        .send(takenBody(now, 'retry', await ports.ledger.revisions.open(row.num)));
    },
  );
}
