/** Characters below this are whole by themselves in every Unicode normal form: combining marks begin here. */
const FIRST_COMBINING = 0x300;
const SPACE = 0x20;
const DELETE = 0x7f;
const NO_BREAK_SPACE = 0xa0;
const SOFT_HYPHEN = 0xad;

/**
 * The text in the form in which two texts are compared and sent: Unicode NFC, every run of white space, line breaks and
 * no-break spaces as one blank, trimmed (docs: the same entry, canonical form).
 */
export function canonicalText(text: string): string {
  return isCanonical(text)
    ? text
    : text
        .normalize('NFC')
        .replace(/[\s\u0085\u200b\ufeff]+/g, ' ')
        .trim();
}

/** A quick look that settles nearly every text; what it does not know is converted. */
function isCanonical(text: string): boolean {
  let before = SPACE;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit <= SPACE ? unit !== SPACE || before === SPACE : unit >= DELETE && isUnsure(unit)) return false;
    before = unit;
  }
  return before !== SPACE || text === '';
}

function isUnsure(unit: number): boolean {
  return unit <= NO_BREAK_SPACE || unit === SOFT_HYPHEN || unit >= FIRST_COMBINING;
}
