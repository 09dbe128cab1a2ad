import fc from 'fast-check';
import { expect } from 'vitest';
import type { BookedLine, Driver, Imported } from './driver.ts';
import { centsText, type Entry, entries } from './entries.ts';
import type { Written } from './written.ts';

/** More of them find more: `BILAG_E2E_RUNS=500`. */
export const RUNS = Number(process.env['BILAG_E2E_RUNS'] ?? 40);
/** Another one every time, but where `CI` is set; a failure is repeated by the seed that was printed. */
export const SEED = Number(process.env['BILAG_E2E_SEED'] ?? (process.env['CI'] ? 1 : Date.now() % 2 ** 31));
/** Time after which no more examples are tried, and no smaller one is looked for, in milliseconds. */
export const SHRINK_MS = 60_000;
export const TIMEOUT_MS = 3 * SHRINK_MS;

/** Entries in random dialects come back as exactly the same draft lines, or the question that their file leaves open is asked. */
export async function expectRoundTrips<D>(
  kind: string,
  driver: Driver,
  dialect: fc.Arbitrary<D>,
  write: (entries: readonly Entry[], dialect: D) => Written | Promise<Written>,
): Promise<void> {
  console.info(`${kind}: ${RUNS} runs with BILAG_E2E_SEED=${SEED}`);
  let done = 0;
  const property = fc.asyncProperty(entries, dialect, async (made, how) => {
    done++;
    const written = await write(made, how);
    const imported = await driver.importFile(written.bytes, written.job, { file: written.file });
    if (written.open === undefined) expectBooked(written, imported);
    else expectAsked(written, imported);
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: SHRINK_MS });
  if (done < RUNS) console.info(`${kind}: time was up after ${done} runs`);
}

/** Rejected with the question, and nothing is booked. */
export function expectAsked(written: Written, { receipt, booked }: Imported): void {
  expect(receipt?.state, shown(written)).toBe('rejected');
  expect(receipt?.reason?.code, shown(written)).toBe(written.open);
  expect(booked).toEqual([]);
}

/** The job, and the file where it is text, for whoever reads the failure. */
function shown({ file, bytes, job }: Written): string {
  return file.endsWith('.csv') ? `${job}\n${JSON.stringify(bytes.toString('utf8')).slice(0, 3000)}\n` : job;
}

/** Nothing more, nothing less, and the receipt agrees with it. */
export function expectBooked(written: Written, { receipt, booked }: Imported): void {
  const { booked: expected, rows } = written;
  const job = shown(written);
  expect(receipt?.reason, job).toBeUndefined();
  expect(receipt?.issues, job).toEqual([]);
  const plain = (lines: readonly BookedLine[]) =>
    JSON.stringify(
      lines.map((line) => [line.AccountNumber, line.Amount, line.Description, line.FinancialDate, line.VatCode]),
    );
  expect(booked.map(({ lines }) => plain(lines)).sort(), job).toEqual(expected.map(plain).sort());
  expect(receipt).toMatchObject({ state: 'completed', mismatches: [] });
  expect(receipt?.rows).toEqual({
    read: rows,
    booked: rows,
    held: 0,
    rejected: 0,
    duplicate: 0,
    skipped: 0,
    inDoubt: 0,
    pending: 0,
  });
  expect(receipt?.entries).toMatchObject({ planned: expected.length, booked: expected.length });
  const totals = new Map<string, bigint>();
  const sides = { debit: 0n, credit: 0n };
  for (const line of expected.flat()) {
    const account = String(line.AccountNumber);
    const cents = BigInt(line.Amount.replace('.', ''));
    totals.set(account, (totals.get(account) ?? 0n) + cents);
    sides[cents > 0n ? 'debit' : 'credit'] += cents;
  }
  expect(receipt?.totals).toMatchObject({ debit: centsText(sides.debit), credit: centsText(sides.credit) });
  const accounts = [...totals].map(([account, cents]) => ({
    account,
    file: centsText(cents),
    booked: centsText(cents),
  }));
  const byAccount = (one: { account: string }, other: { account: string }) =>
    Number(one.account) - Number(other.account);
  expect([...receipt!.totals.accounts].sort(byAccount)).toEqual(accounts.sort(byAccount));
}
