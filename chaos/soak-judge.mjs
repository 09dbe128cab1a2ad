// What a soak must have booked: every entry as often as its file says.
import { textOf } from './placements.mjs';

/** @typedef {import('./files.mjs').File} File */

/**
 * @param {readonly File[]} files
 * @param {{ entries: { lines: { Description: string }[] }[] }} booked the sandbox's account
 * @returns {{ kind: 'lost' | 'twice' | 'unexpected', words: string }[]}
 */
export function compareBooks(files, booked) {
  const times = new Map();
  for (const { lines } of booked.entries) {
    const text = textOf(lines[0].Description);
    times.set(text, (times.get(text) ?? 0) + 1);
  }
  const findings = [];
  for (const { name, entries } of files) {
    for (const { text, times: wanted } of entries) {
      const found = times.get(text) ?? 0;
      times.delete(text);
      if (found < wanted) findings.push({ kind: 'lost', words: `${text} of ${name}: ${found} of ${wanted}` });
      if (found > wanted) findings.push({ kind: 'twice', words: `${text} of ${name}: ${found}, not ${wanted}` });
    }
  }
  for (const [text, found] of times) findings.push({ kind: 'unexpected', words: `${text}: ${found}` });
  return findings;
}
