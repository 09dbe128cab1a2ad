import { type Field, fieldsOf, type JobForm } from './form.ts';
import type { Problem } from './shapes.ts';

/** The field that a problem is about; undefined where it is about the job. */
function fieldOf({ key, message }: Problem): string | undefined {
  const [, field] = /^(?:columns|defaults)\.(\w+)/.exec(key) ?? [];
  if (field !== undefined) return field;
  if (key === 'creditSign') return 'credit';
  const [, missing] = /^columns must name (\w+) too/.exec(message) ?? [];
  return missing ?? (/^columns must say the amount/.test(message) ? 'amount' : undefined);
}

/** Problems that stand beside a field. */
export function ofField(problems: readonly Problem[], field: Field): readonly Problem[] {
  return problems.filter((problem) => fieldOf(problem) === field);
}

/** Those that no field of the form has. */
export function ofNoField(problems: readonly Problem[], form: JobForm): readonly Problem[] {
  const fields: readonly string[] = fieldsOf(form);
  return problems.filter((problem) => !fields.includes(fieldOf(problem) ?? ''));
}
