import { counted } from '../counted.en.ts';
import type { RefusalWords } from './facts.ts';

const LOOK = 'Reload the page and check again.';

/** Requests that these pages don't make: something between them and bilag has changed them. */
const misunderstood = () => 'bilag did not understand the request.\nReload the page and try again.';

/** Why bilag did not do what was asked: what is wrong, and on the second line what to do. */
export default {
  'answer-to-nothing': () => `Nothing waits for this answer any more.\n${LOOK}`,
  'answer-unknown': misunderstood,
  'bad-request': misunderstood,
  'batch-changed': () => `Something happened to this batch in the meantime.\n${LOOK}`,
  'batch-damaged': () =>
    'The ledger is damaged: a batch is not as it was planned.\nAn administrator has to restore a backup. Or cancel what is not sent.',
  'batch-none': () => 'There is no such batch.',
  'batch-settled': () => `The batch is settled already.\n${LOOK}`,
  'batch-undivided': () => 'Details of what was sent are no longer kept.\nAnswer for the whole batch.',
  'batch-unknown': () => 'There is no such batch.',
  'booked-said': () =>
    'The service has already confirmed an earlier request, so it can’t be sent again.\nSay that it was booked. If it has since been reversed in the service, import it from a file of its own.',
  'books-differ': (f) =>
    `The service ${f('service')} now holds the books of another company than this import was planned for. Nothing is sent.\nAn administrator should check the address, token and company of the service.`,
  'books-unknown': (f) =>
    `The service ${f('service')}, or the company behind it, has got another name or address, and bilag can’t tell whether the books are the same. Nothing is sent.\nAn administrator answers this on the command line: bilag books same ${f('service')}, or bilag books other ${f('service')}.`,
  'cancel-nothing': () => 'Nothing is left to cancel.',
  'cancelled-before': () => 'The import is cancelled already.',
  'cancelled-only': () =>
    'Everything on hold was cancelled, and is left alone.\nTo book it after all, include what was cancelled.',
  'closed-whole': () => 'The contradiction can only be closed for the whole batch.\nAnswer for all vouchers in it.',
  'column-unknown': () => 'The file has no such column.\nReload the page and try again.',
  'count-changed': () => 'What matches is not what you confirmed any more.\nCheck the numbers and confirm again.',
  'correct-nothing': () => 'There is no answer to change.',
  'correct-too-late': () => 'This answer can’t be changed any more: something was done because of it.',
  'corrected-meanwhile': () => `Someone else has just changed some of these rows.\n${LOOK}`,
  'correction-of-job': (f) =>
    `The file holds rows with errors from an import of the job ${f('job')}.\nChoose that job, or upload the file on the page of that import.`,
  'correction-of-other': () => 'The workbook belongs to another import.\nUpload it on the page of that import.',
  'correction-planned': () =>
    'The file holds corrected rows of an earlier import.\nUpload it on the page of that import.',
  'correction-unknown': () => 'This import has no such correction.',
  'csrf-needed': () => 'Your session is no longer valid.\nReload the page.',
  'declared-before': () =>
    'This batch was already declared not booked and sent again.\nIf the vouchers are in the books once, say that it was booked.',
  'disk-full': () => 'The disk of bilag is full.\nAn administrator has to free up space. Then try again.',
  'draft-unknown': () => 'The uploaded file is no longer here: it was booked, or left for too long.\nUpload it again.',
  'entries-none': () => 'No vouchers match your selection.',
  failure: () => 'An unexpected error stopped bilag. It tries again by itself.\nThe log of bilag says more.',
  'file-elsewhere': (f) => `${f('file')} is not stored on this machine.\nIt was received on ${f('host')}.`,
  'file-on-host': (f) => `The file is stored on another machine: ${f('host')}.\nBook it there.`,
  'headers-too-large': () => 'The request is too large.\nClear the cookies of this page and try again.',
  'host-refused': () =>
    'Without users, bilag can only be opened on its own machine.\nOpen it as http://127.0.0.1, or ask an administrator to set up users.',
  'import-unknown': () => 'There is no such import.',
  'imported-before': (f) => `${f('file')} was already imported with the job ${f('job')}.`,
  internal: () =>
    'Something went wrong in bilag.\nTry again. If it happens again, tell an administrator: the log says more.',
  'job-broken': () => 'There are errors in the job.\nCorrect the job and try again.',
  'job-changed': (f) => `The job ${f('job')} has changed since you checked the file.\nCheck it once more.`,
  'job-exists': (f) => `There is already a job called ${f('name')}.\nChoose another name.`,
  'job-file-kept': () =>
    'bilag is not allowed to change the file of the job.\nContinue without remembering this, or ask an administrator.',
  'job-form-other': () =>
    'The file of the job is written in a way that bilag does not change.\nContinue without remembering this, or ask an administrator.',
  'job-name': (f) =>
    `“${f('name')}” can’t be the name of a job.\nUse letters, digits, dots, hyphens and underscores, and begin with a letter or a digit.`,
  'job-none': (f) => `The job ${f('job')} does not exist.`,
  'job-unknown': (f) => `The job ${f('job')} does not exist.`,
  'jobs-read-only': (f) =>
    `bilag is not allowed to save jobs here.\nCopy the text below and ask an administrator to save it as ${f('file')}.`,
  'jobs-unreadable': () => 'The folder of jobs can’t be read.\nAsk an administrator.',
  'keep-empty': () =>
    'The cell is empty in the file, so there is nothing to remember.\nContinue without remembering this, or give the job a default.',
  'keep-no-number': () => 'The job has no column for the voucher number, so this can’t be remembered.',
  'keep-nothing': () => 'None of these answers can be remembered in the job.',
  'keep-unmapped': (f) =>
    `Only account numbers and VAT codes can be remembered, not the column ${f('column')}.\nContinue without remembering this.`,
  'keep-unmatched': () => 'No row with this text is without a rule.',
  'kind-changed': (f) =>
    `The job ${f('job')} is now for another kind of records than this import.\nChange the job back, or use another job.`,
  'no-duplicates': () => 'None of these look like duplicates.\nCorrect what is wrong, or book them as they are.',
  'no-file': () => 'No file was sent.\nChoose a file and try again.',
  'no-trial': () => 'This file has not been checked yet.',
  'not-found': () => 'There is nothing at this address.',
  'not-now': () => 'This can’t be done while the import is being processed.\nTry again later.',
  'not-paused': (f) => `The job ${f('job')} is not paused.`,
  'not-remembered': () => 'This can’t be remembered in the job.',
  'not-resting': (f) => `Posting to ${f('service')} is not paused, or the service itself asked bilag to wait.`,
  'nothing-failed': () => 'Nothing is on hold in this import.',
  'nothing-to-fetch': (f) => `The job ${f('job')} does not say where to fetch files.\nUpload a file instead.`,
  'once-only': () => 'A custom field can exist only once.\nSkip it, or give it another name.',
  'origin-refused': () => 'The request came from another website and was rejected.',
  'paused-already': (f) => `The job ${f('job')} is paused already.`,
  'people-unknown': (f) => `The job ${f('job')} requires two people to agree.\nAsk an administrator to set up users.`,
  'plan-none': () => 'There is nothing to book here any more.',
  'planned-meanwhile': () => `The import has just been checked again.\n${LOOK}`,
  'proposal-none': () => `There is no proposal to answer.\n${LOOK}`,
  'reason-needed': () => 'Give a reason.',
  'redis-away': () => 'Redis is not responding, so the queues can’t be shown.\nNothing is lost.',
  refused: () => 'This can’t be done as things stand.',
  'rest-in-doubt': () => 'Some vouchers wait for what is unconfirmed.\nSettle that first.',
  'rest-nothing': () => 'Nothing is on hold in this import.',
  'role-needed': (f) => `This needs the role ${f('needed')}; yours is ${f('role')}.\nAn administrator can change it.`,
  'rows-settled': (f) => `Row ${f('row')} is no longer on hold: it was settled or corrected in the meantime.\n${LOOK}`,
  'run-under-way': (f) => `The job ${f('job')} is running already.\nWait until it has finished.`,
  'sender-alive': (f) =>
    `The process that sent this is still running (process ${f('pid')} on ${f('host')}).\nWait until it has ended, then answer again.`,
  'sender-unknown': () =>
    'bilag can’t see whether the process that sent this has ended.\nMake sure that it has, and confirm that you did.',
  'sending-again': () => 'The batch is being sent again.\nWait until that has ended.',
  'series-needed': () => 'Give the series a name.',
  'service-misconfigured': () =>
    'The accounting service rejects bilag’s credentials.\nAsk an administrator to check the token.',
  'service-changed': (f) =>
    `The job ${f('job')} now books through the service ${f('service')}, not the one that this file was imported for. Nothing is sent.\nCancel the import, and import the file again.`,
  'service-none': (f) => `The service ${f('service')} is not set up.\nAsk an administrator.`,
  'service-refuses': (f) =>
    `The accounting service rejects bilag’s credentials.${f('said') && ` It says: “${f('said')}”`}\nNothing is lost. An administrator has to replace the token; bilag tries again by itself.`,
  'service-setup': (f) => `The service ${f('service')} is not set up correctly.\nAsk an administrator.`,
  'service-unknown': (f) => `The service ${f('service')} does not exist.`,
  'session-over': () => 'Your session has ended.\nSign in again.',
  'sign-in-refused': () => 'Wrong name or password.',
  'skip-none': () => 'This is not skipped any more.',
  'skip-overtaken': (f) => `${f('file')} has the same. It stays skipped here.`,
  stopping: () => 'bilag is shutting down.\nTry again later.',
  'submitted-not': (f) =>
    `Everything on hold has been corrected by ${f('who')}, but not booked yet.\nBook the corrected ones on the page of rows with errors.`,
  'taken-up': () => `Someone else has just started this.\n${LOOK}`,
  'token-needed': () => 'You are not signed in.\nSign in.',
  'too-many': () => 'bilag is busy.\nTry again in a moment.',
  'too-many-attempts': () => 'Too many failed attempts to sign in.\nTry again later.',
  'too-many-jobs': () => 'There are too many jobs already.\nAsk an administrator to delete some.',
  'too-slow': () => 'The request took too long.\nTry again.',
  'trial-abandoned': () => 'The check did not finish.\nTry again.',
  'upload-aborted': () => 'The upload did not finish.\nTry again.',
  'value-too-long': (f) => `The text is too long: a cell holds at most ${counted(f('most'), 'character')}.`,
  'value-unfit': () => 'The text holds a broken character.\nType it again.',
  'waits-for-doubt': (f) => `Vouchers here wait for ${f('file')}, which is unconfirmed.\nSettle that first.`,
  'waits-for-import': (f) =>
    `Vouchers here wait for ${f('file')}, which has not been posted yet.\nFinish or cancel that one first.`,
  'workbook-full': () => 'There are too many rows for a workbook.\nDownload CSV instead.',
  'workbook-other': (f) =>
    `${f('file')} is not a workbook of rows with errors.\nDownload the workbook here, correct the rows in it, and leave its last three columns as they are.`,
} satisfies RefusalWords;
