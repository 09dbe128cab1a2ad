import { type Field, hasVouchers } from '../../kinds.ts';
import { listed } from '../../listed.ts';
import { Select } from '../../parts/select.tsx';
import { sayOf } from '../../why/why.ts';
import { becauseOf } from './because.ts';
import { ColumnSelect } from './column-select.tsx';
import { type JobForm, TWO_COLUMNS } from './form.ts';
import { f } from './form-words.ts';
import { MapRow } from './map-row.tsx';
import { isMissing, ofField } from './problems.ts';
import type { Look, Problem } from './shapes.ts';

/** The rate is a key of its own in a job, and stands among the fields. */
export type MappedField = Field | 'rate';

export interface FormProps {
  readonly form: JobForm;
  readonly look: Look;
  readonly problems: readonly Problem[];
  readonly onChange: (to: Partial<JobForm>) => void;
}

/** Fields that a whole file may have the same value of, or that rows leave empty. */
const NO_DEFAULT: ReadonlySet<Field> = new Set(['entry', 'date', 'amount', 'debit', 'credit', 'balance', 'email']);

/** What a field is called: of a statement, debit and credit are what comes in and goes out. */
export function labelOf(field: MappedField, { kind, amounts }: JobForm): string {
  if (field === 'rate') return f.rate;
  if (!hasVouchers(kind) || amounts !== 'contra-two-columns') return f.fields[field];
  return field === 'debit' ? f.moneyIn : field === 'credit' ? f.moneyOut : f.fields[field];
}

/** A field: the column that it comes from, and what counts where it is empty. */
export function FieldRow({ field, form, look, problems, onChange }: FormProps & { readonly field: Field }) {
  const { columns, rows, whole } = look;
  const label = labelOf(field, form);
  const header = form.columns[field] ?? '';
  const value = form.defaults[field] ?? '';
  const shown = columns.find((column) => column.header === header);
  const withDefault = !NO_DEFAULT.has(field);
  const missing = isMissing(field, form) ? [withDefault ? f.missing : f.missingColumn] : [];
  const said = [...missing, ...ofField(problems, field, form).map((problem) => sayOf('problem', problem))];
  // A column that is filled in every row of the file needs nothing else.
  const hasGaps = shown === undefined || !whole || shown.filled < rows || value !== '';
  const meaning = hasVouchers(form.kind) ? f.meanings[field] : undefined;
  return (
    <MapRow
      id={`column-of-${field}`}
      label={label}
      columns={columns}
      header={header}
      none={value === '' ? undefined : f.always}
      onColumn={(to) => onChange({ columns: { ...form.columns, [field]: to } })}
      why={listed([shown && `${becauseOf(field, shown, look)}.`, meaning], ' ')}
      problems={said}
      more={
        TWO_COLUMNS.has(field) &&
        header !== '' && (
          <span class="second">
            {f.and}{' '}
            <ColumnSelect
              label={f.second(label)}
              columns={columns.filter((column) => column.header !== header)}
              value={form.second[field] ?? ''}
              onChange={(to) => onChange({ second: { ...form.second, [field]: to } })}
            />
          </span>
        )
      }
      otherwise={
        withDefault &&
        hasGaps && (
          <input
            type="text"
            autocomplete="off"
            aria-label={header === '' ? f.alwaysOf(label) : f.otherwiseOf(label)}
            aria-invalid={said.length > 0}
            placeholder={header === '' ? f.always : f.otherwise}
            value={value}
            onInput={(event) => onChange({ defaults: { ...form.defaults, [field]: event.currentTarget.value } })}
          />
        )
      }
    />
  );
}

/** The exchange rate of rows in another currency, which is a key of its own in a job. */
export function RateRow({ form, look, onChange }: FormProps) {
  const { rate, ratePer } = form;
  return (
    <MapRow
      id="column-of-rate"
      label={f.rate}
      columns={look.columns}
      header={rate}
      onColumn={(to) => onChange({ rate: to })}
      why={f.rateMeans}
      more={
        rate !== '' && (
          <Select
            label={f.rateFor}
            value={ratePer}
            options={Object.entries(f.ratePer)}
            onChange={(to) => onChange({ ratePer: to })}
          />
        )
      }
    />
  );
}
