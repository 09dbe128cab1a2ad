import { counted } from '../../counted.en.ts';
import type { Detail } from './event-detail.ts';

/** What somebody says of a batch that two people settle; who has not answered yet is not told. */
const said = (of: Detail) =>
  of.all['unseen'] === true
    ? ''
    : `, that it was ${of.all['became'] === 'booked' ? 'booked' : 'not booked'}: ${of.text('reason')}`;

export default {
  'taken-in': (of: Detail) => `received: ${of.text('file')}, ${of.number('bytes')} bytes`,
  'file-changed': (of: Detail) =>
    `${of.text('file')} was changed after it was received; the new content is a separate import`,
  'planned-afresh': () => 'to be checked again',
  'to-be-booked': () => 'to be booked',
  planned: (of: Detail) => `checked: ${counted(of.number('read'), 'row')} read`,
  posting: (of: Detail) => `checked: ${counted(of.number('read'), 'row')} read. Posting started`,
  retry: (of: Detail) =>
    of.all['left'] === undefined
      ? 'what was on hold is tried again'
      : 'what was on hold is tried again, except what is corrected but not booked yet',
  answered: (of: Detail) =>
    `“${of.question}” was answered with “${of.answer}” for ${counted(of.number('entries'), 'voucher')}: ${of.text('reason')}`,
  correction: (of: Detail) => `correction ${of.text('correction')} received: ${of.text('file')}`,
  'retry-refused': (of: Detail) => `the correction could not be used: ${of.issue}`,
  rejected: (of: Detail) => `rejected: ${of.issue}`,
  cancelled: (of: Detail) =>
    `cancelled: ${of.text('reason')} (${of.all['whole'] === true ? 'nothing was booked' : `${counted(of.number('withdrawn'), 'voucher')} not sent, ${of.number('sending')} on their way`})`,
  mended: (of: Detail) =>
    `${counted(of.number('cells'), 'cell')} in ${counted(of.number('entries'), 'voucher')} corrected`,
  'mends-undone': (of: Detail) => `corrections undone: ${of.number('cells')}`,
  'mends-set-aside': (of: Detail) =>
    `corrections by ${[of.all['by']].flat().join(', ')} replaced by the uploaded workbook: ${of.number('cells')}`,
  skipped: (of: Detail) => `${counted(of.number('entries'), 'voucher')} skipped: ${of.text('reason')}`,
  'skip-taken-back': (of: Detail) =>
    `${counted(of.number('entries'), 'skipped voucher is', 'skipped vouchers are')} on hold again${of.all['kept'] === 0 ? '' : ` (${of.number('kept')} not, for another import has the same)`}: ${of.text('reason')}`,
  insisted: (of: Detail) =>
    `${counted(of.number('entries'), 'voucher is not a duplicate', 'vouchers are not duplicates')}: ${of.text('reason')}`,
  remembered: (of: Detail) =>
    `the job ${of.text('job')} uses ${of.text('to')} for ${[of.all['from']].flat().join(', ')} from now on`,
  proposed: (of: Detail) => `answered about batch ${of.text('batch')}${said(of)}`,
  'proposal-withdrawn': (of: Detail) => `withdrew the answer about batch ${of.text('batch')}${said(of)}`,
  stopped: (of: Detail) => `stopped, and the rest is on hold: ${of.text('reason')}`,
  'books-same': (of: Detail) =>
    `service ${of.text('service')} keeps the same books as before${of.all['name'] === '' ? '' : `, now called “${of.text('name')}”`}`,
  'books-other': (of: Detail) =>
    `service ${of.text('service')} keeps other books than these${of.all['name'] === '' ? '' : `, called “${of.text('name')}”`}`,
  blocked: (of: Detail) => `on hold: ${of.stall}`,
  'in-doubt': (of: Detail) =>
    of.all['batch'] === undefined
      ? of.all['inDoubt'] === 0
        ? 'unconfirmed: a decision was contradicted'
        : `unconfirmed: ${counted(of.number('inDoubt'), 'voucher')}`
      : `batch ${of.text('batch')} unconfirmed${of.all['why'] === undefined ? '' : ': the process that sent it has ended'}`,
  'sender-gone': (of: Detail) => `the process that sent batch ${of.text('batch')} has ended`,
  'answer-taken-back': (of: Detail) =>
    `the answer about batch ${of.text('batch')} was withdrawn; it is unconfirmed again${of.all['unseen'] === true ? '' : `: ${of.text('reason')}`}`,
  resolved: (of: Detail) =>
    `batch ${of.text('batch')}${Array.isArray(of.all['entries']) ? `, vouchers ${of.all['entries'].join(', ')},` : ''} declared ${of.all['became'] === 'booked' ? 'booked' : 'not booked'}${of.all['closes'] === true ? ', after a contradiction' : ''}: ${of.text('reason')}`,
  recovered: (of: Detail) =>
    `the ledger was restored from an older copy; according to the attempt log: ${counted(of.number('booked'), 'batch', 'batches')} booked, ${of.number('inDoubt')} unconfirmed. ${of.text('reason')}`,
  restored: (of: Detail) =>
    `the ledger was restored from a backup of ${of.moment('copied')}; of what was waiting then, ${counted(of.number('inDoubt'), 'batch is', 'batches are')} unconfirmed. ${of.text('reason')}`,
  'restored-plan': (of: Detail) =>
    `the ledger was restored from a backup of ${of.moment('copied')}; this may have been booked since, so it waits until somebody books it. ${of.text('reason')}`,
  'claimed-again': () =>
    'according to the attempt log, an earlier import has sent some of the vouchers; duplicates are checked again',
  'outcome-too-late': (of: Detail) => `batch ${of.text('batch')}: the answer came after the decision`,
  contradicted: (of: Detail) => `the decision about batch ${of.text('batch')} was contradicted`,
  mismatch: () => 'the receipt does not add up',
  completed: (of: Detail) =>
    `completed: ${of.number('booked')} of ${of.hasVouchers ? `${counted(of.number('planned'), 'voucher')} booked` : `${of.number('planned')} created`}`,
  'partly-booked': (of: Detail) =>
    `${of.all['booked'] === 0 ? 'on hold' : 'partly booked'}: ${of.number('booked')} of ${of.hasVouchers ? `${counted(of.number('planned'), 'voucher')} booked` : `${of.number('planned')} created`}`,
};
