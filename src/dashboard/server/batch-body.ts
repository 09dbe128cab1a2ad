import { CREDIT_TOTAL, DEBIT_TOTAL } from '../../domain/batch.ts';
import { formatMinor } from '../../domain/money.ts';
import type { Evidence } from '../../domain/outcome.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { AttemptRow, BatchRow, DecisionRow, LookRow } from '../../ledger/rows.ts';
import { batchTotals } from '../../pipeline/batch-totals.ts';

/** Attempts, and looks, of a batch that are told, the newest. */
const TRIES_TOLD = 50;
/** Entries of a batch that are told. */
const ENTRIES_TOLD = 200;

const iso = (ms: number) => new Date(ms).toISOString();

/** A batch as a list shows it. @param url of the batches of its import */
export function batchBody(batch: BatchRow, url: string, scale: number, ledger: Ledger): object {
  const { import: num, no, parent, source, state, step, entries, rows, lines, attempts, message, due_at } = batch;
  const totals = JSON.parse(batch.totals) as Readonly<Record<string, string>>;
  const sum = (name: string) => formatMinor(BigInt(totals[name] ?? '0'), scale);
  return {
    batch: no,
    url: `${url}/${no}`,
    ...(parent === null ? {} : { parent }),
    ...(source === 0 ? {} : { correction: source }),
    state,
    step,
    ...(step === 'book' ? {} : { about: ledger.posting.body(num, no).entries[0]?.key ?? '' }),
    entries,
    rows,
    lines,
    ...(DEBIT_TOTAL in totals ? { debit: sum(DEBIT_TOTAL) } : {}),
    ...(CREDIT_TOTAL in totals ? { credit: sum(CREDIT_TOTAL) } : {}),
    attempts,
    ...(message === null ? {} : { message }),
    ...(state === 'ready' && due_at > 0 ? { due: iso(due_at) } : {}),
  };
}

/** A batch with all that became of it: what was seen, looked up and decided. */
export function wholeBatch(batch: BatchRow, url: string, scale: number, ledger: Ledger): object {
  const { import: num, no, sha256 } = batch;
  const { entries } = ledger.posting.body(num, no);
  const ids = JSON.parse(batch.ids ?? '[]') as [number | null, string | null][];
  const contents = entries.slice(0, ENTRIES_TOLD).map(({ key, rows, date }, at) => {
    const [id = null, number = null] = ids[at] ?? [];
    return {
      entry: key,
      rows,
      ...(date === '' ? {} : { date }),
      ...(id === null ? {} : { id }),
      ...(number === null ? {} : { number }),
    };
  });
  return {
    ...batchBody(batch, url, scale, ledger),
    sha256,
    accounts: batchTotals(batch, scale),
    contents,
    ...(entries.length > contents.length ? { moreContents: entries.length - contents.length } : {}),
    tries: ledger.batches.attempts(num, no, TRIES_TOLD).map(attemptBody),
    decisions: ledger.batches.decisions(num, no).map(decisionBody),
    looks: ledger.batches.looks(num, no, TRIES_TOLD).map(lookBody),
  };
}

function attemptBody({ id, batch, holder, began_at, ended_at, outcome, evidence }: AttemptRow): object {
  return {
    attempt: id,
    batch,
    sender: holder,
    began: iso(began_at),
    ...(ended_at === null ? {} : { ended: iso(ended_at) }),
    ...(outcome === null ? {} : { outcome }),
    ...(evidence === null ? {} : { evidence: JSON.parse(evidence) as Evidence }),
  };
}

function decisionBody({ became, at, who, reason, part }: DecisionRow): object {
  const about = part === null ? {} : { entries: (JSON.parse(part) as number[]).length };
  return { became, at: iso(at), who, reason, ...about };
}

function lookBody({ at, ended_at, found, absent, unclear, detail }: LookRow): object {
  const ended = ended_at === null ? {} : { ended: iso(ended_at), found, absent, unclear };
  return { began: iso(at), ...ended, ...(detail === null ? {} : { detail }) };
}
