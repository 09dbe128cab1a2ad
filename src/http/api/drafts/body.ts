import type { z } from 'zod';
import { type Issue, toldOf } from '../../../core/issue.ts';
import type { Job } from '../../../core/job.ts';
import { formatMinor } from '../../../core/money.ts';
import type { Contact } from '../../../core/records.ts';
import { causeAnswerOf } from '../../../correcting/cause-answer.ts';
import { proposeValues } from '../../../correcting/suggest-values.ts';
import { createdPreview } from '../../../importing/created-preview.ts';
import { type PlanPreview, previewOf } from '../../../importing/plan-preview.ts';
import { kindOf } from '../../../kinds/kinds.ts';
import type { PipelinePorts } from '../../../kinds/ports.ts';
import type { Ledger } from '../../../ledger/open-ledger.ts';
import type { ImportRow } from '../../../ledger/rows.ts';
import { sheetFacts, sheetsOf, withSheetNames } from '../../../reading/named-sheets.ts';
import type { PlanFacts } from '../../../reading/plan-ports.ts';
import type { CauseSummary } from '../../../reporting/causes.ts';
import { receiptOf } from '../../../reporting/receipt.ts';
import { suggestionBody } from '../corrections/body.ts';
import type { ChartReader } from '../corrections/chart-reader.ts';
import type { dryRunResult } from './shapes.ts';

export type DryRunResult = z.output<typeof dryRunResult>;

/** Causes, totals, lines of an entry and duplicates that are told; the others are counted. */
const ISSUES_MAX = 100;
const TOTALS_MAX = 200;
const LINES_MAX = 20;
const DUPLICATES_MAX = 20;
/** Vouchers that are told line by line. */
const VOUCHERS_MAX = 60;

/** What a dry run came to, read back from its own ledger: the receipt of its plan, and its frozen requests. */
export async function dryRunBody(
  row: ImportRow,
  jobHash: string,
  ledger: Ledger,
  answerable: (issues: readonly CauseSummary[]) => Promise<DryRunResult['receipt']['issues']>,
): Promise<DryRunResult> {
  const facts = row.facts === null ? undefined : (JSON.parse(row.facts) as PlanFacts);
  const { import: _, job, file: __, totals, mismatches, ...receipt } = await receiptOf(row.num, ledger, 0);
  const { records } = kindOf(row.kind);
  const { debit, credit, balances, currency, pending, already, notBooked } = totals;
  const places = Object.entries({ already, notBooked }).filter(([, sides]) => sides !== undefined);
  const issues = await answerable(receipt.issues.slice(0, ISSUES_MAX));
  const preview =
    facts === undefined || records !== undefined ? undefined : await previewOf(row, facts, ledger, 0, VOUCHERS_MAX);
  const waiting = preview === undefined ? 0n : units(pending?.debit ?? '0') - units(preview.debit);
  return {
    job,
    service: row.service,
    hash: jobHash,
    receipt: {
      ...(receipt as DryRunResult['receipt']),
      debit,
      credit,
      ...(currency === undefined ? {} : { currency }),
      ...Object.fromEntries(places),
      ...(waiting === 0n ? {} : { waiting: formatMinor(waiting, facts!.scale) }),
      ...(balances === undefined ? {} : { balances: [...balances] }),
      issues,
      ...(mismatches.length === 0 ? {} : { mismatches: [...mismatches] }),
    },
    moreIssues: receipt.issues.length - issues.length,
    waits: (await ledger.findings.batchSums(row.num)).reduce(
      (sum, each) => sum + (each.state === 'waiting' ? each.entries : 0),
      0,
    ),
    ...(facts === undefined ? {} : { facts: readAs(facts) }),
    ...(preview === undefined ? {} : { bookings: bookings(preview, facts!) }),
    ...(facts === undefined || records === undefined ? {} : { created: await created(row, facts, ledger) }),
    ...(await duplicates(row, ledger)),
  };
}

/** Causes, with the key of the job by which one decision settles each, and what is most likely meant. */
export async function answerable(
  row: ImportRow,
  issues: readonly CauseSummary[],
  said: Job,
  ports: Pick<PipelinePorts, 'ledger' | 'service' | 'now' | 'job'>,
  charts: ChartReader,
): Promise<DryRunResult['receipt']['issues']> {
  const keys = issues.map((issue) => causeAnswerOf(issue, said));
  if (keys.some((key) => key === 'accounts' || key === 'vatCodes')) await charts.beforeProposing(row);
  const wrongs = issues.map(({ code, column = null, value = null }) => ({ code, column, value }));
  const proposals = keys.some((key) => key !== undefined) ? await proposeValues(row, wrongs, ports) : [];
  return issues.map((issue, at) => {
    const [key, proposal] = [keys[at], proposals[at]];
    if (key === undefined) return issue;
    return { ...issue, answer: { key, ...(proposal === undefined ? {} : { proposal: suggestionBody(proposal) }) } };
  });
}

