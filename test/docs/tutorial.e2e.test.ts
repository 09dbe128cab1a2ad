import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../cli/bilag.ts';
import { officeBesideSandbox } from '../cli/office-beside-sandbox.ts';

const { office, booked } = officeBesideSandbox();

/** Blocks of the tutorial in order: what stands behind the three ticks, and the text. */
const BLOCKS = [...readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8').matchAll(/```(\w*)\n(.*?)```/gs)].map(
  ([, language, text]) => ({ language: language!, text: text! }),
);

const ID = /\b01[0-9A-HJKMNP-TV-Z]{24}\b/g;
/** What differs from run to run: IDs of imports, and how long they took. */
const steady = (text: string) => text.replaceAll(ID, 'ID').replaceAll(/ · \d+\.\d s$/gm, ' · SECONDS');

/** What the tutorial shows, where `…` stands for what it leaves out. */
function shown(text: string): RegExp {
  const parts = steady(text.trimEnd()).split('…');
  return new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]*')}$`);
}

/** The block behind the one that begins with these words. */
function behind(words: string): string {
  const at = BLOCKS.findIndex(({ text }) => text.startsWith(words));
  expect(at, words).toBeGreaterThanOrEqual(0);
  return BLOCKS[at + 1]!.text;
}

test('the commands of the tutorial print what it shows', async () => {
  await rm(join(office.folder, 'jobs/journal.yaml'));
  await office.write('march.csv', BLOCKS.find(({ language }) => language === 'csv')!.text);
  await office.write('jobs/ledger.yaml', BLOCKS.find(({ language }) => language === 'yaml')!.text);
  const prints = async (words: string) => {
    const { out } = await office.run(...words.split(' ').slice(1));
    expect(steady(out.trimEnd()), words).toMatch(shown(behind(words)));
    return out;
  };
  await prints('bilag service vat-types');
  await prints('bilag service accounts 1920 3000 6800 7770');
  await prints('bilag job check');
  await prints('bilag plan march.csv --job ledger');
  const [id] = (await prints('bilag import march.csv --job ledger')).match(ID)!;
  await office.run('failed', id!, '--out', 'failed.csv');
  const failed = (await readFile(join(office.folder, 'failed.csv'), 'utf8'))
    .replace('\ufeff', '')
    .replaceAll('\r\n', '\n');
  expect(steady(failed.trimEnd())).toMatch(shown(behind('bilag failed')));
  await office.write('failed.csv', failed.replace(';3015;', ';3000;'));
  const { out } = await office.run('retry', id!, '--file', 'failed.csv');
  expect(steady(out.trimEnd())).toMatch(shown(behind('bilag retry')));
  const { count, totals } = await booked();
  expect({ count, totals }).toEqual({ count: 3, totals: JSON.parse(behind('curl ')).totals });
});
