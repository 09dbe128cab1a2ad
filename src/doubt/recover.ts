import { UsageError } from '../core/issue.ts';
import { ulid } from '../core/ulid.ts';
import { finishIfDone } from '../importing/finish-import.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { type LoggedLine, readAttemptLog, readPlaces } from '../ledger/read-attempt-log.ts';
import type { TakenBack } from '../ledger/rebuild-from-log.ts';
import type { LeaseRow } from '../ledger/rows.ts';
import { keepCounts } from '../reporting/receipt.ts';
import { checkAttempts, checkOneLog, lostLog, lostLogWords, rememberLog, unacceptedCopy } from './check-attempts.ts';

/** What the log knows of one import, and the ledger does not. */
export interface LostImport {
  readonly id: string;
  readonly job: string;
  readonly file: string;
  readonly company: string;
  /** State of the import in the ledger; undefined where it has none of this id. */
  readonly state: string | undefined;
  readonly attempts: number;
  /** Counts of what may be booked: of the batches that were sent, each once, those of which the log does not know otherwise. */
  readonly batches: number;
  readonly entries: number;
  readonly rows: number;
  /** Of the batches, those that the log knows to be booked. */
  readonly booked: number;
  readonly from: number;
  readonly to: number;
}

/** An import that was written back, with what came of it. */
export interface RecoveredImport extends TakenBack {
  readonly id: string;
  readonly file: string;
  /** Present where it waits for somebody to say that it be booked: whether it was since the backup is not known. */
  readonly waits?: true;
}

/** What becomes of batches whose attempt did nothing. */
const NOT_BOOKED: ReadonlySet<string> = new Set(['ready', 'split', 'rejected']);

/** Attempts of one import, as places in the log: what they hold may not fit in memory. */
interface LostAttempts {
  readonly id: string;
  readonly places: LoggedLine['place'][];
}

/** What the log knows and the ledger does not, per import; it changes nothing. */
export async function lostImports(ledger: Ledger): Promise<LostImport[]> {
  const { recovery, attemptLog } = ledger;
  const found = new Map<
    string,
    LostImport & { nos: Map<number, Pick<LoggedLine, 'id' | 'rows'> & { count: number }> }
  >();
  const became = new Map<string, string>();
  await readAttemptLog(attemptLog.path, await recovery.mark(), {
    wants: async (id) => !(await recovery.knows(id)),
    async attempt({ id, import: importId, job, file, company, at, no, rows, entries }) {
      const before = found.get(importId);
      const nos = before?.nos ?? new Map();
      nos.set(no, { id, rows, count: (JSON.parse(entries) as unknown[]).length });
      const state = (await ledger.imports.find(importId))[0]?.state;
      const counts = { batches: 0, entries: 0, rows: 0, booked: 0 };
      const times = { from: before?.from ?? at, to: at, attempts: (before?.attempts ?? 0) + 1 };
      found.set(importId, { id: importId, job, file, company, state, ...counts, ...times, nos });
    },
    outcome: (of, what) => void became.set(of, what),
  });
  return [...found.values()].map(({ nos, ...lost }) => {
    const batches = [...nos.values()].filter(({ id }) => !NOT_BOOKED.has(became.get(id) ?? ''));
    return {
      ...lost,
      batches: batches.length,
      entries: batches.reduce((sum, { count }) => sum + count, 0),
      rows: batches.reduce((sum, { rows }) => sum + rows, 0),
      booked: batches.filter(({ id }) => became.get(id) === 'booked').length,
    };
  });
}

/**
 * Writes what the log knows back into the ledger, one transaction for each import: booked, where the log saw that; else in
 * doubt, to be settled by a person or the probe. Run again it goes on from where it was cut off; with nothing to do it
 * does nothing. Where the log itself is lost, whatever waits to be sent may have been sent: it is in doubt.
 * @throws UsageError while another process may be sending, or without a reason
 */
