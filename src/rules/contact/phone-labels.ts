import { isPlainNumber, type ParsedPhone, type PhoneRegion, parsePhone } from './parse-phone.ts';

/** Words before a number that say only that it is one, which the field says already. */
const PLAIN_LABEL = /^(?:tlf|tel|telefon|telephone|phone|nr|t|p)(?!\p{L})[.:]*\s*/iu;
const WORDS =
  'mob|mobil|mobile|cell|m|priv|privat|hjem|heim|hem|home|jobb|arb|arbeid|arbete|arbejde|work|kontor|office|büro|direkte|direct|sentralbord|växel|switchboard|fax|faks';
const LEADING_LABEL = new RegExp(`^(${WORDS})(?!\\p{L})[.:]*\\s*(?=[+(\\d])`, 'iu');
const TRAILING_LABEL = new RegExp(`(?<=[\\d)])\\s*\\(?(?<!\\p{L})(${WORDS})\\.?\\)?$`, 'iu');

/** A number and the words beside it, which belong into its description: `Mob: 99 88 77 66`, `22 33 44 55 (privat)`. */
export interface LabelledPhone extends ParsedPhone {
  readonly labels: readonly string[];
}

/** @returns undefined where the text is no phone number, or holds other words */
export function parseLabelledPhone(text: string, region: PhoneRegion | undefined): LabelledPhone | undefined {
  const { number, labels } = withoutLabels(text);
  const parsed = parsePhone(number, region);
  return parsed === undefined ? undefined : { ...parsed, labels };
}

/** Takes a word off either end. */
export function withoutLabels(text: string): { number: string; labels: readonly string[] } {
  const labels: string[] = [];
  if (isPlainNumber(text)) return { number: text, labels };
  const take = (word: string) => {
    labels.push(word);
    return '';
  };
  const number = text
    .trim()
    .replace(PLAIN_LABEL, '')
    .replace(LEADING_LABEL, (_, word: string) => take(word))
    .replace(TRAILING_LABEL, (_, word: string) => take(word));
  return { number, labels };
}
