import type { ServerResponse } from 'node:http';
import type { BookedEntry } from './books.ts';
import { addCents, type Cents, centsText, toCents } from './cents.ts';
import type { Company } from './company.ts';
import { journalLines } from './journal-lines.ts';
import { streamList } from './stream-list.ts';

interface Summary {
  /** Entries. */
  readonly count: number;
  readonly lines: number;
  /** Draft lines as sent, without the VAT lines: decimal text by account number. */
  readonly totals: Readonly<Record<string, string>>;
}

/** Counts and totals, kept as bookings come: cheap at any size. Several companies are also shown one by one. */
export function bookedSummary(companies: readonly Company[]): Summary & { companies?: Record<string, Summary> } {
  const sum = (each: readonly Company[]): Summary => {
    const totals = new Map<number, Cents>();
    for (const { books } of each) {
      for (const [number, cents] of books.totals()) totals.set(number, addCents(totals.get(number) ?? 0, cents));
    }
    return {
      count: each.reduce((count, { books }) => count + books.entryCount, 0),
      lines: each.reduce((count, { books }) => count + books.lineCount, 0),
      totals: Object.fromEntries([...totals].sort(([a], [b]) => a - b).map(([key, cents]) => [key, centsText(cents)])),
    };
  };
  const used = companies.filter(({ books }) => books.entryCount > 0);
  if (used.length < 2) return sum(companies);
  return { ...sum(companies), companies: Object.fromEntries(used.map((each) => [each.key, sum([each])])) };
}

/**
 * Everything booked, written as it is read: `{count, lines, totals, entries: [{id, number, company, request,
 * requestId?, index, lines: [{AccountID, AccountNumber, Amount, Description, FinancialDate, VatTypeID, VatCode}], vatLines?}]}`, amounts
 * as decimal text. `lines` are the draft lines as sent, `vatLines` what the service added to them.
 */
export function writeBooked(response: ServerResponse, companies: readonly Company[]): Promise<void> {
  return streamList(response, bookedSummary(companies), 'entries', entryTexts(companies));
}

function* entryTexts(companies: readonly Company[]): Generator<string> {
  const sources = companies.map((company) => ({ company, left: company.books.entryCount }));
  for (const { company, left } of sources) {
    let remaining = left;
    for (const entry of company.books.entries()) {
      if (remaining-- === 0) break;
      yield entryText(entry, company);
    }
  }
}

function entryText({ id, number, request, requestId, index, lines, accountOf }: BookedEntry, company: Company): string {
  const { accounts, vatTypes } = company;
  const vatLines: object[] = [];
  const drafts = lines.map((line, draftLine) => {
    const VatTypeID = line.VatTypeID ?? null;
    if (VatTypeID !== null) {
      for (const { accountId, cents, vat } of journalLines(line, accounts, vatTypes)) {
        if (!vat) continue;
        const AccountNumber = accountOf(accountId)?.AccountNumber;
        vatLines.push({ draftLine, AccountID: accountId, AccountNumber, Amount: centsText(cents) });
      }
    }
    return {
      AccountID: line.AccountID,
      AccountNumber: accountOf(line.AccountID)?.AccountNumber,
      Amount: centsText(toCents(line.Amount) ?? 0),
      Description: line.Description,
      FinancialDate: line.FinancialDate,
      VatTypeID,
      VatCode: VatTypeID === null ? null : (vatTypes.byId(VatTypeID)?.code ?? null),
    };
  });
  const entry = { id, number, company: company.key, request, requestId, index, lines: drafts };
  return JSON.stringify(vatLines.length === 0 ? entry : { ...entry, vatLines });
}
