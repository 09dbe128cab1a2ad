import type { Signal } from '@preact/signals';
import type { JobKind } from '../../../core/job.ts';
import { count } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { listed } from '../../listed.ts';
import { Fold } from '../../parts/fold.tsx';
import { Select } from '../../parts/select.tsx';
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
  const { as, decimalIs, datesAre, tab } = t;
  const { sheets, sheet, header, delimiter, encoding } = look;
  const { decimal, dates } = look.formats;
  const mark = delimiter?.value === '\t' ? tab : delimiter?.value;
  const headings = header.line === 0 ? t.noHeader : t.line(count(header.line));
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
      <Select
        value={reading.value[key]}
        options={[
          [none, found === undefined ? f.auto : f.found(found)],
          ...options.map((each) => [each, words(each)] as const),
        ]}
        onChange={(to) => {
          reading.value = { ...reading.value, [key]: to };
        }}
      />
      <span class="help">{why}</span>
    </label>
  );
  const shown = [
    look.kind.toUpperCase(),
    sheet,
    encoding?.value,
    mark,
    header.line === 0 ? headings : t.headerIn(count(header.line)),
  ];
  return (
    <Fold title={f.reading} says={listed(shown)} open={header.line === 0}>
      {!look.whole && <p class="soft small">{t.seenOf(count(look.rows))}</p>}
      <div class="pairs">
        {sheets.length > 1 &&
          choose(
            'sheet',
            sheets.map(({ name }) => name),
            sheet,
            t.sheetWhy(count(sheets.length)),
            '',
          )}
        {choose(
          'header',
          ['none', ...Array.from({ length: HEADER_ROWS }, (_, at) => String(at + 1))],
          headings,
          t.headerWhy[header.why],
          'auto',
          (row) => (row === 'none' ? f.headerNone : t.line(row)),
        )}
        {delimiter &&
          choose(
            'delimiter',
            DELIMITERS,
            mark,
            delimiter.why === 'named'
              ? t.delimiterNamed
              : t.delimiterWhy(count(delimiter.agreeing), count(delimiter.columns)),
            'auto',
            (option) => (option === 'tab' ? tab : option),
          )}
        {encoding && choose('encoding', ENCODINGS, encoding.value, t.encodingWhy[encoding.why])}
        {hasVouchers(kind) && (
          <>
            {choose('decimal', [',', '.'], decimal.value && decimalIs[decimal.value], shownBy(decimal))}
            {choose('dates', PATTERNS, dates.value && datesAre[dates.value], shownBy(dates))}
          </>
        )}
      </div>
    </Fold>
  );
}

/** What speaks for a decimal mark, or for an order of day and month. */
export function shownBy({ value, evidence, problem }: Look['formats']['decimal'] | Look['formats']['dates']): string {
  if (problem !== undefined) return t.unsure;
  if (value === undefined) return t.noneNeeded;
  if (evidence === undefined) return value === 'plain' ? t.dateCells : '';
  return value === 'plain' ? t.formOf(evidence.value) : t.shownBy(evidence.value, count(evidence.line));
}
