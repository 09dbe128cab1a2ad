import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FileRejected } from '../../src/core/issue.ts';
import { CORPUS_JOBS } from '../e2e/corpus-jobs.ts';
import { type Office, openOffice } from '../importing/office.ts';
import { expectEqual, expectOfEach, within } from './companies.ts';
import { bookedOf, jobOf } from './generators.ts';
import { holdsOf } from './names.ts';
import { normal } from './normal-files.ts';
import { writeRows } from './write-export.ts';

/** False alarms: files that say what is normal, of which no rule about sameness may hold anything. */

/** Files, roughly; ten thousand by hand: `SAME_ENTRY_FILES=10000`. */
const FILES = Number(process.env['SAME_ENTRY_FILES'] ?? 120);
const FILES_OF_EXAMPLE = 2;

test(
  'files of every day are booked once, and nothing is asked',
  async () => {
    let files = 0;
    const count = Math.ceil(FILES / FILES_OF_EXAMPLE);
    await expectOfEach(normal, { count, seed: 260303 }, async (example, company) => {
      const { name, kind, setting, jobs } = example;
      for (const [at, more] of jobs.entries())
        company.defineJob(`job${at}`, jobOf(kind, setting, company.service, more));
      const expected: string[] = [];
      for (const [at, { rows, fresh, duplicate, style, job = 0 }] of example.files.entries()) {
        files++;
        const { receipt } = await company.bring(await writeRows(`file${at}`, kind, rows, style), `job${job}`);
        expected.push(...fresh.map((voucher) => bookedOf(kind, voucher, setting)));
        const { booked, held } = receipt.entries;
        expectEqual(
          `${name}, file ${at}`,
          { holds: holdsOf(receipt), booked, duplicate: receipt.entries.duplicate, held },
          { holds: [], booked: fresh.length, duplicate, held: 0 },
        );
        expect(receipt.mismatches).toEqual([]);
      }
      expectEqual(name, await company.entries(), expected.sort());
    });
    console.info(`${files} files of every day`);
  },
  within(FILES / FILES_OF_EXAMPLE),
);

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const absent = !existsSync(join(CORPUS, 'MANIFEST.tsv'));

describe.skipIf(absent)(`the corpus${absent ? ' (it is not here: skipped)' : ''}`, () => {
  test('no rule about sameness holds anything of the files that can be booked', async () => {
    const office = await openOffice({ jobs: {} });
    const wrong: string[] = [];
    for (const [at, [name, yaml]] of Object.entries(CORPUS_JOBS).entries()) {
      if (!existsSync(join(CORPUS, name))) continue;
      const bytes = readFileSync(join(CORPUS, name));
      office.defineJob(`job${at}`, yaml);
      const content = name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      wrong.push(...(await plannedHolds(office, content, basename(name, '.gz'), `job${at}`)));
    }
    expect(wrong).toEqual([]);
  });
});

/** Plans a file; what a rule about sameness holds of it. */
async function plannedHolds(office: Office, content: Buffer, file: string, job: string): Promise<string[]> {
  try {
    const row = await office.take(file, content, job, { book: false, force: true });
    await office.plan(row);
    return holdsOf(await office.receipt(row)).map((code) => `${file}: ${code}`);
  } catch (error) {
    // It is not taken at all.
    if ((error as Error).name === FileRejected.name) return [];
    throw error;
  }
}
