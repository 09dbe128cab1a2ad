import { UsageError } from '../../core/issue.ts';
import type { LostImport, RecoveredImport } from '../../doubt/recover.ts';
import type { CopyMark } from '../../ledger/copy-ledger.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { counted, readableCount, readableTime, styleFor, tableLines, wrap } from '../output/text.ts';
import { inSession, type Session } from '../session.ts';

const FILE_CHARACTERS = 40;
const TEXT_CHARACTERS = 100;

export interface RecoverOptions {
  readonly accept?: boolean;
  readonly reason?: string;
  readonly json?: boolean;
}

/** `bilag recover`: what was sent, as the attempt log has it, and a restored ledger does not know; takes it back. */
export function recoverCommand(
  { accept = false, reason, json = false }: RecoverOptions,
  context: CliContext,
): Promise<ExitCode> {
  if (accept && (reason ?? '').trim() === '')
    throw new UsageError('A reason is needed.', 'Add --reason with what happened to the ledger.');
  if (!accept && reason !== undefined)
    throw new UsageError('--reason goes only with --accept.', 'Without both, bilag recover shows what there is.');
  return inSession(context, async (session) => {
    const { lostImports, recoverAttempts } = await import('../../doubt/recover.ts');
    const { checkOneLog, lostLog, lostLogWords, unacceptedCopy } = await import('../../doubt/check-attempts.ts');
    const { ledger, ports } = session.runtime;
    checkOneLog(ledger.attemptLog.path);
    const lost = await lostImports(ledger);
    const copy = await unacceptedCopy(ledger.attemptLog.path, ledger.recovery);
    const { path } = ledger.attemptLog;
    const log = copy === undefined ? await lostLog(path, ledger.recovery) : undefined;
    const nothing = lost.length === 0 && copy === undefined && log === undefined;
    const backup = {
      ...(copy === undefined ? {} : { backup: new Date(copy.at).toISOString() }),
      ...(log === undefined ? {} : { log: log.why }),
    };
    if (!json) {
      const lines = [...copyLines(copy), ...logLines(log && lostLogWords(log, path))];
      const all = lines.length > 0 && lost.length === 0 ? lines : [...lines, ...lostLines(lost, session)];
      context.out.write(`${all.join('\n')}\n`);
    }
    if (!accept || nothing) {
      if (json) context.out.write(`${JSON.stringify({ ...backup, unknown: lost.map(lostJson), recovered: [] })}\n`);
      if (!nothing) context.err.write(`\n${[...wrap(WHAT_TO_DO, TEXT_CHARACTERS), ...ACCEPT].join('\n')}\n`);
      return nothing ? EXIT.ok : EXIT.inDoubt;
    }
    const recovered = await recoverAttempts(reason!, ports);
    const inDoubt = recovered.reduce((sum, each) => sum + each.inDoubt, 0);
    if (json) {
      const back = await Promise.all(recovered.map((each) => recoveredJson(each, session)));
      context.out.write(`${JSON.stringify({ ...backup, unknown: lost.map(lostJson), recovered: back })}\n`);
    } else
      context.out.write(
        `\n${(await Promise.all(recovered.map((each) => recoveredLines(each, session)))).flat().join('\n')}\n`,
      );
    return inDoubt > 0 ? EXIT.inDoubt : EXIT.ok;
  });
}

const WHAT_TO_DO =
  'If there is a newer copy of the ledger, put that in its place. Otherwise accept what the log knows: what it saw booked is booked, the rest is in doubt until it is looked up in the service (bilag resolve), and no file can book any of it a second time. Before that, end every bilag that still works with the earlier ledger.';
const ACCEPT = ['  bilag recover --accept --reason "the ledger was restored from the backup of …"'];

