import { z } from 'zod';
import { bookingFields } from '../../../core/job-fields.ts';
import { anyText, checkedText, group } from '../../../core/schema-parts.ts';
import type { PlanFacts } from '../../../reading/plan-ports.ts';
import { patternOf } from '../../../reading/unmatched-rows.ts';
import { ApiError } from '../../errors.ts';
import type { Api, Served } from '../../ports.ts';
import { answers } from '../describe.ts';
import { byId, importOf } from '../imports/routes.ts';

const EXAMPLE = '{"field":"contraAccount","text":"KIWI 505","account":"4310"}';

const ruleBody = group(
  {
    field: z.enum(bookingFields).meta({ description: 'as `unmatched` of the import has it' }),
    text: anyText('a text', 'KIWI 505').meta({ description: 'as `unmatched` of the import has it' }),
    account: checkedText('an account number', '"4310"', (value) =>
      /^\d+$/.test(value) ? undefined : 'must be an account number of the service, in digits, not {value}',
    ),
  },
  EXAMPLE,
);

const ruleAnswer = z.strictObject({
  job: z.string(),
  description: z.string().meta({ description: 'the regular expression of the rule' }),
});

/** `POST /api/imports/ID/rules`: a rule of the job for a text of the import that none matched. */
export function rulesRoute(server: Api, { ports }: Served): void {
  server.post(
    '/api/imports/:id/rules',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Make a rule for rows that none matched',
        description:
          'The rule stands behind the others of the job, and counts for what is planned from now on: a plan that was not booked yet is made anew by it. 409: the import has no such rows, or the job’s file can’t be changed; nothing was done.',
        operationId: 'makeRule',
        params: byId,
        body: ruleBody,
        response: answers({ 200: ruleAnswer }),
      },
    },
    async (request) => {
      const row = await importOf(request.params, ports);
      const { field, text, account } = request.body;
      const { unmatched = [] } = row.facts === null ? {} : (JSON.parse(row.facts) as PlanFacts);
      const of = unmatched.find((each) => each.field === field && each.texts.some((one) => one.text === text));
      if (of === undefined || text === '') {
        throw new ApiError(
          409,
          'not-remembered',
          `No row of import ${row.id} with this text went without a rule.`,
          'Take text and field as `unmatched` of the import has them.',
          { reason: 'keep-unmatched' },
        );
      }
      const description = patternOf(text);
      await ports.remember(row.job, { section: 'rules', description, set: { [of.field]: account } });
      const remembered = { job: row.job, section: 'rules', from: [text], to: account };
      await ports.ledger.imports.record(row.num, ports.now(), request.who, 'remembered', remembered);
      return { job: row.job, description };
    },
  );
}
