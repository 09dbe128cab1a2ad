import { REFUSED, scanAmount } from './scan-amount.ts';

/** A slash that stands alone in a part must not look like the one between parts. */
export function keyPart(text: string): string {
  return text.includes('/') ? text.replace(/(?<=^| )\/+(?= |$)/g, '$&/') : text;
}

/** Minor units of a plain decimal of the job; undefined where it is none. */
export function plainUnits(text: string, scale: number): number | undefined {
  const units = scanAmount(text, '.', scale, Number(`1e${scale}`));
  return units < REFUSED ? units : undefined;
}

export function isIsoDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}