/** What a backup can't know. */
function copyLines(copy: CopyMark | undefined): string[] {
  if (copy === undefined) return [];
  const since = readableTime(copy.at);
  const words = `This ledger is a backup of ${since}. If the attempt log (attempts.journal) of the lost home is still there, put it beside the ledger: it knows what was sent since. Without it, once this is accepted, whatever waited at ${since} to be sent is in doubt, and plans that were not begun wait for your word. Files that were brought in, retried or corrected after ${since} are unknown here: look into the service before you bring them in again. Schedules would fetch them by themselves: until you have looked, start with --only plan,post,dashboard.`;
  return wrap(words, TEXT_CHARACTERS);
}

/** What a ledger without its log can't know. */
function logLines(words: string | undefined): string[] {
  if (words === undefined) return [];
  const remedy =
    'If it was moved or rotated, put it back, and nothing is lost. Without it nobody can see whether this ledger is the newest or an older copy: once this is accepted, whatever waits to be sent is in doubt, plans that were not begun wait for your word, and a new log begins.';
  return wrap(`${words} ${remedy}`, TEXT_CHARACTERS);
}

function lostLines(lost: readonly LostImport[], { context }: Session): string[] {
  if (lost.length === 0) return ['The ledger knows every attempt in its log; there is nothing to recover.'];
  const style = styleFor(context.out, context.env);
  const lines = tableLines(
    [
      ['import', 'in the ledger', 'job', 'file', 'batches', 'booked', 'entries', 'rows', 'from', 'to'],
      ...lost.map(({ id, state, job, file, batches, booked, entries, rows, from, to }) => [
        id,
        state ?? 'unknown',
        job,
        file,
        ...[batches, booked, entries, rows].map(readableCount),
        readableTime(from),
        readableTime(to),
      ]),
    ],
    [
      { align: 'left' },
      { align: 'left' },
      { align: 'left' },
      { align: 'left', max: FILE_CHARACTERS },
      { align: 'right' },
      { align: 'right' },
      { align: 'right' },
      { align: 'right' },
      { align: 'left' },
      { align: 'left' },
    ],
  );
  const head = 'Sent, as the attempt log has it, and not known to the ledger:';
  return [style('bold', head), style('dim', lines[0]!), ...lines.slice(1)];
}

async function recoveredLines(back: RecoveredImport, session: Session): Promise<string[]> {
  const { id, file, known, recovered, booked, inDoubt, waits } = back;
  const { imports } = session.runtime.ledger;
  const style = styleFor(session.context.out, session.context.env);
  const apart = recovered === undefined || recovered === known ? undefined : await imports.byNum(recovered);
  const where = apart === undefined || apart.id === id ? '' : `; what it has no batch for is in import ${apart.id}`;
  const steps: [string, string][] = [];
  if (waits)
    steps.push([
      `bilag import ${file} --job ${(await imports.byNum(known!)).job}`,
      'books it, once you have seen that it was not booked after the backup',
    ]);
  const places = [...new Set([...(known === undefined ? [] : [id]), ...(apart === undefined ? [] : [apart.id])])];
  if (inDoubt > 0) {
    for (const place of places)
      steps.push([`bilag show ${place}`, 'has the batches in doubt; settle each with bilag resolve']);
  }
  if (apart !== undefined && known === undefined)
    steps.push([
      `bilag import ${file} --job ${apart.job}`,
      'books what was not sent before, and reports the rest as duplicates',
    ]);
  return [
    `${style('bold', file)}, import ${id}: ${counted(booked, 'batch', 'batches')} booked, ${readableCount(inDoubt)} in doubt${where}`,
    ...steps.flatMap(([command, does]) => [`  ${command}`, `      ${style('dim', does)}`]),
  ];
}

function lostJson({ id, from, to, state, ...lost }: LostImport): object {
  const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return { import: id, ...lost, state: state ?? null, ...times };
}

async function recoveredJson(back: RecoveredImport, { runtime }: Session): Promise<object> {
  const { id, file, recovered, booked, inDoubt } = back;
  const nowIn = recovered === undefined ? id : (await runtime.ledger.imports.byNum(recovered)).id;
  return { import: id, file, in: nowIn, booked, inDoubt };
}
