import { canonicalText } from './canonical-text.ts';
import type { NamedValue } from './nearest.ts';

/** How a value fits what was typed, the best first. */
const FITS = { value: 0, beginning: 1, wordBeginning: 2, name: 3, within: 4 } as const;

/**
 * Values that hold every word that somebody typed, in their number or in their name: first the one that is called so, then
 * those whose number begins so, those with such a word, and all others; within these by their numbers.
 */
export function findValues<Any extends NamedValue>(typed: string, known: readonly Any[]): Any[] {
  const words = folded(typed).split(' ').filter(Boolean);
  const [first = ''] = words;
  return known
    .map((one) => ({ one, value: folded(one.value), name: folded(one.name) }))
    .filter(({ value, name }) => words.every((word) => value.includes(word) || name.includes(word)))
    .map(({ one, value, name }) => ({ one, fit: fitOf(first, value, name) }))
    .sort((a, b) => a.fit - b.fit || compareValues(a.one.value, b.one.value))
    .map(({ one }) => one);
}

function fitOf(word: string, value: string, name: string): number {
  if (value === word) return FITS.value;
  if (value.startsWith(word)) return FITS.beginning;
  if (name.split(/[^\p{L}\p{N}]+/u).some((each) => each.startsWith(word))) return FITS.wordBeginning;
  return name.includes(word) ? FITS.name : FITS.within;
}

function compareValues(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

function folded(text: string): string {
  return canonicalText(text).toLowerCase();
}
