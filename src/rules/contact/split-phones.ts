import { isPlainNumber, type PhoneRegion } from './parse-phone.ts';
import { parseLabelledPhone } from './phone-labels.ts';

/** Between numbers, never inside one. */
const BETWEEN = /\s*(?:[\r\n|]+|:{2,}|;(?!ext=))\s*|\s+(?:og|och|und|and|or|eller|oder|samt|&)\s+/giu;
/** Digits after a slash that replace the last ones of the number before: `22 33 44 55 / 56`. */
const OTHER_ENDING = /^\d{1,2}$/;
/**
 * Digits, without the zero before an area code, of a number that is complete. No area code is as long, so that what stands
 * behind a slash does not go on with it.
 */
const COMPLETE_MIN_DIGITS = 6;

export interface SplitPhones {
  /** The number that is used, as the cell writes it. */
  readonly first: string;
  /** What else the cell holds: numbers, or other endings of the first (`56`). */
  readonly rest: readonly string[];
}

/**
 * The numbers of a cell. A slash or a comma may stand inside a number: what may be one number as a whole is one, unless it
 * is made of complete ones.
 */
export function splitPhones(text: string, region: PhoneRegion | undefined): SplitPhones {
  if (isPlainNumber(text)) return { first: text, rest: [] };
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
  const parsed = parseLabelledPhone(first, region);
  if (parsed === undefined) return [text];
  // What follows is dialled from the row's country, or from that of the first number.
  const isComplete = (piece: string) =>
    [region, parsed.countryCode].some(
      (from) => (parseLabelledPhone(piece, from)?.number ?? '').length >= COMPLETE_MIN_DIGITS,
    );
  const goesOn = (piece: string) => !OTHER_ENDING.test(piece) && !isComplete(piece);
  if (isComplete(first) && !others.some(goesOn)) return pieces;
  return isPhone(text, region) ? [text] : pieces;
}

function isPhone(text: string, region: PhoneRegion | undefined): boolean {
  return parseLabelledPhone(text, region) !== undefined;
}

function filled(pieces: readonly string[]): string[] {
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}
