import type { BookingsJob, ContactsJob, FigureColumns, Job } from '../core/job.ts';
import type { Column } from '../core/job-schema.ts';

/** A column that a job reads, where the job names it, and what for. */
export interface MappedColumn {
  readonly path: readonly (string | number)[];
  /** For people: "amount", "sign", "rules[0]". */
  readonly use: string;
  /** Accepted headers; numbers (1 is the first) where the file has no header. */
  readonly headers: Column;
}

/** Keys of single kinds that name columns too. */
type ColumnKeys = Partial<Pick<BookingsJob, 'figures' | 'vat' | 'sign' | 'rate'> & Pick<ContactsJob, 'custom'>>;

/** Every column that a job reads. Each must stand in the file exactly once (design, section 5). */
export function mappedColumns(job: Job): MappedColumn[] {
  const mapped: MappedColumn[] = [];
  const { figures, vat, sign, rate, custom = {} }: ColumnKeys = job as Job & ColumnKeys;
  for (const [field, headers] of Object.entries(job.columns) as [string, Column | readonly Column[] | undefined][]) {
    if (headers === undefined || (field === 'amount' && figures !== undefined)) continue;
    const path = ['columns', field];
    const parts = typeof headers[0] === 'string' ? [headers as Column] : (headers as readonly Column[]);
    for (const part of parts) mapped.push({ path, use: field, headers: part });
  }
  if (figures !== undefined) mapped.push(...figureColumns(figures));
  if (vat?.percent !== undefined) mapped.push({ path: ['vat', 'percent'], use: 'vat.percent', headers: vat.percent });
  if (sign !== undefined) mapped.push({ path: ['sign', 'column'], use: 'sign', headers: sign.column });
  if (rate !== undefined) mapped.push({ path: ['rate', 'column'], use: 'rate', headers: rate.column });
  for (const [name, headers] of Object.entries(custom))
    mapped.push({ path: ['custom', name], use: `custom ${name}`, headers });
  for (const [index, { when }] of job.rules.entries())
    for (const header of Object.keys(when.column ?? {}))
      mapped.push({ path: ['rules', index, 'when', 'column', header], use: `rules[${index}]`, headers: [header] });
  for (const [index, skip] of job.skip.entries())
    if (skip.column !== undefined)
      mapped.push({ path: ['skip', index, 'column'], use: `skip[${index}]`, headers: skip.column });
  return mapped;
}

/** The first of them goes by `amount`, as if it were the only one; those beside it by names of their own. */
function figureColumns({ gross, net, vat }: FigureColumns): MappedColumn[] {
  const of = (key: string, use: string, headers: Column | undefined): MappedColumn[] =>
    headers === undefined ? [] : [{ path: ['columns', 'amount', key], use, headers }];
  return [
    ...of('gross', 'amount', gross),
    ...of('net', gross === undefined ? 'amount' : 'net', net),
    ...of('vat', 'vatAmount', vat),
  ];
}
