import { signal } from '@preact/signals';
import { ago, exactTime, time } from '../format.ts';

const TICK_MS = 30_000;
/** Milliseconds since 1970, now and then. */
export const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, TICK_MS);

interface TimeProps {
  readonly at: string;
  readonly relative?: boolean;
  /** How it is written; default: `time`. */
  readonly as?: (iso: string) => string;
}

/** A moment; exactly, where one points at it. */
export function Time({ at, relative = false, as = time }: TimeProps) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relative ? ago(at, Math.max(now.value, Date.now())) : as(at)}
    </time>
  );
}
