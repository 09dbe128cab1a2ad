import type { ProblemCode } from '../../core/definition-problem.ts';
import type { IssueCode, IssueVariant } from '../../core/issue.ts';
import type { WrongCode } from '../../core/receipt-wrong.ts';
import type { MISUNDERSTOOD_CODES, RefusalCode, RefusalReason } from '../../core/refusal.ts';

/** Facts of a message by their names, as people read them; empty where there is none. */
export interface Facts {
  (name: string): string;
  /** One that is decimal text. */
  amount(name: string): string;
  /** A size. */
  bytes(name: string): string;
  /** A field of a job, or several. */
  field(name: string): string;
}

/** What is said, and behind a line break what to do; either may be missing. */
export type Says = (facts: Facts) => string;

type Misunderstood = (typeof MISUNDERSTOOD_CODES)[number];
export type RefusalWords = Readonly<Record<Exclude<RefusalCode, Misunderstood> | RefusalReason, Says>>;
/** What the title of an issue leaves out. A form of it that needs words of its own stands behind a slash. */
export type ReasonWords = Readonly<Record<IssueCode | IssueVariant, Says>>;

/** What is told of receipts, of definitions that a form makes, and of what a plan waits for. */
export type OtherWords = Readonly<
  Record<`wrong/${WrongCode}` | `problem/${ProblemCode}` | 'waits/service' | 'waits/turn', Says>
>;

/** Messages of the server, in one language. */
export interface WhyWords {
  readonly said: RefusalWords & ReasonWords & OtherWords;
}
