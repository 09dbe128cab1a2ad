import advice from './advice.en.ts';
import decisions from './decision-words.en.ts';
import type { Verbs } from './verbs.ts';

export default {
  verbs: {
    book: { do: 'book', Do: 'Book', done: 'booked', Done: 'Booked', toBe: 'to be booked' },
    create: { do: 'create', Do: 'Create', done: 'created', Done: 'Created', toBe: 'to be created' },
  },
  title: 'Failed rows',
  toImport: 'To the import',
  onlyLook: 'You can look at everything here; to mend it needs the role operator.',
  kind: {
    bookings: (n: number, shown: string) => `${shown} ${n === 1 ? 'entry' : 'entries'}`,
    contacts: (n: number, shown: string) => `${shown} ${n === 1 ? 'contact' : 'contacts'}`,
    'custom-fields': (n: number, shown: string) => `${shown} custom ${n === 1 ? 'field' : 'fields'}`,
  },
  in: (rows: string, entries: string) => `${rows} in ${entries}`,
  of: (rows: string, entries: string) => `${rows} of ${entries}`,
  titled: (title: string, scale: string) => `${title}: ${scale}`,

  causes: 'Why they wait',
  causesMore: (shown: string) => `Show ${shown} more`,
  show: 'Show these',
  mend: {
    set: {
      account: 'Use another account…',
      vat: 'Use another VAT code…',
      other: 'Use another value…',
    },
    edit: 'Edit cells',
    skip: 'Skip…',
    book: (v: Verbs) => `Not a duplicate, ${v.do} it…`,
    retry: 'Retry…',
  },

  question: {
    here: 'In this file',
    before: 'Sent before:',
    skipped: (who: string, at: string, reason: string) => `Skipped by ${who}, ${at}: ${reason}`,
    date: 'Date',
    account: 'Account',
    amount: 'Amount',
    text: 'Text',
    choose: (answer: string) => `${answer}…`,
    once: 'One answer counts for all of them:',
    /** What becomes of the entries. */
    comes: {
      same: 'They are not booked.',
      different: 'They are booked.',
      once: 'The copies are skipped.',
      meant: 'All of them are booked.',
      separate: 'Each date is booked by itself.',
      together: 'Each number is booked as one.',
      changed: 'Each then waits by itself, with what differs.',
    },
  },
  waitsFirst: 'What waits here can be handed in once that is settled.',

  done: {
    answer: (scale: string) => `On the way: ${scale}.`,
    set: (scale: string) => `Mended: ${scale}.`,
    skip: (scale: string) => `Skipped: ${scale}.`,
    book: (scale: string) => `On the way: ${scale}.`,
    retry: (scale: string) => `On the way: ${scale}.`,
    booked: (v: Verbs, scale: string) => `${v.Done}: ${scale}.`,
  },
  causeMended: (v: Verbs, mended: string, all: string) => `${mended} of ${all} mended, not ${v.done} yet`,
  mended: (v: Verbs, ready: string, held: string) =>
    `Mended, not ${v.done} yet: ${ready} ready to ${v.do}, ${held} still held`,
  bookMended: (v: Verbs) => `${v.Do} the mended ones…`,
  showMended: 'Show them',

  filter: 'Filter',
  filterCause: 'Cause',
  filterState: 'State',
  filterText: 'Text',
  filterRevised: 'Only mended',
  any: 'All',
  clear: 'Clear the filter',
  matching: (scale: string) => `${scale} match`,
  nothing: 'Nothing matches this filter.',

  selectEntry: (name: string) => `Select ${name}`,
  selectShown: (shown: string) => `Select the first ${shown}`,
  selectThem: 'Select all',
  selectAll: (shown: string) => `Select all ${shown} that match`,
  selected: (scale: string) => `${scale} selected`,
  unselect: 'Clear the selection',
  retrySelected: 'Retry…',
  skipSelected: 'Skip…',
  bookSelected: (v: Verbs) => `Not duplicates, ${v.do} them…`,

  grid: 'Rows that wait, entry by entry',
  gridHelp:
    'Arrow keys move, Enter or typing edits, Enter saves and goes down, Tab saves and goes right, Escape leaves the cell as it was. Space selects an entry.',
  rowNumber: 'Row',
  entry: (key: string) => `Entry ${key}`,
  entryOfRows: (rows: string) => `Row ${rows}`,
  rowsOf: (rows: string) => (/[-,]/.test(rows) ? `rows ${rows}` : `row ${rows}`),
  trial: { ready: 'mended: ready', held: 'mended: still held', duplicate: 'mended: a duplicate' },
  difference: (shown: string) => `difference ${shown}`,
  balanced: 'in balance',
  undo: 'Undo',
  undoOf: (name: string) => `Undo what was mended in ${name}`,
  edit: { pending: 'to be saved', saving: 'saving…', saved: 'saved' },
  notSaved: (why: string) => `not saved: ${why}`,
  was: (text: string) => `It said “${text}” before.`,
  wasEmpty: 'It was empty before.',
  cell: (column: string, row: string) => `${column}, row ${row}`,
  andMore: (shown: string) => `and ${shown} more`,
  sound: 'Nothing is wrong here.',
  inCells: 'What is wrong stands in its cells.',
  loadingMore: 'Loading more…',

  workbook: 'Mend them in Excel',
  workbookHelp:
    'Download the failed rows, mend them in the workbook, keep its last three columns, and bring it back: it updates these same rows.',
  download: 'Download failed rows (XLSX)',
  bring: 'Bring the mended workbook back',
  drop: 'or drop it here',
  sending: (file: string) => `Sending ${file}…`,
  setAside: (cells: string, who: string) =>
    `In its rows it counts instead of what ${who} had mended here (cells: ${cells}), which stays in the history.`,
  brought: (file: string) => `${file} is here: what it mends is planned and booked now.`,

  planning: 'Planned again: every rule is tried once more.',
  posting: (v: Verbs, booked: string, all: string) => `Under way: ${booked} of ${all} are ${v.done}.`,
  allBooked: (v: Verbs) => `All ${v.done}: nothing waits any more.`,
  noneWait: 'Nothing waits here.',
  settled: 'Nothing waits any more.',
  receipt: 'See the receipt',
  why: {
    planned: 'The import is planned and not booked yet. Book it first; what fails then waits here.',
    rejected:
      'The whole file was rejected, so there are no rows to mend one by one. Mend the file or the job, and send the file again.',
    cancelled: 'The import was cancelled. Import the file again to book it.',
    'in-doubt': 'What waits can not be handed in before the doubt is settled. You can mend it meanwhile.',
  },
  toDoubt: 'See what is in doubt',
  notNow: 'What waits can not be handed in now.',
  decisions,
  advice,
};
