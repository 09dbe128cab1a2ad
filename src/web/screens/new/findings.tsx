import type { ComponentChildren } from 'preact';
import { count } from '../../format.ts';
import type { Look } from './shapes.ts';
import { t } from './words.ts';

/** How the file is read, and what speaks for that. */
export function Findings({ look }: { readonly look: Look }) {
  return (
    <>
      <dl class="findings">{findings(look)}</dl>
      {!look.whole && <p class="soft small">{t.value.seenOf(count(look.rows))}</p>}
    </>
  );
}

/** `CSV, windows-1252, ;, row 4`: the same in a line. */
export function foundWords({ kind, sheet, encoding, delimiter, header }: Look): string {
  const facts = [
    kind.toUpperCase(),
    sheet,
    encoding?.value,
    delimiter && (delimiter.value === '\t' ? t.value.tab : delimiter.value),
    header.line === 0 ? t.value.noHeader : t.value.headerIn(count(header.line)),
  ];
  return facts.filter((each) => each !== undefined).join(', ');
}

function findings(look: Look) {
  const { as } = t.value;
  return [
    look.sheet !== undefined && (
      <Finding
        key="sheet"
        of={as.sheet}
        is={look.sheet}
        why={look.sheets.length > 1 ? t.value.sheetWhy(count(look.sheets.length)) : t.value.onlySheet}
      />
    ),
    look.encoding !== undefined && (
      <Finding key="encoding" of={as.encoding} is={look.encoding.value} why={t.value.encodingWhy[look.encoding.why]} />
    ),
    look.delimiter !== undefined && (
      <Finding
        key="delimiter"
        of={as.delimiter}
        is={look.delimiter.value === '\t' ? t.value.tab : <code>{look.delimiter.value}</code>}
        why={
          look.delimiter.why === 'named'
            ? t.value.delimiterNamed
            : t.value.delimiterWhy(count(look.delimiter.agreeing), count(look.delimiter.columns))
        }
      />
    ),
    <Finding
      key="header"
      of={as.header}
      is={look.header.line === 0 ? t.value.noHeader : t.value.line(count(look.header.line))}
      why={t.value.headerWhy[look.header.why]}
    />,
    <Finding key="decimal" of={as.decimal} {...decimal(look)} />,
    <Finding key="dates" of={as.dates} {...dates(look)} />,
  ];
}

interface FindingProps {
  readonly of: string;
  readonly is: ComponentChildren;
  readonly why: ComponentChildren;
  /** A person has to say it. */
  readonly open?: boolean;
}

function Finding({ of, is, why, open = false }: FindingProps) {
  return (
    <div class={open ? 'open' : undefined}>
      <dt>{of}</dt>
      <dd>
        <strong>{is}</strong> <span class="soft">{why}</span>
      </dd>
    </div>
  );
}

function decimal({ formats: { decimal: found } }: Look): Omit<FindingProps, 'of'> {
  const { value, evidence, problem } = found;
  if (problem !== undefined) return { is: t.value.unsure, why: '', open: true };
  if (value === undefined) return { is: '–', why: t.value.noneNeeded };
  const why = evidence === undefined ? '' : t.value.shownBy(evidence.value, count(evidence.line));
  return { is: t.value.decimalIs[value], why };
}

function dates({ formats: { dates: found } }: Look): Omit<FindingProps, 'of'> {
  const { value, evidence, problem } = found;
  if (problem !== undefined) return { is: t.value.unsure, why: '', open: true };
  if (value === undefined) return { is: '–', why: t.value.noneNeeded };
  if (evidence === undefined) return { is: value === 'plain' ? t.value.dateCells : t.value.datesAre[value], why: '' };
  const why =
    value === 'plain' ? t.value.formOf(evidence.value) : t.value.shownBy(evidence.value, count(evidence.line));
  return { is: t.value.datesAre[value], why };
}
