import { currenciesInHeader, isCrownWord, isCurrencyCode, unitInHeader } from '../../core/currency.ts';
import type { Archive } from './archive.ts';
import { DATE, type FormatKind, NOT_DATE, SHOWN_NEGATIVE, TIME } from './cell-value.ts';
import { WORKBOOK_MAX_CELL_FORMATS, WORKBOOK_MAX_NUMBER_FORMATS } from './limits.ts';
import { readXmlPart } from './xml.ts';
import { nameCode } from './xml-scanner.ts';
import { unescapeXstring } from './xml-text.ts';

const NUMBER_FORMATS = nameCode('numFmts');
const NUMBER_FORMAT = nameCode('numFmt');
const FORMAT_ID = nameCode('numFmtId');
const FORMAT_CODE = nameCode('formatCode');
const CELL_FORMATS = nameCode('cellXfs');
const CELL_FORMAT = nameCode('xf');

/** What each cell format of the workbook shows, by its number (`s` of a cell). @throws FileRejected */
export async function readStyles(archive: Archive, part: string | undefined): Promise<readonly CellFormat[]> {
  if (part === undefined) return [];
  const spelledOut = new Map<number, CellFormat>();
  const formatIds: number[] = [];
  // Elements of these names also stand elsewhere (in differential formats): the list they stand in tells.
  let list = 0;
  await readXmlPart(archive, part, (xml) => {
    if (xml.depth === 2) list = xml.name;
    if (xml.depth !== 3) return;
    if (list === NUMBER_FORMATS && xml.name === NUMBER_FORMAT) {
      if (spelledOut.size === WORKBOOK_MAX_NUMBER_FORMATS) {
        throw xml.error(`spells out more than ${WORKBOOK_MAX_NUMBER_FORMATS} number formats`);
      }
      spelledOut.set(Number(xml.attribute(FORMAT_ID)), cellFormat(unescapeXstring(xml.attribute(FORMAT_CODE) ?? '')));
    } else if (list === CELL_FORMATS && xml.name === CELL_FORMAT) {
      if (formatIds.length === WORKBOOK_MAX_CELL_FORMATS)
        throw xml.error('has more cell formats than a workbook can have');
      formatIds.push(Number(xml.attribute(FORMAT_ID) ?? 0));
    }
  });
  return formatIds.map((id) => spelledOut.get(id) ?? (Number.isInteger(id) ? builtInKind(id) : NOT_DATE));
}

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

/**
 * What a cell format shows: a date, a time, neither; whole numbers with leading zeros, as many digits as this has zeros; or an
 * amount with its currency.
 */
export type CellFormat = FormatKind | `00${string}` | typeof SHOWN_NEGATIVE | { readonly currency: string };

/**
 * What a number format shows, by its code. Zeros, two or more, pad: 7 under `000` is shown as 007. What stands between them is
 * left out, so that `00000 00` and `0000000` make the same text of a number.
 */
export function cellFormat(code: string): CellFormat {
  if (code.length > CODE_MAX_CHARACTERS) return formatKind(code);
  const kind = formatKind(code);
  if (kind === NOT_DATE) {
    const shown = shownOf(code);
    if (/^(?:-|\(.*\)$)/s.test(shown)) return SHOWN_NEGATIVE;
    if (/^0[0 /-]*0$/.test(shown)) return shown.replace(/[ /-]/g, '') as `00${string}`;
  }
  const currency = kind === NOT_DATE ? currencyOf(code) : undefined;
  return currency === undefined ? kind : { currency };
}

const crowns = (code: string) => (sign: string) => (isCrownWord(sign) ? code : undefined);
const dollars = (code: string) => (sign: string) => (sign === '$' ? code : undefined);
/** Whose crowns or dollars a format shows, by the number of its language (Windows, LCID) or the name of it. */
const OF_LANGUAGE: Readonly<Record<string, (sign: string) => string | undefined>> = {
  ...{ '414': crowns('NOK'), '814': crowns('NOK'), 'NB-NO': crowns('NOK'), 'NN-NO': crowns('NOK') },
  ...{ '41D': crowns('SEK'), 'SV-SE': crowns('SEK'), '406': crowns('DKK'), 'DA-DK': crowns('DKK') },
  ...{ '438': crowns('DKK'), '40F': crowns('ISK'), 'IS-IS': crowns('ISK') },
  ...{ '409': dollars('USD'), 'EN-US': dollars('USD'), C09: dollars('AUD'), '1009': dollars('CAD') },
  ...{ '1409': dollars('NZD'), '1004': dollars('SGD'), '4809': dollars('SGD') },
};

/** The section for positive numbers as it is shown: without colours and languages, and without what only takes up room. */
function shownOf(code: string): string {
  const pieces: readonly string[] = code.match(/"[^"]*"?|\\.|[_*].|\[[^\]]*\]?|./gsu) ?? [];
  const end = pieces.indexOf(';');
  return pieces
    .slice(0, end < 0 ? undefined : end)
    .map((piece) => {
      if (piece.startsWith('"')) return piece.replaceAll('"', '');
      if (piece.startsWith('\\')) return piece.slice(1);
      // With a condition the section may be that of negative numbers.
      return /^\[[<>=]/.test(piece) ? piece : piece.replace(/^[_*[].+/su, '');
    })
    .join('')
    .trim();
}

/**
 * The currency that a number format writes beside its digits: `[$€-2]`, `[$EUR]`, `"kr"`, `$`. `[$-414]` is a language
 * only, and other words are units.
 */
function currencyOf(code: string): string | undefined {
  const [, sign, language] = /\[\$([^\]-]+)(?:-([^\]]*))?\]/.exec(code) ?? [];
  const inBrackets = sign?.trim();
  if (inBrackets !== undefined && inBrackets !== '')
    return OF_LANGUAGE[language?.toUpperCase() ?? '']?.(inBrackets) ?? inBrackets;
  const bare = code.replace(/\[[^\]]*\]?/g, '');
  // Letters that are shown stand in quotes or behind a backslash each; what stands behind `_` and `*` is not shown as it is.
  const shown = bare.replace(/"([^"]*)"?|\\(.)|[_*]./gsu, (_, quoted?: string, escaped?: string) =>
    quoted === undefined ? (escaped ?? ' ') : ` ${quoted} `,
  );
  const words = shown.match(/\p{Sc}|\p{L}+\.?/gu) ?? [];
  const isCurrency = (word: string) =>
    isCurrencyCode(word) || /^\p{Sc}$/u.test(word) || currenciesInHeader(word).length > 0;
  return words.find(isCurrency) ?? unitInHeader(words.join(' '));
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
