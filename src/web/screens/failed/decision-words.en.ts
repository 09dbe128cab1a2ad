import type { Verbs } from './verbs.ts';

export default {
  set: {
    title: {
      account: (from: string) => `Another account for ${from}`,
      vat: (from: string) => `Another VAT code for ${from}`,
      other: (from: string) => `Another value for ${from}`,
    },
    empty: 'the empty cell',
    label: {
      account: 'Account to use instead',
      vat: 'VAT code to use instead',
      other: 'Value to use instead',
    },
    suggestions: 'Suggestions, nearest first',
    remember: (from: string) => `Remember it in the job: ${from} always means this account`,
    rememberHelp: 'It is written into the job’s file, under accounts.',
    ask: (to: string, from: string, scale: string) => `Use ${to} instead of ${from} in ${scale}?`,
    askEmpty: (to: string, scale: string) => `Put ${to} into the empty cells of ${scale}?`,
    do: (scale: string) => `Mend ${scale}`,
    help: 'The file itself stays as it is: what you decide is kept beside it, with your name. Nothing is booked yet.',
  },
  skip: {
    title: 'Skip rows',
    ask: (scale: string) => `Skip ${scale}? They are never booked from this file, and count as skipped.`,
    do: (scale: string) => `Skip ${scale}`,
  },
  book: {
    title: 'Not a duplicate',
    ask: (v: Verbs, scale: string) => `${v.Do} ${scale} once more, though the same was ${v.done} before?`,
    do: (v: Verbs, scale: string) => `${v.Do} ${scale}`,
  },
  retry: {
    title: 'Retry',
    titleCorrected: (v: Verbs) => `${v.Do} the mended ones`,
    ask: (v: Verbs, scale: string) =>
      `Plan ${scale} again, and ${v.do} what is sound? Do this when what was wrong is mended: here, in the job or in the service.`,
    askCorrected: (v: Verbs, scale: string) => `${v.Do} ${scale}, as they were mended?`,
    stillHeld: (held: string) => `What is still wrong in ${held} of them keeps those waiting.`,
    do: (scale: string) => `Retry ${scale}`,
    doCorrected: (v: Verbs, scale: string) => `${v.Do} ${scale}`,
  },
  answer: {
    ask: (scale: string, then: string) => `It counts for ${scale}. ${then} What waits is planned again.`,
    do: (scale: string) => `Answer for ${scale}`,
  },
  keep: 'Remember it in the job, for the next files',
  series: 'What do you call this series?',
  reasonHelp: 'It stands in the history of the import, with your name.',
  reasonMissing: 'Give a reason.',
  valueMissing: 'Give the value to use instead.',
  counting: 'Counting…',
  working: 'Working…',
  changed: (scale: string) => `Others match now than a moment ago: ${scale}. Nothing was done yet.`,
  unsaved: 'Some edits could not be saved. Save or undo them first.',
};
