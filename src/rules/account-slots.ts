import type { Account } from '../domain/account.ts';
import type { Issue } from '../domain/issue.ts';
import { quoteValue } from './quote-value.ts';
import { isOfClass, rankValues } from './rank-values.ts';
import type { AccountSlot } from './reading.ts';

/** What the contract's AccountNumber can be: a whole number, written without leading zeros. */
const ACCOUNT_NUMBER = /^[1-9]\d{0,14}$/;
/** Accounts that a suggestion names. */
const SUGGESTIONS = 3;

/** The file's account numbers, each once. */
export class AccountSlots {
  /** One of each number: what is known of it holds for all texts that are mapped to it. */
  readonly #bySent = new Map<string, AccountSlot>();
  readonly #byText = new Map<string, AccountSlot>();
  readonly #mapping: Readonly<Record<string, string>>;
  #unresolved: AccountSlot[] = [];

  /** @param mapping the job's `accounts` */
  constructor(mapping: Readonly<Record<string, string>>) {
    this.#mapping = mapping;
  }

  /** @param text account number as the file has it, trimmed */
  slot(text: string): AccountSlot {
    let slot = this.#byText.get(text);
    if (slot === undefined) {
      const number = Object.hasOwn(this.#mapping, text) ? this.#mapping[text]! : text;
      const same = this.#bySent.get(number);
      slot = { text, number, lookup: same?.lookup };
      if (same === undefined) this.#bySent.set(number, slot);
      if (slot.lookup === undefined && ACCOUNT_NUMBER.test(number)) this.#unresolved.push(slot);
      this.#byText.set(text, slot);
    }
    return slot;
  }

  /** Slots that were never looked up, once. */
  takeUnresolved(): AccountSlot[] {
    const taken = this.#unresolved;
    if (taken.length > 0) this.#unresolved = [];
    return taken;
  }
}

/** Why an account can't be used; undefined where it can. @param known accounts that the file names, and the service has */
export function accountIssue(slot: AccountSlot, column: string, known: readonly Account[]): Issue | undefined {
  const { text, number, lookup } = slot;
  if (lookup?.found === 'one') return undefined;
  // Whoever puts another in its place puts it into these cells, and no others that the job makes the same number of.
  const place = { column, value: text };
  const mapped = text === number ? '' : `, which the job has for ${quoteValue(text)}`;
  if (lookup === undefined) {
    return {
      ...place,
      code: 'account-invalid',
      message: `"${number}"${mapped} is not an account number: the service's are whole numbers without leading zeros.`,
      suggestion: `Correct it in the file, or map it in the job: accounts: { "${text}": "…" }.`,
    };
  }
  if (lookup.found === 'several') {
    return {
      ...place,
      code: 'account-ambiguous',
      message: `The service has ${lookup.count} accounts with number ${number}${mapped}.`,
      suggestion: 'Remove or renumber all but one in the service: bilag does not choose between them.',
    };
  }
  const near = nearestAccounts(number, known);
  return {
    ...place,
    code: 'account-unknown',
    message: `Account ${number}${mapped}${mapped === '' ? '' : ','} is unknown to the service.`,
    suggestion: `${near === '' ? '' : `Nearest in this file: ${near}. `}Create it in the service, or map it in the job: accounts: { "${text}": "…" }.`,
  };
}

/** Those of the file's own accounts that are nearest, with their names, in the order in which all are suggested. */
function nearestAccounts(number: string, known: readonly Account[]): string {
  const named = known.map((account) => ({ value: account.number, name: account.name }));
  return rankValues(number, named)
    .filter(({ value }) => isOfClass(number, value))
    .slice(0, SUGGESTIONS)
    .map(({ value, name }) => `${value} (${name})`)
    .join(', ');
}
