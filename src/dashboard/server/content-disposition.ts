/** Characters that stand for themselves in `filename*` (RFC 5987, attr-char). */
const NOT_ATTR_CHAR = /[^A-Za-z0-9!#$&+.^_`|~-]/g;

/**
 * `Content-Disposition` of a file that is given away (RFC 6266): the name as every program reads it, and the true one
 * for those that know `filename*`. Nothing of the name can end the header or begin another.
 */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(name)}`;
}

function percentEncoded(text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const letter = String.fromCharCode(byte);
    return byte < 0x80 && letter.search(NOT_ATTR_CHAR) < 0
      ? letter
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** The file's name in a `Content-Disposition` of a request; `filename*` before `filename`. */
export function dispositionName(header: string): string | undefined {
  const [, charset, encoded] = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(header) ?? [];
  if (encoded !== undefined && /^utf-?8$/i.test(charset ?? '')) {
    const decoded = percentDecoded(encoded);
    if (decoded !== undefined) return decoded;
  }
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? [];
  // A backslash before a letter is part of a path of Windows, not of the quoting.
  return quoted === undefined ? decodedHeader(token) : decodedHeader(quoted.replace(/\\(["\\])/g, '$1'));
}

/** A name in a header of its own: percent-encoded, or as it is. */
export function headerName(header: string): string | undefined {
  return /%[0-9a-f]{2}/i.test(header) ? (percentDecoded(header) ?? decodedHeader(header)) : decodedHeader(header);
}

/** Header values come as Latin-1, one character a byte; clients mostly mean UTF-8. */
function decodedHeader(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const bytes = Buffer.from(value, 'latin1');
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? value : text;
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
