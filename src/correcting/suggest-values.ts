import type { Issue } from '../core/issue.ts';
import type { BookingsJob, Job } from '../core/job.ts';
import { isOfClass, type NamedValue, nearest, rankValues } from '../core/nearest.ts';
import type { ChartValue, ReferenceKind } from '../core/records.ts';
import { keepsBooks } from '../importing/keep-chart.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { CauseRow, ImportRow } from '../ledger/rows.ts';
import { matchedColumns, matchHeader } from '../reading/match-header.ts';
import { vatValues } from '../service/accounts.ts';
import { ServiceMisconfigured, ServiceUnavailable } from '../service/errors.ts';

/** Suggestions that are told at most. */
const SUGGESTIONS_MAX = 20;
/** So long a service is waited for, in milliseconds: somebody looks at the screen. */
const SERVICE_WAIT_MS = 5_000;
/** Accounts whose numbers begin with the same so many digits are of one group. */
const GROUP_DIGITS = 2;

const ACCOUNT: readonly Issue['code'][] = ['account-unknown', 'account-invalid', 'account-ambiguous'];
const VAT: readonly Issue['code'][] = ['vat-unknown', 'vat-ambiguous'];

/** Why a value is likely: somebody put it in the place of this one before; it has this rate; it reads nearly alike. */
export type SuggestionReason =
  | { readonly is: 'replaced'; readonly entries: number; readonly of: number; readonly at: number }
  | { readonly is: 'rate'; readonly percent: string }
  | { readonly is: 'nearest' };

export interface Suggestion extends NamedValue {
  readonly why?: SuggestionReason;
}

/** What a suggestion takes the place of. */
export type Wrong = Pick<CauseRow, 'code' | 'column' | 'value'>;
type Ports = Pick<PipelinePorts, 'ledger' | 'service' | 'now' | 'job'>;

/** What a person may choose from in the place of a value; undefined where it is no account and no VAT code. */
export function chartOf(code: string): ReferenceKind | undefined {
  if (ACCOUNT.includes(code as Issue['code'])) return 'account';
  return VAT.includes(code as Issue['code']) ? 'vat-type' : undefined;
}

/** What could take the place of the value that a cause is about: what the company's books are known to have, the likeliest first. */
export async function suggestValues(row: ImportRow, wrong: Wrong, ports: Ports): Promise<Suggestion[]> {
  const { code, value } = wrong;
  if (value === null) return [];
  const kind = chartOf(code);
  const late = AbortSignal.timeout(SERVICE_WAIT_MS);
  try {
    if (kind !== undefined) {
      const kept = await ports.ledger.chart.of(row.company, row.service, kind);
      const isAsked = kind === 'vat-type' && kept.length === 0 && (await keepsBooks(row.service, row.company, ports));
      const known = isAsked ? vatValues(await ports.service(row.service).references.vatTypes(late)) : kept;
      return await likeliest(row, { ...wrong, value }, kind, known, ports);
    }
    if (code === 'field-type-unknown') {
      const types = await ports.service(row.service).references.fieldTypes(late);
      const named = types.map(({ name, description }) => ({ value: name, name: description }));
      return rankValues(value, named).slice(0, SUGGESTIONS_MAX);
    }
  } catch (error) {
    // Suggestions are a help: without the service there are none.
    const isOfService = error instanceof ServiceUnavailable || error instanceof ServiceMisconfigured;
    if (!isOfService && !late.aborted) throw error;
  }
  return [];
}

/**
 * The one value that is most likely meant instead of each of these, where there is a reason for one. The service is not asked.
 * @returns in their order
 */
export async function proposeValues(
  row: ImportRow,
  wrongs: readonly Wrong[],
  ports: Ports,
): Promise<readonly (Suggestion | undefined)[]> {
  const known = new Map<ReferenceKind, ChartValue[]>();
  const proposals: (Suggestion | undefined)[] = [];
  for (const wrong of wrongs) {
    const kind = chartOf(wrong.code);
    const { value } = wrong;
    if (kind === undefined || value === null || value === '') {
      proposals.push(undefined);
      continue;
    }
    if (!known.has(kind)) known.set(kind, await ports.ledger.chart.of(row.company, row.service, kind));
    const [first] = await likeliest(row, { ...wrong, value }, kind, known.get(kind)!, ports);
    proposals.push(first?.why === undefined ? undefined : first);
  }
  return proposals;
}

