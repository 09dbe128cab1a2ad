import { basename } from 'node:path';
import type { ImportState } from '../domain/import.ts';
import { ulid } from '../domain/ulid.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { endCancelling } from './cancel-import.ts';
import type { JobToday, PipelinePorts } from './ports.ts';
import { storeFile } from './stored-file.ts';

export interface IntakeOptions {
  /** Name under which the file came; default: that of the path. */
  readonly file?: string;
  /** To be booked, or only planned. */
  readonly book: boolean;
  /** Take the same bytes in once more. Duplicate entries are still told apart. */
  readonly force: boolean;
}

/** What became of a file that was brought in. */
export interface Intake {
  readonly row: ImportRow;
  /** `new`; `again` where the earlier import of these bytes goes on or starts afresh; `earlier` where it only is reported. */
  readonly how: 'new' | 'again' | 'earlier';
}

/** Its plan or its posting is under way, or it can start afresh. */
const STARTS_AFRESH: readonly ImportState[] = ['rejected', 'cancelled'];

/**
 * Takes a file in under a job (design, section 2): stored once, hashed, recorded. The same bytes under the same job
 * are not imported twice: the earlier import goes on if it can, else it is reported.
 * @throws FileRejected `file-too-large`
 */
export async function intake(
  path: string,
  job: JobToday,
  options: IntakeOptions,
  ports: PipelinePorts,
): Promise<Intake> {
  const { ledger, home, host, who, now, random } = ports;
  const service = ports.service(job.job.service);
  const id = ulid(now(), random);
  const stored = await storeFile(home, path, job.job.limits.bytes, id);
  const earlier = options.force ? undefined : ledger.imports.ofFile(job.name, stored.sha256, service.company);
  if (earlier !== undefined) {
    await endCancelling(earlier.num, ports);
    const how = goOn(ledger.imports.byNum(earlier.num), job, options, ports);
    return { row: ledger.imports.byNum(earlier.num), how };
  }
  const row = ledger.imports.create({
    id,
    job: job.name,
    kind: job.job.kind,
    service: service.name,
    company: service.company,
    file: options.file ?? basename(path),
    ...stored,
    book: options.book ? 1 : 0,
    host,
    created_at: now(),
    created_by: who,
  });
  ledger.imports.record(row.num, now(), who, 'taken-in', { file: row.file, sha256: row.sha256, bytes: row.bytes });
  return { row, how: 'new' };
}

/** Has an earlier import of a file that came again go on, or start afresh, if it can. */
export function goOn(
  earlier: ImportRow,
  job: JobToday,
  options: Pick<IntakeOptions, 'book'>,
  ports: PipelinePorts,
): 'again' | 'earlier' {
  const { ledger, host, who, now } = ports;
  const { num } = earlier;
  const book = options.book ? 1 : earlier.book;
  if (STARTS_AFRESH.includes(earlier.state)) {
    const started = ledger.imports.moveState(num, STARTS_AFRESH, 'planning', {
      todo: 'plan',
      book: options.book ? 1 : 0,
      host,
      reason: null,
      cancelled: null,
      finished_at: null,
      service: job.job.service,
    });
    if (started) ledger.imports.record(num, now(), who, 'planned-afresh');
    return 'again';
  }
  if (earlier.state === 'planned') {
    // The preview is the plan: it is booked as it was shown, unless the job has changed since. Who asks for a plan once more
    // wants today's: an account may have been created in the service, or the same entries booked by another import.
    const todo = options.book && earlier.job_hash === job.hash ? 'claim' : 'plan';
    if (ledger.imports.moveState(num, ['planned'], 'planning', { todo, book, host, service: job.job.service })) {
      ledger.imports.record(num, now(), who, options.book ? 'to-be-booked' : 'planned-afresh');
    }
    return 'again';
  }
  if (earlier.state === 'planning' || earlier.state === 'posting') {
    if (book === earlier.book) return 'again';
    ledger.imports.update(num, { book });
    // Its planner may just have ended without having seen that.
    const after = ledger.imports.byNum(num);
    return after.state === 'planned' ? goOn(after, job, options, ports) : 'again';
  }
  return 'earlier';
}
