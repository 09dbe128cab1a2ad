export type LogSeverity = 'info' | 'warn' | 'error';

/** Everything that bilag logs, by its name: how grave it is, and what it means for whoever runs this (docs: operating). */
export const LOG_EVENTS = {
  started: ['info', 'This process does its work.'],
  stopping: ['info', 'This process takes no more work, and lets requests under way end.'],
  stopped: ['info', 'This process has ended.'],
  'leaving-early': ['warn', 'This process leaves before all has ended. The next one looks into what is left.'],
  'close-failed': ['error', 'Something failed while this process left. What was done is in the ledger.'],
  'periodic-work-failed': ['error', 'A round of periodic work (`work`) failed. The next round comes by itself.'],
  'dashboard-started': ['info', 'The dashboard answers at this address.'],
  'dashboard-failed': ['error', "The dashboard can't take its address. It tries again."],
  'request-failed': ['error', 'A request to the dashboard failed because of a fault in bilag.'],
  'follow-failed': ['error', 'Pages are not told what moves, until the ledger can be read again.'],
  'sign-in-failed': ['warn', 'Somebody gave a wrong name or password.'],
  'signed-in': ['info', 'Somebody signed in to the dashboard.'],
  'signed-out': ['info', 'Somebody signed out of the dashboard.'],

  'import-state': ['info', 'An import came into another state.'],
  'import-blocked': ['warn', "An import can't go on before somebody corrects what the line says."],
  'import-not-queued': ['error', 'An import could not be queued or finished. It is tried again.'],
  'import-waits-its-turn': ['info', 'A file of contacts waits until those of another file are created.'],
  'import-taken-back': [
    'warn',
    'A file was still written to after it had been received. It is planned anew when it is complete.',
  ],
  'receipt-mismatch': ['error', 'A receipt does not add up. Believe the books of the service.'],
  'dry-run-failed': ['warn', 'What was corrected or drafted could not be tried.'],

  'service-silent': ['warn', 'A service does not answer a look-up. It is asked again.'],
  'service-in-trouble': ['warn', 'A service fails. Posting pauses, and goes on by itself.'],
  'other-books': ['warn', 'The books of a service are not known to be those that a file was received for.'],
  'ids-moved': ['warn', 'IDs in a service are others than before. What is left of an import is planned again.'],
  'posting-failed': ['error', 'Posting failed on this machine. It goes on in seconds.'],
  'posting-resumed': ['info', 'Somebody asked that posting to a service be tried again at once.'],
  'outcome-not-written': [
    'warn',
    "The outcome of a request, or of a run, can't be written into the ledger. bilag keeps trying.",
  ],
  'outcome-not-told': ['error', 'An outcome is written, but what follows from it could not be told.'],
  'batch-in-doubt': ['warn', 'Nobody knows whether the service booked a batch.'],
  'probe-failed': ['error', 'A batch in doubt could not be looked up or settled. It is tried again.'],
  'doubt-settled': ['info', 'bilag looked a batch in doubt up in the service, and knows what became of it.'],
  'answer-contradicted': [
    'error',
    'A person said what became of a batch, and its outcome came late and says otherwise.',
  ],

  'file-held-open': ['info', 'A file in the inbox waits: a program holds it open for writing.'],
  'file-changed': ['warn', 'A file was still written to after it had been received. It is received once more.'],
  'file-replaced': ['warn', 'A file took the place of one that was just being received.'],
  'file-refused': ['warn', 'A file of the inbox was not received, and lies in `failed/` with the reason beside it.'],
  'file-left': ['warn', 'A file in the inbox is not taken, and stays where it lies with the reason beside it.'],
  'file-not-moved': ['error', "A file of the inbox can't be moved. It is tried again."],
  'file-gone': ['warn', 'A file that was received is no longer where it was put.'],
  'file-unknown': ['warn', 'A file lies in `processing/` that this ledger does not know.'],
  'arrival-failed': ['warn', 'What was to be done with a file of the inbox failed. It is tried again.'],
  'inbox-unusable': ['error', "The inbox, or a folder in it, can't be used. It is tried again."],
  'inbox-of-another-home': ['error', 'The inbox belongs to another home of bilag. Nothing in it is touched.'],

  'schedule-set': ['info', 'The schedule of a job, at the start and when it changes.'],
  'schedule-ended': ['info', 'A job has no schedule any more.'],
  'schedule-failed': ['error', 'A schedule could not be followed. The next look comes by itself.'],
  'run-began': ['info', 'A run of a job began.'],
  'run-ended': ['info', 'A run of a job has ended.'],
  'run-failed': ['error', 'A run of a job failed.'],
  'run-retried': ['warn', 'Where a run fetches its files from does not answer. It is tried again.'],

  'job-broken': ['warn', 'The file of a job has a mistake. The job as it was last read counts meanwhile.'],
  'job-sound': ['info', 'The file of a job can be read again.'],
  'jobs-unreadable': ['error', "The folder of jobs can't be read."],
  'jobs-readable': ['info', 'The folder of jobs can be read again.'],
  'job-made': ['info', 'Somebody made a job in the dashboard.'],
  'job-paused': ['info', 'Somebody paused a job.'],
  'job-resumed': ['info', 'Somebody resumed a job.'],

  'import-not-told': ['error', 'A notification about an import could not be written. It is tried again.'],
  'notices-failing': ['warn', "Notifications can't be sent. bilag keeps trying for three days."],
  'notices-resumed': ['info', 'Notifications are sent again.'],
  'notices-given-up': ['error', 'Notifications could not be sent for three days, or were refused for good.'],
  'notice-partly-sent': ['warn', 'A notification did not reach all who were to get it.'],

  'redis-away': ['warn', 'Redis does not answer. Nothing is lost: the ledger knows what is due.'],
  'redis-back': ['info', 'Redis answers again.'],
  'redis-refused': ['error', 'Redis answers, and refuses what it is asked.'],
  'redis-server-failed': [
    'error',
    'The Redis that bilag runs for itself could not be started again. It is tried once more.',
  ],
  'redis-server': ['info', 'What is done about the Redis that bilag runs for itself.'],
  'wake-up-lost': ['warn', 'A wake-up could not be queued. The ledger says within seconds what is due.'],
} as const satisfies Readonly<Record<string, readonly [LogSeverity, string]>>;

