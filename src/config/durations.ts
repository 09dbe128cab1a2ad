import { z } from 'zod';
import { expected, text } from '../core/schema-parts.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A duration within a range, as it is written; in milliseconds. */
export function duration(minimumMs: number, maximumMs: number, example: string) {
  return text('a duration', example).transform((value, context) => {
    const milliseconds = parseDuration(value);
    if (milliseconds !== undefined && milliseconds >= minimumMs && milliseconds <= maximumMs) return milliseconds;
    const range = `from ${durationText(minimumMs)} to ${durationText(maximumMs)}`;
    context.addIssue({ code: 'custom', message: expected(`a duration ${range}, in ms, s, m, h or d`, example) });
    return z.NEVER;
  });
}

function durationText(milliseconds: number): string {
  if (milliseconds % DAY_MS === 0 && milliseconds > 0) return `${milliseconds / DAY_MS}d`;
  if (milliseconds % HOUR_MS === 0 && milliseconds > 0) return `${milliseconds / HOUR_MS}h`;
  return milliseconds === 0 ? '0s' : `${milliseconds}ms`;
}

const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `500ms`, `5s`, `1.5m`, `1h`, `7d` in whole milliseconds; undefined where the text is no duration. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?) ?(ms|s|m|h|d)$/.exec(text.trim());
  if (match === null) return undefined;
  return Math.round(Number(match[1]) * MILLISECONDS[match[2] as keyof typeof MILLISECONDS]);
}
