import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const { misplaced } = await import(new URL('../../chaos/judge-inbox.mjs', import.meta.url).href);

const ID = '01JD3XQ4Z5W6V7T8S9R0QPNMKH';
interface Dropped {
  readonly name: string;
  readonly job: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}
const file = (name: string, text: string): Dropped => {
  const bytes = Buffer.from(text);
  return { name, job: 'card', bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
};
const booked = file('booked.csv', 'all of it is booked');
const partly = file('partly.csv', 'some of it is held');
/** The first was dropped twice. */
const dropped = [booked, partly, booked];

const expects = ({ name }: Dropped) =>
  name === booked.name
    ? { state: 'completed', import: 'IMPORT-1', failedRows: false }
    : { state: 'partly-booked', import: 'IMPORT-2', failedRows: true };

let inbox: string;
const at = (...parts: string[]) => join(inbox, 'card', ...parts);
const write = (path: string, text: string | Buffer) => writeFileSync(path, text);
const receipt = (state: string, id: string) => JSON.stringify({ state, import: id });
const judge = (): string[] => misplaced(dropped, inbox, expects);

beforeEach(() => {
  inbox = mkdtempSync(join(tmpdir(), 'bilag-judge-inbox-'));
  for (const folder of ['processing', 'done', 'failed']) mkdirSync(at(folder), { recursive: true });
  for (const name of ['booked.csv', `booked.${ID}.csv`]) {
    write(at('done', name), booked.bytes);
    write(at('done', `${name}.receipt.json`), receipt('completed', 'IMPORT-1'));
  }
  write(at('failed', 'partly.csv'), partly.bytes);
  write(at('failed', 'partly.csv.receipt.json'), receipt('partly-booked', 'IMPORT-2'));
  write(at('failed', 'partly.csv.failed.xlsx'), '');
  write(at('failed', 'partly.csv.reason.txt'), '');
});
afterEach(() => rmSync(inbox, { recursive: true }));

test('nothing is said where every file lies where its import belongs, with what goes beside it', () => {
  expect(judge()).toEqual([]);
});

test.each<[string, () => void, RegExp]>([
  ['was not taken', () => renameSync(at('failed', 'partly.csv'), at('partly.csv')), /partly\.csv was left there/],
  [
    'left a receipt behind',
    () => write(at('failed', 'booked.csv.receipt.json'), ''),
    /booked\.csv\.receipt\.json in failed belongs to no file/,
  ],
  [
    'was half written',
    () => write(at('failed', '.partly.csv.failed.xlsx.0123456789ab.part'), ''),
    /\.part in failed belongs to no file/,
  ],
  ['left an empty name', () => write(at('processing', 'booked.csv'), ''), /processing\/booked\.csv was left there/],
  ['is gone', () => rmSync(at('failed', 'partly.csv')), /partly\.csv belongs into failed, and lies in neither/],
  [
    'is gone, one of two',
    () => rmSync(at('done', `booked.${ID}.csv`)),
    /booked\.csv belongs into done, and lies in neither/,
  ],
  [
    'lies in the wrong folder',
    () => renameSync(at('done', 'booked.csv'), at('failed', 'booked.csv')),
    /lies in failed/,
  ],
  [
    'lies there once more',
    () => write(at('failed', 'booked.csv'), booked.bytes),
    /booked\.csv in failed is none of the files/,
  ],
  ['is cut', () => write(at('failed', 'partly.csv'), 'some of it'), /partly\.csv in failed is none .* not as it was/],
  ['is empty', () => write(at('done', 'booked.csv'), ''), /booked\.csv in done is none/],
  [
    'has another name',
    () => renameSync(at('failed', 'partly.csv'), at('failed', 'other.csv')),
    /other\.csv in failed is none/,
  ],
  ['has no receipt', () => rmSync(at('done', 'booked.csv.receipt.json')), /booked\.csv in done has no receipt/],
  [
    'has an old receipt',
    () => write(at('done', 'booked.csv.receipt.json'), receipt('in-doubt', 'IMPORT-1')),
    /its receipt says in-doubt, not completed/,
  ],
  [
    'has the receipt of another',
    () => write(at('done', 'booked.csv.receipt.json'), receipt('completed', 'IMPORT-2')),
    /The receipt of booked\.csv is that of the import IMPORT-2/,
  ],
  ['has no failed rows', () => rmSync(at('failed', 'partly.csv.failed.xlsx')), /partly\.csv in failed has no workbook/],
  ['kept its failed rows', () => write(at('done', 'booked.csv.failed.xlsx'), ''), /booked\.csv in done has a workbook/],
])('a file that %s is told of', (_, bend, words) => {
  bend();
  expect(judge().join('\n')).toMatch(words);
});

test('a file that became no import, or several, is told of', () => {
  expect(misplaced(dropped, inbox, () => undefined)).toContain('booked.csv has not become one import');
});
