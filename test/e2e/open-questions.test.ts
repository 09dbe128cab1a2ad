import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvDialect } from './dialect.ts';
import { type Driver, startDriver } from './driver.ts';
import { secretive } from './entries.ts';
import { expectAsked, expectBooked, RUNS, SEED, SHRINK_MS, TIMEOUT_MS } from './expect-booked.ts';
import { writeCsv } from './write-csv.ts';

const numRuns = Math.ceil(RUNS / 2);
/** Written so that whole thousands don't show the decimal mark, and early days not which number is the day. */
const SILENT = { wholeWithoutDecimals: true, thousands: 'mark' } as const;
const date = fc.constantFrom('dd/MM/yyyy', 'M/d/yyyy', 'd-M-yyyy');

describe('a file that does not show how it is meant', () => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await startDriver({ lockedBefore: '1990-01-01' });
  });
  afterAll(() => driver.close());

  it(
    'is asked about, and booked once the job answers',
    async () => {
      console.info(`${numRuns} runs with BILAG_E2E_SEED=${SEED}`);
      const asked = new Set<string>();
      const property = fc.asyncProperty(secretive, csvDialect, date, fc.boolean(), async (made, any, date, decimal) => {
        const dialect = { ...any, ...SILENT, date, delimiter: any.delimiter === ',' ? ';' : any.delimiter } as const;
        const says = { ...any.says, decimal, dates: false };
        const open = writeCsv(made, { ...dialect, says });
        const imported = await driver.importFile(open.bytes, open.job);
        if (open.open === undefined) return expectBooked(open, imported);
        asked.add(open.open);
        expectAsked(open, imported);
        const told = { ...says, decimal: true, dates: true, creditSign: true };
        const answered = writeCsv(made, { ...dialect, says: told });
        expectBooked(answered, await driver.importFile(answered.bytes, answered.job));
      });
      await fc.assert(property, { numRuns, seed: SEED, interruptAfterTimeLimit: SHRINK_MS });
      expect([...asked]).toEqual(expect.arrayContaining(['decimal-ambiguous', 'date-ambiguous']));
    },
    TIMEOUT_MS,
  );
});
