/** What a terminal would obey instead of showing: control characters, and marks that turn the direction of a line. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const DELETE = 0x7f;

/** A text of the world on one line of a message or a terminal: what can't be seen is shown by a sign in its place. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === DELETE ? '␡' : '\ufffd';
  });
}
