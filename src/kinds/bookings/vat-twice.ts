import { formatMinor } from '../../core/money.ts';
import type { VatType } from '../../core/records.ts';
import { visibleText } from '../../core/text.ts';
import type { EntryIssue } from '../../reading/entry.ts';
import type { AccountSlot, Group, Line } from '../../reading/row-context.ts';

/** Accounts for VAT in the Norwegian standard chart; 2740 is where it is settled. */
const VAT_NUMBER = /^27[0-4]\d$/;
const SETTLEMENT = '2740';
/** `Inngående mva`, `Utg. mva høy sats`, `Moms`, `Input VAT`; not `Salg, mva-pliktig`, which is a sale. */
const VAT_NAME =
  /^(?:(?:inn?g|utg)\S*\s+|(?:input|output|sales|purchase)\s+)?(?:mva|moms|merverdiavgift|vat)(?![\p{L}-])/iu;

/**
 * Tells vouchers with net amounts under VAT codes and the VAT in lines of its own. The service works VAT out of each amount
 * that has a code (interface, section 2.1): the VAT would be booked twice.
 */
export class VatTwice {
  readonly #percents: ReadonlyMap<number, number>;
  readonly #scale: number;
  readonly #isVat = new Map<AccountSlot, boolean>();

  constructor(types: readonly VatType[], scale: number) {
    this.#percents = new Map(types.map(({ id, percent }) => [id, Number(percent ?? 0)]));
    this.#scale = scale;
  }

  check({ lines }: Group): EntryIssue | undefined {
    const own = lines.filter(({ account, units }) => units !== 0 && this.#isVatAccount(account));
    if (own.length === 0 || lines.some(({ account }) => account.number === SETTLEMENT)) return undefined;
    const coded = lines.filter((line) => this.#percentOf(line) > 0 && line.units !== 0 && !own.includes(line));
    for (const sign of [1, -1]) {
      const found = this.#match(
        coded.filter(({ units }) => Math.sign(units) === sign),
        own.filter(({ units }) => Math.sign(units) === sign),
      );
      if (found !== undefined) return this.#issue(found.coded, found.own);
    }
    return undefined;
  }

  /** A line, all lines of a percentage or all lines, whose VAT is in one line or in all. */
  #match(coded: readonly Line[], own: readonly Line[]): { coded: Line[]; own: Line[] } | undefined {
    if (coded.length === 0 || own.length === 0) return undefined;
    const byPercent = new Map<number, Line[]>();
    for (const line of coded) {
      const percent = this.#percentOf(line);
      const same = byPercent.get(percent);
      if (same === undefined) byPercent.set(percent, [line]);
      else same.push(line);
    }
    const parts = [...coded.map((line) => [line]), ...byPercent.values(), [...coded]];
    // Added up once: a voucher may have thousands of each.
    const wholes = [...own.map((line) => [line]), [...own]].map((each) => ({ each, units: sumOf(each) }));
    for (const part of parts) {
      const expected = part.reduce((sum, line) => sum + (line.units * this.#percentOf(line)) / 100, 0);
      const whole = wholes.find(({ each, units }) => {
        // Each line may have been rounded for itself. Less than that is no VAT.
        const rounding = Math.max(part.length, each.length);
        return Math.abs(units) > rounding && Math.abs(units - expected) <= rounding;
      });
      if (whole !== undefined) return { coded: part, own: whole.each };
    }
    return undefined;
  }

  #issue(coded: readonly Line[], own: readonly Line[]): EntryIssue {
    const [first] = coded as [Line];
    const code = first.vat?.code ?? '';
    const amount = (lines: readonly Line[]) => formatMinor(sumOf(lines), this.#scale);
    const facts = {
      code,
      percent: String(this.#percentOf(first)),
      net: amount(coded),
      vat: amount(own),
      account: own[0]!.account.number,
      row: own[0]!.row,
    };
    return {
      issue: {
        code: 'vat-twice',
        message:
          'The voucher has its VAT in lines of its own, and VAT codes from which the service adds VAT once more.',
        suggestion:
          'If the amounts are without VAT, map the codes to none under vat.codes in the job (without vat.default: account): the lines are booked as they stand. Or export vouchers with amounts including VAT, without lines for it.',
      },
      detail: `${code === '' ? "The account's VAT type" : `VAT code ${visibleText(code)}`} (${facts.percent} %) on ${facts.net} makes the service add VAT, and the voucher has it already: ${facts.vat} on account ${visibleText(facts.account)} (row ${facts.row}).`,
      facts,
    };
  }

  #percentOf({ vat, vatByAccount, account: { lookup } }: Line): number {
    const byAccount = vatByAccount && lookup?.found === 'one' ? lookup.account.vatTypeId : null;
    return this.#percents.get(vat?.typeId ?? byAccount ?? Number.NaN) ?? 0;
  }

  #isVatAccount(slot: AccountSlot): boolean {
    let isVat = this.#isVat.get(slot);
    if (isVat === undefined) {
      const name = slot.lookup?.found === 'one' ? slot.lookup.account.name.trim() : '';
      isVat = VAT_NUMBER.test(slot.number) || VAT_NAME.test(name);
      this.#isVat.set(slot, isVat);
    }
    return isVat;
  }
}

function sumOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { units }) => sum + units, 0);
}
