import { afterAll, beforeAll, describe, it } from 'vitest';
import { csvDialect } from './dialect.ts';
import { type Driver, startDriver } from './driver.ts';
import { expectRoundTrips, TIMEOUT_MS } from './expect-booked.ts';
import { writeCsv } from './write-csv.ts';

describe('entries, written as CSV in random dialects', () => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await startDriver({ lockedBefore: '1990-01-01' });
  });
  afterAll(() => driver.close());

  it('come back as the same draft lines', () => expectRoundTrips('CSV', driver, csvDialect, writeCsv), TIMEOUT_MS);
});
