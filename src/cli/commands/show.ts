import { nameSheets } from '../../core/row-ranges.ts';
import { findImport } from '../../ledger/find-import.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { BatchRow } from '../../ledger/rows.ts';
import { batchTotals } from '../../reporting/batch-sums.ts';
import { createdRecords } from '../../reporting/created-records.ts';
import { receiptJson } from '../../reporting/receipt.ts';
import type { CliContext } from '../context.ts';
import { type ImportView, viewImport } from '../import-view.ts';
import { checkEnding, writeTrail } from '../out-file.ts';
import { batchLines, looksAt, looksJson } from '../output/batch.ts';
import { recordTable } from '../output/created.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { historyLines } from '../output/history.ts';
import { receiptLines } from '../output/receipt.ts';
import { counted, readableCount, type Style, styleFor } from '../output/text.ts';
import { inSession, type Session } from '../session.ts';

/** Batches that `bilag show` tells of at most. */
const SHOWN_BATCHES = 20;
/** Contacts or custom fields that `bilag show` lists with their IDs on the screen. */
const SHOWN_RECORDS = 20;
/** Those that a person may have to act on come first. */
const IMPORTANCE: readonly BatchRow['state'][] = [
  'in-doubt',
  'sending',
  'rejected',
  'ready',
  'waiting',
  'split',
  'continued',
  'withdrawn',
  'booked',
];

export interface ShowOptions {
  readonly json?: boolean;
  readonly out?: string;
}

/** `bilag show`: the receipt, the history, and every batch that did not simply go through. */
export function showCommand(id: string, { json = false, out }: ShowOptions, context: CliContext): Promise<ExitCode> {
  if (out !== undefined) checkEnding(out);
  return inSession(context, async (session) => {
    const { ledger } = session.runtime;
    const row = await findImport(id, ledger);
    const { num } = row;
    const view = await viewImport(num, ledger, context.now());
    const { historyFor } = await import('../../doubt/unseen.ts');
    const { ports } = session.runtime;
    const events = await historyFor(row, { who: ports.who, place: 'command-line' }, ports);
    const contradicted = new Set((await ledger.doubts.contradictions(num)).map(({ stands }) => stands));
    const batches = await notPlainlyBooked(num, contradicted, ledger);
    if (out !== undefined) await writeTrail(num, out, session);
    if (json) {
      const history = events.map(({ at, who, what, detail }) => ({
        at: new Date(at).toISOString(),
        who,
        what,
        ...(detail === null ? {} : { detail: JSON.parse(detail) }),
      }));
      context.out.write(
        `${JSON.stringify({ ...receiptJson(view.receipt, await createdRecords(view.row, ledger)), history, batches: await Promise.all(batches.map((batch) => batchJson(batch, view.facts?.scale ?? 2, session))) })}\n`,
      );
      return EXIT.ok;
    }
    if (out !== undefined) return EXIT.ok;
    const style = styleFor(context.out, context.env);
    const shown = batches.slice(0, SHOWN_BATCHES);
    const lines = [
      ...receiptLines(view, style),
      ...(await recordLines(view, ledger, style)),
      '',
      `  ${style('bold', 'History')}`,
      ...historyLines(events, style, view.row.kind).map((line) => `    ${line}`),
      ...(shown.length === 0 ? [] : ['', `  ${style('bold', 'Batches that did not simply go through')}`]),
      ...(
        await Promise.all(
          shown.map(async (batch) => {
            const attempts = await ledger.posting.attempts(num, batch.no);
            const { entries } = batch.step === 'book' ? NO_ENTRIES : await ledger.posting.body(num, batch.no);
            return batchLines(batch, attempts, style, await looksAt(attempts, batch.no, ledger), entries);
          }),
        )
      )
        .flat()
        .map((line) => `    ${line}`),
      ...(batches.length > shown.length
        ? [`    … and ${counted(batches.length - shown.length, 'more batch', 'more batches')}`]
        : []),
    ];
    context.out.write(`${nameSheets(lines.join('\n'), view.facts?.sheets)}\n`);
    return EXIT.ok;
  });
}

const NO_ENTRIES = { entries: [] };

/** What the service calls each contact or custom field, beside its row. */
async function recordLines({ row, receipt }: ImportView, ledger: Ledger, style: Style): Promise<string[]> {
  const { records = [], moreRecords = 0 } = (await createdRecords(row, ledger, SHOWN_RECORDS + 1)) ?? {};
  if (records.length === 0) return [];
  const shown = records.slice(0, SHOWN_RECORDS);
  const more = records.length - shown.length + moreRecords;
  return [
    '',
    `  ${style('bold', 'In the service')}`,
    ...recordTable(shown, style).map((line) => `  ${line}`),
    ...(more > 0 ? [`    … and ${readableCount(more)} more: bilag show ${receipt.import} --out trail.xlsx`] : []),
  ];
}

/** Sent once and booked, or not sent yet: no news, unless what was decided about it turned out otherwise. */
async function notPlainlyBooked(
  num: number,
  contradicted: ReadonlySet<number>,
  { posting }: Ledger,
): Promise<BatchRow[]> {
  const importance = ({ no, state }: BatchRow) => (contradicted.has(no) ? -1 : IMPORTANCE.indexOf(state));
  const notable = await posting.notable(num);
  const others = [...contradicted].filter((no) => !notable.some((batch) => batch.no === no));
  return [...notable, ...(await Promise.all(others.map(async (no) => (await posting.batch(num, no))!)))].sort(
    (a, b) => importance(a) - importance(b) || a.no - b.no,
  );
}

async function batchJson(
  { import: num, no, parent, state, step, entries, rows, attempts, message }: BatchRow,
  scale: number,
  { runtime }: Session,
): Promise<object> {
  const { ledger } = runtime;
  const tried = attempts === 0 ? [] : await ledger.posting.attempts(num, no);
  const looks = await looksAt(tried, no, ledger);
  return {
    batch: no,
    ...(parent === null ? {} : { parent }),
    state,
    ...(step === 'book' ? {} : { step, name: (await ledger.posting.body(num, no)).entries[0]?.key }),
    entries,
    rows,
    totals: batchTotals(await ledger.posting.totals(num, no), scale),
    ...(message === null ? {} : { message }),
    attempts: tried.map(({ began_at, ended_at, outcome, evidence }) => ({
      began: new Date(began_at).toISOString(),
      ...(ended_at === null ? {} : { ended: new Date(ended_at).toISOString() }),
      outcome,
      evidence: evidence === null ? null : JSON.parse(evidence),
    })),
    ...(looks.length === 0 ? {} : { looks: looksJson(looks) }),
  };
}
