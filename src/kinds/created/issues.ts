import type { EarlierEntry } from '../../reading/duplicate-issue.ts';
import type { EntryIssue } from '../../reading/entry.ts';

/** The same record was created by an earlier import, though the service does not show it. @param what for people */
export function createdBefore(what: string, suggestion: string): (key: string, earlier: EarlierEntry) => EntryIssue {
  return (key, { id, file, row }) => ({
    issue: {
      code: 'duplicate',
      value: id,
      message: `Created before, by import ${id} (${file}), though the service did not show it.`,
      suggestion,
      variant: 'created',
      facts: { file },
    },
    detail: `The ${what} ${key} was created from row ${row} of ${file} by import ${id}.`,
    facts: { row },
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
