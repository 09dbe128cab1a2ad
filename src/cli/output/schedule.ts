import { nextRun, type Schedule } from '../../core/next-run.ts';
import type { RunDetail, RunRow } from '../../ledger/runs.ts';
import { counted } from './text.ts';

/** `2026-03-31 06:00 (Europe/Oslo)`: as the clocks of that zone show it. */
export function zonedTime(at: number, tz: string): string {
  // Sweden writes dates as ISO 8601 does.
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone: tz, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return `${text.replace(/:00$/, '')} (${tz})`;
}

/** `next run 2026-03-31 06:00 (Europe/Oslo)` */
export function nextRunWords(schedule: Schedule & { readonly tz: string }, now: number): string {
  return `next run ${zonedTime(nextRun(schedule, now), schedule.tz)}`;
}

/** What came of a run that has ended: `2 files imported`, `nothing new`, `failed: …`. */
export function outcomeWords({ outcome, detail }: Pick<RunRow, 'outcome' | 'detail'>): string {
  const { files, message } = JSON.parse(detail ?? '{"files":{}}') as Pick<RunDetail, 'files' | 'message'>;
  const imported = (files['new'] ?? 0) + (files['again'] ?? 0) + (files['correction'] ?? 0);
  const words = imported === 0 ? 'nothing new' : `${counted(imported, 'file')} received`;
  if (outcome !== 'failed') return words;
  return `failed: ${message}${imported === 0 ? '' : ` Before that, ${words}.`}`;
}

/** What to do about a run that failed. */
export function remedyOf({ detail }: Pick<RunRow, 'detail'>): string | undefined {
  return (JSON.parse(detail ?? '{}') as Partial<RunDetail>).suggestion;
}
