/** What is wrong with a definition that a form made. Added to, never changed. */
export const PROBLEM_CODES = [
  'amount-wrong',
  'currency-wrong',
  'date-wrong',
  'flags-wrong',
  'key-beyond',
  'key-wrong',
  'missing',
  'pattern-wrong',
  'same-column',
  'service-wrong',
  'text-wrong',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];
