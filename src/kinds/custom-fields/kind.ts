import type { CustomFieldsJob } from '../../core/job.ts';
import type { PlanFacts } from '../../reading/plan-ports.ts';
import { activateFieldPath, createFieldPath } from '../../service/custom-fields.ts';
import { creation } from '../../service/steps.ts';
import { fieldCreatedBefore } from '../created/issues.ts';
import type { Kind } from '../kind.ts';
import { fieldOfBody } from './body.ts';

const shown = (body: string, facts: PlanFacts) => ({ field: fieldOfBody(body, facts) });

export const customFields = {
  name: 'custom-fields' as const,
  words: { one: 'custom field', many: 'custom fields', does: 'creates', todo: 'create', done: 'created' },
  steps: {
    'create-field': {
      ...{ noun: 'custom field', does: 'creates the custom field', done: 'created', of: 'field', shown },
      request: creation(createFieldPath, true),
    },
    'activate-field': {
      ...{ noun: 'activation of the custom field', does: 'activates the custom field', done: 'activated' },
      ...{ of: 'field', shown },
      request: {
        method: 'POST',
        path: (target) => activateFieldPath(target!),
        hasBody: false,
        ids: () => undefined,
        asks: 'action',
        needsId: false,
      },
    },
  },
  plan: async (order, ports, table) => (await import('./plan.ts')).planCustomFields(order, ports, table),
  duplicate: fieldCreatedBefore,
  afterDuplicates: 'once the fields are right in the service',
  records: {
    tallies: ['customFields'],
    once: true,
    trail: {
      columns: ['model', 'data type', 'may be empty'],
      sent(body, facts) {
        const { name, model, type, nullable } = fieldOfBody(body, facts);
        return { name, cells: [model, type, nullable ? 'yes' : 'no'] };
      },
      unsent(key) {
        const at = key.indexOf('.');
        return { name: key.slice(at + 1), cells: [key.slice(0, at)] };
      },
    },
  },
} satisfies Kind<CustomFieldsJob>;
