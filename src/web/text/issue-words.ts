import type { IssueCode, QuestionCode } from '../../core/issue.ts';
import { words } from '../language.ts';
import type { IssueTitles, IssueWords } from './issue-facts.ts';

/** Of the screens that tell of issues. */
export const issues = words<IssueWords>({
  en: () => import('./issue-titles.en.ts'),
  nb: () => import('./issue-titles.nb.ts'),
});

/** A cause as the interface tells it, as far as its title needs it. */
export interface TitledCause {
  readonly code: IssueCode;
  readonly column?: string | undefined;
  readonly value?: string | undefined;
  readonly variant?: string | undefined;
  /** The server's own words: the title of a code that these pages do not know. */
  readonly message: string;
}

/** “Account 3015 is unknown”: what is wrong, in the person's language; no full stop, so that counts can follow. */
export function causeTitle(cause: TitledCause): string {
  const known: Partial<IssueTitles> = issues;
  return known[cause.code]?.(cause) ?? cause.message;
}

/** “contra account”: a field of a job as it is called in a sentence. */
export function fieldName(field: string): string {
  return issues.fields[field] ?? field;
}

/** “They are the same payments”: an answer to a question about a whole file. */
export function answerText(code: string, answer: string): string {
  const known: Partial<IssueWords['answers']> = issues.answers;
  return known[code as QuestionCode]?.[answer] ?? answer;
}
