import { FileRejected, type Issue, UsageError } from '../../core/issue.ts';
import type { RunTold } from '../../core/run-code.ts';
import { quoteName } from '../../core/text.ts';
import { kindOf } from '../../kinds/kinds.ts';
import type { OpenFile } from '../../ledger/open-files.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import { toldOf } from '../run-told.ts';
import type { InboxJob } from './inbox.ts';

/** What went wrong, in the same words each time: those who write files under names of chance would else be heard again and again. */
export function troubleWords(error: unknown): string {
  return (error as Error).message.replace(/\.[0-9a-f]{12}\.part/g, '').replace(/[.\s]*$/, '.');
}

/** Why a file waits in the inbox, and what to do. */
export function openWords({ name, job, program, pid }: Pick<OpenFile, 'name' | 'job' | 'program' | 'pid'>): string {
  return `${quoteName(name)}, job ${job}, is not taken yet: ${program} (process ${pid}) holds it open for writing. Close the file there; it is taken when it is closed.`;
}

/** Why a file of the inbox can't be received, and what to do. */
export class Refusal extends UsageError {
  /** The same for pages. */
  readonly page: RunTold;
  constructor(message: string, suggestion: string | undefined, page: RunTold) {
    super(message, suggestion);
    this.page = page;
  }
}

/** What a person reads beside a file that was refused. */
export function refusalWords(name: string, job: string, error: UsageError | FileRejected): string {
  const { message, suggestion } =
    error instanceof FileRejected ? error.issue : { message: error.message, suggestion: error.suggestion };
  const again = `Then put the file into the folder ${job} of the inbox again.`;
  return `${quoteName(name)} was not received; nothing in it is booked.\n\n${[message, suggestion, again].filter(Boolean).join('\n')}\n`;
}

export function wrongName(name: string, { name: job, match }: InboxJob): Refusal {
  return new Refusal(
    `The job ${job} takes files whose names match ${match.join(' or ')}, and ${quoteName(name)} does not.`,
    `Rename the file, put it into the folder of another job, or add its name to file.match in the job.`,
    toldOf('inbox-name', { match }),
  );
}

export function tooManyBytes(bytes: bigint, { name: job, bytes: limit }: InboxJob): Refusal {
  return new Refusal(
    `The file has ${bytes} bytes; the job ${job} takes at most ${limit} (limits.bytes).`,
    'Split the file, or raise limits.bytes in the job.',
    { code: 'file-too-large', facts: { most: limit } },
  );
}

export function noFile(): Refusal {
  return new Refusal(
    'It is neither a file nor a folder (a pipe, a socket or a device), so it was not opened.',
    undefined,
    toldOf('special'),
  );
}

export function mayNotRead(): Refusal {
  return new Refusal(
    'The user that runs bilag may not read the file.',
    'Give that user the right to read it: by its owner, its group or its mode (chmod), or by the program that writes it.',
    toldOf('not-readable'),
  );
}

export function isLink(): Refusal {
  return new Refusal(
    'It is a symbolic link, and links are never followed.',
    'Copy the file itself here.',
    toldOf('link'),
  );
}

/**
 * The same in one line, for the log and the list.
 * @param job folder that it lies in; empty for the inbox itself
 * @param words of `leftWords`
 */
export function leftLine(job: string, name: string, words: string): string {
  const why = words.trim().split('\n').slice(2).join(' ');
  return `${quoteName(job === '' ? name : `${job}/${name}`)} in the inbox is not taken: ${why}`;
}

function sentence(words: string): string {
  return words[0]!.toUpperCase() + words.slice(1);
}

/** What to do about an import, beside its file; undefined where its receipt and its failed rows say it. */
export function importWords(row: ImportRow, hasFailedRows: boolean): string | undefined {
  const { id, file, job, kind, state } = row;
  const { words, records } = kindOf(kind);
  const { many, todo, done } = words;
  const more = `More about it: bilag show ${id}`;
  if (state === 'rejected') {
    const { message, suggestion } = JSON.parse(row.reason ?? '{}') as Partial<Issue>;
    const remedy = `Correct the file or the job; then put the file into the folder ${job} of the inbox again.`;
    return `${quoteName(file)} was rejected; nothing in it is ${done}.\n\n${[message, suggestion, remedy, more].filter(Boolean).join('\n')}\n`;
  }
  if (state === 'in-doubt') {
    return `It is not known whether some ${many} in ${quoteName(file)} are ${done}. They are not sent again until that is settled.\n\nLook at them with: bilag show ${id}\nCheck in the service, and say what became of them with: bilag resolve ${id} BATCH\n`;
  }
  if (state === 'cancelled') {
    return `The import of ${quoteName(file)} was cancelled.\n\nTo ${todo} it after all, put the file into the folder ${job} of the inbox again.\n${more}\n`;
  }
  if (state === 'partly-booked' && !hasFailedRows && records !== undefined) {
    return `${sentence(many)} in ${quoteName(file)} are on hold, because they exist in the service and the file says something else about them, or because the service rejected what they need.\n\nWhich, and what differs: bilag show ${id}\nCorrect what is wrong in the service, or set onDuplicate in the job ${job} to skip or book; then: bilag retry ${id}\n`;
  }
  if (state === 'partly-booked' && !hasFailedRows) {
    return `Vouchers in ${quoteName(file)} are on hold because they were booked before.\n\nWhich, and by which import: bilag show ${id}\nTo book single ones of them once more, use the dashboard. To book all of them, set onDuplicate: book in the job ${job}, call bilag retry ${id}, and take it out of the job again.\n`;
  }
  return undefined;
}

/** Why something is left where it lies: in the words that go beside it, and for pages. */
export interface LeftReason {
  readonly why: string;
  readonly page: RunTold;
}

export const LEFT = {
  folder: {
    why: 'Folders are not received.\nPut the files themselves here; unpack a packed folder first.',
    page: toldOf('folder'),
  },
  special: {
    why: 'It is neither a file nor a folder (a pipe, a socket or a device), so it was not opened.\nRemove it.',
    page: toldOf('special'),
  },
  link: () => {
    const { message, suggestion, page } = isLink();
    return { why: `${message}\n${suggestion}`, page };
  },
  root: (jobs: readonly InboxJob[]) => {
    const names = jobs.map(({ name }) => name);
    return {
      why: `It is directly in the inbox, so bilag does not know which job it is for.\nPut it into the folder of its job: ${names.join(', ') || 'there is no job yet'}.`,
      page: toldOf('inbox-root', { jobs: names }),
    };
  },
  noJob: (folder: string) => ({
    why: `There is no job ${quoteName(folder)}, or it can't be read.\nDefine it (bilag job check says what is wrong with it), or put the file into the folder of another job. bilag takes it as soon as the job exists.`,
    page: toldOf('job-absent', { job: folder }),
  }),
} as const;

/** What a person reads beside what was left where it lay. */
export function leftWords(name: string, why: string): string {
  return `${quoteName(name)} was left where it is; nothing in it is booked.\n\n${why}\n`;
}
