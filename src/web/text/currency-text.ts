import { amount } from '../format.ts';

interface Rate {
  readonly column: string;
  readonly per: number;
  readonly first?:
    | { readonly amount: string; readonly currency: string; readonly rate: string; readonly result: string }
    | undefined;
}

/** Who says which currency the books are in; `file`: somewhere in it. */
export function saidBy(from: string): 'job' | 'service' | 'assumed' | 'file' {
  return from === 'job' || from === 'service' || from === 'assumed' ? from : 'file';
}

/** `Kurs: 100,00 EUR × 11.5 = 1 150,00 NOK` */
export function rateText({ column, per, first }: Rate, currency = ''): string {
  const share = per === 1 ? '' : ` / ${per}`;
  if (first === undefined) return `${column}${share}`;
  const from = `${amount(first.amount)} ${first.currency}`.trim();
  return `${column}: ${from} × ${first.rate}${share} = ${amount(first.result)} ${currency}`.trim();
}
