import { setTimeout as sleep } from 'node:timers/promises';
import type { Company } from '../core/company.ts';
import { UsageError } from '../core/issue.ts';
import { IDS_COMPARED_MOST, judgeIds } from '../core/judge-ids.ts';
import type { ChartValue } from '../core/records.ts';
import { KIND_NAMES, kindOf } from '../kinds/kinds.ts';
import type { PipelinePorts, ServicePort } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { accountValue, listAccountPage, listVatTypePage, vatValues } from '../service/accounts.ts';
import { ServiceMisconfigured, ServiceUnavailable, ServiceUnexpected } from '../service/errors.ts';
import { readList } from '../service/read-list.ts';
import { keyOf } from './plan-moved.ts';

/** Between two looks whether a chart of accounts is to be read again, in milliseconds. */
export const CHART_CHECK_MS = 60_000;
/** However short the times of `cache` are, a list is not read again within this time, in milliseconds. */
const READ_LEAST_MS = 5_000;

export type ChartPorts = Pick<PipelinePorts, 'ledger' | 'service' | 'now'>;

/** What is kept may be as old as accounts that were found (`cache.accounts`), or as one that was not (`cache.missing`). */
export type ChartAge = 'found' | 'missing';

/** What a plan was told of accounts and VAT types is kept with the company. */
export async function noteChart({ company, service: name }: ImportRow, ports: ChartPorts): Promise<void> {
  const { chart } = ports.ledger;
  const service = await serviceOf(name, company, ports);
  const told = single(service?.references.known() ?? []);
  const kept = await keptOf(company, name, ports);
  const news = told.filter((each) => !isSame(each, kept.get(keyOf(each))));
  // Its books may be those of another company, though they go by the same name: their IDs are others then.
  const known = [...kept.values(), ...(await ports.ledger.knownIds.of(company, IDS_COMPARED_MOST))];
  const found = new Map(told.map((each) => [keyOf(each), each.id]));
  const compared = known.filter((each) => found.has(keyOf(each)));
  if (news.length > 0 && (await isOfBooks(company, compared, found, ports))) await chart.note(company, name, news);
}

/** A reading of the service's list that is under way. It fails with what is wrong with bilag itself. */
export interface ReadingUnderWay {
  readonly ended: Promise<void>;
}

/**
 * Begins to read the chart of accounts of a service, where what is kept of it is older than the configuration allows. It belongs
 * to the company whose books the service keeps today, and stays as it was where the service does not answer.
 */
export async function beginReading(
  name: string,
  ports: ChartPorts,
  age: ChartAge,
  leaving: AbortSignal,
): Promise<ReadingUnderWay | undefined> {
  const service = await serviceOf(name, undefined, ports);
  if (service === undefined) return undefined;
  const company = await service.company();
  const { accountsMs, vatTypesMs, missingMs } = service.client.options.cache;
  const mostMs = Math.max(READ_LEAST_MS, age === 'found' ? Math.min(accountsMs, vatTypesMs) : missingMs);
  const now = ports.now();
  const begun = await ports.ledger.chart.begin(company, name, now, now - mostMs);
  return begun ? { ended: renew(company, service, ports, leaving) } : undefined;
}

async function renew(company: Company, service: ServicePort, ports: ChartPorts, leaving: AbortSignal): Promise<void> {
  const { name } = service;
  const { chart, knownIds } = ports.ledger;
  try {
    const { values, whole } = await readChart(service, leaving);
    const kept = [...(await keptOf(company, name, ports)).values()].slice(0, IDS_COMPARED_MOST);
    const found = new Map(values.map((each) => [keyOf(each), each.id]));
    // A number that the list does not have counts as another ID: the numbers of other books may all be others.
    const known = [...kept, ...(await knownIds.of(company, IDS_COMPARED_MOST))];
    if (await isOfBooks(company, known, found, ports))
      await chart.keep(company, name, single(values), whole, ports.now());
    else await chart.failed(company, name, ports.now());
  } catch (error) {
    await chart.failed(company, name, ports.now());
    const isOfService =
      error instanceof ServiceUnavailable ||
      error instanceof ServiceMisconfigured ||
      error instanceof ServiceUnexpected;
    if (!isOfService && !leaving.aborted) throw error;
  }
}