export async function recoverAttempts(reason: string, ports: PipelinePorts): Promise<RecoveredImport[]> {
  const { ledger, now, who, random } = ports;
  const { recovery, attemptLog } = ledger;
  if (reason.trim() === '') throw new UsageError('A reason is needed.', 'Add --reason with what happened.');
  const ended = ({ host, pid, started }: LeaseRow) =>
    host === ports.host && ports.processes.lives(pid, started) === false;
  const sender = (await recovery.senders(now())).find((each) => !ended(each));
  if (sender !== undefined) {
    throw new UsageError(
      `A process is booking from this ledger (pid ${sender.pid} on ${sender.host}).`,
      'Stop it, wait a few seconds, and say so again.',
    );
  }
  checkOneLog(attemptLog.path);
  const lost = await lostImports(ledger);
  const copy = await unacceptedCopy(attemptLog.path, recovery);
  const log = await lostLog(attemptLog.path, recovery);
  if (lost.length === 0 && copy === undefined && log === undefined) return [];
  const attempts = lost.reduce((sum, each) => sum + each.attempts, 0);
  // Before anything is written back: what was accepted stands in the log, even where this process ends now.
  attemptLog.addAcceptance({ accepted: attempts, at: now(), who, reason });
  const { groups, became } = lost.length === 0 ? NOTHING : await trace(ledger);
  const recovered: RecoveredImport[] = [];
  for (const { id, places } of groups) {
    const found = [...readPlaces(attemptLog.path, places)];
    const options = { at: now(), who, reason, newId: ulid(now(), random) };
    const withFate = found.map((attempt) => ({ ...attempt, became: became.get(attempt.id) }));
    const back = await recovery.rebuildFromLog(withFate, options);
    for (const num of [back.known, back.recovered]) if (num !== undefined) await rest(num, ports);
    recovered.push({ id, file: found[0]!.file, ...back });
  }
  if (copy !== undefined || log !== undefined) {
    // Nothing tells whether the ledger is as old as what is left of its log.
    const evidence =
      log && `${lostLogWords(log, attemptLog.path)} Whether this was sent after the ledger was copied is not known.`;
    recovered.push(...(await markRestored(copy?.at ?? log?.lastAt ?? now(), evidence, reason, ports)));
    await rememberLog(ledger);
  }
  await checkAttempts(ledger);
  return recovered;
}

const NOTHING: Awaited<ReturnType<typeof trace>> = { groups: [], became: new Map() };

/** Without a log of what was sent after the backup, whatever waited then is in doubt, or waits for somebody's word. */
async function markRestored(
  copiedAt: number,
  evidence: string | undefined,
  reason: string,
  ports: PipelinePorts,
): Promise<RecoveredImport[]> {
  const { ledger, now, who, random } = ports;
  const newId = () => ulid(now(), random);
  const restored: RecoveredImport[] = [];
  const doubted = await ledger.recovery.markRestored({ copiedAt, evidence, at: now(), who, reason, newId });
  for (const { num, inDoubt } of doubted) {
    await rest(num, ports);
    const { id, file, state } = await ledger.imports.byNum(num);
    const waits = state === 'planning' ? ({ waits: true } as const) : {};
    restored.push({ id, file, known: num, recovered: undefined, booked: 0, inDoubt, ...waits });
  }
  return restored;
}

/**
 * Finds the attempts that have to be written back, and notes for every entry which attempt was its last: from the first
 * of them on every attempt counts, also those that the ledger knows.
 */
async function trace({ recovery, attemptLog }: Ledger) {
  const unsettled = await recovery.unsettled();
  const groups = new Map<string, LostAttempts>();
  const became = new Map<string, string>();
  const takesPart = async (id: string) => unsettled.has(id) || !(await recovery.knows(id));
  let begun = false;
  await recovery.traceNone();
  await readAttemptLog(attemptLog.path, undefined, {
    wants: async (id) => (begun ||= await takesPart(id)),
    async attempt(attempt) {
      await recovery.trace(attempt);
      if (!(await takesPart(attempt.id))) return;
      const group = groups.get(attempt.import);
      if (group === undefined) groups.set(attempt.import, { id: attempt.import, places: [attempt.place] });
      else group.places.push(attempt.place);
    },
    outcome: (of, what) => void became.set(of, what),
  });
  return { groups: [...groups.values()], became };
}

/** An import whose batches all have an outcome rests, and its counts are kept. */
async function rest(num: number, ports: PipelinePorts): Promise<void> {
  await finishIfDone(num, ports);
  await keepCounts(num, ports.ledger);
}