async function likeliest(
  row: ImportRow,
  { column, value }: Wrong & { readonly value: string },
  kind: ReferenceKind,
  chart: readonly ChartValue[],
  ports: Ports,
): Promise<Suggestion[]> {
  const known = new Map(chart.map(({ code, name }) => [code, { value: code, name }]));
  const replaced = await replacements(row, column, value, known, ports);
  // Near to the account that the job makes of a text are the accounts that are near in the message.
  const sent = await asSent(row, kind, value, ports);
  const reading = kind === 'account' ? await ports.ledger.chart.reading(row.company, row.service) : undefined;
  const near =
    kind === 'account' ? nearAccounts(sent, [...known.values()], !!reading?.read_at) : nearCodes(sent, chart);
  const first = new Set(replaced.map((each) => each.value));
  return [...replaced, ...near.filter((each) => !first.has(each.value))]
    .filter((each) => each.value !== value)
    .slice(0, SUGGESTIONS_MAX);
}

/** What people put in its place in earlier files of the job, as far as it is still there. */
async function replacements(
  row: ImportRow,
  column: string | null,
  value: string,
  known: ReadonlyMap<string, NamedValue>,
  { ledger }: Ports,
): Promise<Suggestion[]> {
  if (column === null) return [];
  const found = await ledger.revisions.replacements(row, column, value);
  const of = found.reduce((sum, { entries }) => sum + entries, 0);
  return found.flatMap(({ became, entries, at }) => {
    const is = known.get(became.trim());
    return is === undefined ? [] : [{ ...is, why: { is: 'replaced' as const, entries, of, at } }];
  });
}

async function asSent(row: ImportRow, kind: ReferenceKind, value: string, ports: Ports): Promise<string> {
  return ports.job(row.job).then(
    ({ job }) => mapped(job, kind === 'account' ? 'accounts' : 'vat.codes', value),
    () => value,
  );
}

/**
 * The nearest number of its class, of two equally near ones the lower.
 * @param isListed the service's list was read: among the accounts of the files alone the nearest would soon be another
 */
function nearAccounts(sent: string, known: readonly NamedValue[], isListed: boolean): Suggestion[] {
  const [first, ...others] = rankValues(sent, known);
  if (first === undefined) return [];
  const isNear =
    isListed && isOfClass(sent, first.value) && sent.slice(0, GROUP_DIGITS) === first.value.slice(0, GROUP_DIGITS);
  return [isNear ? { ...first, why: { is: 'nearest' } } : first, ...others];
}

/** 25 is no misspelt 20, but most likely a percentage: the types of that percentage come first. */
function nearCodes(sent: string, chart: readonly ChartValue[]): Suggestion[] {
  const named = chart.map(({ code, name }) => ({ value: code, name }));
  const ofRate = chart.filter(({ percent }) => percent != null && sent !== '' && Number(percent) === Number(sent));
  const rated = new Set(ofRate.map(({ code }) => code));
  // Several have the rate, for sales and for purchases: nothing says which is meant.
  const why = rated.size === 1 ? { why: { is: 'rate' as const, percent: ofRate[0]!.percent! } } : {};
  const near = /^\d+$/.test(sent)
    ? undefined
    : nearest(
        sent,
        named.map((each) => each.value),
      );
  return [
    ...rankValues(
      sent,
      named.filter((each) => rated.has(each.value)),
    ).map((each) => ({ ...each, ...why })),
    ...named
      .filter((each) => each.value === near && !rated.has(near))
      .map((each) => ({ ...each, why: { is: 'nearest' as const } })),
    ...rankValues(
      sent,
      named.filter((each) => !rated.has(each.value) && each.value !== near),
    ),
  ];
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
  return matchedColumns(job, headers, AMOUNTS);
}

/** The mapping of the job that the values of a column go through; undefined where they go through none. */
export function mappingOf(job: Job, headers: readonly string[], column: number): MappingSection | undefined {
  const { columns } = matchHeader(headers, job);
  const field = Object.keys(columns).find((name) => columns[name]!.includes(column));
  return field === undefined ? undefined : SECTION[field];
}

/** Columns whose cells say an account or a VAT code, by their places. */
export function chartColumns(job: Job, headers: readonly string[]): { column: number; of: ReferenceKind }[] {
  const { columns } = matchHeader(headers, job);
  return Object.entries(SECTION).flatMap(([field, section]) =>
    (columns[field] ?? []).map((column) => ({
      column,
      of: section === 'accounts' ? ('account' as const) : ('vat-type' as const),
    })),
  );
}

/** What a value of the file becomes on its way to the service. */
export function mapped(job: Job, section: MappingSection, value: string): string {
  const { accounts = {}, vat: { codes } = { codes: {} } } = job as Partial<BookingsJob>;
  const mapping: Readonly<Record<string, string>> = section === 'accounts' ? accounts : codes;
  return Object.hasOwn(mapping, value) ? mapping[value]! : value;
}
