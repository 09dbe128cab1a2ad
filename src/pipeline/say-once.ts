/** What nobody has said for this long has passed, in milliseconds: when it comes again it is news. */
const PASSED_MS = 60_000;
/** Lines that are remembered; beyond it the oldest go. */
const REMEMBERED = 1_000;

/**
 * Says the same words once until they pass: a full disk or a locked ledger is met every few seconds by everyone at work.
 * @param monotonic milliseconds on a clock that nobody can set
 */
export function sayOnce(say: (line: string) => void, monotonic: () => number): (line: string) => void {
  const lastAt = new Map<string, number>();
  return (line) => {
    const at = monotonic();
    const before = lastAt.get(line);
    lastAt.delete(line);
    lastAt.set(line, at);
    if (lastAt.size > REMEMBERED) lastAt.delete(lastAt.keys().next().value!);
    if (before === undefined || at - before >= PASSED_MS) say(line);
  };
}
