import type { Issue } from '../core/issue.ts';
import type { BookingsJob, Job } from '../core/job.ts';
import { type NamedValue, rankValues } from '../core/nearest.ts';
import type { VatType } from '../core/records.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { CauseRow, ImportRow } from '../ledger/rows.ts';
import { matchHeader } from '../reading/match-header.ts';
import { ServiceMisconfigured, ServiceUnavailable } from '../service/errors.ts';

/** Suggestions that are told at most. */
const SUGGESTIONS_MAX = 20;
/** So long a service is waited for, in milliseconds: somebody looks at the screen. */
const SERVICE_WAIT_MS = 5_000;
/** Plans whose accounts are suggested, the newest of the company. */
const PLANS_ASKED = 20;

const ACCOUNT: readonly Issue['code'][] = ['account-unknown', 'account-invalid', 'account-ambiguous'];
const VAT: readonly Issue['code'][] = ['vat-unknown', 'vat-ambiguous'];

/** What could take the place of the value that a cause is about: what the company's books are known to have, the nearest first. */
export async function suggestValues(
  row: ImportRow,
  { code, value }: Pick<CauseRow, 'code' | 'value'>,
  ports: PipelinePorts,
): Promise<NamedValue[]> {
  if (value === null) return [];
  const known = await knownValues(row, code as Issue['code'], value, ports);
  const sent = await asSent(row, code as Issue['code'], value, ports);
  return known.flatMap((each) => rankValues(sent, each)).slice(0, SUGGESTIONS_MAX);
}

/** Near to the account that the job makes of a text are the accounts that are near in the message. */
async function asSent(row: ImportRow, code: Issue['code'], value: string, ports: PipelinePorts): Promise<string> {
  if (!ACCOUNT.includes(code)) return value;
  return ports.job(row.job).then(
    ({ job }) => mapped(job, 'accounts', value),
    () => value,
  );
}

/** @returns groups of values, the likeliest group first */
async function knownValues(
  row: ImportRow,
  code: Issue['code'],
  value: string,
  ports: PipelinePorts,
): Promise<NamedValue[][]> {
  const { references } = ports.service(row.service);
  if (ACCOUNT.includes(code)) {
    const known = await ports.ledger.waiting.accountsMet(row.company, row.kind, PLANS_ASKED);
    const met = known.flatMap((accounts) => Object.values(JSON.parse(accounts) as Record<string, [string, string]>));
    const seen = references.known().map(({ number, name }) => [number, name] as const);
    return [[...met, ...seen].map(([number, name]) => ({ value: number, name }))];
  }
  const late = AbortSignal.timeout(SERVICE_WAIT_MS);
  try {
    if (VAT.includes(code)) return byRate(await references.vatTypes(late), value);
    if (code === 'field-type-unknown') {
      return [(await references.fieldTypes(late)).map(({ name, description }) => ({ value: name, name: description }))];
    }
  } catch (error) {
    // Suggestions are a help: without the service there are none.
    const isOfService = error instanceof ServiceUnavailable || error instanceof ServiceMisconfigured;
    if (!isOfService && !late.aborted) throw error;
  }
  return [];
}

/** 25 is no misspelt 20, but most likely a percentage: the types of that percentage come first. */
function byRate(types: readonly VatType[], value: string): NamedValue[][] {
  const ofRate = ({ percent }: VatType) => percent !== undefined && Number(percent) === Number(value);
  const rated = new Set(types.filter(ofRate).map(({ code }) => code));
  const named = types.map(({ code, name }) => ({ value: code, name }));
  return [named.filter((each) => rated.has(each.value)), named.filter((each) => !rated.has(each.value))];
}

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

const AMOUNTS = ['amount', 'net', 'vatAmount', 'debit', 'credit', 'balance'];

/** Columns that amounts stand in. */
export function amountColumns(job: Job, headers: readonly string[]): number[] {
  const { columns } = matchHeader(headers, job);
  return AMOUNTS.flatMap((field) => columns[field] ?? []);
}

/** The mapping of the job that the values of a column go through; undefined where they go through none. */
export function mappingOf(job: Job, headers: readonly string[], column: number): MappingSection | undefined {
  const { columns } = matchHeader(headers, job);
  const field = Object.keys(columns).find((name) => columns[name]!.includes(column));
  return field === undefined ? undefined : SECTION[field];
}

/** What a value of the file becomes on its way to the service. */
export function mapped(job: Job, section: MappingSection, value: string): string {
  const { accounts = {}, vat: { codes } = { codes: {} } } = job as Partial<BookingsJob>;
  const mapping: Readonly<Record<string, string>> = section === 'accounts' ? accounts : codes;
  return Object.hasOwn(mapping, value) ? mapping[value]! : value;
}
