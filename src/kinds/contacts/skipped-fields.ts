import type { Issue } from '../../core/issue.ts';
import type { Skip } from '../../ledger/rows.ts';
import type { PlanAgain } from '../../reading/plan-ports.ts';
import { fieldKey } from '../created/units.ts';
import type { FoundField } from '../custom-fields/finder.ts';
import type { CustomColumn } from './reader.ts';

/** Fields that the service does not have, and that a person skipped in this import: nobody asked for them since. */
export type SkippedFields = ReadonlyMap<FoundField, Skip>;

/** Tells the fields that are to be there from those that stay skipped. */
export function withoutSkipped(
  fields: readonly FoundField[],
  again: PlanAgain | undefined,
): { wanted: FoundField[]; skipped: SkippedFields } {
  const skips = new Map(again?.skippedFields.map(({ key, skip }) => [key.toLowerCase(), skip]));
  const skipOf = ({ is, definition }: FoundField) =>
    is === 'active' ? undefined : skips.get(fieldKey(definition).toLowerCase());
  const skipped = fields.flatMap((field) => {
    const skip = skipOf(field);
    return skip === undefined ? [] : [[field, skip] as const];
  });
  return { wanted: fields.filter((field) => skipOf(field) === undefined), skipped: new Map(skipped) };
}

/** Why a value can't be kept: its field was skipped. A contact without one goes on. */
export function missingIssue({ field, header }: CustomColumn, skipped: SkippedFields): Issue | undefined {
  for (const [{ definition }, { who, reason }] of skipped) {
    if (definition !== field) continue;
    const key = fieldKey(definition);
    return {
      code: 'field-missing-in-service',
      column: header,
      value: key,
      variant: 'skipped',
      facts: { who, reason },
      message: `The service has no custom field ${key}: it was skipped by ${who} (${reason}).`,
      suggestion:
        'Create and activate it in the service and retry, or empty the cells of this column: the contacts are then created without it.',
    };
  }
  return undefined;
}
