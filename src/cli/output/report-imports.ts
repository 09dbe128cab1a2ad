import { kindOf, kindWords, namedKind } from '../../kinds/kinds.ts';
import type { JobToday } from '../../kinds/ports.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import { createdRecords } from '../../reporting/created-records.ts';
import { type Receipt, receiptJson } from '../../reporting/receipt.ts';
import type { CliContext } from '../context.ts';
import { type ImportView, viewImport } from '../import-view.ts';
import type { RefusedFile, Taken } from '../receive-files.ts';
import type { ExitCode } from './exit-code.ts';
import { receiptLines } from './receipt.ts';
import { styleFor } from './text.ts';

export interface ReportOptions {
  readonly json: boolean;
  readonly planOnly: boolean;
  /** Of a plan every entry, and not only the first ones. */
  readonly all?: boolean;
  /** The job of a plan as it is today: tells what it said from what was found in the file. */
  readonly job?: JobToday | undefined;
  /** They were only recorded: nothing has been done yet. */
  readonly recorded: boolean;
  /** What the JSON object holds besides the imports. */
  readonly besides?: object | undefined;
}

/** Prints what became of the imports: receipts, or plans where that is what was asked for. @returns their exit codes */
export async function reportImports(
  { several, nums, known, refused }: Taken,
  ledger: Ledger,
  context: CliContext,
  { json, planOnly, all = false, recorded, job, besides }: ReportOptions,
): Promise<ExitCode[]> {
  const { out, env } = context;
  const views = await Promise.all(nums.map((num) => viewImport(num, ledger, context.now())));
  if (json) {
    const receipts = [
      ...(await Promise.all(
        views.map(async (view) => receiptJson(view.receipt, await createdRecords(view.row, ledger))),
      )),
      ...refused.map((each) => receiptJson(refusedReceipt(each))),
    ];
    out.write(`${JSON.stringify(several ? { ...besides, imports: receipts } : receipts[0])}\n`);
    return views.map(({ code }) => code);
  }
  const style = styleFor(out, env);
  for (const view of views) {
    if (recorded && !isSettled(view)) {
      out.write(
        `${view.row.file} is recorded as import ${view.row.id}. A running "bilag start" ${kindWords(view.row.kind).does} it; or: bilag retry ${view.row.id}\n`,
      );
      continue;
    }
    if (known.has(view.row.num)) {
      context.err.write(
        `${view.row.file} was imported before with this job, as ${view.row.id}. This is its receipt; nothing was sent again.\n`,
      );
    }
    const planned = planOnly && view.row.state === 'planned' && view.facts !== undefined;
    if (planned) await writePlan(view, { job, all }, ledger, context);
    else out.write(`${receiptLines(view, style).join('\n')}\n`);
    out.write('\n');
  }
  for (const each of refused) {
    const view = { receipt: refusedReceipt(each), heldDuplicates: 0, names: new Map() };
    out.write(`${receiptLines(view, style).join('\n')}\n\n`);
  }
  return views.map(({ code }) => code);
}

async function writePlan(
  view: ImportView,
  { job, all }: { readonly job: JobToday | undefined; readonly all: boolean },
  ledger: Ledger,
  { out, env }: CliContext,
): Promise<void> {
  const style = styleFor(out, env);
  const facts = view.facts!;
  const write = (lines: readonly string[]) => out.write(`${lines.join('\n')}\n`);
  if (kindOf(view.row.kind).records !== undefined) {
    const { createdPlanLines } = await import('./created-plan.ts');
    const { ALL_CREATED, createdPreview } = await import('../../importing/created-preview.ts');
    const preview = await createdPreview(view.row, facts, ledger, all ? ALL_CREATED : undefined);
    return write(createdPlanLines(view, preview, job, style));
  }
  const { planLines, wholePlan } = await import('./plan.ts');
  const { entriesToBook, previewOf } = await import('../../importing/plan-preview.ts');
  if (!all) return write(planLines(view, await previewOf(view.row, facts, ledger), job, style));
  const preview = await previewOf(view.row, facts, ledger, Number.POSITIVE_INFINITY);
  for await (const lines of wholePlan(view, preview, entriesToBook(view.row, facts, ledger), job, style)) write(lines);
}

function isSettled({ row }: ImportView): boolean {
  return row.state !== 'planning' && row.state !== 'posting';
}

/** The receipt of a file of which nothing was recorded: it has no id. */
export function refusedReceipt({ file, job, kind, reason }: RefusedFile): Receipt {
  return {
    import: '',
    job,
    ...namedKind(kind),
    file,
    state: 'rejected',
    rows: { read: 0, booked: 0, held: 0, rejected: 0, duplicate: 0, skipped: 0, inDoubt: 0, pending: 0 },
    entries: { planned: 0, booked: 0, held: 0, rejected: 0, duplicate: 0, inDoubt: 0, pending: 0 },
    contacts: { created: 0, existing: 0, held: 0, rejected: 0, inDoubt: 0 },
    totals: { debit: '0.00', credit: '0.00', accounts: [] },
    issues: [{ ...reason, rows: 0, entries: 0 }],
    duration: 0,
    reason,
    mismatches: [],
  };
}
