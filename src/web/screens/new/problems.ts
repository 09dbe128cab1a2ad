import type { Field } from '../../kinds.ts';
import { fieldsOf, isNeeded, type JobForm } from './form.ts';
import type { Problem } from './shapes.ts';

/** The field that a problem is about; undefined where it is about the job. */
function fieldOf({ key, missing }: Problem): string | undefined {
  const [, field] = /^(?:columns|defaults)\.(\w+)/.exec(key) ?? [];
  if (field !== undefined) return field;
  if (key === 'creditSign') return 'credit';
  return missing;
}

/** A field without which nothing can be booked, and that has neither a column nor a value for all rows. */
export function isMissing(field: Field, form: JobForm): boolean {
  // Net and VAT say the gross.
  if (field === 'amount' && form.net !== '' && form.vatAmount !== '') return false;
  return isNeeded(field, form) && !form.columns[field] && !form.defaults[field]?.trim();
}

/** Problems that stand beside a field. */
export function ofField(problems: readonly Problem[], field: Field, form: JobForm): readonly Problem[] {
  return telling(problems, form).filter((problem) => fieldOf(problem) === field);
}

/** Those that no field of the form has. */
export function ofNoField(problems: readonly Problem[], form: JobForm): readonly Problem[] {
  const fields: readonly string[] = fieldsOf(form);
  return telling(problems, form).filter((problem) => !fields.includes(fieldOf(problem) ?? ''));
}

/** What is missing is said beside the field that is empty: the job's own check may suggest another way out. */
function telling(problems: readonly Problem[], form: JobForm): readonly Problem[] {
  const isSaid = fieldsOf(form).some((field) => isMissing(field, form));
  return isSaid ? problems.filter(({ missing }) => missing === undefined) : problems;
}
