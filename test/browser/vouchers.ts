import { parse } from 'csv-parse/sync';
import { expect, vi } from 'vitest';
import type { Dashboard } from './open-dashboard.ts';

/** A row of a file of the job `bookings`, by its header. */
export type VoucherRow = Readonly<Record<(typeof COLUMNS)[number], string>>;

const COLUMNS = ['Bilagsnr', 'Dato', 'Konto', 'Tekst', 'Beløp', 'Mva-kode'] as const;
/** Vouchers with an account that is not there: four rows each name it. */
export const UNKNOWN_VOUCHERS = 103;
export const UNKNOWN_ROWS = 4 * UNKNOWN_VOUCHERS;
const UNKNOWN_ACCOUNT = '3015';
const SOUND_VOUCHERS = 12;
/** What an import of it may take, in milliseconds. */
const REST_MS = 120_000;

const kroner = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/**
 * A file of many vouchers: 412 rows in 103 of them name an account that is not there, one voucher is dated on a day that
 * there is not, one does not balance by 12 kroner, the others are sound. Amounts have odd øre.
 */
export function manyVouchers(first = 20_001): string {
  const lines: string[] = [];
  let number = first;
  const add = (rows: readonly (readonly [account: string, cents: number])[], day = '17.03.2026') => {
    for (const [account, cents] of rows) lines.push(`${number};${day};${account};Salg nr. ${number};${kroner(cents)};`);
    number++;
  };
  for (let at = 0; at < UNKNOWN_VOUCHERS; at++) {
    const parts = [1, 2, 3, 4].map((part) => at * 137 + part * 1_011);
    add([
      ['1920', parts.reduce((sum, part) => sum + part, 0)],
      ...parts.map((part) => [UNKNOWN_ACCOUNT, -part] as const),
    ]);
  }
  for (let at = 0; at < SOUND_VOUCHERS; at++)
    add([
      ['1920', 10_001 + at],
      ['3000', -10_001 - at],
    ]);
  add(
    [
      ['1920', 75_005],
      ['3000', -75_005],
    ],
    '31.02.2026',
  );
  add([
    ['1920', 48_000],
    ['3000', -46_800],
  ]);
  return `${COLUMNS.join(';')}\r\n${lines.join('\r\n')}\r\n`;
}

/** Rows as a file. */
export function asFile(rows: readonly VoucherRow[]): string {
  return `${[COLUMNS, ...rows.map((row) => COLUMNS.map((name) => row[name]))].map((cells) => cells.join(';')).join('\r\n')}\r\n`;
}

/** The rows of a file as csv-parse reads them, which bilag does not use. */
export function rowsOf(text: string | Buffer): VoucherRow[] {
  return parse(text, { delimiter: ';', columns: true, skip_empty_lines: true });
}

/** Holds what stands in the sandbox against rows of files: the same vouchers, line for line and øre for øre, and no other. */
export async function expectBooked(dashboard: Dashboard, rows: readonly VoucherRow[]): Promise<void> {
  const vouchers = new Map<string, string[]>();
  for (const row of rows) {
    const lines = vouchers.get(row.Bilagsnr) ?? [];
    vouchers.set(row.Bilagsnr, lines);
    const [day, month, year] = row.Dato.split('.');
    lines.push([row.Konto, decimal(row['Beløp']), row.Tekst, `${year}-${month}-${day}`].join(' | '));
  }
  interface Line {
    readonly AccountNumber: number;
    readonly Amount: string;
    readonly Description: string;
    readonly FinancialDate: string;
  }
  const { entries } = await dashboard.control<{ entries: { lines: Line[] }[] }>('booked');
  const booked = entries.map(({ lines }) =>
    lines.map((line) =>
      [line.AccountNumber, line.Amount, line.Description, line.FinancialDate.slice(0, 10)].join(' | '),
    ),
  );
  const sorted = (all: Iterable<string[]>) => [...all].map((lines) => lines.join('\n')).sort();
  expect(sorted(booked)).toEqual(sorted(vouchers.values()));
}

/** `-1 234,5` → `-1234.50` */
function decimal(text: string): string {
  const [whole, decimals = ''] = text.replaceAll(/\s/g, '').split(',');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}

/** Hands a file in over the interface, under the job `bookings` unless told, and waits until the import rests as it should. @returns its id */
export async function bringIn(
  dashboard: Dashboard,
  name: string,
  content: string | Buffer<ArrayBuffer>,
  state: string,
  {
    headers = {},
    query = '',
    job = 'bookings',
  }: { readonly headers?: Readonly<Record<string, string>>; readonly query?: string; readonly job?: string } = {},
): Promise<string> {
  const address = `/api/imports?job=${job}&name=${encodeURIComponent(name)}${query}`;
  const request = { method: 'POST', body: content, headers: { ...headers, 'content-type': 'text/csv' } };
  const { import: id } = await dashboard.ask<{ import: string }>(address, request);
  const now = async () => (await dashboard.ask<{ state: string }>(`/api/imports/${id}`, { headers })).state;
  await vi.waitFor(async () => expect(await now()).toBe(state), { timeout: REST_MS });
  return id;
}
