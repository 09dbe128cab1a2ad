import type { Signal } from '@preact/signals';
import type { JobKind } from '../../../core/job.ts';
import { count } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { Findings, foundWords } from './findings.tsx';
import type { Reading } from './form.ts';
import { f } from './form-words.ts';
import type { Look } from './shapes.ts';
import { t } from './words.ts';

interface ReadingFormProps {
  readonly look: Look;
  readonly reading: Signal<Reading>;
  readonly kind: JobKind;
}

const DELIMITERS = [';', ',', 'tab', '|'];
const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-1', 'iso-8859-15', 'cp865', 'cp850', 'utf-16le'];
const PATTERNS = ['dd.MM.yyyy', 'dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy-MM-dd', 'yyyyMMdd'];

/** How the file is read: found by itself, unless a person says otherwise. It opens by itself where no row names the columns. */
export function ReadingForm({ look, reading, kind }: ReadingFormProps) {
  const set = (to: Partial<Reading>) => {
    reading.value = { ...reading.value, ...to };
  };
  const { as } = t.value;
  const { decimal, dates } = look.formats;
  const choose = (key: keyof Reading, label: string, options: readonly string[], found: string | undefined) => (
    <label key={key}>
      {label}
      <select value={reading.value[key]} onChange={(event) => set({ [key]: event.currentTarget.value })}>
        <option value="auto">{found === undefined ? f.value.auto : f.value.found(found)}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option === 'tab' ? t.value.tab : option}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <details class="fold" open={look.header.line === 0}>
      <summary>
        {f.value.reading}
        <span class="soft">{foundWords(look)}</span>
      </summary>
      <div class="in">
        <Findings look={look} />
        <div class="pairs">
          {look.sheets.length > 1 && (
            <label>
              {as.sheet}
              <select value={reading.value.sheet} onChange={(event) => set({ sheet: event.currentTarget.value })}>
                <option value="">{f.value.found(look.sheet ?? '')}</option>
                {look.sheets.map(({ name }) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label>
            {as.header}
            <select value={reading.value.header} onChange={(event) => set({ header: event.currentTarget.value })}>
              <option value="auto">
                {f.value.found(look.header.line === 0 ? t.value.noHeader : t.value.line(count(look.header.line)))}
              </option>
              <option value="none">{f.value.headerNone}</option>
              {Array.from({ length: HEADER_ROWS }, (_, at) => String(at + 1)).map((row) => (
                <option key={row} value={row}>
                  {t.value.line(row)}
                </option>
              ))}
            </select>
          </label>
          {look.kind === 'csv' &&
            choose(
              'delimiter',
              as.delimiter,
              DELIMITERS,
              look.delimiter?.value === '\t' ? t.value.tab : look.delimiter?.value,
            )}
          {look.kind === 'csv' && choose('encoding', as.encoding, ENCODINGS, look.encoding?.value)}
          {hasVouchers(kind) &&
            choose(
              'decimal',
              as.decimal,
              [',', '.'],
              decimal.value === undefined ? undefined : t.value.decimalIs[decimal.value],
            )}
          {hasVouchers(kind) &&
            choose('dates', as.dates, PATTERNS, dates.value === undefined ? undefined : t.value.datesAre[dates.value])}
        </div>
      </div>
    </details>
  );
}

/** Rows that can be said to name the columns. */
const HEADER_ROWS = 30;
