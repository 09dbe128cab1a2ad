import { setImmediate as breathe } from 'node:timers/promises';
import { importFields } from '../../core/log.ts';
import { ulid } from '../../core/ulid.ts';
import { kindOf, namedKind, stepOf } from '../../kinds/kinds.ts';
import type { PipelinePorts } from '../../kinds/ports.ts';
import { type FailedRun, type NewNotice, TOLD, type ToldState } from '../../ledger/notices.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { BatchRow } from '../../ledger/rows.ts';
import { type CreatedCounts, receiptOf } from '../receipt.ts';
import type { Notice } from './notify.ts';
import { CAUSES_TOLD, type CauseNews, type ImportNews, importWords, plainLine, runWords } from './words.ts';

/** What ended longer ago is not told any more, in milliseconds: nobody was there to tell of it in time. */
export const TOLD_WITHIN_MS = 3 * 24 * 60 * 60_000;
/**
 * So long an import in doubt may wait for look-ups to settle it before somebody is told, in milliseconds: with the usual
 * pauses they are at their end after about five hours.
 */
export const LOOKS_AWAITED_MS = 6 * 60 * 60_000;
/** Failures of a job in different words that are told until it has succeeded: some words are never twice the same. */
export const FAILURES_TOLD = 3;
/** Characters of a contact's name in a message. */
const NAME_CHARACTERS = 80;
/** Characters of a text of others in what programs get. */
const TEXT_CHARACTERS = 1_000;

export interface FindOptions {
  /** Ways to people. */
  readonly channels: readonly string[];
  /** Imports that went well are told of, too. */
  readonly success: boolean;
  /** Where people reach the dashboard. */
  readonly link: string | undefined;
  /** Imports of which look-ups may still settle a batch in doubt. */
  lookedUp(): Promise<ReadonlySet<number>>;
}

/** What a message holds, as the outbox keeps it. */
export type NoticeContent = Omit<Notice, 'id' | 'at' | 'rest'>;

type Kind = 'attention' | 'success';

/**
 * Finds what people are to be told and writes it into the outbox, each import once for each kind of trouble: imports
 * that came to rest, and scheduled runs that failed, since notifications were configured.
 */
export async function findNotices(options: FindOptions, ports: PipelinePorts, leaving: AbortSignal): Promise<void> {
  const { ledger, now } = ports;
  const kinds: Kind[] = options.success ? ['attention', 'success'] : ['attention'];
  const from = await ledger.notices.toldFrom(kinds, now());
  const since = (kind: Kind) => Math.max(from[kind]!, now() - TOLD_WITHIN_MS);
  for (const run of await ledger.notices.untoldRuns(since('attention'))) await tellRun(run, options, ports);
  for (const state of ['partly-booked', 'rejected', 'in-doubt'] as const)
    await tellImports(state, since('attention'), options, ports, leaving);
  if (options.success) await tellImports('completed', since('success'), options, ports, leaving);
}

async function tellImports(
  state: ToldState,
  from: number,
  options: FindOptions,
  ports: PipelinePorts,
  leaving: AbortSignal,
): Promise<void> {
  const { ledger, now } = ports;
  const found = await ledger.notices.untoldImports(state, from);
  const lookedUp = state === 'in-doubt' && found.length > 0 ? await options.lookedUp() : new Set<number>();
  for (const { num, told, finished_at } of found) {
    const looksGoOn = lookedUp.has(num);
    if (looksGoOn && now() - finished_at < LOOKS_AWAITED_MS) continue;
    // Drawing a receipt up takes milliseconds, and there may be hundreds: whoever else has work to do comes between.
    await breathe();
    if (leaving.aborted) return;
    try {
      await tellImport({ num, state, told }, looksGoOn, options, ports);
    } catch (error) {
      // One that can't be read keeps none of the others waiting.
      const row = await ledger.imports.byNum(num);
      const words = `No notification of import ${row.id} can be written: ${(error as Error).message}`;
      ports.log('import-not-told', words, { ...importFields(row), error });
    }
  }
}

async function tellImport(
  { num, state, told }: { num: number; state: ToldState; told: number },
  looksGoOn: boolean,
  options: FindOptions,
  ports: PipelinePorts,
): Promise<void> {
  const news = await newsOf(num, state, looksGoOn, ports);
  if (news === undefined) return;
  // Rows that wait beside a doubt are told with it.
  const held = news.entries.held + news.entries.rejected + news.heldDuplicates.entries > 0;
  const bits = TOLD[state] | (held ? TOLD['partly-booked'] : 0);
  const content: NoticeContent = {
    type: state === 'completed' ? 'import.completed' : 'import.attention',
    ...importWords(news, options.link),
    import: forPrograms(news),
  };
  const about = `import:${news.id}:${state}`;
  await ports.ledger.notices.tellImport({ num, state, told }, bits, messages(about, content, options, ports));
}

