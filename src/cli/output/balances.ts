import type { Receipt } from '../../reporting/receipt.ts';
import { counted, readableAmount, type Style, tableLines } from './text.ts';

/** Accounts whose balances are listed; the receipt in JSON has more. */
const SHOWN = 20;

/** What the file says of its balances before the first row and after the last; nothing where no column is mapped. */
export function balanceLines({ totals: { balances = [] } }: Receipt, style: Style): string[] {
  if (balances.length === 0) return [];
  const named = balances.some(({ sheet, account }) => (sheet ?? account) !== undefined);
  const text = (amount: string | undefined) => (amount === undefined ? '' : readableAmount(amount));
  const [header, ...lines] = tableLines(
    [
      [named ? 'balance of' : 'balance', 'opening', 'closing'],
      ...balances
        .slice(0, SHOWN)
        .map(({ sheet = '', account = '', opening, closing }) => [
          `${sheet} ${account}`.trim(),
          text(opening),
          text(closing),
        ]),
    ],
    [{ align: 'left' }, { align: 'right' }, { align: 'right' }],
  );
  const more = balances.length - SHOWN;
  return [
    '',
    style('dim', header!),
    ...lines,
    ...(more > 0 ? [`… and ${counted(more, 'more account', 'more accounts')}`] : []),
  ];
}
