/** What a line is about, for those who look for all lines about one thing. */
export interface LogContext {
  /** Its id. */
  readonly import?: string;
  readonly job?: string;
  /** Its number in the import. */
  readonly batch?: number;
  readonly service?: string;
}

/** Tells a person who runs this something, in one line. */
export type Say = (line: string, about?: LogContext) => void;

export function importContext({ id, job }: { readonly id: string; readonly job: string }): LogContext {
  return { import: id, job };
}

/** What nobody has said for this long has passed, in milliseconds: when it comes again it is news. */
const PASSED_MS = 60_000;
/** Lines that are remembered; beyond it the oldest go. */
const REMEMBERED = 1_000;

/**
 * Says the same words once until they pass: a full disk or a locked ledger is met every few seconds by everyone at work.
 * @param monotonic milliseconds on a clock that nobody can set
 */
export function logOnce(say: Say, monotonic: () => number): Say {
  const lastAt = new Map<string, number>();
  return (line, about) => {
    const at = monotonic();
    // Whoever looks for the lines about one import finds it there too.
    const key = `${about?.import ?? ''} ${line}`;
    const before = lastAt.get(key);
    lastAt.delete(key);
    lastAt.set(key, at);
    if (lastAt.size > REMEMBERED) lastAt.delete(lastAt.keys().next().value!);
    if (before === undefined || at - before >= PASSED_MS) say(line, about);
  };
}
