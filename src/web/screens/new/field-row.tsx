import { type Field, hasVouchers } from '../../kinds.ts';
import { sayOf } from '../../why/why.ts';
import { ColumnSelect } from './column-select.tsx';
import { isNeeded, type JobForm, TWO_COLUMNS } from './form.ts';
import { f } from './form-words.ts';
import { isMissing } from './problems.ts';
import type { LookedColumn, Problem } from './shapes.ts';

type LookedWhy = keyof typeof f.because;

interface FieldRowProps {
  readonly field: Field;
  readonly form: JobForm;
  readonly columns: readonly LookedColumn[];
  /** What spoke for the column, where it was proposed. */
  readonly why: LookedWhy | undefined;
  readonly problems: readonly Problem[];
  readonly onChange: (to: Partial<JobForm>) => void;
}

/** Fields that a whole file may have the same value of, or that rows leave empty. */
const NO_DEFAULT: ReadonlySet<Field> = new Set(['entry', 'date', 'amount', 'debit', 'credit', 'balance', 'email']);

/** What a field is called: of a statement, debit and credit are what comes in and goes out. */
function labelOf(field: Field, { kind, amounts }: JobForm): string {
  if (!hasVouchers(kind) || amounts !== 'contra-two-columns') return f.fields[field];
  return field === 'debit' ? f.moneyIn : field === 'credit' ? f.moneyOut : f.fields[field];
}

/** A field: the column that it comes from, values of that, and what counts where it is empty. */
export function FieldRow({ field, form, columns, why, problems, onChange }: FieldRowProps) {
  const label = labelOf(field, form);
  const header = form.columns[field] ?? '';
  const second = form.second[field] ?? '';
  const shown = columns.find((column) => column.header === header);
  const problemsId = `problems-of-${field}`;
  const withDefault = !NO_DEFAULT.has(field);
  const missing = isMissing(field, form) ? [withDefault ? f.missing : f.missingColumn] : [];
  const said = [...missing, ...problems.map((problem) => sayOf('problem', problem))];
  const isWrong = said.length > 0;
  const described = { 'aria-invalid': isWrong, 'aria-describedby': isWrong ? problemsId : undefined };
  const withSecond = TWO_COLUMNS.has(field) && header !== '';
  return (
    <div class="field-row">
      <div class="field-name">
        <label for={`column-of-${field}`}>{label}</label>
        {isNeeded(field, form) && <span class="needed">{f.needed}</span>}
        {hasVouchers(form.kind) && f.meanings[field] !== undefined && <p class="help">{f.meanings[field]}</p>}
      </div>
      <div class="field-columns">
        <ColumnSelect
          id={`column-of-${field}`}
          columns={columns}
          value={header}
          onChange={(to) => onChange({ columns: { ...form.columns, [field]: to } })}
          {...described}
        />
        {withSecond && (
          <span class="second">
            {f.and}{' '}
            <ColumnSelect
              label={f.second(label)}
              columns={columns.filter((column) => column.header !== header)}
              value={second}
              onChange={(to) => onChange({ second: { ...form.second, [field]: to } })}
            />
          </span>
        )}
      </div>
      <div class="field-samples soft">
        {shown !== undefined && (
          <>
            <span class="mono">{shown.samples.slice(0, 3).join('  ·  ')}</span>
            <span class="field-look">
              {f.looks[shown.look]}
              {why !== undefined && `, ${f.because[why]}`}
            </span>
          </>
        )}
      </div>
      <div class="field-otherwise">
        {withDefault && (
          <input
            type="text"
            autocomplete="off"
            aria-label={header === '' ? f.alwaysOf(label) : f.otherwiseOf(label)}
            placeholder={header === '' ? f.always : f.otherwise}
            value={form.defaults[field] ?? ''}
            onInput={(event) => onChange({ defaults: { ...form.defaults, [field]: event.currentTarget.value } })}
            {...described}
          />
        )}
      </div>
      {isWrong && (
        <ul id={problemsId} class="field-problems">
          {said.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
