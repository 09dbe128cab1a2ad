import type { HiddenRows } from '../pipeline/hidden-rows.ts';
/** `-1234567.50` as a person reads it: `-1 234 567.50`. Takes decimal text, changes no digit. */
export function readableAmount(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (match === null) return text;
  const [, sign, whole, decimals = ''] = match;
  return `${sign}${whole!.replace(/\B(?=(\d{3})+$)/g, ' ')}${decimals}`;
}

/** `1 234` */
export function readableCount(count: number): string {
  return readableAmount(String(count));
}

/** `1 row`, `1 234 rows` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${readableCount(count)} ${count === 1 ? one : many}`;
}

/** Seconds as a person says them: `12 ms`, `0.3 s`, `2 min 5 s`. */
export function readableSeconds(seconds: number): string {
  if (seconds < 0.1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${Math.round(seconds - minutes * 60)} s`;
}

/** Local time, `2026-03-31 14:05:09`. */
export function readableTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** `3 hidden rows taken` */
export function hiddenWords({ rows, are }: HiddenRows): string {
  return `${counted(rows, 'hidden row')} ${are}`;
}
