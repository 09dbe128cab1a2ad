import { hasVouchers, shownKind } from '../../kinds.ts';
import { ColumnSelect } from './column-select.tsx';
import { fieldsOf, hasFigures, type JobForm } from './form.ts';
import { f } from './form-words.ts';
import type { LookedColumn } from './shapes.ts';

interface MoreOfJobProps {
  readonly form: JobForm;
  readonly columns: readonly LookedColumn[];
  /** Whether the file's values show which column is the gross and which the net; undefined where none was proposed. */
  readonly proved: boolean | undefined;
  /** The currency that the amounts of the file are in, where they say one. */
  readonly found: string | undefined;
  readonly onChange: (to: Partial<JobForm>) => void;
}

/** What few files need: flags for debit and credit, rows that are none, VAT without a code, what was booked before. */
export function MoreOfJob({ form, columns, proved, found, onChange }: MoreOfJobProps) {
  const { kind, sign, skip } = form;
  const withAmount = hasVouchers(kind) && fieldsOf(form).includes('amount');
  const flags = (key: 'debit' | 'credit', label: string, example: string) => (
    <label>
      {label}
      <input
        type="text"
        autocomplete="off"
        placeholder={example}
        value={sign[key]}
        onInput={(event) => onChange({ sign: { ...sign, [key]: event.currentTarget.value } })}
      />
    </label>
  );
  const column = (key: 'net' | 'vatAmount' | 'percent', label: string) => (
    <label for={`column-of-${key}`}>
      {label}
      <ColumnSelect
        id={`column-of-${key}`}
        columns={columns}
        value={form[key]}
        onChange={(header) => onChange({ [key]: header })}
      />
    </label>
  );
  const says = withAmount && (sign.column !== '' || hasFigures(form));
  return (
    <details class="more" open={says || found !== undefined || (hasVouchers(kind) && form.percent !== '')}>
      <summary>{f.value.more}</summary>
      <div class="pairs">
        {withAmount && (
          <>
            <label for="sign-column">
              {f.value.sign}
              <ColumnSelect
                id="sign-column"
                columns={columns}
                value={sign.column}
                onChange={(column) => onChange({ sign: { ...sign, column } })}
              />
            </label>
            {sign.column !== '' && flags('debit', f.value.signDebit, 'D')}
            {sign.column !== '' && flags('credit', f.value.signCredit, 'K')}
            <label class="check">
              <input
                type="checkbox"
                checked={form.negate}
                onChange={(event) => onChange({ negate: event.currentTarget.checked })}
              />
              {f.value.negate}
            </label>
          </>
        )}
        {withAmount && (
          <>
            {column('net', f.value.net)}
            {column('vatAmount', f.value.vatAmount)}
            {hasFigures(form) && (
              <p class="help">
                {f.value.figures}
                {proved !== undefined && ` ${proved ? f.value.figuresProved : f.value.figuresUnsure}`}
              </p>
            )}
          </>
        )}
        {hasVouchers(kind) && column('percent', f.value.percent)}
        {hasVouchers(kind) && (
          <label>
            {f.value.currency}
            <input
              type="text"
              autocomplete="off"
              placeholder="NOK"
              value={form.currency}
              onInput={(event) => onChange({ currency: event.currentTarget.value })}
            />
            {found !== undefined && <span class="help">{f.value.currencyFound(found)}</span>}
          </label>
        )}
        {hasVouchers(kind) && (
          <label>
            {f.value.vatDefault}
            <select
              value={form.vat}
              onChange={(event) => onChange({ vat: event.currentTarget.value as JobForm['vat'] })}
            >
              <option value="none">{f.value.vatDefaults.none}</option>
              <option value="account">{f.value.vatDefaults.account}</option>
            </select>
          </label>
        )}
        {!shownKind(kind).once && (
          <label>
            {f.value.duplicates}
            <select
              value={form.onDuplicate}
              onChange={(event) => onChange({ onDuplicate: event.currentTarget.value as JobForm['onDuplicate'] })}
            >
              {(['hold', 'skip', 'book'] as const).map((what) => (
                <option key={what} value={what}>
                  {f.value.duplicate[what]}
                </option>
              ))}
            </select>
          </label>
        )}
        <label for="skip-column">
          {f.value.skip}
          <ColumnSelect
            id="skip-column"
            columns={columns}
            value={skip.column}
            onChange={(column) => onChange({ skip: { ...skip, column } })}
          />
        </label>
        {skip.column !== '' && (
          <label>
            {f.value.skipMatches}
            <input
              type="text"
              autocomplete="off"
              placeholder="^Sum"
              value={skip.matches}
              onInput={(event) => onChange({ skip: { ...skip, matches: event.currentTarget.value } })}
            />
            <span class="help">{f.value.skipHelp}</span>
          </label>
        )}
      </div>
    </details>
  );
}
