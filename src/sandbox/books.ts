import type { Account, Accounts } from './accounts.ts';
import type { CheckedEntry, CheckedLine } from './booking-check.ts';
import { jsonMayHold } from './byte-log.ts';
import { addCents, type Cents, toCents } from './cents.ts';
import { JOURNAL_LINES_PER_DRAFT_LINE, journalLines } from './journal-lines.ts';
import type { Row } from './query.ts';
import type { Table } from './table.ts';
import type { VatTypes } from './vat-types.ts';

/**
 * What one request booked. The request's bytes are kept as they came, outside the heap, and read again when somebody
 * asks: a million lines are a few thousand objects.
 */
export interface Batch {
  /** Which of the POST requests to the interface booked it, counted from 1. */
  readonly request: number;
  /** What its sender calls it (`X-Request-ID`). */
  readonly requestId: string | undefined;
  readonly body: Buffer;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly firstId: number;
  readonly firstLineId: number;
  /** Number within its year of each booked entry; as long as what was booked, which may be less than what was sent. */
  readonly numbers: Int32Array;
  /** Which account an ID was when it was booked. */
  readonly accountOf: (id: number) => Account | undefined;
}

export interface BookedEntry {
  readonly id: number;
  readonly number: string;
  readonly request: number;
  readonly requestId: string | undefined;
  /** Place in the request, counted from 0. */
  readonly index: number;
  readonly lines: readonly CheckedLine[];
  readonly accountOf: Batch['accountOf'];
}

export interface Books {
  /** Books the first `count` of entries that were checked; all or nothing of it, at once. */
  book(
    sent: Pick<Batch, 'request' | 'requestId' | 'body' | 'at'>,
    entries: readonly CheckedEntry[],
    count: number,
  ): { id: number; number: string }[];
  readonly entryCount: number;
  readonly lineCount: number;
  /** Sum of the draft lines as sent by account number. */
  totals(): Map<number, Cents>;
  /** Entries in order of booking; only batches that stand when it is called. */
  entries(): Generator<BookedEntry>;
  /** Journal lines, with the VAT lines, as `journalentrylines` answers them. */
  journal(view: JournalView): Table;
}

/** How a service shows the lines that it holds. */
export interface JournalView {
  /** Characters of a description that are kept; null: all. */
  readonly descriptionMax: number | null;
  /** `collapsed`: several blanks in a description become one. */
  readonly blanks: 'kept' | 'collapsed';
  /** Lines that were booked later are not shown yet. */
  readonly bookedBy: number;
}

const FIRST_ENTRY_ID = 60_001;
const FIRST_LINE_ID = 700_001;

export function createBooks(accounts: Accounts, vatTypes: VatTypes): Books {
  const batches: Batch[] = [];
  const sums = new Map<number, Cents>();
  const lastNumber = new Map<string, number>();
  let entryCount = 0;
  let lineCount = 0;
  let nextLineId = FIRST_LINE_ID;

  return {
    book(sent, entries, count) {
      const firstId = FIRST_ENTRY_ID + entryCount;
      const firstLineId = nextLineId;
      const numbers = new Int32Array(count);
      const booked: { id: number; number: string }[] = [];
      for (let index = 0; index < count; index++) {
        const lines = entries[index]!.DraftLines;
        for (const line of lines) {
          const number = accounts.byId(line.AccountID)!.AccountNumber;
          sums.set(number, addCents(sums.get(number) ?? 0, toCents(line.Amount) ?? 0));
        }
        const year = lines[0]!.FinancialDate.slice(0, 4);
        const number = (lastNumber.get(year) ?? 0) + 1;
        lastNumber.set(year, number);
        numbers[index] = number;
        booked.push({ id: firstId + index, number: `${number}-${year}` });
        lineCount += lines.length;
        nextLineId += lines.length * JOURNAL_LINES_PER_DRAFT_LINE;
      }
      entryCount += count;
      if (count > 0) batches.push({ ...sent, firstId, firstLineId, numbers, accountOf: accounts.asNow() });
      return booked;
    },
    get entryCount() {
      return entryCount;
    },
    get lineCount() {
      return lineCount;
    },
    totals: () => new Map(sums),
    *entries() {
      for (const batch of batches.slice()) yield* entriesOf(batch);
    },
    journal: (view) => ({
      *from(place) {
        let toSkip = place;
        for (const row of journal(view)) if (toSkip-- <= 0) yield row;
      },
      matching: ({ field, value }) =>
        journal(
          view,
          // Blanks that were collapsed stand in no body.
          field === 'description' && typeof value === 'string' && view.blanks === 'kept'
            ? jsonMayHold(value)
            : undefined,
        ),
      byId(id) {
        for (const row of journal(view)) if (row['ID'] === id) return row;
        return undefined;
      },
    }),
  };

  function* journal(view: JournalView, mayHold: (body: Buffer) => boolean = () => true): Generator<Row> {
    for (const batch of batches.slice()) {
      if (batch.at > view.bookedBy || !mayHold(batch.body)) continue;
      let draftIndex = 0;
      for (const entry of entriesOf(batch)) {
        for (const line of entry.lines) {
          const id = batch.firstLineId + JOURNAL_LINES_PER_DRAFT_LINE * draftIndex++;
          yield* journalRows(entry, line, id, view);
        }
      }
    }
  }

  function* journalRows(entry: BookedEntry, line: CheckedLine, firstId: number, view: JournalView): Generator<Row> {
    let ID = firstId;
    for (const { accountId, cents } of journalLines(line, accounts, vatTypes)) {
      yield {
        ID: ID++,
        Description: shown(line.Description, view),
        Amount: cents / 100,
        AccountID: accountId,
        FinancialDate: line.FinancialDate,
        VatTypeID: line.VatTypeID ?? null,
        JournalEntryID: entry.id,
        JournalEntryNumber: entry.number,
      };
    }
  }
}

function shown(description: CheckedLine['Description'], { descriptionMax, blanks }: JournalView): typeof description {
  if (typeof description !== 'string') return description;
  const text = blanks === 'kept' ? description : description.replace(/ {2,}/g, ' ');
  return descriptionMax === null ? text : text.slice(0, descriptionMax);
}

function* entriesOf(batch: Batch): Generator<BookedEntry> {
  const entries = JSON.parse(batch.body.toString('utf8')) as CheckedEntry[];
  for (let index = 0; index < batch.numbers.length; index++) {
    const lines = entries[index]!.DraftLines;
    const number = `${batch.numbers[index]}-${lines[0]!.FinancialDate.slice(0, 4)}`;
    const { request, requestId, accountOf } = batch;
    yield { id: batch.firstId + index, number, request, requestId, index, lines, accountOf };
  }
}
