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
    remember: (from: string, to: string) => `Remember for this job: ${from} in the file means ${to}`,
    ask: (to: string, from: string, scale: string) => `Use ${to} instead of ${from} in ${scale}?`,
    askEmpty: (to: string, scale: string) => `Put ${to} into the empty cells of ${scale}?`,
    do: (scale: string) => `Correct ${scale}`,
    help: 'The file itself is not changed: your decision is kept with your name. Nothing is booked yet.',
  },
  skip: {
    title: 'Skip rows',
    ask: (scale: string) =>
      `Skip ${scale}? They are not booked, and count as skipped. You can take it back on the page of the import.`,
    do: (scale: string) => `Skip ${scale}`,
  },
  book: {
    title: 'Not a duplicate',
    ask: (v: Verbs, scale: string) => `${v.Do} ${scale} once more, though the same was ${v.done} before?`,
    do: (v: Verbs, scale: string) => `${v.Do} ${scale}`,
  },
  retry: {
    title: 'Try again',
    titleCorrected: (v: Verbs) => `${v.Do} what is corrected`,
    ask: (v: Verbs, scale: string) =>
      `Check ${scale} again and ${v.do} those without errors? Do this once the cause is corrected: here, in the job or in the service.`,
    askCorrected: (v: Verbs, scale: string) => `${v.Do} ${scale}, as corrected?`,
    stillHeld: (held: string) => `Still on hold with errors: ${held}.`,
    do: (scale: string) => `Try ${scale} again`,
    doCorrected: (v: Verbs, scale: string) => `${v.Do} ${scale}`,
  },
  answer: {
    ask: (scale: string, then: string) => `The answer applies to ${scale}. ${then} What is on hold is checked again.`,
    do: (scale: string) => `Answer for ${scale}`,
  },
  keep: 'Remember this in the job for the next files',
  series: 'What do you call this series?',
  reasonHelp: 'It is kept in the history of the import, with your name.',
  reasonMissing: 'Give a reason.',
  valueMissing: 'Enter the value to use instead.',
  counting: 'Counting…',
  working: 'Working…',
  changed: (scale: string) => `The selection has changed and is now ${scale}. Nothing was done.`,
  unsaved: 'Some edits could not be saved. Save or undo them first.',
};
