import type { Environment } from '../../core/environment.ts';
import { FileRejected, UsageError } from '../../core/issue.ts';
import { errorCode } from '../../core/log.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

/** An error as a person hears of it. */
export interface ExplainedError {
  readonly code: ExitCode;
  readonly message: string;
  readonly suggestion: string | undefined;
}

const GOES_ON = 'Nothing is lost: the same command continues where it stopped.';

/** Troubles of the machine, told by the error's code or, where it has none, by its words. */
const TROUBLES: readonly { readonly sign: RegExp; readonly message: string; readonly suggestion: string }[] = [
  {
    sign: /ENOSPC|SQLITE_FULL|database or disk is full|no space left/i,
    message: 'The disk is full.',
    suggestion: `Make room where BILAG_HOME is. ${GOES_ON}`,
  },
  { sign: /EDQUOT/, message: 'The disk quota is used up.', suggestion: `Make room where BILAG_HOME is. ${GOES_ON}` },
  {
    sign: /SQLITE_(BUSY|LOCKED|PROTOCOL)|database is locked|locking protocol/i,
    message: 'The ledger is locked by another program, or is on a network drive, where locks do not work reliably.',
    suggestion: `End that program, or set BILAG_HOME to a folder on a disk of this machine. ${GOES_ON}`,
  },
  {
    sign: /SQLITE_(NOTADB|CORRUPT)|file is not a database|database disk image is malformed/i,
    message: 'The ledger file is not a ledger, or is damaged.',
    suggestion: 'Look at it with bilag doctor, and put a backup of ledger.db in its place.',
  },
  {
    sign: /SQLITE_(READONLY|CANTOPEN|PERM|IOERR)|Unable to open connection|readonly database|EROFS|disk I\/O error/i,
    message: "The ledger can't be opened or written.",
    suggestion: 'Check that BILAG_HOME is a folder which this user may write, on a disk of this machine: bilag doctor',
  },
];

/** Names of errors that only a change of the configuration corrects. */
const MISCONFIGURED: ReadonlySet<string> = new Set(['ServiceMisconfigured']);

/** Says what went wrong and what to do, in one message; a trouble of the machine is told as such wherever it surfaced. */
export function explainError(error: unknown): ExplainedError {
  if (error instanceof UsageError) return { code: EXIT.usage, message: error.message, suggestion: error.suggestion };
  if (error instanceof FileRejected) {
    return { code: EXIT.held, message: error.issue.message, suggestion: error.issue.suggestion };
  }
  const { name, message, suggestion } = error as Error & { suggestion?: string };
  if (MISCONFIGURED.has(name)) return { code: EXIT.usage, message, suggestion };
  return { code: EXIT.failure, ...explainTrouble(error, message ?? String(error), suggestion) };
}

/** One line of a log: what happened, and where the machine is to blame, that. */
export function logWords(message: string, error: unknown): string {
  return error === undefined ? firstLine(message) : explainTrouble(error, message, undefined).message;
}

/**
 * The same for a failure that was written down: what another process wrote into the history.
 * @param error its code and message, as far as they are known
 */
export function explainTrouble(
  error: unknown,
  message: string,
  suggestion: string | undefined,
): { message: string; suggestion: string | undefined } {
  const signs = `${errorCode(error) ?? ''} ${(error as Partial<Error> | undefined)?.message ?? String(error)}`;
  const trouble = TROUBLES.find(({ sign }) => sign.test(signs));
  const line = firstLine(message);
  if (trouble === undefined) return { message: line, suggestion };
  return { message: `${trouble.message} (${line})`, suggestion: trouble.suggestion };
}

function firstLine(message: string): string {
  return message.split('\n')[0]!.trim();
}

/** People who look for a mistake of ours want to see where it happened. */
export function wantsStacks(env: Environment): boolean {
  return env['BILAG_LOG'] === 'debug' || env['BILAG_LOG'] === 'trace';
}