export type LogEvent = keyof typeof LOG_EVENTS;

/** What a line of the log is about, for those who look for all lines about one thing. */
export interface LogFields {
  /** Its id. */
  readonly import?: string;
  readonly job?: string;
  /** Its number in the import. */
  readonly batch?: number;
  readonly service?: string;
  /** What went wrong; logged as its code, where it has one. */
  readonly error?: unknown;
  readonly [field: string]: unknown;
}

/** Logs an event: its name and fields for programs, one line of words for people. */
export type Log = (event: LogEvent, message: string, fields?: LogFields) => void;

export function importFields({ id, job }: { readonly id: string; readonly job: string }): LogFields {
  return { import: id, job };
}

/** The code of an error of the system, of SQLite, or of a package; undefined where it has none. */
export function errorCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

function errorKey(error: unknown, why: unknown): unknown {
  const { path, message } = error as { path?: unknown; message?: unknown };
  const code = errorCode(error);
  return code === undefined ? (why ?? message) : [code, path];
}

/** An event that has not come for this long has passed, in milliseconds: when it comes again it is news. */
const PASSED_MS = 60_000;
/** Events that are remembered; beyond it the oldest go. */
const REMEMBERED = 1_000;

/**
 * Logs an event about the same things once until it passes: everyone at work meets a full disk or a locked ledger every few
 * seconds. Two errors are the same by their code and path or, where they have
 * none, by `why` or their message.
 * @param monotonic milliseconds on a clock that nobody can set
 */
export function logOnce(log: Log, monotonic: () => number): Log {
  const lastAt = new Map<string, number>();
  return (event, message, fields = {}) => {
    const at = monotonic();
    const { error, why } = fields;
    const about = error === undefined ? fields : { ...fields, error: errorKey(error, why) };
    const key = JSON.stringify([event, about]);
    const before = lastAt.get(key);
    lastAt.delete(key);
    lastAt.set(key, at);
    if (lastAt.size > REMEMBERED) lastAt.delete(lastAt.keys().next().value!);
    if (before === undefined || at - before >= PASSED_MS) log(event, message, fields);
  };
}
