import type { Signal } from '@preact/signals';
import type { JobKind } from '../../../core/job.ts';
import { count } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { Fold } from '../../parts/fold.tsx';
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
/** Rows that can be said to name the columns. */
const HEADER_ROWS = 30;

/** How the file is read, and what speaks for that: found by itself, unless a person says otherwise. It opens by itself where no row names the columns. */
export function ReadingForm({ look, reading, kind }: ReadingFormProps) {
  const { as, decimalIs, datesAre, tab } = t.value;
  const { sheets, sheet, header, delimiter, encoding } = look;
  const { decimal, dates } = look.formats;
  const mark = delimiter?.value === '\t' ? tab : delimiter?.value;
  const headings = header.line === 0 ? t.value.noHeader : t.value.line(count(header.line));
  const choose = (
    key: keyof Reading,
    options: readonly string[],
    found: string | undefined,
    why: string,
    none = 'auto',
    words: (option: string) => string = (option) => option,
  ) => (
    <label key={key}>
      {as[key]}
      <select
        value={reading.value[key]}
        onChange={(event) => {
          reading.value = { ...reading.value, [key]: event.currentTarget.value };
        }}
      >
        <option value={none}>{found === undefined ? f.value.auto : f.value.found(found)}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {words(option)}
          </option>
        ))}
      </select>
      <span class="help">{why}</span>
    </label>
  );
  const shown = [
    look.kind.toUpperCase(),
    sheet,
    encoding?.value,
    mark,
    header.line === 0 ? headings : t.value.headerIn(count(header.line)),
  ];
  return (
    <Fold title={f.value.reading} says={shown.filter((each) => each !== undefined).join(', ')} open={header.line === 0}>
      {!look.whole && <p class="soft small">{t.value.seenOf(count(look.rows))}</p>}
      <div class="pairs">
        {sheets.length > 1 &&
          choose(
            'sheet',
            sheets.map(({ name }) => name),
            sheet,
            t.value.sheetWhy(count(sheets.length)),
            '',
          )}
        {choose(
          'header',
          ['none', ...Array.from({ length: HEADER_ROWS }, (_, at) => String(at + 1))],
          headings,
          t.value.headerWhy[header.why],
          'auto',
          (row) => (row === 'none' ? f.value.headerNone : t.value.line(row)),
        )}
        {delimiter &&
          choose(
            'delimiter',
            DELIMITERS,
            mark,
            delimiter.why === 'named'
              ? t.value.delimiterNamed
              : t.value.delimiterWhy(count(delimiter.agreeing), count(delimiter.columns)),
            'auto',
            (option) => (option === 'tab' ? tab : option),
          )}
        {encoding && choose('encoding', ENCODINGS, encoding.value, t.value.encodingWhy[encoding.why])}
        {hasVouchers(kind) && (
          <>
            {choose('decimal', [',', '.'], decimal.value && decimalIs[decimal.value], whyOf(decimal))}
            {choose('dates', PATTERNS, dates.value && datesAre[dates.value], whyOf(dates))}
          </>
        )}
      </div>
    </Fold>
  );
}

/** What speaks for a decimal mark, or for an order of day and month. */
function whyOf({ value, evidence, problem }: Look['formats']['decimal'] | Look['formats']['dates']): string {
  if (problem !== undefined) return t.value.unsure;
  if (value === undefined) return t.value.noneNeeded;
  if (evidence === undefined) return value === 'plain' ? t.value.dateCells : '';
  return value === 'plain' ? t.value.formOf(evidence.value) : t.value.shownBy(evidence.value, count(evidence.line));
}
