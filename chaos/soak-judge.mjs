// What a soak must have left behind: every file where it belongs, every entry as often as its file says.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from './placements.mjs';

/** What lies beside files and is none. */
const COMPANION = /\.(receipt\.json|failed\.xlsx|reason\.txt)$/;

/** @typedef {import('./files.mjs').File} File */

/**
 * Files of a job's folder that were not taken yet, or are at work.
 * @param {string} folder
 */
export function leftIn(folder) {
  return [folder, join(folder, 'processing')].flatMap((place) =>
    readdirSync(place, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(place, name)),
  );
}

/**
 * @param {readonly File[]} files each of a name of its own
 * @param {string} inbox
 * @returns {string[]} what lies where it does not belong, in words; empty where all is well
 */
export function misplaced(files, inbox) {
  const lying = new Map();
  for (const job of new Set(files.map((file) => file.job))) {
    for (const place of ['done', 'failed']) {
      for (const name of readdirSync(join(inbox, job, place)))
        if (!COMPANION.test(name)) lying.set(name, [...(lying.get(name) ?? []), place]);
    }
  }
  const words = [];
  for (const { name, job, entries } of files) {
    const places = lying.get(name) ?? [];
    lying.delete(name);
    const belongs = entries.every(({ fate }) => fate === 'booked') ? 'done' : 'failed';
    if (places.length !== 1 || places[0] !== belongs) {
      words.push(
        `${name} belongs into ${belongs}, and lies in ${places.length === 0 ? 'neither' : places.join(' and ')}`,
      );
      continue;
    }
    const receipt = join(inbox, job, belongs, `${name}.receipt.json`);
    if (!existsSync(receipt)) words.push(`${name} has no receipt`);
    else if (belongs === 'done' && JSON.parse(readFileSync(receipt, 'utf8')).state !== 'completed')
      words.push(`${name} lies in done, and its receipt says otherwise`);
    else if (belongs === 'failed' && !existsSync(join(inbox, job, belongs, `${name}.failed.xlsx`)))
      words.push(`${name} has no workbook of failed rows`);
  }
  for (const [name, places] of lying) words.push(`${name} in ${places.join(' and ')} is none of the files`);
  return words;
}

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
