import type { SentLine } from '../../core/batch-body.ts';
import type { ContentField } from '../../core/entry-content.ts';
import { formatMinor } from '../../core/money.ts';
import { quoteValue } from '../../core/text.ts';
import type { Group } from '../../reading/row-context.ts';

/** Values of one side that are named. */
const NAMED_VALUES = 3;

const NAMES: Readonly<Record<ContentField | 'amount' | 'date', string>> = {
  date: 'date',
  amount: 'amount',
  account: 'account',
  contraAccount: 'contra account',
  vat: 'VAT code',
  contraVat: 'VAT code of the contra account',
  description: 'text',
  balance: 'balance',
};

/**
 * What differs between a voucher and the one that was sent before, field by field: `amount: 120.00 here, 100.00 before`.
 * @param sent its draft lines as they were sent; undefined where they are not known any more
 */
export function differenceWords(
  { lines }: Group,
  sent: readonly SentLine[] | undefined,
  differs: readonly (ContentField | 'amount' | 'date')[],
  scale: number,
): string {
  const words = differs.map((field) => {
    if (sent === undefined) return NAMES[field];
    const here = lines.map(({ date, units, account, description }) =>
      shown(field, { date, units, account: account.number, description }, scale),
    );
    const before = sent.map((line) => shown(field, line, scale));
    if (here.includes(undefined) || before.includes(undefined)) return NAMES[field];
    const [onlyHere, onlyBefore] = [without(here, before), without(before, here)];
    return onlyHere === '' && onlyBefore === ''
      ? NAMES[field]
      : `${NAMES[field]}: ${onlyHere || 'nothing'} here, ${onlyBefore || 'nothing'} before`;
  });
  return words.join('; ');
}

function shown(
  field: ContentField | 'amount' | 'date',
  line: Pick<SentLine, 'date' | 'units' | 'account' | 'description'>,
  scale: number,
): string | undefined {
  switch (field) {
    case 'date':
      return line.date;
    case 'amount':
      return formatMinor(line.units, scale);
    case 'account':
    case 'contraAccount':
      return line.account;
    case 'description':
      return quoteValue(line.description);
    default:
      return undefined;
  }
}

/** The values that the other side has not. */
function without(values: readonly (string | undefined)[], others: readonly (string | undefined)[]): string {
  const left = [...others];
  const only = values.filter((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const different = [...new Set(only)];
  const more = different.length - NAMED_VALUES;
  return different.slice(0, NAMED_VALUES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
