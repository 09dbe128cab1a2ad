import type { ContactsJob } from '../domain/job.ts';
import type { Finding } from './explain-issues.ts';

/**
 * Custom fields that a job of contacts asks for: of two whose values would stand under one key only one can be. Whether a
 * name is sound matters only where the field has to be created, which the plan finds out.
 */
export function checkCustomFields({ customFields }: ContactsJob): Finding[] {
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
      },
    ];
  });
}