/** Undefined where it is not in that state any more. */
function newsOf(
  num: number,
  state: ToldState,
  looksGoOn: boolean,
  { ledger, now }: PipelinePorts,
): Promise<ImportNews | undefined> {
  return ledger.read((moment) => newsFrom(num, state, looksGoOn, moment, now()));
}

async function newsFrom(
  num: number,
  state: ToldState,
  looksGoOn: boolean,
  ledger: Ledger,
  at: number,
): Promise<ImportNews | undefined> {
  const receipt = await receiptOf(num, ledger, at);
  if (receipt.state !== state) return undefined;
  const duplicates = (await ledger.findings.entrySums(num)).find((sum) => sum.state === 'duplicate');
  const { import: id, job, kind, file, rows, entries, reason, mismatches } = receipt;
  const issues = receipt.issues.filter(({ settled }) => settled !== true);
  const inDoubt = (await ledger.posting.batches(num)).filter((batch) => batch.state === 'in-doubt');
  const doubts = await Promise.all(
    inDoubt.map(async (batch) => ({ ...batch, about: await aboutBatch(batch, ledger) })),
  );
  const customFields = kindOf(kind).records?.fieldsFirst ? fieldWords(receipt.customFields) : '';
  const heldDuplicates = { rows: duplicates?.rows ?? 0, entries: duplicates?.entries ?? 0 };
  return {
    ...{ id, job, kind, file, state, rows, entries, heldDuplicates, customFields },
    ...{ issues, reason, doubts, mismatches, looksGoOn },
  };
}

/** `creates the contact Kari Nordmann (row 2)` */
async function aboutBatch({ import: num, no, step }: BatchRow, { posting }: PipelinePorts['ledger']): Promise<string> {
  if (step === 'book') return '';
  const { key, rows } = (await posting.body(num, no)).entries[0]!;
  return `${stepOf(step).does} ${plainLine(key, NAME_CHARACTERS)}${rows === '' ? '' : ` (row ${rows})`}`;
}

/** `2 created, 1 rejected by the service` */
function fieldWords(counts: CreatedCounts | undefined): string {
  if (counts === undefined) return '';
  const { created, existing, held, rejected, inDoubt } = counts;
  const said: [number, string][] = [
    [created, 'created'],
    [existing, 'there already'],
    [held, 'held'],
    [rejected, 'rejected by the service'],
    [inDoubt, 'in doubt'],
  ];
  return said.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : [])).join(', ');
}

/** Named as in the receipt (design, section 7); as many causes as the text has. */
function forPrograms({ id, job, kind, file, state, rows, entries, issues, doubts }: ImportNews): object {
  return {
    import: id,
    job,
    ...namedKind(kind),
    file,
    state,
    rows,
    entries,
    issues: issues.slice(0, CAUSES_TOLD).map(bounded),
    moreIssues: Math.max(0, issues.length - CAUSES_TOLD),
    batchesInDoubt: doubts.length,
  };
}

/** A cell can hold a whole letter by mistake, and a service may say much. */
function bounded(issue: CauseNews): CauseNews {
  const cut = (text: string) => (text.length > TEXT_CHARACTERS ? `${text.slice(0, TEXT_CHARACTERS)}…` : text);
  const { value, message, suggestion } = issue;
  return {
    ...issue,
    ...(value === undefined ? {} : { value: cut(value) }),
    message: cut(message),
    ...(suggestion === undefined ? {} : { suggestion: cut(suggestion) }),
  };
}

async function tellRun(run: FailedRun, options: FindOptions, ports: PipelinePorts): Promise<void> {
  const { ledger } = ports;
  const known = await ledger.notices.toldFailures(run);
  const news = { job: run.job, dueAt: run.due_at, ...failureOf(run) };
  if (known.includes(run.detail ?? '') || known.length >= FAILURES_TOLD) {
    await ledger.notices.tellRun(run.id, []);
    return;
  }
  const content: NoticeContent = {
    type: 'run.failed',
    ...runWords(news, options.link),
    run: { ...news, id: run.id, dueAt: new Date(run.due_at).toISOString() },
  };
  await ledger.notices.tellRun(run.id, messages(`run:${run.id}`, content, options, ports));
}

/** Why it failed, as whoever ran it wrote it down. */
function failureOf({ detail }: FailedRun): { message: string; suggestion?: string } {
  let value: unknown;
  try {
    value = JSON.parse(detail ?? '');
  } catch {
    value = undefined;
  }
  const { message, suggestion } = (value ?? {}) as { message?: unknown; suggestion?: unknown };
  return {
    message: typeof message === 'string' ? message : 'It is not known why.',
    ...(typeof suggestion === 'string' && suggestion !== '' ? { suggestion } : {}),
  };
}

function messages(
  about: string,
  content: NoticeContent,
  { channels }: FindOptions,
  { now, random }: PipelinePorts,
): NewNotice[] {
  const at = now();
  const message = JSON.stringify(content);
  return channels.map((channel) => ({ id: ulid(at, random), about, channel, message, at }));
}
