import { afterAll, beforeAll, describe, it } from 'vitest';
import { xlsxDialect } from './dialect.ts';
import { type Driver, startDriver } from './driver.ts';
import { expectRoundTrips, TIMEOUT_MS } from './expect-booked.ts';
import { writeXlsx } from './write-xlsx.ts';

describe('entries, written as XLSX in random dialects', () => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await startDriver({ lockedBefore: '1990-01-01' });
  });
  afterAll(() => driver.close());

  it('come back as the same draft lines', () => expectRoundTrips('XLSX', driver, xlsxDialect, writeXlsx), TIMEOUT_MS);
});
