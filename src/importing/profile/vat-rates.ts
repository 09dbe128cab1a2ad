import type { Cell } from '../../core/cell.ts';
import { BOOKING_WORDS, rankOf } from '../../reading/field-words.ts';
import { isPercentHeader } from '../../reading/find-figures.ts';
import { type ColumnLook, valuesOf } from './profile-column.ts';

const vatRank = rankOf({ vat: BOOKING_WORDS.vat! });
/** Percentages of VAT as a column has them that may as well hold codes; what is written as 25,00 is an amount. */
const RATE = /^(0|6|11[.,]11|12|15|25)( ?%)?$/;
const NO_CODE = /^(0|11[.,]11|12|15|25|.*%)$/;
const VAT_CODE = /kod|code|type|nr/i;

/** Whether a column holds percentages of VAT, or what may be codes or percentages: 6 is both. */
export function ratesIn(column: ColumnLook, rows: readonly (readonly Cell[])[]): 'percent' | 'unclear' | undefined {
  const { header } = column;
  if (isPercentHeader(header)) return 'percent';
  if (!vatRank(header).has('vat') || VAT_CODE.test(header)) return undefined;
  const values = valuesOf(column, rows);
  if (!values.every((value) => RATE.test(value)) || values.every((value) => value === '0')) return undefined;
  return values.some((value) => value !== '0' && NO_CODE.test(value)) ? 'percent' : 'unclear';
}
