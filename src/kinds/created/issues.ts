import type { EarlierEntry } from '../../reading/duplicate-issue.ts';
import type { EntryIssue } from '../../reading/entry.ts';

/** What no row says stands in row 0: a custom field that a job of contacts asks for. */
const NO_ROW = '0';

/** The same record was sent by an earlier import, though the service does not show it. @param what for people */
export function createdBefore(what: string, suggestion: string): (key: string, earlier: EarlierEntry) => EntryIssue {
  return (key, { id, file, row, isOpen = false }) => ({
    issue: {
      code: 'duplicate',
      value: id,
      message: isOpen
        ? `Import ${id} (${file}) creates the same; whether the service has it is not known yet.`
        : `Created before, by import ${id} (${file}), though the service did not show it.`,
      suggestion: isOpen ? `See what becomes of it there (bilag show ${id}), then retry.` : suggestion,
      variant: 'created',
      facts: { file },
    },
    detail: `The ${what} ${key} ${isOpen ? 'is' : 'was'} created from ${row === NO_ROW ? '' : `row ${row} of `}${file} by import ${id}${isOpen ? ', and that is not settled' : ''}.`,
    ...(row === NO_ROW ? {} : { facts: { row } }),
  });
}

export const contactCreatedBefore = createdBefore(
  'contact',
  'Look for it in the service. If it was deleted there and is to be created again, set onDuplicate: book in the job and retry.',
);
export const fieldCreatedBefore = createdBefore(
  'custom field',
  'Look for it in the service, and activate it there if it is not active.',
);
