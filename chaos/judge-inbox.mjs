// Where the files lie that were dropped into the inbox, and what lies beside them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What lies beside files and is none; and what a process that was killed had half written. */
const PART = /^\..*\.part$/;
const BESIDE = /\.(receipt\.json|failed\.xlsx|reason\.txt)$/;
const COMPANION = new RegExp(`${BESIDE.source}|${PART.source}`);
/** What a name gets before its ending where it is taken. */
const ID = /\.[0-9A-HJKMNP-TV-Z]{26}(?=\.[^.]+$)/;

/** @typedef {import('./files.mjs').File} File */

/**
 * Files of a job's folder that were not taken yet, or are at work.
 * @param {string} folder
 */
export function leftIn(folder) {
  return [folder, join(folder, 'processing')].flatMap((place) =>
    filesIn(place)
      .filter((name) => !COMPANION.test(name))
      .map((name) => join(place, name)),
  );
}

/**
 * Each file that was dropped lies once, as it was, in `done/` or in `failed/`, with its receipt.
 * @param {readonly File[]} files one for each time that it was dropped
 * @param {string} inbox
 * @param {(file: File) => { state: string, import?: string, failedRows: boolean } | undefined} expects what its receipt
 *   must say, and whether a workbook of failed rows belongs beside it; undefined where it has not become one import
 * @returns {string[]} what is not so, in words; empty where all is well
 */
export function misplaced(files, inbox, expects) {
  const jobs = new Set(files.map((file) => file.job));
  const words = [...jobs].flatMap((job) => leftIn(join(inbox, job))).map((path) => `${path} was left there`);
  const lying = [...jobs].flatMap((job) => lyingOf(join(inbox, job)));
  for (const file of files) {
    const expected = expects(file);
    if (expected === undefined) {
      words.push(`${file.name} has not become one import`);
      continue;
    }
    const belongs = expected.state === 'completed' ? 'done' : 'failed';
    const own = lying.filter((each) => isOf(file, each, inbox));
    const there = own.find(({ place }) => place === belongs);
    if (there === undefined) {
      const places = own.map(({ place }) => place).join(' and ');
      words.push(`${file.name} belongs into ${belongs}, and lies in ${places || 'neither'}`);
      continue;
    }
    // The next of the same bytes and name has a place of its own.
    lying.splice(lying.indexOf(there), 1);
    words.push(...besideOf(there, expected));
  }
  for (const { name, place } of lying) {
    words.push(`${name} in ${place} is none of the files, or lies there once more, or is not as it was`);
  }
  for (const job of jobs) words.push(...staleIn(join(inbox, job)));
  return words;
}

/** What was written beside a file that went elsewhere, or was never written to its end. */
function staleIn(folder) {
  return ['done', 'failed'].flatMap((place) => {
    const names = filesIn(join(folder, place));
    const stale = names.filter(
      (name) => PART.test(name) || (BESIDE.test(name) && !names.includes(name.replace(BESIDE, ''))),
    );
    return stale.map((name) => `${name} in ${place} belongs to no file there`);
  });
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

function lyingOf(folder) {
  return ['done', 'failed'].flatMap((place) =>
    filesIn(join(folder, place))
      .filter((name) => !COMPANION.test(name))
      .map((name) => ({ folder, place, name, sha256: sha256Of(join(folder, place, name)) })),
  );
}

function sha256Of(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function isOf(file, { folder, name, sha256 }, inbox) {
  return folder === join(inbox, file.job) && sha256 === file.sha256 && name.replace(ID, '') === file.name;
}

function besideOf({ folder, place, name }, expected) {
  const path = join(folder, place, name);
  if (!existsSync(`${path}.receipt.json`)) return [`${name} in ${place} has no receipt`];
  const receipt = JSON.parse(readFileSync(`${path}.receipt.json`, 'utf8'));
  const words = [];
  if (receipt.state !== expected.state) {
    words.push(`${name} lies in ${place}, and its receipt says ${receipt.state}, not ${expected.state}`);
  }
  if (expected.import !== undefined && receipt.import !== expected.import) {
    words.push(`The receipt of ${name} is that of the import ${receipt.import}, not ${expected.import}`);
  }
  if (existsSync(`${path}.failed.xlsx`) !== expected.failedRows) {
    words.push(`${name} in ${place} has ${expected.failedRows ? 'no' : 'a'} workbook of failed rows`);
  }
  return words;
}
