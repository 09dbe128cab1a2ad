import { z } from 'zod';
import { QUESTION_CODES, type QuestionCode } from '../../domain/issue.ts';
import { anyText, checkedText, flag, group, listOf, oneOf, text, whole } from '../../domain/schema-parts.ts';
import { VALUE_MAX_CHARACTERS } from '../../pipeline/mends/revise-entries.ts';
import { ANSWERS } from '../../rules/file-questions.ts';
import { WAITING_STATES } from './api-mends.ts';

/** Cells of one request. */
const CELLS_MAX = 1_000;
/** Entries that one request names; more are told by what they have in common. */
const ENTRIES_MAX = 10_000;
/** Characters of a reason. */
const REASON_MAX_CHARACTERS = 500;

const count = whole(0, Number.MAX_SAFE_INTEGER, '12').meta({ type: 'integer', minimum: 0 });
const seq = count.meta({ description: 'what an entry is called in requests' });
const rowNumber = whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '5').meta({ type: 'integer' });
const column = count.meta({ description: 'place among the file’s columns, from 0' });
const value = anyText('a text', '3000').superRefine((given, context) => {
  if (given.length <= VALUE_MAX_CHARACTERS) return;
  context.addIssue({ code: 'custom', message: `is longer than ${VALUE_MAX_CHARACTERS} characters` });
});
const reason = checkedText('a text: why', 'paid in cash', (given) =>
  given.trim() === ''
    ? 'must say why'
    : given.length > REASON_MAX_CHARACTERS
      ? `is longer than ${REASON_MAX_CHARACTERS} characters`
      : undefined,
).meta({ maxLength: REASON_MAX_CHARACTERS });

export const revisionsBody = group(
  {
    cells: listOf(
      group({ row: rowNumber, column, value }, '{"row":4,"column":2,"value":"3000"}'),
      'a list of cells',
      '[{"row":4,"column":2,"value":"3000"}]',
    ).max(CELLS_MAX, { error: `must be at most ${CELLS_MAX} cells` }),
  },
  '{"cells":[{"row":4,"column":2,"value":"3000"}]}',
);

const [firstCode, ...codes] = QUESTION_CODES;
const answer = (code: QuestionCode) => {
  const [first = '', ...others] = Object.keys(ANSWERS[code]);
  return group({ code: z.literal(code), answer: oneOf([first, ...others]) }, `{"code":"${code}","answer":"${first}"}`);
};
const ANSWERS_EXAMPLE = '[{"code":"text-changed","answer":"same"}]';

export const answersBody = group(
  {
    answers: listOf(
      z.discriminatedUnion('code', [answer(firstCode), ...codes.map(answer)], {
        error: `must name a question by its code: ${QUESTION_CODES.join(', ')}`,
      }),
      'a list of answers',
      ANSWERS_EXAMPLE,
    )
      .min(1, { error: 'must hold an answer' })
      .refine((given) => new Set(given.map(({ code }) => code)).size === given.length, {
        error: 'must answer each question once',
      }),
    reason,
    remember: flag('true')
      .optional()
      .meta({ description: 'the job remembers what the answer says about voucher numbers' }),
    series: text('a name', 'Kasse 2')
      .optional()
      .meta({ description: 'what the series of the file is called: for other-series=different that is remembered' }),
  },
  `{"answers":${ANSWERS_EXAMPLE},"reason":"compared with the statement"}`,
);

export const ofEntry = group({ seq }, '?seq=3');

const mend = z.discriminatedUnion(
  'do',
  [
    group({ do: z.literal('set'), column, from: value, to: value, remember: flag('true').optional() }, '{"do":"set"}'),
    group({ do: z.literal('skip'), reason }, '{"do":"skip","reason":"paid in cash"}'),
    group({ do: z.literal('book'), reason }, '{"do":"book","reason":"two equal invoices"}'),
    group({ do: z.literal('retry') }, '{"do":"retry"}'),
  ],
  { error: 'must say what is to be done: {"do":"set"}, "skip", "book" or "retry"' },
);

export const mendsBody = group(
  {
    select: group(
      {
        cause: count.optional(),
        state: oneOf(WAITING_STATES).optional(),
        q: text('a text to look for', '3015').optional(),
        revised: flag('true').optional(),
        entries: z
          .array(seq, { error: 'must be a list of entries' })
          .max(ENTRIES_MAX, {
            error: `must be at most ${ENTRIES_MAX} entries: choose them by what they have in common`,
          })
          .optional(),
      },
      '{"cause":3}',
    ).meta({ description: 'all entries that wait and match; {} for all' }),
    expect: group({ entries: count, rows: count }, '{"entries":88,"rows":412}').meta({
      description: 'what the person confirmed: nothing is done where others match',
    }),
    mend,
  },
  '{"select":{"cause":3},"expect":{"entries":88,"rows":412},"mend":{"do":"retry"}}',
);
