import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FileRejected, type Issue } from '../core/issue.ts';
import type { Job } from '../core/job.ts';
import { importFields } from '../core/log.ts';
import { ulid } from '../core/ulid.ts';
import { answerThread } from '../importing/answer-thread.ts';
import { kindWords } from '../kinds/kinds.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import { type Ledger, openLedger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { PlanOrder, PlanSummary } from '../reading/plan-ports.ts';
import { runInThread } from '../threads/run-in-thread.ts';
import type { DryRunData } from './dry-run-task.ts';

/** Number of the import in a dry run's own ledger: none of the real ledger's has it, so that no claim is taken for its own. */
const DRY_RUN_NUM = 2 ** 50;

/** A file that is no import yet, and the job that it would be imported under: perhaps one that is not saved. */
export interface DryRunFile {
  readonly path: string;
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly jobName: string;
  readonly job: Job;
  readonly jobHash: string;
}

export interface DryRunOptions {
  /** A folder that is this dry run's alone, made if it is not there; whoever gave it removes it. */
  readonly folder: string;
  /** Ends the dry run: nobody waits for it any more. */
  readonly signal?: AbortSignal;
  /** Told how many rows were read so far. */
  readonly progress?: (rows: number) => void;
}

/** What planning entries again would come to. */
export type DryRunAgain = { readonly rejected: Issue } | { readonly planned: PlanSummary };

/**
 * Plans a file by the very code that plans an import, into a ledger that exists for the dry run alone: what `bilag plan` would
 * record, and nothing is left of it but its folder. Duplicates are looked for among the claims of the real ledger.
 * @param read reads from the dry run's ledger before it is gone; the import is `planned`, or `rejected` with its reason
 * @throws UsageError where the job's service is not configured; the signal's reason where it is aborted
 */
export async function tryFile<T>(
  { path, file, sha256, bytes, jobName, job, jobHash }: DryRunFile,
  ports: PipelinePorts,
  read: (row: ImportRow, ledger: Ledger) => T | Promise<T>,
  options: DryRunOptions,
): Promise<T> {
  const { host, who, now, random } = ports;
  const { folder } = options;
  const service = ports.service(job.service);
  const id = ulid(now(), random);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const into = join(folder, 'ledger.db');
  const ledger = openLedger(`sqlite:${into}`);
  try {
    const planner = `dry run ${id}`;
    const of = { service: service.name, company: await service.company(), file, sha256, bytes, host };
    const made = {
      num: DRY_RUN_NUM,
      id,
      job: jobName,
      kind: job.kind,
      ...of,
      book: 0,
      created_at: now(),
      created_by: who,
    };
    const row = await ledger.imports.create(made);
    await ledger.imports.update(DRY_RUN_NUM, { planner });
    const order: PlanOrder = {
      num: DRY_RUN_NUM,
      importId: id,
      jobName,
      job,
      words: kindWords(job.kind),
      company: await service.company(),
      home: ports.home,
      path,
      file,
      marker: service.marker,
      descriptionMax: service.descriptionMax,
      currency: service.currency,
      customFields: await ports.ledger.customFields.of(await service.company()),
      receivedAt: row.created_at,
    };
    const data = { into, planner, scratch: join(folder, 'scratch'), sha256, job, jobHash, order };
    const found = await inThread(row, data, ports, options);
    const ended =
      'rejected' in found
        ? ({ state: 'rejected', reason: JSON.stringify(found.rejected), rows_read: 0, facts: null } as const)
        : ({ state: 'planned' } as const);
    await ledger.imports.update(DRY_RUN_NUM, { ...ended, planner: null });
    return await read(await ledger.imports.byNum(DRY_RUN_NUM), ledger);
  } finally {
    ledger.close();
  }
}

/**
 * Plans entries of an import again by the very code that does it for a retry, and writes nothing: which of them could be
 * booked now, and what is wrong with the others (`again.replaced` less the entries in `again.aside` are sound).
 * @param order with `again`: a correction, or the files as they are
 */
export function tryAgain(
  row: ImportRow,
  order: PlanOrder,
  jobHash: string,
  ports: PipelinePorts,
  options: DryRunOptions,
): Promise<DryRunAgain> {
  const id = ulid(ports.now(), ports.random);
  const planner = `dry run ${id}`;
  const { job } = order;
  const data = { planner, scratch: options.folder, sha256: row.sha256, job, jobHash, order };
  return inThread(row, data, ports, options);
}

async function inThread(
  row: ImportRow,
  data: Omit<DryRunData, 'ledger'>,
  ports: PipelinePorts,
  { signal, progress }: Omit<DryRunOptions, 'folder'>,
): Promise<DryRunAgain> {
  const service = ports.service(row.service);
  const given: DryRunData = { ...data, ledger: ports.ledgerPath };
  try {
    const planned = await runInThread<PlanSummary>('dry-run', given, {
      answer: (question, ended) => answerThread(question, service, ports, ended, importFields(row)),
      progress,
      signal,
    });
    return { planned };
  } catch (error) {
    if (error instanceof FileRejected) return { rejected: error.issue };
    throw error;
  }
}
