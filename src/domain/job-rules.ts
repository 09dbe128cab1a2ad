import { z } from 'zod';
import { column } from './job-sections.ts';
import { anyText, each, expected, flag, group, listOf, mapOf, pattern, text } from './schema-parts.ts';

/** What a job says of single rows: values that they get, rows that are no bookings (design, section 5). */

/** Values of `defaults` and of a rule's `set`, by field. */
export function values<Field extends string>(fields: readonly Field[]) {
  return each(fields, () => text('text', '"4300"'));
}

export function rules<Field extends string>(fields: readonly Field[]) {
  const example = '{ when: { description: "rema|kiwi" }, set: { contraAccount: "4300" } }';
  const when = group(
    {
      ...each(fields, () => pattern),
      column: mapOf(pattern, 'column: { Type: "^Gebyr$" }').optional().describe('By header instead of field.'),
    },
    'when: { description: "rema|kiwi" }',
  );
  const rule = group(
    {
      when: when.describe('Regular expressions, unanchored, upper and lower case alike; all must match.'),
      set: group(values(fields), 'set: { contraAccount: "4300" }').describe('Fields and their values.'),
      override: flag('override: true').default(false).describe("true: also where the row's cell is filled."),
    },
    example,
  );
  return listOf(rule, 'a list of rules', `- ${example}`)
    .default([])
    .describe('Set fields by what a row says; for each field the first rule that matches wins.');
}

export function skips<Field extends string>(fields: readonly Field[]) {
  const example = '{ column: Konto, matches: "^$|^Sum" }';
  const skip = group(
    {
      column: column('Konto').optional().describe('The column whose cell decides.'),
      field: z
        .enum(fields as readonly [Field, ...Field[]], { error: expected('a field of the job', 'amount') })
        .optional()
        .describe('The field whose value decides, after rules and defaults.'),
      matches: pattern.optional().describe('Regular expression, unanchored, upper and lower case alike.'),
      equals: anyText('text', '"0"').optional().describe('The whole value.'),
    },
    example,
  ).superRefine((value, context) => {
    const one = (first: 'column' | 'matches', second: 'field' | 'equals') => {
      const both = value[first] !== undefined && value[second] !== undefined;
      if (both || (value[first] === undefined && value[second] === undefined))
        context.addIssue({
          code: 'custom',
          message: `must have ${both ? 'only one of' : 'one of'} ${first} and ${second}. For example: ${example}`,
        });
    };
    one('column', 'field');
    one('matches', 'equals');
  });
  return listOf(skip, 'a list', `- ${example}`).default([]).describe('Rows that are no bookings.');
}
