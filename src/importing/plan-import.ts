import { join } from 'node:path';
import { otherCompany, otherService } from '../config/other-company.ts';
import type { Cancellation } from '../core/cancelled-issue.ts';
import { FileRejected, type Issue, UsageError } from '../core/issue.ts';
import type { ContactsJob, Job } from '../core/job.ts';
import { importFields } from '../core/log.ts';
import type { ImportState } from '../core/states.ts';
import { ulid } from '../core/ulid.ts';
import { fieldsOfOthers } from '../kinds/contacts/fields-of-others.ts';
import { kindOf, kindWords } from '../kinds/kinds.ts';
import type { JobToday, PipelinePorts } from '../kinds/ports.ts';
import type { PlanResult } from '../ledger/plans.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { PlanFacts, PlanSummary } from '../reading/plan-ports.ts';
import { keepCounts } from '../reporting/receipt.ts';
import { runInThread } from '../threads/run-in-thread.ts';
import { answerThread } from './answer-thread.ts';
import { finishIfDone } from './finish-import.ts';
import { noteChart } from './keep-chart.ts';
import { planHash } from './plan-hash.ts';
import { idsOf } from './plan-moved.ts';
import { planOrders } from './plan-orders.ts';
import type { PlanTask } from './plan-task.ts';

/** How long a planner that says nothing is taken to be alive, in milliseconds. */
export const PLANNER_LEASE_MS = 10_000;
const PLANNER_RENEW_MS = 2_500;
const NOT_OURS = 'The import is no longer ours to plan.';

export interface PlanImportPorts extends PipelinePorts {
  /** Names this process among the planners. */
  readonly planner: string;
  /** Rows read so far; 0 when the planner lets go of it. */
  progress(num: number, rows: number): void;
  /** Aborted when this process leaves: it does not wait for a service that is away. The plan starts afresh later. */
  readonly leaving?: AbortSignal;
}

/**
 * Plans an import that is in state `planning`, in a thread of its own, and takes its claims if it is to be booked.
 * @returns the state it is in now; undefined where another planner has it, or its turn has not come
 * @throws ServiceMisconfigured, UsageError: nothing is lost, the import stays in planning
 */
export async function planImport(num: number, ports: PlanImportPorts): Promise<ImportState | undefined> {
  const { ledger, now, leaving } = ports;
  if (await isOutOfTurn(num, ports)) return undefined;
  // A name for this time alone: who stood still while the import was cancelled, and received again, is not who plans it now.
  const planner = `${ports.planner} ${ulid(now(), ports.random)}`;
  const renew = () => ledger.imports.renewPlanning(num, planner, now() + PLANNER_LEASE_MS);
  if (!(await ledger.imports.claimPlanning(num, planner, now(), now() + PLANNER_LEASE_MS))) return undefined;
  const lost = new AbortController();
  const renewal = setInterval(async () => {
    try {
      if (!(await renew())) lost.abort(new Error(NOT_OURS));
    } catch {
      // The ledger can't be written: the planner's thread finds that out by itself.
    }
  }, PLANNER_RENEW_MS);
  const leave = () => lost.abort(new Error(NOT_OURS));
  leaving?.addEventListener('abort', leave);
  try {
    for (;;) {
      const began = now();
      const row = await ledger.imports.byNum(num);
      const job = await ports.job(row.job);
      checkService(row, job);
      await checkCompany(row, ports);
      checkKind(row, job);
      const rejected = await runThread(row, job, { ...ports, planner }, lost.signal);
      // A process that stood still may find that another has taken the planning over, or that the import was cancelled.
      if (!(await renew())) return undefined;
      await ledger.imports.update(num, { worked: row.worked + Math.max(0, now() - began) });
      if (rejected !== undefined) return await refuse(row, rejected, { ...ports, planner });
      const missing =
        row.book === 1 && kindOf(row.kind).records?.fieldsFirst
          ? await fieldsOfOthers(
              num,
              (job.job as ContactsJob).customFields,
              kindWords(row.kind),
              ports.service(row.service),
              ports,
              lost.signal,
            )
          : undefined;
      if (!(await renew()) || leaving?.aborted) return undefined;
      const state = await planned(row, missing, { ...ports, planner });
      if (state !== undefined) return state;
    }
  } catch (error) {
    if (!(await renew()) || leaving?.aborted) return undefined;
    throw error;
  } finally {
    clearInterval(renewal);
    ports.progress(num, 0);
    leaving?.removeEventListener('abort', leave);
    await ledger.imports.releasePlanning(num, planner);
  }
}

