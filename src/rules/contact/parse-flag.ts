import type { Issue } from '../../domain/issue.ts';
import { quoteValue } from '../quote-value.ts';

const words = (text: string, value: boolean) => text.split(' ').map((word) => [word, value] as const);

/** As people and spreadsheets write it, in Norwegian, Swedish, Danish, German, English and Dutch. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...words('true yes y t 1 x ja j sann sant sand wahr waar på on', true),
  ...words('false no n f 0 nei nej nein nee usann usant falsk falskt falsch onwaar av fra aus off', false),
]);

/** What a cell that may be true or false says; undefined where it says neither. */
export function parseFlag(text: string): boolean | undefined {
  return FLAGS.get(text.normalize('NFKC').trim().toLowerCase());
}

export function flagInvalid(column: string, text: string): Issue {
  return {
    code: 'flag-invalid',
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} says neither yes nor no.`,
    suggestion: 'Write true or false (or ja and nei).',
  };
}
