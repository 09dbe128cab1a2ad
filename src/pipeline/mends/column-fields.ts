import type { Job } from '../../domain/job.ts';
import { matchHeader } from '../../rules/match-header.ts';

/** Where a mapping of the job stands: of account numbers, or of VAT codes. */
export type MappingSection = 'accounts' | 'vat.codes';

const SECTION: Readonly<Record<string, MappingSection>> = {
  account: 'accounts',
  contraAccount: 'accounts',
  debitAccount: 'accounts',
  creditAccount: 'accounts',
  vat: 'vat.codes',
  contraVat: 'vat.codes',
  debitVat: 'vat.codes',
  creditVat: 'vat.codes',
};

/** Columns that the key of an entry stands in; several where it is made of them. */
export function keyColumns(job: Job, headers: readonly string[]): readonly number[] {
  return job.kind === 'bookings' ? (matchHeader(headers, job).columns['entry'] ?? []) : [];
}

const AMOUNTS = ['amount', 'net', 'vatAmount', 'debit', 'credit', 'balance'];

/** Columns that amounts stand in. */
export function amountColumns(job: Job, headers: readonly string[]): number[] {
  if (job.kind !== 'bookings') return [];
  const { columns } = matchHeader(headers, job);
  return AMOUNTS.flatMap((field) => columns[field] ?? []);
}

/** The mapping of the job that the values of a column go through; undefined where they go through none. */
export function mappingOf(job: Job, headers: readonly string[], column: number): MappingSection | undefined {
  const { columns } = matchHeader(headers, job);
  const field = Object.keys(columns).find((name) => columns[name]!.includes(column));
  return job.kind === 'bookings' && field !== undefined ? SECTION[field] : undefined;
}

/** What a value of the file becomes on its way to the service. */
export function mapped(job: Job, section: MappingSection, value: string): string {
  if (job.kind !== 'bookings') return value;
  const mapping: Readonly<Record<string, string>> = section === 'accounts' ? job.accounts : job.vat.codes;
  return Object.hasOwn(mapping, value) ? mapping[value]! : value;
}
