import emailModule from 'validator/lib/isEmail.js';
import type { Issue, Remark } from '../../core/issue.ts';
import { quoteValue } from '../../core/text.ts';
import type { ContactTexts, Findings } from './reader.ts';

// The function carries itself as its default, of which the types tell the server's compiler alone.
const isEmail = ('default' in emailModule ? emailModule.default : emailModule) as IsEmail;
type IsEmail = (text: string, options: { readonly allow_utf8_local_part: boolean }) => boolean;
/** Letters of any alphabet before the @ and behind it; lengths as RFC 5321 limits them. */
const OPTIONS = { allow_utf8_local_part: true } as const;
/** A longer cell is a letter that strayed in, and is not searched for addresses. */
const CELL_MAX_CHARACTERS = 1_000;

/** The row's e-mail address, or the empty string. The case of its letters stays as the file has it. */
export function readEmail(texts: ContactTexts, findings: Findings): string {
  const text = texts.text('email');
  if (text === '') return '';
  const column = texts.column('email');
  const isLong = text.length > CELL_MAX_CHARACTERS;
  // A quoted part before the @ may hold what parts addresses elsewhere: all of it first.
  const alone = isLong ? undefined : addressOf(text);
  if (alone !== undefined) return alone;
  const [first = text, ...rest] = isLong ? [text] : splitEmails(text);
  const address = isLong ? undefined : addressOf(first);
  if (address === undefined) {
    findings.issues.push({ about: 'email', issue: emailInvalid(column, text, first) });
    return '';
  }
  if (rest.length > 0) findings.remarks.push(emailSeveral(column, text, address, rest));
  return address;
}

/** What needs no reading: most addresses, of rows and of contacts that exist. */
const PLAIN = /^[\w.+-]+@[\w.-]+$/;

/** The address that a text is read as, of a cell or of a contact that exists; undefined where it is none. */
export function emailIn(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  if (text.length > CELL_MAX_CHARACTERS) return undefined;
  return addressOf(text) ?? addressOf(splitEmails(text)[0] ?? '');
}

/** `Ola <ola@firma.no>`, `mailto:ola@firma.no?subject=Hei` and `'ola@firma.no'` are addresses with something around them. */
function addressOf(text: string): string | undefined {
  const bare = text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^[^<>@]*<([^<>]*)>\s*$/u, '$1')
    .replace(/\s*\([^()@]*\)$/u, '')
    .replace(/^'([^']*)'$/u, '$1')
    .trim();
  const address = /^mailto:/i.test(bare) ? bare.replace(/^mailto:\s*/i, '').replace(/\?.*$/su, '') : bare;
  return isEmail(address, OPTIONS) ? address : undefined;
}

/** @param first the part of the cell that should be an address */
function emailInvalid(column: string, text: string, first: string): Issue {
  const among = first === text ? '' : `, the first in ${quoteValue(text)},`;
  return {
    code: 'email-invalid',
    column,
    value: text,
    message: `${quoteValue(first)}${among} in column ${column} is not a valid e-mail address. For example: ola@firma.no`,
    suggestion: 'Correct it in the file, or check that the job maps the right column.',
  };
}

function emailSeveral(column: string, text: string, used: string, rest: readonly string[]): Remark {
  return {
    code: 'email-several',
    column,
    value: text,
    facts: { used, others: rest },
    message: `Column ${column} holds more than one e-mail address: ${quoteValue(used)} is used, ${rest.map(quoteValue).join(', ')} ${rest.length === 1 ? 'is' : 'are'} not.`,
    suggestion: 'A contact gets one e-mail address. Put the others in the comment, if they are needed.',
  };
}

/** Between addresses. Words count with blanks around them, and a slash too: it may stand in an address. */
const BETWEEN = /^(?:[;,|\r\n]|::+|\s(?:og|och|und|and|or|eller|oder|samt|&|\/)\s)/iu;
const BLANKS_BETWEEN = /(?<=@\S+)\s+(?=\S+@)/u;
const AFTER_BRACKET = /(?<=>)\s*(?=[^>]*@)/u;
/** The longest of them, with blanks: what follows need not be looked at. */
const SEPARATOR_MAX_CHARACTERS = 8;
const CLOSED_BY: Readonly<Record<string, string>> = { '"': '"', '<': '>', '(': ')' };

/** The addresses of a cell, as it writes them: `Doe, John <john@doe.no>; post@doe.no` are two. */
export function splitEmails(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const part of cut(text)) {
    // A name with a comma in it: what follows belongs to it.
    piece = piece === '' ? part : `${piece}, ${part}`;
    if (!piece.includes('@')) continue;
    pieces.push(...piece.split(piece.includes('<') ? AFTER_BRACKET : BLANKS_BETWEEN));
    piece = '';
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

/** At separators that stand neither in quotes nor in brackets. */
function cut(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const close = CLOSED_BY[text[at]!];
    const end = close === undefined ? -1 : text.indexOf(close, at + 1);
    if (end >= 0) {
      at = end + 1;
      continue;
    }
    const found = BETWEEN.exec(text.slice(at, at + SEPARATOR_MAX_CHARACTERS));
    if (found === null) at++;
    else {
      parts.push(text.slice(from, at));
      at += found[0].length;
      from = at;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
