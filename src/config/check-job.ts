import type { Job } from '../domain/job.ts';
import { type MappedColumn, mappedColumns } from '../domain/mapped-columns.ts';
import { normaliseHeader } from '../domain/normalise-header.ts';
import { checkAmounts } from './check-amounts.ts';
import { checkCustomFields } from './check-custom-fields.ts';
import { explainDates } from './check-dates.ts';
import { explainEncoding } from './check-encoding.ts';
import { checkValues } from './check-values.ts';
import { substitute } from './environment.ts';
import type { Finding } from './explain-issues.ts';

/** Most columns that a worksheet can have. */
const COLUMNS_MAX = 16_384;
/** Pairs of fields that one column can't be both of. */
const EXCLUSIVE = [
  ['debit', 'credit'],
  ['amount', 'debit'],
  ['amount', 'credit'],
  ['amount', 'net'],
  ['amount', 'vatAmount'],
  ['net', 'vatAmount'],
  ['amount', 'vat.percent'],
  ['vatAmount', 'vat.percent'],
  ['vatAmount', 'vat'],
  ['vat', 'vat.percent'],
  ['account', 'contraAccount'],
  ['debitAccount', 'creditAccount'],
  ['account', 'amount'],
] as const;

/** What the keys of a job must agree on among themselves; each finding says what would mend it. */
export function checkJob(job: Job): Finding[] {
  const found: Finding[] = [...checkFile(job), ...checkColumns(job), ...checkRules(job), ...checkFetch(job)];
  if (job.kind === 'bookings') found.push(...checkAmounts(job), ...checkValues(job), ...checkSign(job));
  else {
    if (job.kind === 'contacts') found.push(...checkCustomFields(job));
    const required = job.kind === 'contacts' ? (['name'] as const) : (['name', 'model', 'type'] as const);
    const given: Readonly<Record<string, unknown>> = { ...job.columns, ...job.defaults };
    for (const field of required)
      if (given[field] === undefined)
        found.push({ path: ['columns'], message: `must name ${field} too. For example: ${field}: Navn` });
  }
  return found;
}

function checkFile({ file }: Job): Finding[] {
  const found: Finding[] = [];
  if (file.sheet !== undefined && file.sheets !== undefined)
    found.push({
      path: ['file', 'sheets'],
      message: 'stands beside file.sheet: one names a sheet, the other several. Keep one of them',
    });
  const encoding = file.encoding === 'auto' ? undefined : explainEncoding(file.encoding);
  if (encoding !== undefined) found.push({ path: ['file', 'encoding'], message: encoding });
  for (const [index, pattern] of (file.dates === 'auto' ? [] : file.dates).entries()) {
    const message = explainDates(pattern);
    if (message !== undefined) found.push({ path: ['file', 'dates', index], message });
  }
  if (file.dates !== 'auto') found.push(...repeated(file.dates, ['file', 'dates'], (pattern) => pattern));
  found.push(...repeated(file.match, ['file', 'match'], (pattern) => pattern));
  return found;
}

function checkColumns(job: Job): Finding[] {
  const found: Finding[] = [];
  const mapped = mappedColumns(job);
  if (Object.keys(job.columns).length === 0)
    found.push({ path: ['columns'], message: 'must name at least one column. For example: account: Konto' });
  for (const column of mapped) {
    found.push(...repeated(column.headers, column.path, normaliseHeader));
    if (job.file.header === 'none') found.push(...checkNumbers(column));
  }
  for (const [one, other] of EXCLUSIVE) {
    const first = mapped.find(({ use }) => use === one)?.headers.map(normaliseHeader);
    const second = mapped.find(({ use }) => use === other);
    const shared = second?.headers.find((header) => first?.includes(normaliseHeader(header)));
    if (second !== undefined && shared !== undefined)
      found.push({ path: second.path, message: `names the same column as ${one}: "${shared}". Each needs its own` });
  }
  return found;
}

function checkNumbers({ path, headers }: MappedColumn): Finding[] {
  return headers
    .filter((header) => !/^[1-9]\d{0,4}$/.test(header) || Number(header) > COLUMNS_MAX)
    .map((header) => ({
      path,
      message: `names the column "${header}", but with header: none a column is a number, and 1 is the first. For example: 3`,
    }));
}

function checkRules(job: Job): Finding[] {
  return job.rules.flatMap(({ when, set }, index): Finding[] => {
    const found: Finding[] = [];
    const { column, ...fields } = when;
    if (Object.keys(fields).length + Object.keys(column ?? {}).length === 0)
      found.push({
        path: ['rules', index, 'when'],
        message:
          'must say what a row looks like; for values on every row use defaults. For example: when: { description: "rema|kiwi" }',
      });
    if (Object.keys(set).length === 0)
      found.push({
        path: ['rules', index, 'set'],
        message: 'must set at least one field. For example: set: { contraAccount: "4300" }',
      });
    return found;
  });
}

function checkSign(job: Job): Finding[] {
  if (job.kind !== 'bookings' || job.sign === undefined) return [];
  const { debit, credit } = job.sign;
  const debits = debit.map(normaliseHeader);
  return [
    ...repeated(debit, ['sign', 'debit'], normaliseHeader),
    ...repeated(credit, ['sign', 'credit'], normaliseHeader),
    ...credit
      .filter((flag) => debits.includes(normaliseHeader(flag)))
      .map((flag) => ({
        path: ['sign', 'credit'],
        message: `holds "${flag}", which means debit too. Keep it in one of the two`,
      })),
  ];
}

function checkFetch({ fetch, schedule }: Job): Finding[] {
  if (fetch === undefined)
    return schedule === undefined
      ? []
      : [
          {
            path: ['schedule'],
            message:
              'says when files are fetched, but nothing says from where. For example: fetch: { path: /mnt/exports/*.csv }',
          },
        ];
  const texts: [Finding['path'], string | undefined][] = [
    [['fetch', 'url'], fetch.url],
    [['fetch', 'sftp', 'password'], fetch.sftp?.password],
    [['fetch', 'sftp', 'passphrase'], fetch.sftp?.passphrase],
    ...Object.entries(fetch.headers ?? {}).map(([name, value]): [Finding['path'], string] => [
      ['fetch', 'headers', name],
      value,
    ]),
  ];
  return (
    texts
      .filter(([, text]) => text !== undefined && substitute(text, {}).malformed.length > 0)
      // biome-ignore lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
      .map(([path]) => ({ path, message: 'holds a $ that names no variable. For example: ${TOKEN}' }))
  );
}

function repeated(items: readonly string[], path: Finding['path'], same: (item: string) => string): Finding[] {
  const seen = new Set<string>();
  return items.flatMap((item) => {
    const key = same(item);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ path, message: `holds "${item}" twice. Keep one of them` }];
  });
}
