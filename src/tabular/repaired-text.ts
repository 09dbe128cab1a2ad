import iconv from 'iconv-lite';

/** The bytes that were misread as Windows-1252 into this text; undefined where it can't come from any. */
export function unmisread(text: string): Buffer | undefined {
  const bytes = iconv.encode(text, 'windows-1252');
  if (bytes.length !== text.length) return undefined;
  for (let at = 0; at < text.length; at++) {
    if (bytes[at] !== QUESTION_MARK || text[at] === '?') continue;
    // Bytes that mean nothing in Windows-1252 are mostly kept as control characters.
    const code = text.charCodeAt(at);
    if (code < FIRST_CONTROL || code > LAST_CONTROL) return undefined;
    bytes[at] = code;
  }
  return bytes;
}

const QUESTION_MARK = 0x3f;
const FIRST_CONTROL = 0x80;
const LAST_CONTROL = 0x9f;
