import { isInternational, type PhoneRegion } from './parse-phone.ts';
import { parseLabelledPhone, withoutLabels } from './phone-labels.ts';

/** Between numbers, never inside one. */
const BETWEEN = /\s*(?:[\r\n|]+|:{2,}|;(?!ext=))\s*|\s+(?:og|och|und|and|or|eller|oder|samt|&)\s+/giu;
/** Digits after a slash or a comma that replace the last ones of the number before: `22 33 44 55 / 56`. */
const OTHER_ENDING = /^\d{1,2}$/;
/** Digits of a number that a slash may part from another: less is an area code, or a piece of a number. */
const WHOLE_MIN_DIGITS = 6;

export interface SplitPhones {
  /** The number that is used, as the cell writes it. */
  readonly first: string;
  /** What else the cell holds: numbers, or other endings of the first (`56`). */
  readonly rest: readonly string[];
}

/** The numbers of a cell. Where all of it may be one number, it is one: a slash or a comma may stand inside a number. */
export function splitPhones(text: string, region: PhoneRegion | undefined): SplitPhones {
  const pieces = text.split(BETWEEN).flatMap((piece) => (piece.trim() === '' ? [] : splitCommas(piece.trim(), region)));
  const [first = '', ...rest] = pieces.flatMap((piece) => splitSlashes(piece, region));
  return { first, rest };
}

function splitCommas(text: string, region: PhoneRegion | undefined): readonly string[] {
  if (!text.includes(',') || isPhone(text, region)) return [text];
  const pieces = filled(text.split(','));
  // `22 33 44 55, ext. 12`: the extension goes with its number.
  for (let at = pieces.length - 1; at > 0; at--) {
    const together = `${pieces[at - 1]} ${pieces[at]}`;
    if (/^\D*[\p{L}#]/u.test(pieces[at]!) && !isPhone(pieces[at]!, region) && isPhone(together, region))
      pieces.splice(at - 1, 2, together);
  }
  if (pieces.length > 1 && !isPhone(pieces[0]!, region)) {
    const whole = text.replaceAll(',', ' ');
    if (isPhone(whole, region)) return [whole];
  }
  return pieces;
}

function splitSlashes(text: string, region: PhoneRegion | undefined): readonly string[] {
  if (!text.includes('/')) return [text];
  const pieces = filled(text.split('/'));
  const [first = '', ...others] = pieces;
  const areNumbers = others.every((piece) => startsAnew(piece) && isWhole(piece, region)) && isWhole(first, region);
  const areEndings = others.every((piece) => OTHER_ENDING.test(piece)) && isWhole(first, region);
  if (areNumbers || areEndings) return pieces;
  return isPhone(text, region) || !isPhone(first, region) ? [text] : pieces;
}

/** Dialled from its beginning: what goes on with another number's digits never starts so. */
function startsAnew(piece: string): boolean {
  const { number } = withoutLabels(piece);
  return isInternational(number) || /^\(?0/.test(number);
}

function isWhole(piece: string, region: PhoneRegion | undefined): boolean {
  return piece.replace(/\D/g, '').length >= WHOLE_MIN_DIGITS && isPhone(piece, region);
}

function isPhone(text: string, region: PhoneRegion | undefined): boolean {
  return parseLabelledPhone(text, region) !== undefined;
}

function filled(pieces: readonly string[]): string[] {
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}