/**
 * Contacts of one company are created one file after the other: two files at once could hold the same person, known by her
 * e-mail in one and by her phone in the other, and neither would see the other's in the service's list.
 */
async function isOutOfTurn(num: number, { ledger, now, log }: PlanImportPorts): Promise<boolean> {
  const row = await ledger.imports.byNum(num);
  if (kindOf(row.kind).compares === undefined || row.book !== 1) return false;
  const before = await ledger.imports.contactsBefore(num, now());
  if (before === undefined) return false;
  const words = `Import ${row.id} (${row.file}) waits until the contacts of import ${before.id} (${before.file}) are created.`;
  log('import-waits-its-turn', words, { ...importFields(row), before: before.id });
  return true;
}

/** A file was received for one company's books, and its plan holds that company's account IDs: it is never planned, claimed, retried or posted for another. */
async function checkCompany(row: ImportRow, { service }: PlanImportPorts): Promise<void> {
  const company = await service(row.service).company();
  if (company !== row.company) throw otherCompany(row, company);
}

/**
 * Nothing of it was sent: it is not booked through the service that the job has left. That one may have been away for long, and
 * the file may have been imported elsewhere since.
 */
function checkService(row: ImportRow, { job }: JobToday): void {
  if (row.todo === 'plan' && job.service !== row.service) throw otherService(row, job.service);
}

/** What waits was planned as what it is: entries, contacts, or custom fields. */
function checkKind({ id, file, kind, todo, job: name }: ImportRow, { job }: JobToday): void {
  if (todo === 'plan' || job.kind === kind) return;
  throw new UsageError(
    `Import ${id} (${file}) was planned as ${kind}, and the job ${name} is now of kind ${job.kind}.`,
    `Set the job's kind back to ${kind} to go on with this import, or import the file under another job.`,
    { reason: 'kind-changed', facts: { job: name } },
  );
}

/**
 * @param row as it was when the thread began: whether claims were taken goes by it
 * @param missing why nothing of it can be sent, though it is planned
 * @returns undefined where somebody asked meanwhile for what was only to be planned to be booked: claims are missing
 */
async function planned(
  row: ImportRow,
  missing: Cancellation | undefined,
  ports: PlanImportPorts,
): Promise<ImportState | undefined> {
  const { ledger, who, now } = ports;
  const { num } = row;
  const to = row.book === 1 ? 'posting' : 'planned';
  const cancelled = missing === undefined ? {} : { cancelled: JSON.stringify(missing) };
  const hasIds = kindOf(row.kind).records === undefined;
  // Before the IDs of the plan are known ones: whose books they are from is judged by those of earlier plans.
  if (hasIds) await noteChart(row, ports);
  const isEnded = await ledger.write(async (tx) => {
    const within = { ...ports, ledger: tx };
    const sent = { posting_at: now(), address: ports.service(row.service).address };
    await endPlanning(num, to, to === 'posting' ? { ...sent, ...cancelled } : {}, within);
    const { book, rows_read: read } = await tx.imports.byNum(num);
    if (book !== row.book && (await tx.imports.moveState(num, ['planned'], 'planning', { todo: 'claim' })))
      return false;
    await tx.imports.record(num, now(), who, to, { read });
    if (missing !== undefined)
      await tx.imports.record(num, missing.at, missing.who, 'stopped', { reason: missing.reason });
    await keepCounts(num, tx);
    if (hasIds && to === 'posting') await noteIds(num, within);
    return true;
  });
  if (!isEnded) return undefined;
  return to === 'posting' ? finishIfDone(num, ports) : to;
}

/** What the plan rests on, once for the plan: a later process sees by it whether the books are the same. */
async function noteIds(num: number, { ledger, now }: PlanImportPorts): Promise<void> {
  const { company, facts } = await ledger.imports.byNum(num);
  await ledger.knownIds.note(company, idsOf(JSON.parse(facts!) as PlanFacts), now());
}

