import type { Finding } from '../../core/schema-parts.ts';

/** Fields that no record can be without. */
export function checkRequired(
  job: { readonly columns: object; readonly defaults: object },
  fields: readonly string[],
): Finding[] {
  const given: Readonly<Record<string, unknown>> = { ...job.columns, ...job.defaults };
  return fields
    .filter((field) => given[field] === undefined)
    .map((field) => ({
      path: ['columns'],
      message: `must name ${field} too. For example: ${field}: Navn`,
      missing: field,
      told: { code: 'needs', facts: { field } },
    }));
}
