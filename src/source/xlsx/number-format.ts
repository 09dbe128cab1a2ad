import { DATE, type FormatKind, NOT_DATE, TIME } from './serial-date.ts';

/**
 * Whether a number format shows a date, by its code as the workbook holds it (always in the English letters). Literal text,
 * colours, currencies and conditions don't count. `[h]:mm` is a duration: a quantity, not a day.
 */
export function formatKind(code: string): FormatKind {
  const bare = code
    .replace(/"[^"]*"?/g, '')
    .replace(/[\\_*]./gsu, '')
    .replace(/general/gi, '');
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return NOT_DATE;
  const sections = bare
    .replace(/\[[^\]]*\]?/g, '')
    .split(';')
    .map(sectionKind);
  return sections.includes(DATE) ? DATE : sections.includes(TIME) ? TIME : NOT_DATE;
}

function sectionKind(section: string): FormatKind {
  const letters = section
    .replace(/am\/pm|a\/p/gi, 'h')
    .replace(/e[+-]/gi, '')
    .replace(/s[.,]0+/gi, 's');
  // A format shows a number or a date, never both: letters beside digits are a unit that somebody forgot to quote.
  if (/[0#?]/.test(letters)) return NOT_DATE;
  if (/[yd]/i.test(letters)) return DATE;
  if (/[hs]/i.test(letters)) return TIME;
  return /[megb]/i.test(letters) ? DATE : NOT_DATE;
}

/** Longest code of a number format that Excel takes, in characters. */
const CODE_MAX_CHARACTERS = 255;

/** What a cell format shows: a date, a time, neither; or whole numbers with leading zeros, as many digits as this has zeros. */
export type CellFormat = FormatKind | `00${string}`;

/** What a number format shows, by its code. Zeros alone, two or more, pad: 7 under `000` is shown as 007. */
export function cellFormat(code: string): CellFormat {
  return code.length <= CODE_MAX_CHARACTERS && /^00+$/.test(code) ? (code as `00${string}`) : formatKind(code);
}

/**
 * What the built-in number formats show (ECMA-376, part 1, 18.8.30), for workbooks that don't spell them out. 27 to 36 and 50
 * to 58 depend on the language of Excel; they are dates and times in all of those that have them.
 */
export function builtInKind(id: number): FormatKind {
  if ((id >= 14 && id <= 17) || id === 22) return DATE;
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return TIME;
  if ((id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return DATE;
  return NOT_DATE;
}
