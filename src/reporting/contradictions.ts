import { agree, counted } from '../core/counted.ts';
import { entryNames } from '../core/entry-names.ts';
import { formatMinor } from '../core/money.ts';
import { CREDIT_TOTAL, DEBIT_TOTAL } from '../core/states.ts';
import { isFieldStep, kindOf, stepOf } from '../kinds/kinds.ts';
import type { Contradiction } from '../ledger/doubts.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';

/** Accounts whose sums a contradiction names at most. */
const ACCOUNTS = 6;

/** A decision that a later outcome says the opposite of: what it means for the books, and what to do. */
export async function contradictionWords(
  contradiction: Contradiction,
  row: ImportRow,
  ledger: Ledger,
): Promise<string> {
  const { batch, became, who, reason, outcome } = contradiction;
  const what = `Batch ${batch} (${await contentWords(contradiction, row, ledger)})`;
  const resolve = `bilag resolve ${row.id} ${batch}`;
  if (kindOf(row.kind).records !== undefined) return createdTwice(contradiction, what, resolve);
  if (became === 'not-booked') {
    return `${what} was declared not booked by ${who} ("${reason}"), so that it is sent again; then its first request turned out to have been booked. ITS VOUCHERS MAY BE BOOKED TWICE. Look in the service for two of each, reverse the second, and say so: ${resolve} --booked --reason TEXT`;
  }
  const refused = outcome === 'rejected' ? 'refused by the service' : 'not applied';
  return `${what} was declared booked by ${who} ("${reason}"); then its request turned out to have been ${refused}. ITS VOUCHERS ARE MISSING IN THE BOOKS, unless somebody booked them by hand. Look for them in the service, and say what you found: ${resolve} --not-booked --reason TEXT sends them; with --booked they stay as they are.`;
}

/** The same of a contact or a custom field: nothing in the service reverses one. */
function createdTwice({ became, who, reason, outcome }: Contradiction, what: string, resolve: string): string {
  if (became === 'not-booked') {
    return `${what} was declared not created by ${who} ("${reason}"), so that it is sent again; then its first request turned out to have created it. IT MAY BE THERE TWICE. Look in the service for two of it, remove the second, and say so: ${resolve} --booked --reason TEXT`;
  }
  const refused = outcome === 'rejected' ? 'refused by the service' : 'not applied';
  return `${what} was declared created by ${who} ("${reason}"); then its request turned out to have been ${refused}. IT IS MISSING IN THE SERVICE, unless somebody created it by hand. Look for it there, and say what you found: ${resolve} --not-booked --reason TEXT sends it; with --booked it stays as it is.`;
}

/** `entries 17, 18; 1920 100.00, 3000 -100.00` */
async function contentWords({ stands }: Contradiction, row: ImportRow, { posting }: Ledger): Promise<string> {
  const scale = row.facts === null ? 2 : (JSON.parse(row.facts) as PlanFacts).scale;
  const { entries } = await posting.body(row.num, stands);
  const { step } = (await posting.batch(row.num, stands))!;
  if (step !== 'book') return `${isFieldStep(step) ? 'custom field' : stepOf(step).noun} ${entryNames(entries)}`;
  const sums = Object.entries(JSON.parse(await posting.totals(row.num, stands)) as Record<string, string>)
    .filter(([account]) => account !== DEBIT_TOTAL && account !== CREDIT_TOTAL)
    .map(([account, units]) => `${account} ${formatMinor(BigInt(units), scale)}`);
  const more = sums.length - ACCOUNTS;
  const totals = `${sums.slice(0, ACCOUNTS).join(', ')}${more > 0 ? ` and ${counted(more, 'more account')}` : ''}`;
  return `${agree(entries.length, 'voucher')} ${entryNames(entries)}; ${totals}`;
}
