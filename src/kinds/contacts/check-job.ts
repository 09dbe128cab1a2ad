import type { ContactsJob } from '../../core/job.ts';
import type { Finding } from '../../core/schema-parts.ts';
import { checkRequired } from '../created/check-job.ts';

export function checkContacts(job: ContactsJob): Finding[] {
  return [...checkCustomFields(job), ...checkRequired(job, ['name'])];
}

/**
 * Custom fields that a job of contacts asks for: of two whose values would stand under one key only one can be. Whether a
 * name is sound matters only where the field has to be created, which the plan finds out.
 */
function checkCustomFields({ customFields }: ContactsJob): Finding[] {
  const earlier = new Map<string, string>();
  return customFields.flatMap(({ name, model }, index): Finding[] => {
    const key = `${model}.${name}`.toLowerCase();
    const before = earlier.get(key);
    earlier.set(key, name);
    if (before === undefined) return [];
    return [
      {
        path: ['customFields', index, 'name'],
        message: `names the custom field ${model}.${before} a second time (upper and lower case are one). Keep one of them`,
        told: { code: 'twice', facts: { item: `${model}.${before}` } },
      },
    ];
  });
}
