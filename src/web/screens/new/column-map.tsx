import type { ComponentChildren } from 'preact';
import { hasVouchers } from '../../kinds.ts';
import { Facts } from '../../parts/facts.tsx';
import { Fold } from '../../parts/fold.tsx';
import { Head } from '../../parts/table.tsx';
import { columnName } from './column-select.tsx';
import { FieldRow, type FormProps, labelOf, type MappedField, RateRow } from './field-row.tsx';
import { columnsIn, fieldsOf, isNeeded, proposed } from './form.ts';
import { f } from './form-words.ts';
import { Samples } from './map-row.tsx';

/** Each field with its column, and each column that no field has: what few files need is folded. */
export function ColumnMap(props: FormProps) {
  const { form, look } = props;
  const { columns: found } = proposed(look);
  const fields: readonly MappedField[] = [...fieldsOf(form), ...(hasVouchers(form.kind) ? (['rate'] as const) : [])];
  // By what was found, and not by what is chosen: no row moves while somebody fills it in.
  const isFirst = (field: MappedField) =>
    field === 'rate' ? found.currency !== undefined : isNeeded(field, form) || found[field] !== undefined;
  const others = fields.filter((field) => !isFirst(field));
  const row = (field: MappedField) =>
    field === 'rate' ? <RateRow key={field} {...props} /> : <FieldRow key={field} field={field} {...props} />;
  const used = columnsIn(form);
  const unused = look.columns.filter(({ header }) => !used.includes(header));
  const nameOf = (column: (typeof unused)[number]) => columnName(column, look.columns);
  return (
    <>
      <Fields label={f.title}>{fields.filter(isFirst).map(row)}</Fields>
      {others.length > 0 && (
        <Fold title={f.others} says={others.map((field) => labelOf(field, form)).join(', ')} in="wide">
          <Fields label={f.others}>{others.map(row)}</Fields>
        </Fold>
      )}
      {unused.length > 0 && (
        <Fold title={f.unused} says={unused.map(nameOf).join(', ')}>
          <Facts of={unused.map((column) => [nameOf(column), <Samples of={column} />])} />
        </Fold>
      )}
    </>
  );
}

function Fields({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <table class="map" aria-label={label}>
      <Head columns={[[f.field], [f.column], [f.values]]} />
      <tbody>{children}</tbody>
    </table>
  );
}
