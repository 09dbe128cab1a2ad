import picomatch from 'picomatch';

/** Files that are being written, and those of programs themselves (design, section 7). */
const NEVER = /^(\.|~\$)|\.(part|tmp)$/i;

/**
 * Tells which names a job takes. Upper and lower case are alike, as on the machines that most exports come from.
 * @param patterns job: `file.match`
 */
export function wantedName(patterns: readonly string[]): (name: string) => boolean {
  const matches = picomatch([...patterns], { nocase: true });
  return (name) => !NEVER.test(name) && matches(name);
}
