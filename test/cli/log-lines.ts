/** Events of every `bilag start` in which nothing goes wrong. */
const ROUTINE: ReadonlySet<string> = new Set([
  ...['started', 'stopping', 'stopped', 'dashboard-started', 'import-state'],
  ...['schedule-set', 'schedule-ended', 'run-began', 'run-ended'],
]);

/** The words of everything that was logged beside the routine. */
export function newsIn(out: string): string[] {
  const lines = out.trim().split('\n');
  const logged = lines.map((line) => JSON.parse(line) as { event: string; msg: string });
  return logged.filter(({ event }) => !ROUTINE.has(event)).map(({ msg }) => msg);
}
