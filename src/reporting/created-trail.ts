import { unpackIds } from '../core/booked-ids.ts';
import type { Cell } from '../core/cell.ts';
import type { Issue } from '../core/issue.ts';
import type { Records, TrailCells } from '../kinds/kind.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { BatchRow, EntryRow, ImportRow, Skip } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import type { Trail } from './trail.ts';

const HEAD = ['row', 'outcome', 'service ID', 'batch', 'name'] as const;
const TAIL = ['in the service', 'problem', 'remarks'] as const;

const NONE: TrailCells = { cells: [] };

/** Codes that say what is there already, and what differs. */
const EXISTS: ReadonlySet<Issue['code']> = new Set(['contact-exists', 'field-exists']);

/**
 * What became of every row of contacts or custom fields (design, section 7), in file order: its ID in the service, what was
 * sent, what is there already and how that differs, and why it waits. The custom fields that a job of contacts asks for
 * stand first, in no row.
 */
export function createdTrail(row: ImportRow, own: Records['trail'], ports: Pick<PipelinePorts, 'ledger'>): Trail {
  const header = [...HEAD, ...own.columns, ...TAIL];
  const wrapped: readonly string[] = ['custom values', ...TAIL];
  const wrap = header.flatMap((name, at) => (wrapped.includes(name) ? [at] : []));
  return { header, rows: lines(row, own, ports), wrap };
}

async function* lines(
  row: ImportRow,
  own: Records['trail'],
  { ledger }: Pick<PipelinePorts, 'ledger'>,
): AsyncGenerator<Cell[]> {
  const { findings, posting } = ledger;
  if (row.facts === null) return;
  const facts = JSON.parse(row.facts) as PlanFacts;
  const isRemarked = (await findings.remarks(row.num)).length > 0;
  const remarks = async (seq: number) => (isRemarked ? words(await findings.remarksOn(row.num, seq)) : '');
  const aside = await findings.entries(row.num, ...ASIDE);
  const batches = await findings.singleBatches(row.num);
  for (const rowless of [true, false]) {
    const waiting = aside.filter(({ row_count }) => (row_count === 0) === rowless);
    let next = 0;
    for (const { no, seq } of batches.filter((batch) => (batch.rowless === 1) === rowless)) {
      const batch = (await posting.batch(row.num, no))!;
      const outcome = outcomeOf(batch);
      if (outcome === undefined) continue;
      while (next < waiting.length && waiting[next]!.seq < seq) yield await asideCells(waiting[next++]!);
      yield [...(await sentCells(batch, outcome)), ...['', '', await remarks(seq)]];
    }
    while (next < waiting.length) yield await asideCells(waiting[next++]!);
  }

  async function asideCells(entry: EntryRow): Promise<Cell[]> {
    const problems = await findings.problems(row.num, entry.seq);
    const exists = problems.filter(({ code }) => EXISTS.has(code as Issue['code']));
    const wrong = problems.filter((problem) => !exists.includes(problem));
    return [
      ...[entry.rows, asideOutcome(entry), entry.service_id ?? '', ''],
      ...ownCells(entry, own.unsent?.(entry.key)),
      ...[words(exists), skippedWords(entry) ?? words(wrong), await remarks(entry.seq)],
    ];
  }

  async function sentCells(batch: BatchRow, outcome: string): Promise<Cell[]> {
    const { entries, body } = await posting.body(row.num, batch.no);
    const { key, rows, rowCount: row_count } = entries[0]!;
    const [[id] = [null]] = unpackIds(batch.ids);
    const sent = row_count === 0 || body === '' ? undefined : own.sent(body, facts);
    return [...[rows, outcome, id ?? batch.target ?? '', batch.no], ...ownCells({ key, row_count }, sent)];
  }

  function ownCells(
    entry: Pick<EntryRow, 'key' | 'row_count'>,
    { name = nameOf(entry), cells }: TrailCells = NONE,
  ): Cell[] {
    return [name, ...own.columns.map((_, at) => cells[at] ?? '')];
  }
}

/** What stands in no row of a file of contacts is a custom field. */
function nameOf({ key, row_count }: Pick<EntryRow, 'key' | 'row_count'>): string {
  return row_count === 0 ? `custom field ${key}` : key;
}

/** Undefined: its row is told by another batch, or by the entry that was set aside. */
function outcomeOf({ state, step }: BatchRow): string | undefined {
  // A contact is created before it is read back, and a field is done when it is active.
  if (step === 'read-back') return undefined;
  if (step === 'create-contact' && state === 'continued') return 'created';
  switch (state) {
    case 'booked':
      return 'created';
    case 'in-doubt':
      return 'in doubt';
    case 'ready':
    case 'sending':
      return 'pending';
    default:
      return undefined;
  }
}

function asideOutcome({ state }: EntryRow): string {
  if (state === 'duplicate-skipped') return 'exists';
  return state === 'duplicate' ? 'exists, and waits' : state;
}

function words(problems: readonly { readonly detail: string | null; readonly message: string }[]): string {
  return problems.map(({ detail, message }) => detail ?? message).join('\n');
}

/** Entries that are in no batch, and that nothing took the place of. */
export const ASIDE = ['held', 'rejected', 'duplicate', 'duplicate-skipped', 'skipped'] as const;

/** Why an entry is not booked, where a person decided so. */
export function skippedWords({ skipped }: Pick<EntryRow, 'skipped'>): string | undefined {
  if (skipped === null) return undefined;
  const { who, reason } = JSON.parse(skipped) as Skip;
  return `skipped by ${who}: ${reason}`;
}
