import { CURRENCY_CODES } from './currency.ts';

/** What stands around the digits of an amount. */
export interface Affixes {
  /** The digits with their separators stand from `start` up to `end`. */
  readonly start: number;
  readonly end: number;
  readonly negative: boolean;
  /** `1 234,-`: the amount has no decimals. The comma and the dash are outside `start` to `end`. */
  readonly wholeKroner: boolean;
  /** `kr.` stands right before a digit. */
  readonly pointOfKr: boolean;
  /** A word behind the digits says the side, and so the sign: `100,00 CR`. */
  readonly side: boolean;
  /** As it is written: `EUR`, `kr`, `€`. */
  readonly currency: string | undefined;
  /** Nothing but white space was found: no sign, no currency. */
  readonly bare: boolean;
}

const CURRENCY_MAX_LETTERS = 3;
const KR = wordKey('kr');
/** Words behind an amount that say its side, as banks and ledgers write them: `100,00 CR`, `100,00 K`, `100,00 D`. */
const CREDIT_WORDS = new Set(['k', 'c', 'cr'].map(wordKey));
const DEBIT_WORDS = new Set(['d', 'dr'].map(wordKey));
const CURRENCY_WORDS = new Set(['kr', ...CURRENCY_CODES].map(wordKey));

const SIGN = { none: 0, plus: 1, minus: 2, parentheses: 3 } as const;

/**
 * Takes one sign (before, behind, parentheses, or a word for the side) and one currency off an amount, in any order, with white space
 * anywhere between. Undefined where there is more than that around the digits.
 */
export function readAffixes(text: string): Affixes | undefined {
  let start = 0;
  let end = text.length;
  let currency: string | undefined;
  let sign: number = SIGN.none;
  let open = false;
  let pointOfKr = false;
  let side = false;

  for (; start < end; start++) {
    const code = text.charCodeAt(start);
    if (isDigit(code)) break;
    if (isBlank(code)) continue;
    if (code === PLUS || isMinus(code) || code === OPENING) {
      if (sign !== SIGN.none) return undefined;
      sign = code === PLUS ? SIGN.plus : code === OPENING ? SIGN.parentheses : SIGN.minus;
      open = code === OPENING;
    } else if (isCurrencySign(code)) {
      if (currency !== undefined) return undefined;
      currency = text[start];
    } else if (isLetter(code)) {
      if (currency !== undefined) return undefined;
      const from = start;
      while (isLetter(text.charCodeAt(start + 1))) start++;
      const word = keyOf(text, from, start + 1);
      if (!CURRENCY_WORDS.has(word)) return undefined;
      currency = text.slice(from, start + 1);
      if (word === KR && text.charCodeAt(start + 1) === POINT) {
        start++;
        pointOfKr = isDigit(text.charCodeAt(start + 1));
      }
    } else {
      break;
    }
  }

  let wholeKroner = false;
  let signBehind = false;
  for (; end > start; end--) {
    const code = text.charCodeAt(end - 1);
    if (isDigit(code)) break;
    // `,-` stands right behind the digits.
    if (wholeKroner) return undefined;
    if (isBlank(code)) continue;
    if (isDash(code) && text.charCodeAt(end - 2) === COMMA) {
      // `5,--` means 5,00 to some and never minus: a sign behind the amount and `,-` don't go together.
      if (signBehind) return undefined;
      wholeKroner = true;
      end--;
    } else if (code === PLUS || isMinus(code)) {
      if (sign !== SIGN.none) return undefined;
      sign = code === PLUS ? SIGN.plus : SIGN.minus;
      signBehind = true;
    } else if (code === CLOSING) {
      if (!open) return undefined;
      open = false;
    } else if (isCurrencySign(code)) {
      if (currency !== undefined) return undefined;
      currency = text[end - 1];
    } else if (isLetter(code) || (code === POINT && isLetter(text.charCodeAt(end - 2)))) {
      const to = code === POINT ? end - 1 : end;
      end = to;
      while (end - 1 > start && isLetter(text.charCodeAt(end - 2))) end--;
      const word = keyOf(text, end - 1, to);
      if (code !== POINT && (CREDIT_WORDS.has(word) || DEBIT_WORDS.has(word))) {
        // `5 K` may be five thousand; `5,00 K` is not.
        if (sign !== SIGN.none || (to - end === 0 && !endsInDecimals(text, end - 1))) return undefined;
        sign = CREDIT_WORDS.has(word) ? SIGN.minus : SIGN.plus;
        side = true;
        signBehind = true;
        continue;
      }
      if (currency !== undefined || !CURRENCY_WORDS.has(word) || (code === POINT && word !== KR)) return undefined;
      currency = text.slice(end - 1, to);
    } else {
      break;
    }
  }
  if (open) return undefined;
  const negative = sign === SIGN.minus || sign === SIGN.parentheses;
  const bare = sign === SIGN.none && currency === undefined && !wholeKroner;
  return { start, end, negative, wholeKroner, pointOfKr, side, currency, bare };
}

/** Whether an amount with two decimals, and blanks, stand before `end`: the point of `kr.50` is none of it. */
function endsInDecimals(text: string, end: number): boolean {
  let last = end - 1;
  while (last > 0 && isBlank(text.charCodeAt(last))) last--;
  const mark = text.charCodeAt(last - 2);
  return (mark === COMMA || mark === POINT) && [last, last - 1, last - 3].every((at) => isDigit(text.charCodeAt(at)));
}

const PLUS = 0x2b;
const COMMA = 0x2c;
const POINT = 0x2e;
const OPENING = 0x28;
const CLOSING = 0x29;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The hyphen of keyboards, and the minus of typography. */
function isMinus(code: number): boolean {
  return code === 0x2d || code === 0x2212;
}

/** Word processors make the dash of `,-` longer. */
function isDash(code: number): boolean {
  return code === 0x2d || code === 0x2013 || code === 0x2014;
}

/** `$ £ ¥`, and `€` among the signs of currencies. */
function isCurrencySign(code: number): boolean {
  return code === 0x24 || code === 0xa3 || code === 0xa5 || (code >= 0x20a0 && code <= 0x20c0);
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a && code < 0x80;
}

/** Letters as a number, whatever their case; 0 where they are too many for a currency. */
function keyOf(text: string, start: number, end: number): number {
  if (end - start > CURRENCY_MAX_LETTERS) return 0;
  let key = 0;
  for (let at = start; at < end; at++) key = key * 32 + (text.charCodeAt(at) & 31);
  return key;
}

function wordKey(word: string): number {
  return keyOf(word, 0, word.length);
}

/** White space, and the invisible marks of direction that programs leave around pasted numbers. */
function isBlank(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code === 0xa0) return true;
  if (code < 0x2000) return false;
  return code <= 0x200f || code === 0x202f || code === 0x205f || code === 0x3000 || code === 0xfeff;
}
