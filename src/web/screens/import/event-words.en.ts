import type { Detail } from './event-words.ts';

export default {
  'taken-in': (of: Detail) => `taken in: ${of.text('file')}, ${of.number('bytes')} bytes`,
  'file-changed': (of: Detail) =>
    `${of.text('file')} was changed after it had been taken in: what it holds now is taken in as an import of its own`,
  'planned-afresh': () => 'to be planned afresh',
  'to-be-booked': () => 'its plan is to be booked',
  planned: (of: Detail) => `planned: ${of.number('read')} rows read`,
  posting: (of: Detail) => `planned, and being sent: ${of.number('read')} rows read`,
  retry: (of: Detail) =>
    of.all['left'] === undefined
      ? 'what waits is tried again, as it is'
      : 'what waits is tried again, as it is; what was mended and not handed in is left',
  answered: (of: Detail) =>
    `“${of.question}” was answered with “${of.answer}” for ${of.number('entries')} ${of.all['entries'] === 1 ? 'entry' : 'entries'}: ${of.text('reason')}`,
  correction: (of: Detail) => `correction ${of.text('correction')} taken in: ${of.text('file')}`,
  'retry-refused': (of: Detail) => `the correction could not be used: ${of.text('message')}`,
  rejected: (of: Detail) => `rejected: ${of.text('message')}`,
  cancelled: (of: Detail) =>
    `cancelled: ${of.text('reason')} (${of.all['whole'] === true ? 'nothing of it was booked' : `${of.number('withdrawn')} entries taken back before they were sent, ${of.number('sending')} on their way`})`,
  mended: (of: Detail) =>
    of.all['column'] === undefined
      ? `${of.number('cells')} ${of.all['cells'] === 1 ? 'cell' : 'cells'} mended, in ${of.number('entries')} ${of.all['entries'] === 1 ? 'entry' : 'entries'}`
      : `${of.text('column')}: “${of.text('from')}” became “${of.text('to')}” in ${of.number('entries')} entries`,
  'mends-undone': (of: Detail) => `${of.number('cells')} mended ${of.all['cells'] === 1 ? 'cell' : 'cells'} undone`,
  'mends-set-aside': (of: Detail) =>
    `the correction says otherwise: ${of.number('cells')} mended ${of.all['cells'] === 1 ? 'cell' : 'cells'} set aside, of ${[of.all['by']].flat().join(', ')}`,
  skipped: (of: Detail) =>
    `${of.number('entries')} ${of.all['entries'] === 1 ? 'entry' : 'entries'} skipped: ${of.text('reason')}`,
  insisted: (of: Detail) =>
    `${of.number('entries')} ${of.all['entries'] === 1 ? 'entry is no duplicate' : 'entries are no duplicates'}: ${of.text('reason')}`,
  remembered: (of: Detail) =>
    `the job ${of.text('job')} uses ${of.text('to')} for ${[of.all['from']].flat().join(', ')} from now on`,
  proposed: (of: Detail) =>
    `batch ${of.text('batch')} proposed to be declared ${of.all['became'] === 'booked' ? 'booked' : 'not booked'}: ${of.text('reason')}`,
  'proposal-withdrawn': (of: Detail) =>
    `the proposal about batch ${of.text('batch')} was withdrawn: ${of.text('reason')}`,
  'proposal-rejected': (of: Detail) =>
    `the proposal about batch ${of.text('batch')} was rejected: ${of.text('reason')}`,
  stopped: (of: Detail) => `stopped, and what was left is held: ${of.text('reason')}`,
  'books-same': (of: Detail) =>
    `service ${of.text('service')} keeps the same books as before${of.all['name'] === '' ? '' : `, now called “${of.text('name')}”`}`,
  'books-other': (of: Detail) =>
    `service ${of.text('service')} keeps other books than these${of.all['name'] === '' ? '' : `, called “${of.text('name')}”`}`,
  blocked: (of: Detail) => `stands still: ${of.text('message')}`,
  'in-doubt': (of: Detail) =>
    of.all['batch'] === undefined
      ? of.all['inDoubt'] === 0
        ? 'in doubt: what was decided is contradicted'
        : `in doubt: ${of.number('inDoubt')} entries`
      : `batch ${of.text('batch')} in doubt${of.all['why'] === undefined ? '' : `: ${of.text('why')}`}`,
  'sender-gone': (of: Detail) => `the process that sent batch ${of.text('batch')} is gone for good`,
  'answer-taken-back': (of: Detail) =>
    `what was said of batch ${of.text('batch')} was taken back, and it is in doubt again: ${of.text('reason')}`,
  resolved: (of: Detail) =>
    `batch ${of.text('batch')}${Array.isArray(of.all['entries']) ? `, entries ${of.all['entries'].join(', ')},` : ''} declared ${of.all['became'] === 'booked' ? 'booked' : 'not booked'}${of.all['closes'] === true ? ', after a contradiction' : ''}: ${of.text('reason')}`,
  recovered: (of: Detail) =>
    `the ledger had been put back from an older copy; from the attempt log: ${of.number('booked')} batches booked, ${of.number('inDoubt')} in doubt. ${of.text('reason')}`,
  restored: (of: Detail) =>
    `the ledger had been put back from a backup of ${of.moment('copied')}; of what waited then ${of.number('inDoubt')} batches are in doubt. ${of.text('reason')}`,
  'restored-plan': (of: Detail) =>
    `the ledger had been put back from a backup of ${of.moment('copied')}; whether this was booked since is not known, so it is planned, and booked when somebody says so. ${of.text('reason')}`,
  'claimed-again': () =>
    'an earlier import sent entries of it, as the attempt log knows; duplicates are looked for again',
  'outcome-too-late': (of: Detail) => `batch ${of.text('batch')}: its request ended after it was decided about`,
  contradicted: (of: Detail) => `CONTRADICTED: ${of.text('message')}`,
  mismatch: (of: Detail) => `THE RECEIPT DOES NOT ADD UP: ${of.text('text')}`,
  completed: (of: Detail) =>
    `completed: ${of.number('booked')} of ${of.number('planned')} ${of.all['kind'] === 'bookings' ? 'entries booked' : 'created'}`,
  'partly-booked': (of: Detail) =>
    `partly booked: ${of.number('booked')} of ${of.number('planned')} ${of.all['kind'] === 'bookings' ? 'entries booked' : 'created'}`,
};
