import type { Field } from '../../kinds.ts';
import { f } from './form-words.ts';
import { shownBy } from './reading-form.tsx';
import type { Look, LookedColumn } from './shapes.ts';
import { t } from './words.ts';

/** Why a column stands for a field: what it is called or holds, or that a person chose it; and what shows how it is read. */
export function becauseOf(field: Field, column: LookedColumn, { proposal, formats }: Look): string {
  const { because, chosen, looks, markIs } = f;
  const why = proposal.columns.find((each) => each.field === field && each.column === column.index)?.why;
  const said = why === undefined ? chosen : because[why](looks[column.look]);
  const { decimal, dates } = formats;
  // What shows how dates, or amounts, are read stands in one column.
  const [shows, format] =
    dates.value && dates.value !== 'plain' && dates.evidence?.column === column.header
      ? [t.datesAre[dates.value], dates]
      : [decimal.value && markIs(t.decimalIs[decimal.value]), decimal];
  return column.header === format.evidence?.column && shows ? `${said}; ${shows}: ${shownBy(format)}` : said;
}
