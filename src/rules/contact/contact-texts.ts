import type { Issue, Remark } from '../../domain/issue.ts';
import type { ContactField } from '../../domain/job-fields.ts';

/** What a row and its job say of a contact (design, section 5). */
export interface ContactTexts {
  /** The value after rules and defaults; the empty string where there is none. Trimmed, but for the comment. */
  text(field: ContactField): string;
  /** Header of the field's column; the field's own name where it has none. */
  column(field: ContactField): string;
  /** Whether the value is the job's default: it says nothing of this very contact, and gives way to what the row says. */
  isDefault(field: ContactField): boolean;
}

/** What is wrong with a row's texts, and what a person should know of them. */
export interface Findings {
  readonly issues: { readonly about: ContactField; readonly issue: Issue }[];
  readonly remarks: Remark[];
}
