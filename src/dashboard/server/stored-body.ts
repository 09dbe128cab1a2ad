import { companyName } from '../../domain/company.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import { sheetFacts } from '../../pipeline/named-sheets.ts';
import { WAITING } from '../../pipeline/plan-orders.ts';
import type { PlanFacts } from '../../pipeline/plan-ports.ts';

/** What the ledger keeps of an import beside its receipt: whose books, how its file was read, what mended it, what waits. */
export function storedBody(row: ImportRow, ledger: Ledger): object {
  const { num, id, service, company, planned_at, state, todo } = row;
  const facts = row.facts === null ? undefined : (JSON.parse(row.facts) as PlanFacts);
  const corrections = ledger.imports.corrections(num).map(({ no, file, at, who }) => ({
    correction: no,
    file,
    at: new Date(at).toISOString(),
    who,
    url: `/api/imports/${id}/file?correction=${no}`,
  }));
  const waiting = ledger.findings
    .entrySums(num)
    .filter((sum) => (WAITING as readonly string[]).includes(sum.state))
    .reduce((sum, { entries }) => sum + entries, 0);
  return {
    service,
    company: companyName(company),
    ...(planned_at === null ? {} : { planned: new Date(planned_at).toISOString() }),
    ...(state === 'planning' ? { todo } : {}),
    waiting: state === 'cancelled' || state === 'rejected' ? 0 : waiting,
    ...(facts === undefined ? {} : { accountNames: namesOf(facts), reading: readingOf(facts) }),
    ...(corrections.length === 0 ? {} : { corrections }),
  };
}

function namesOf({ accounts }: PlanFacts): object {
  return Object.fromEntries(Object.values(accounts));
}

function readingOf(facts: PlanFacts): object {
  const { kind, encoding, delimiter, decimal, dateOrder, headerLine, numbersRestart } = facts;
  const { amountColumns, vatUnchecked, currency, rate } = facts;
  const figures = { decimal, dateOrder, headerLine, numbersRestart, amountColumns, vatUnchecked, currency, rate };
  return { type: kind, encoding, delimiter, ...sheetFacts(facts), ...figures };
}
