import { hasVouchers, shownKind } from '../../kinds.ts';
import { Fold } from '../../parts/fold.tsx';
import { Select } from '../../parts/select.tsx';
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
  const isVouchers = hasVouchers(kind);
  const withAmount = isVouchers && fieldsOf(form).includes('amount');
  const typed = (
    label: string,
    placeholder: string,
    value: string,
    to: (value: string) => Partial<JobForm>,
    help?: string,
  ) => (
    <label>
      {label}
      <input
        type="text"
        autocomplete="off"
        placeholder={placeholder}
        value={value}
        onInput={(event) => onChange(to(event.currentTarget.value))}
      />
      {help !== undefined && <span class="help">{help}</span>}
    </label>
  );
  const select = (label: string, value: string, to: (header: string) => Partial<JobForm>) => (
    <label>
      {label}
      <ColumnSelect columns={columns} value={value} onChange={(header) => onChange(to(header))} />
    </label>
  );
  const column = (key: 'net' | 'vatAmount' | 'percent', label: string) =>
    select(label, form[key], (header) => ({ [key]: header }));
  const choose = <Key extends 'vat' | 'onDuplicate'>(
    key: Key,
    label: string,
    words: Readonly<Record<JobForm[Key], string>>,
  ) => (
    <label>
      {label}
      <Select value={form[key]} options={Object.entries<string>(words)} onChange={(to) => onChange({ [key]: to })} />
    </label>
  );
  const says = withAmount && (sign.column !== '' || hasFigures(form));
  return (
    <Fold title={f.more} open={says || found !== undefined || (isVouchers && form.percent !== '')}>
      <div class="pairs">
        {withAmount && (
          <>
            {select(f.sign, sign.column, (column) => ({ sign: { ...sign, column } }))}
            {sign.column !== '' && (
              <>
                {typed(f.signDebit, 'D', sign.debit, (debit) => ({ sign: { ...sign, debit } }))}
                {typed(f.signCredit, 'K', sign.credit, (credit) => ({ sign: { ...sign, credit } }))}
              </>
            )}
            <label class="check">
              <input
                type="checkbox"
                checked={form.negate}
                onChange={(event) => onChange({ negate: event.currentTarget.checked })}
              />
              {f.negate}
            </label>
            {column('net', f.net)}
            {column('vatAmount', f.vatAmount)}
            {hasFigures(form) && (
              <p class="help">
                {f.figures}
                {proved !== undefined && ` ${proved ? f.figuresProved : f.figuresUnsure}`}
              </p>
            )}
          </>
        )}
        {isVouchers && (
          <>
            {column('percent', f.percent)}
            {typed(f.currency, 'NOK', form.currency, (currency) => ({ currency }), found && f.currencyFound(found))}
            {choose('vat', f.vatDefault, f.vatDefaults)}
          </>
        )}
        {!shownKind(kind).once && choose('onDuplicate', f.duplicates, f.duplicate)}
        {select(f.skip, skip.column, (column) => ({ skip: { ...skip, column } }))}
        {skip.column !== '' &&
          typed(f.skipMatches, '^Sum', skip.matches, (matches) => ({ skip: { ...skip, matches } }), f.skipHelp)}
      </div>
    </Fold>
  );
}