/** Reads the charts of the services of which rows wait for somebody who chooses accounts. */
export async function renewWantedCharts(ports: ChartPorts, leaving: AbortSignal): Promise<void> {
  const kinds = KIND_NAMES.filter((kind) => kindOf(kind).records === undefined);
  const wanted = await ports.ledger.chart.wanted(kinds);
  for (const service of new Set(wanted.map((each) => each.service))) {
    if (leaving.aborted) return;
    await (await beginReading(service, ports, 'found', leaving))?.ended;
  }
}

/** Whether a service keeps the books of this company today, as far as its name says. */
export async function keepsBooks(name: string, company: Company, ports: ChartPorts): Promise<boolean> {
  return (await serviceOf(name, company, ports)) !== undefined;
}

/** Undefined where the service is not configured any more, or whose books it keeps is not known, or they are others. */
async function serviceOf(
  name: string,
  company: Company | undefined,
  { service: port }: ChartPorts,
): Promise<ServicePort | undefined> {
  try {
    const service = port(name);
    const books = await service.company();
    return company === undefined || books === company ? service : undefined;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

async function readChart(
  { client, pagePauseMs }: ServicePort,
  leaving: AbortSignal,
): Promise<{ values: ChartValue[]; whole: boolean }> {
  const pause = async () => void (pagePauseMs > 0 && (await sleep(pagePauseMs, undefined, { signal: leaving })));
  const accounts = await all('accounts', async (skip, top) => {
    await pause();
    return listAccountPage(client, { skip, top }, leaving);
  });
  const vatTypes = await all('VAT types', async (skip, top) => {
    await pause();
    return listVatTypePage(client, { skip, top }, leaving);
  });
  return {
    values: [...accounts.listed.map(accountValue), ...vatValues(vatTypes.listed)],
    whole: accounts.whole && vatTypes.whole,
  };
}

async function all<Listed extends { readonly id: number }>(
  ...of: Parameters<typeof readList<Listed>>
): Promise<{ listed: Listed[]; whole: boolean }> {
  const listed: Listed[] = [];
  const pages = readList(...of);
  for (;;) {
    const page = await pages.next();
    if (page.done) return { listed, whole: page.value.complete };
    listed.push(...page.value);
  }
}

/** By what they are called. */
async function keptOf(company: Company, service: string, { ledger }: ChartPorts): Promise<Map<string, ChartValue>> {
  const kept = [
    ...(await ledger.chart.of(company, service, 'account')),
    ...(await ledger.chart.of(company, service, 'vat-type')),
  ];
  return new Map(kept.map((each) => [keyOf(each), each]));
}

/**
 * Whether what a service says is of the books that the company is known by (docs: the same entry, section 5). Under a wrong
 * token the books of another company answer, whose accounts are none of this one.
 */
async function isOfBooks(
  company: Company,
  known: readonly Pick<ChartValue, 'kind' | 'code' | 'id'>[],
  found: ReadonlyMap<string, number>,
  { ledger }: ChartPorts,
): Promise<boolean> {
  const verdict = await ledger.knownIds.verdict(company);
  if (verdict !== undefined) return verdict === 'same';
  return judgeIds(known.map((each) => ({ ...each, now: found.get(keyOf(each)) ?? null }))) !== 'other';
}

function isSame(one: ChartValue, other: ChartValue | undefined): boolean {
  return (
    other !== undefined &&
    one.id === other.id &&
    one.name === other.name &&
    (one.percent ?? null) === (other.percent ?? null)
  );
}

/** Without those that go by a number or code of several: none of them can be booked on. */
function single(values: readonly ChartValue[]): ChartValue[] {
  const ids = new Map<string, Set<number>>();
  for (const each of values) {
    const key = keyOf(each);
    ids.set(key, (ids.get(key) ?? new Set()).add(each.id));
  }
  return values.filter((each) => each.code !== '' && ids.get(keyOf(each))!.size === 1);
}