/** Minor units of decimal text: of amounts of one scale. */
const units = (text: string) => BigInt(text.replace('.', ''));

function readAs(facts: PlanFacts): DryRunResult['facts'] {
  const { kind, headerLine, encoding, delimiter, decimal, dateOrder, numbersRestart } = facts;
  const { amountColumns, vatUnchecked, currency, rate } = facts;
  const read = { encoding, delimiter, ...sheetFacts(facts), decimal, dateOrder, numbersRestart };
  const all = { ...read, amountColumns, vatUnchecked, currency, rate };
  const known = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return { kind, headerLine, ...known };
}

function bookings(
  { requests, entries, lines, totals, accounts, debit, credit, first }: PlanPreview,
  { scale }: PlanFacts,
): DryRunResult['bookings'] {
  const sums = new Map<string, { lines: number; units: bigint }>();
  for (const { vatCode, lines: count, amount } of totals) {
    const sum = sums.get(vatCode) ?? { lines: 0, units: 0n };
    sum.lines += count;
    sum.units += units(amount);
    sums.set(vatCode, sum);
  }
  return {
    requests,
    entries,
    lines,
    totals: totals.slice(0, TOTALS_MAX),
    moreTotals: Math.max(0, totals.length - TOTALS_MAX),
    accounts: accounts.slice(0, TOTALS_MAX),
    debit,
    credit,
    vat: [...sums].map(([vatCode, sum]) => ({ vatCode, lines: sum.lines, amount: formatMinor(sum.units, scale) })),
    first: first.map(({ key, rows, lines: all }) => ({
      key,
      rows,
      lines: all.slice(0, LINES_MAX).map((line) => ({ ...line })),
      moreLines: Math.max(0, all.length - LINES_MAX),
    })),
  };
}

async function created(row: ImportRow, facts: PlanFacts, ledger: Ledger): Promise<DryRunResult['created']> {
  const { first, fields, differing, ...counts } = await createdPreview(row, facts, ledger);
  return {
    ...counts,
    first: first.map(({ rows, contact }) => ({ rows, values: contactValues(contact) })),
    fields: [...fields],
    differing: [...differing],
  };
}

/** A contact as it is sent, by the fields of a job. */
function contactValues({ name, address, phone, email, comment, custom }: Contact): Record<string, string> {
  const values = {
    name,
    ...address,
    phoneCountryCode: phone?.countryCode ?? '',
    phone: phone?.number ?? '',
    phoneDescription: phone?.description ?? '',
    email,
    comment,
    ...custom,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) =>
      value === null || value === '' ? [] : [[field, String(value)]],
    ),
  );
}

async function duplicates(
  { num, facts }: ImportRow,
  { findings }: Ledger,
): Promise<Pick<DryRunResult, 'duplicates' | 'moreDuplicates'>> {
  const states = ['duplicate', 'duplicate-skipped'] as const;
  const first = await Promise.all(states.map((state) => findings.firstEntries(num, state, DUPLICATES_MAX)));
  const told: DryRunResult['duplicates'][number][] = [];
  for (const { seq, key, rows } of first
    .flat()
    .sort((a, b) => a.seq - b.seq)
    .slice(0, DUPLICATES_MAX)) {
    const [problem] = await findings.problems(num, seq);
    if (problem === undefined) continue;
    const { code, detail, message, value, own } = problem;
    const earlier = code === 'duplicate' && value !== null ? { earlier: value } : {};
    const issue = { code: code as Issue['code'], ...toldOf(problem, own) };
    told.push({ rows, entry: key, message: detail ?? message, ...issue, ...earlier });
  }
  const all = (await findings.entrySums(num))
    .filter(({ state }) => state === 'duplicate' || state === 'duplicate-skipped')
    .reduce((sum, { entries }) => sum + entries, 0);
  return { duplicates: withSheetNames(told, sheetsOf(facts)), moreDuplicates: Math.max(0, all - told.length) };
}
