import type { Accounts } from './accounts.ts';
import type { CheckedLine } from './booking-check.ts';
import { toCents } from './cents.ts';
import { REVERSE_OUTPUT_ACCOUNT } from './reference/vat-types.ts';
import type { VatTypes } from './vat-types.ts';

/** A line as it stands in the journal: what is left of the draft line, and the tax taken out of it. */
export interface JournalLine {
  readonly accountId: number;
  readonly cents: number;
  readonly vat: boolean;
}

/** Journal lines that one draft line can become: its own and two of tax. */
export const JOURNAL_LINES_PER_DRAFT_LINE = 3;

/**
 * The journal lines of a draft line. Amounts with a VAT type include the tax; where the buyer works the tax out, it is
 * added and taken away again. The lines always sum to the draft line.
 */
export function journalLines(line: CheckedLine, accounts: Accounts, vatTypes: VatTypes): JournalLine[] {
  const cents = toCents(line.Amount) ?? 0;
  const own = (amount: number): JournalLine => ({ accountId: line.AccountID, cents: amount, vat: false });
  const vatType = line.VatTypeID == null ? undefined : vatTypes.byId(line.VatTypeID);
  const account = vatType?.account === undefined ? undefined : accounts.byNumber(vatType.account);
  if (!vatType || !account || vatType.percentNumber === 0) return [own(cents)];
  const tax = (accountId: number, amount: number): JournalLine => ({ accountId, cents: amount, vat: true });
  if (vatType.reverse === undefined) {
    const included = share(cents, vatType.percentNumber, 100 + vatType.percentNumber);
    return included === 0 ? [own(cents)] : [own(cents - included), tax(account.ID, included)];
  }
  const owed = accounts.byNumber(REVERSE_OUTPUT_ACCOUNT[vatType.account ?? 0] ?? 0);
  const added = share(cents, vatType.percentNumber, 100);
  if (!owed || added === 0) return [own(cents)];
  return [own(cents), tax(vatType.reverse === 'kept' ? line.AccountID : account.ID, added), tax(owed.ID, -added)];
}

/** cents × part / whole, rounded half away from zero, in whole numbers: percentages have four decimals. */
function share(cents: number, part: number, whole: number): number {
  const numerator = BigInt(Math.abs(cents)) * BigInt(Math.round(part * 10_000)) * 2n;
  const denominator = BigInt(Math.round(whole * 10_000));
  const rounded = Number((numerator + denominator) / (denominator * 2n));
  return cents < 0 ? -rounded : rounded;
}
