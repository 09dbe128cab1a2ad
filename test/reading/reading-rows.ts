import { parseJob } from '../../src/config/read-job.ts';
import type { Cell } from '../../src/core/cell.ts';
import type { BookingsJob } from '../../src/core/job.ts';
import type { Account, VatType } from '../../src/core/records.ts';
import { AccountSlots, vatCodes } from '../../src/kinds/bookings/accounts.ts';
import { RowReader } from '../../src/kinds/bookings/read-row.ts';
import { DateInference } from '../../src/reading/infer-date-order.ts';
import { DecimalInference } from '../../src/reading/infer-decimal.ts';
import { findHeader } from '../../src/reading/match-header.ts';
import type { Group, Line, RowReading } from '../../src/reading/row-context.ts';

export const VAT: readonly VatType[] = [
  { id: 11, code: '1', name: 'In', percent: '25', output: false },
  { id: 33, code: '3', name: 'Out', percent: '25', output: true },
  { id: 71, code: '7', name: 'A', percent: '0', output: true },
  { id: 72, code: '7', name: 'B', percent: '0', output: true },
];

export const account = (number: string, vatTypeId: number | null = null): Account => ({
  id: Number(number) + 10_000,
  number,
  name: `Konto ${number}`,
  vatTypeId,
});

export const job = (yaml: string): BookingsJob => parseJob(`kind: bookings\n${yaml}`, 'job.yaml') as BookingsJob;

/** A reader of rows under a job; the first row is line 2. */
export function rowReader(yaml: string, header: readonly string[], file = 'a.csv', currency?: string) {
  const parsed = job(yaml);
  const found = findHeader({ records: [header], lines: [1] }, parsed);
  const decimals = new DecimalInference({ decimal: parsed.file.decimal, scale: parsed.file.scale });
  const accounts = new AccountSlots(parsed.accounts);
  const reader = new RowReader({
    job: parsed,
    file,
    headers: found.headers,
    columns: found.columns,
    columnOf: found.columnOf,
    amount: (column, scale) => decimals.column(column, scale),
    date: (column) => {
      const dates = new DateInference({
        column,
        formats: parsed.file.dates,
        timezone: parsed.file.timezone,
        epoch1904: undefined,
      });
      return (cell, line) => dates.read(cell, line);
    },
    accounts,
    vat: vatCodes(VAT, parsed.vat.codes),
    scale: parsed.file.scale,
    descriptionMax: 500,
    currency,
    place: 'line',
    again: false,
  });
  return { reader, accounts, job: parsed };
}

/** Reads one record. */
export function read(yaml: string, header: string, ...cells: Cell[]): RowReading | undefined {
  return rowReader(yaml, header.split(' ')).reader.read(cells, 2);
}

/** `1920 100 [3]`: account as sent, minor units, VAT code or `by account`. */
export function shown(line: Line): string {
  const vat = line.vat !== undefined ? ` [${line.vat.code}]` : line.vatByAccount ? ' [by account]' : '';
  return `${line.account.number} ${line.units}${vat}`;
}

export function group(key: string, lines: readonly Partial<Line & { number: string }>[], seq = 1): Group {
  const slots = new AccountSlots({});
  return {
    seq,
    id: key,
    key,
    sourceKey: key,
    rows: lines.map((line, at) => line.row ?? at + 2),
    sources: lines.map((line, at) => ({
      row: line.row ?? at + 2,
      date: line.date ?? '2026-01-05',
      units: line.units ?? 100,
      account: line.number ?? '1920',
      contraAccount: '',
      vat: line.vat?.code ?? '',
      contraVat: '',
      description: line.description ?? 'text',
      balance: '',
    })),
    sides: undefined,
    breaks: [],
    lines: lines.map((line, at) => {
      const slot = slots.slot(line.number ?? '1920');
      slot.lookup = { found: 'one', account: account(slot.number, 5) };
      const description = line.description ?? 'text';
      return {
        row: at + 2,
        account: slot,
        units: 100,
        description,
        date: '2026-01-05',
        vat: undefined,
        vatByAccount: false,
        ...line,
      };
    }),
    issues: undefined,
    tooLarge: undefined,
  };
}
