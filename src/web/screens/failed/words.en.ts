import { agree, counted } from '../../counted.en.ts';
import picker from '../../parts/picker/picker-words.en.ts';
import decisions from './decision-words.en.ts';
import type { Verbs } from './verbs.ts';

export default {
  verbs: {
    book: { do: 'book', Do: 'Book', done: 'booked', Done: 'Booked', toBe: 'to be booked' },
    create: { do: 'create', Do: 'Create', done: 'created', Done: 'Created', toBe: 'to be created' },
  },
  title: 'Rows with errors',
  about: 'nothing is booked until you say so, and the file itself is never changed',
  toImport: 'To the import',
  onHold: (shown: string) => `${shown} on hold`,
  onlyLook: 'To correct rows you need the role operator.',
  kind: {
    bookings: (_n: number, shown: string) => counted(shown, 'voucher'),
    contacts: (_n: number, shown: string) => counted(shown, 'contact'),
    'custom-fields': (n: number, shown: string) => `${shown} custom ${agree(n, 'field')}`,
  },
  in: (rows: string, entries: string) => `${rows} in ${entries}`,
  of: (rows: string, entries: string) => `${rows} of ${entries}`,

  causes: 'Problems found',
  causesAll: 'All problems',
  causesEach: 'A voucher with several problems is counted once, under the first.',
  causeAbove: (scale: string) => `${scale}, counted above`,
  causesMore: (shown: string) => `Show ${shown} more`,
  show: 'Show these',
  correct: {
    set: {
      account: 'Use another account…',
      vat: 'Use another VAT code…',
      other: 'Use another value…',
    },
    edit: 'Edit cells',
    skip: 'Skip…',
    book: (v: Verbs) => `Not a duplicate, ${v.do} it…`,
    retry: 'Try again…',
  },

  /** What is most likely meant, on a button. */
  use: {
    account: (value: string, name: string) => `Use ${value} ${name}…`,
    vat: (value: string, name: string) => `Use VAT code ${value} ${name}…`,
    other: (value: string, name: string) => `Use ${value} ${name}…`,
  },
  scope: {
    title: 'Apply to',
    one: 'Only this row',
    all: (entries: string, from: string) => `All ${entries} with ${from}…`,
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
      accepted: 'They are booked as they are.',
      separate: 'Each date becomes a voucher of its own.',
      together: 'Each number becomes one voucher.',
      changed: 'Each is put on hold with its differences.',
    },
  },

  done: {
    answer: (scale: string) => `Being checked: ${scale}.`,
    set: (scale: string) => `Changed: ${scale}.`,
    skip: (scale: string) => `Skipped: ${scale}.`,
    book: (scale: string) => `Being booked: ${scale}.`,
    retry: (scale: string) => `Being checked: ${scale}.`,
    booked: (v: Verbs, scale: string) => `${v.Done}: ${scale}.`,
    none: (v: Verbs, scale: string) => `Nothing was ${v.done}: ${scale} still on hold. The rows show why.`,
  },
  causeCorrected: (v: Verbs, corrected: string, all: string) => `${corrected} of ${all} corrected, not ${v.done} yet`,
  corrected: (v: Verbs, ready: string, held: string) =>
    `Changed, not ${v.done} yet: ${ready} ready to ${v.do}, ${held} still on hold`,
  bookCorrected: (v: Verbs, n: number, shown: string) =>
    `${v.Do} ${shown} corrected${v.do === 'book' ? ` ${agree(n, 'voucher')}` : ''}…`,

  filter: 'Filter',
  filterText: 'Search rows',
  toFix: 'To fix',
  filterRevised: 'Corrected',
  any: 'All',
  matching: (scale: string) => `${scale} found`,
  nothing: 'Nothing matches this filter.',
  clear: 'Clear filters',

  selectEntry: (name: string) => `Select ${name}`,
  selectShown: (shown: string) => `Select ${shown} shown`,
  selectAll: (shown: string) => `Select all ${shown} that match`,
  selected: (scale: string) => `${scale} selected`,
  unselect: 'Clear selection',
  retrySelected: 'Try again…',
  skipSelected: 'Skip…',
  bookSelected: (v: Verbs) => `Not duplicates, ${v.do} them…`,

  grid: 'Rows on hold, voucher by voucher',
  gridHelp:
    'Arrow keys move. Enter or typing edits, Enter saves and goes down, Tab saves and goes right, Escape undoes. In an account or a VAT code, arrow keys choose from the list while you edit, Enter uses what is chosen in this row, Ctrl+Enter in all vouchers with the same value. Space selects a voucher. Alt and an arrow key change the width.',
  rowNumber: 'Row',
  entry: (key: string) => `Voucher ${key}`,
  entryOfRows: (rows: string) => `Row ${rows}`,
  rowsOf: (rows: string) => (/[-,]/.test(rows) ? `rows ${rows}` : `row ${rows}`),
  trial: { ready: 'corrected, ready', held: 'changed, still on hold', duplicate: 'corrected, already booked' },
  difference: (shown: string) => `differs by ${shown}`,
  balanced: 'balances',
  undo: 'Undo',
  undoOf: (name: string) => `Undo the corrections in ${name}`,
  edit: { pending: 'to be saved', saving: 'saving…', saved: 'saved' },
  notSaved: (why: string) => `not saved: ${why}`,
  was: (text: string) => `It said “${text}” before.`,
  wasEmpty: 'It was empty before.',
  cell: (column: string, row: string) => `${column}, row ${row}`,
  andMore: (shown: string) => `and ${shown} more`,
  loadingMore: 'Loading more…',

  workbook: 'Fix in Excel',
  workbookHelp: 'Download the rows, correct them, and upload the workbook. Keep the last three columns.',
  download: 'Download rows with errors (Excel)',
  bring: 'Upload the corrected workbook',
  sending: (file: string) => `Sending ${file}…`,
  setAside: (cells: string, who: string) => `It replaces what ${who} had corrected in the same rows (cells: ${cells}).`,
  brought: (file: string) => `${file} was received. The corrected rows are being checked and booked.`,

  planning: 'The rows are being checked again.',
  posting: (v: Verbs, booked: string, all: string) => `Posting: ${booked} of ${all} are ${v.done}.`,
  allBooked: (v: Verbs) => `All ${v.done}. Nothing is on hold any more.`,
  settled: 'Nothing is on hold any more.',
  receipt: 'See the receipt',
  why: {
    planned: 'Book the import first; what fails is then shown here.',
    rejected: 'The whole file was rejected. Fix the file or the job, and upload the file again.',
    cancelled: 'The import was cancelled. Import the file again to book it.',
    'in-doubt': 'You can correct now, and book when the unconfirmed vouchers are settled.',
  },
  toDoubt: 'See what is unconfirmed',
  notNow: 'What is on hold can’t be booked now.',
  picker,
  decisions,
};