/** A whole file is rejected; a correction that can't be used leaves the import as it was. */
async function refuse(row: ImportRow, issue: Issue, ports: PlanImportPorts): Promise<ImportState> {
  const { ledger, who, now } = ports;
  if (row.todo === 'plan') {
    // Nothing of an earlier plan is left to count.
    const nothing = { rows_read: 0, rows_skipped: 0, file_totals: null, corrected_totals: null, amount: null };
    const reason = JSON.stringify(issue);
    const rejected = { ...nothing, facts: null, counts: null, reason, finished_at: now() };
    await ledger.write(async (tx) => {
      await endPlanning(row.num, 'rejected', rejected, { ...ports, ledger: tx });
      await tx.imports.record(row.num, now(), who, 'rejected', issue);
    });
    return 'rejected';
  }
  await ledger.write(async (tx) => {
    await endPlanning(row.num, 'posting', { reason: JSON.stringify(issue) }, { ...ports, ledger: tx });
    if (row.todo === 'correction')
      await tx.revisions.giveBack(row.num, (await tx.imports.corrections(row.num)).at(-1)!.no);
    await tx.imports.record(row.num, now(), who, 'retry-refused', issue);
  });
  return await finishIfDone(row.num, ports);
}

async function endPlanning(
  num: number,
  to: ImportState,
  values: Partial<ImportRow>,
  { ledger, planner }: PlanImportPorts,
): Promise<void> {
  if (!(await ledger.imports.endPlanning(num, planner, to, values))) throw new Error(NOT_OURS);
}

async function runThread(
  row: ImportRow,
  job: JobToday,
  ports: PlanImportPorts,
  lost: AbortSignal,
): Promise<Issue | undefined> {
  const again = row.todo === 'retry' || row.todo === 'correction';
  if (again) await ports.ledger.posting.clearUnsent(row.num, ports.planner);
  // Somebody may have created in the service what an earlier plan missed there; what it refused was dropped by its sender.
  if (again || wasPlanned(row)) await ports.service(row.service).references.renew();
  const data: PlanTask = {
    ledger: ports.ledgerPath,
    scratch: join(ports.home, 'scratch', row.id),
    num: row.num,
    planner: ports.planner,
    job: job.job,
    jobHash: planHash(job, ports.service(row.service)),
    orders: await planOrders(row, job, ports),
    claim: row.book === 1,
  };
  try {
    return await oneThread(data, row, ports, lost);
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    // The plan stands, and what waited before it is replaced by it: it is not thrown away, and goes on at the next try.
    const { todo } = await ports.ledger.imports.byNum(row.num);
    if (todo === 'claim' || data.orders.length === 0) throw new Error(outOfMemory(row));
    // The thread is gone, and what it wrote is still there.
    return oneThread({ ...data, rejected: error.issue }, row, ports, lost);
  }
}

/** Whether this is not the first plan of an import: planning took time before. */
function wasPlanned({ todo, worked }: ImportRow): boolean {
  return todo === 'plan' && worked > 0;
}

function outOfMemory({ id, file, kind }: ImportRow): string {
  const { many, done } = kindWords(kind);
  return `Import ${id} (${file}) is planned, and its ${many} were looked up once more among those ${done} before: that took more memory than it may. Nothing is lost; it is tried again.`;
}

/** @throws FileRejected where the thread ran out of memory or into a row without end, and could not tidy up itself */
function oneThread(
  data: PlanTask,
  row: ImportRow,
  ports: PlanImportPorts,
  lost: AbortSignal,
): Promise<Issue | undefined> {
  const service = ports.service(row.service);
  return runInThread('plan', data, {
    async answer(question, ended) {
      const answer = await answerThread(question, service, ports, ended, importFields(row));
      // The service may have been waited for. A job that is gone or broken by now keeps no plan that is under way.
      const today = await ports.job(row.job).catch(() => undefined);
      if (today !== undefined) checkService(row, today);
      return answer;
    },
    progress: (rows) => ports.progress(row.num, rows),
    signal: lost,
  });
}

/** What the ledger keeps of a finished plan. @param now milliseconds since 1970 */
export function planResult(
  { job, jobHash }: { readonly job: Job; readonly jobHash: string },
  { facts, rowsRead, rowsSkipped, fileTotals, claimVersion, reading }: PlanSummary,
  now: number,
): PlanResult {
  return {
    kind: job.kind,
    job_hash: jobHash,
    reading: reading ?? null,
    facts: JSON.stringify(facts),
    rows_read: rowsRead,
    rows_skipped: rowsSkipped,
    file_totals: JSON.stringify(fileTotals),
    corrected_totals: null,
    planned_at: now,
    claims_seen: claimVersion,
    todo: 'claim',
  };
}
