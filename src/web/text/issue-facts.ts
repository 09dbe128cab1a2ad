import type { IssueCode, QuestionCode } from '../../core/issue.ts';

/** What the title of an issue is made of. */
export interface IssueFacts {
  /** Header of the column, or its number. */
  readonly column?: string | undefined;
  /** The offending text as the file holds it; what it is depends on the code. */
  readonly value?: string | undefined;
  readonly variant?: string | undefined;
}

/** The title of every issue there is, in one language. */
export type IssueTitles = Readonly<Record<IssueCode, (facts: IssueFacts) => string>>;

/** Words about issues, in one language. */
export type IssueWords = IssueTitles & {
  /** What can be answered to questions about a whole file. */
  readonly answers: Readonly<Record<QuestionCode, Readonly<Record<string, string>>>>;
  /** Fields of jobs, in a sentence. */
  readonly fields: Readonly<Partial<Record<string, string>>>;
};

/** Characters of a value that a title shows: the message beneath has all of it. */
export const TITLE_VALUE_CHARACTERS = 60;

/** A value on one line, short enough for a title. */
export function shortValue(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length <= TITLE_VALUE_CHARACTERS ? line : `${letters.slice(0, TITLE_VALUE_CHARACTERS).join('')}…`;
}
