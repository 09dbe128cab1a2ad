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
