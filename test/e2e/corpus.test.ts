import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Issue } from '../../src/core/issue.ts';
import { ANY_JOB, CORPUS_JOBS } from './corpus-jobs.ts';
import { type Driver, type Imported, startDriver } from './driver.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const HANG_MS = 120_000;
const MEMORY_MB = 512;
const PLANNED_AT_LEAST = 25;
const NAMES = /\.(csv|xlsx|xls|gz)$/i;
const ISSUES_KEPT = 4;
const LEDGER = 'bank-and-ledger/no-saft-888888888-ExcelView.xlsx';

const files = existsSync(CORPUS)
  ? readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
      .filter((name) => NAMES.test(name))
      .sort()
  : [];

interface Outcome {
  readonly state: string;
  readonly reason?: Pick<Issue, 'code' | 'message' | 'suggestion'>;
  readonly rows?: { readonly read: number; readonly pending: number; readonly held: number; readonly skipped: number };
  readonly debit?: string;
  readonly causes?: number;
  /** The first of them. */
  readonly issues?: readonly string[];
  /** Present where there are any. */
  readonly remarks?: readonly string[];
}

const absent = files.length === 0;

describe.skipIf(absent)(`every CSV and XLSX file of the corpus${absent ? ' (it is not here: skipped)' : ''}`, () => {
  let driver: Driver;
  const outcomes: Record<string, Outcome> = {};
  let slowest = { name: '', ms: 0 };
  beforeAll(async () => {
    driver = await startDriver();
  });
  afterAll(() => driver.close());

  it.each(files)(
    '%s is planned, or rejected in words',
    async (name) => {
      const packed = name.endsWith('.gz');
      const file = packed ? name.replace(/\.gz$/, '') : name;
      const content = packed ? gunzipSync(readFileSync(join(CORPUS, name))) : { path: join(CORPUS, name) };
      const job =
        name === LEDGER
          ? readFileSync(new URL('jobs/norwegian-ledger.yaml', import.meta.url), 'utf8')
          : CORPUS_JOBS[name];
      const options = { book: false, file: file.split('/').at(-1)!, timeoutMs: HANG_MS };
      const imported = await driver.importFile(content, job ?? ANY_JOB, options);
      expect(imported.ms).toBeLessThan(HANG_MS);
      if (imported.ms > slowest.ms) slowest = { name, ms: imported.ms };
      expect(['planned', 'rejected']).toContain(imported.receipt?.state ?? 'rejected');
      expect(imported.receipt?.mismatches ?? []).toEqual([]);
      for (const issue of issuesOf(imported)) expectWords(issue, file);
      outcomes[name] = outcomeOf(imported);
    },
    2 * HANG_MS,
  );

  it('comes out as it did before', async () => {
    await expect(`${JSON.stringify(outcomes, null, 2)}\n`).toMatchFileSnapshot('corpus.expected.json');
  });

  it('is planned where a job fits', () => {
    const planned = Object.values(outcomes).filter(
      ({ state, rows }) => state === 'planned' && (rows?.pending ?? 0) > 0,
    );
    expect(planned.length).toBeGreaterThanOrEqual(PLANNED_AT_LEAST);
  });

  it(`needs no more than ${MEMORY_MB} MB of memory for all of it`, async () => {
    const peak = await driver.peakMb();
    console.info(
      `${files.length} files, peak memory ${Math.round(peak)} MB, slowest ${slowest.ms} ms (${slowest.name})`,
    );
    expect(peak).toBeLessThan(MEMORY_MB);
  });
});

type Told = Pick<Issue, 'value' | 'message' | 'suggestion'>;

/** Everything that a person is told. */
function issuesOf({ receipt, refused }: Imported): Told[] {
  if (refused !== undefined) return [refused];
  return receipt?.state === 'rejected' ? [receipt.reason!] : [...(receipt?.issues ?? [])];
}

/** Words for people: what is wrong and what to do, in whole sentences, without a trace of the program's insides. */
function expectWords({ value = '', message, suggestion = '' }: Told, file: string): void {
  for (const text of [message, suggestion]) {
    expect(text, file).toMatch(/^[^a-z].{8,}[.?)"\]]$/su);
    // What the file itself says may be anything.
    expect(value === '' ? text : text.replaceAll(value, ''), file).not.toMatch(
      /undefined|\[object|NaN|\bat .+:\d+:\d+|Error:|node:|\.(js|ts)\b|\bnull\b|SQLITE|ENOENT/,
    );
  }
}

function outcomeOf({ receipt, refused }: Imported): Outcome {
  const reason = refused ?? receipt?.reason;
  if (reason !== undefined || receipt === undefined) {
    const { code, message, suggestion } = reason!;
    return { state: 'rejected', reason: { code, message, ...(suggestion === undefined ? {} : { suggestion }) } };
  }
  const { read, pending, held, skipped } = receipt.rows;
  return {
    state: receipt.state,
    rows: { read, pending, held, skipped },
    debit: receipt.totals.debit,
    causes: receipt.issues.length,
    ...(receipt.remarks === undefined ? {} : { remarks: receipt.remarks.map(({ code }) => code) }),
    issues: receipt.issues
      .slice(0, ISSUES_KEPT)
      .map(({ code, rows, message, suggestion }) => `${code} (${rows}): ${message} ${suggestion ?? ''}`.trim()),
  };
}
