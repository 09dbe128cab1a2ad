import { counted } from '../../core/counted.ts';
import type { Facts } from '../../core/facts.ts';
import type { Issue } from '../../core/issue.ts';
import { isOfClass, nearest, rankValues } from '../../core/nearest.ts';
import type { Account, VatType } from '../../core/records.ts';
import { quoteValue } from '../../core/text.ts';
import type { AccountSlot, VatSlot } from '../../reading/row-context.ts';

/** What the contract's AccountNumber can be: a whole number, written without leading zeros. */
const ACCOUNT_NUMBER = /^[1-9]\d{0,14}$/;
/** `1920 Bankinnskudd`, and `1920.0` as programs write a whole number: the number is meant, where the service has it. */
const NUMBER_WITHIN = /^([1-9]\d{2,14})(?:\.0+|[\s:–-]+\p{L}.*)$/u;
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
      const said = Object.hasOwn(this.#mapping, text) ? undefined : NUMBER_WITHIN.exec(text)?.[1];
      const plain = said ?? text;
      const number = Object.hasOwn(this.#mapping, plain) ? this.#mapping[plain]! : plain;
      const same = this.#bySent.get(number);
      slot = { text, number, lookup: same?.lookup, ...(said === undefined ? {} : { isWithin: true }) };
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
  const { text, lookup } = slot;
  if (lookup?.found === 'one') return undefined;
  const isText = lookup === undefined || (slot.isWithin === true && lookup.found === 'none');
  const number = slot.isWithin === true && isText ? text : slot.number;
  // Whoever puts another in its place puts it into these cells, and no others that the job makes the same number of.
  const place = { column, value: text };
  const facts: Facts = text === number ? {} : { number };
  const mapped = text === number ? '' : `, which the job has for ${quoteValue(text)}`;
  if (isText) {
    return {
      ...place,
      code: 'account-invalid',
      facts,
      message: `"${number}"${mapped} is not an account number: the service's are whole numbers without leading zeros.`,
      suggestion: `Correct it in the file, or map it in the job: accounts: { "${text}": "…" }.`,
    };
  }
  if (lookup.found === 'several') {
    return {
      ...place,
      code: 'account-ambiguous',
      facts: { ...facts, count: lookup.count },
      message: `The service has ${counted(lookup.count, 'account')} with number ${number}${mapped}.`,
      suggestion: 'Remove or renumber all but one in the service: bilag does not choose between them.',
    };
  }
  const near = nearestAccounts(number, known);
  return {
    ...place,
    code: 'account-unknown',
    facts: { ...facts, ...(near.length === 0 ? {} : { near }) },
    message: `Account ${number}${mapped}${mapped === '' ? '' : ','} is unknown to the service.`,
    suggestion: `${near.length === 0 ? '' : `Nearest in this file: ${near.join(', ')}. `}Create it in the service, or map it in the job: accounts: { "${text}": "…" }.`,
  };
}

/** Those of the file's own accounts that are nearest, with their names, in the order in which all are suggested. */
function nearestAccounts(number: string, known: readonly Account[]): string[] {
  const named = known.map((account) => ({ value: account.number, name: account.name }));
  return rankValues(number, named)
    .filter(({ value }) => isOfClass(number, value))
    .slice(0, SUGGESTIONS)
    .map(({ value, name }) => `${value} (${name})`);
}

/** In `vat.codes` and on a rule: send no VAT code. */
export const NO_VAT = 'none';

/**
 * Resolves the file's VAT codes against the service's list, once a code.
 * @param mapping the job's `vat.codes`
 * @param met told each type that a code stands for, once
 * @returns for a code: its slot; undefined where no VAT is to be sent
 */
export function vatCodes(
  types: readonly VatType[],
  mapping: Readonly<Record<string, string>>,
  met: (typeId: number) => void = () => undefined,
): (code: string) => VatSlot | undefined {
  const byCode = new Map<string, VatType[]>();
  for (const type of types) byCode.set(type.code, [...(byCode.get(type.code) ?? []), type]);
  const slots = new Map<string, VatSlot | undefined>();
  return (text) => {
    if (slots.has(text)) return slots.get(text);
    const code = Object.hasOwn(mapping, text) ? mapping[text]! : text;
    const slot = code === NO_VAT ? undefined : resolve(code, byCode);
    slots.set(text, slot);
    if (slot?.typeId !== undefined) met(slot.typeId);
    return slot;
  };
}

function resolve(code: string, byCode: ReadonlyMap<string, readonly VatType[]>): VatSlot {
  const found = byCode.get(code) ?? [];
  if (found.length === 1) return { code, typeId: found[0]!.id, issue: undefined };
  if (found.length > 1) {
    return {
      code,
      typeId: undefined,
      issue: {
        code: 'vat-ambiguous',
        facts: { types: found.map((type) => type.name) },
        suggestion: `The service has ${counted(found.length, 'VAT type')} with code ${code} (${found.map((type) => `"${type.name}"`).join(', ')}). Rename one there, or map the file's code to another one under vat.codes in the job.`,
      },
    };
  }
  // Between numbers nearness says nothing: 25 is no misspelt 20, but most likely a percentage. `01` may be 1.
  const rate = code.replace(/\s*%$/, '').replace(',', '.');
  const isNumber = /^\d+(?:\.\d+)?$/.test(rate);
  const near = isNumber ? sameNumber(code, [...byCode.keys()]) : nearest(code, [...byCode.keys()]);
  const rates = [...byCode.values()]
    .flat()
    .filter(({ percent }) => isNumber && percent !== undefined && Number(percent) === Number(rate));
  const known = [...byCode.keys()].slice(0, 20).join(', ');
  return {
    code,
    typeId: undefined,
    issue: {
      code: 'vat-unknown',
      facts: {
        ...(near === undefined ? {} : { near }),
        ...(rates.length === 0 ? { known: [...byCode.keys()].slice(0, 20) } : { types: rates.map(named) }),
      },
      suggestion: `${near === undefined ? '' : `Did you mean ${near}? `}${rates.length === 0 ? `The service knows ${known === '' ? 'no VAT codes' : known}` : `VAT types of ${rate} %: ${rates.map(named).join(', ')}`}. Correct the code, or map it under vat.codes in the job: { "${code}": "…" }, or none.`,
    },
  };
}

/** `1` for `01`: as a program writes codes of a fixed width. */
function sameNumber(code: string, codes: readonly string[]): string | undefined {
  return codes.find((each) => /^\d+$/.test(each) && each.replace(/^0+/, '') === code.replace(/^0+/, ''));
}

function named(type: VatType): string {
  return `${type.code} (${type.name})`;
}
