/** An internal ID: a whole number from 1, which may come as text (design, section 8). */
export function idOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** A text, which may come as a number; the empty string for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** A boolean, which may come as a number or as text. */
export function isTrue(value: unknown): boolean {
  return ['true', '1', 'yes', 'ja'].includes(String(value).trim().toLowerCase());
}

/** The longest message kept of a reply, in characters; the evidence holds more. */
export const MESSAGE_LENGTH = 1_000;
/** So much of a reply that is not JSON is looked at, in characters. */
const TEXT_LENGTH = 16_384;
/** So many different messages are taken from one reply. */
const MESSAGES = 20;
/** So deep are validation results looked for. */
const DEPTH = 12;

/** Where services put their words, the most telling first (RFC 9457, ASP.NET, OAuth and the platform's own). */
const WORDS = ['Message', 'message', 'detail', 'error_description', 'title', 'ExceptionMessage', 'error'] as const;
const FIELD = ['PropertyName', 'propertyName', 'field'] as const;
/** Under these keys, a key names a field of the request, and bare texts are messages. */
const BY_FIELD: ReadonlySet<string> = new Set(['_validationResults', 'errors', 'Errors', 'ModelState', 'modelState']);

/**
 * The service's own words out of the body of an error reply, in any of the forms of section 8 of the design: JSON in
 * several shapes, a JSON string, plain text, HTML. One line, at most MESSAGE_LENGTH characters; the empty string where
 * the reply said nothing.
 */
export function replyMessage(body: string): string {
  const text = body.replace(/^\uFEFF/, '').trim();
  if (text === '') return '';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bounded(/^<[!?a-z]/i.test(text) ? htmlText(text.slice(0, TEXT_LENGTH)) : text);
  }
  if (value === null) return '';
  if (typeof value === 'string') return value.trim() === '' ? '' : replyMessage(value);
  const words = new Set<string>();
  collect(value, '', false, DEPTH, words);
  if (words.size > 0) return bounded([...words].join('; '));
  const empty = typeof value === 'object' && Object.keys(value).length === 0;
  return empty ? '' : bounded(text);
}

function collect(value: unknown, field: string, byField: boolean, depth: number, words: Set<string>): void {
  if (depth === 0 || words.size >= MESSAGES) return;
  if (typeof value === 'string') {
    if (byField) add(words, field, value);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, field, byField, depth - 1, words);
  } else if (typeof value === 'object' && value !== null) {
    const record = value as Record<string, unknown>;
    const own = firstText(record, WORDS);
    if (own !== undefined) add(words, firstText(record, FIELD) ?? field, own);
    for (const [key, inner] of Object.entries(record)) {
      if (BY_FIELD.has(key)) collect(inner, '', true, depth - 1, words);
      else if (typeof inner === 'object') collect(inner, byField ? key : '', byField, depth - 1, words);
      else if (byField && own === undefined) collect(inner, key, true, depth - 1, words);
    }
  }
}

function firstText(record: Record<string, unknown>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

function add(words: Set<string>, field: string, text: string): void {
  const message = line(text);
  if (message === '') return;
  // A message that names its field does not need it named again.
  words.add(field === '' || message.includes(field) ? message : `${field}: ${message}`);
}

/** The title of a page, else its text. */
function htmlText(html: string): string {
  const title = line(plain(/<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? ''));
  if (title !== '') return title;
  return plain(html.replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' '));
}

function plain(text: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' };
  return text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function line(text: string): string {
  // Control characters in a service's words would reach terminals and log lines.
  return text
    .slice(0, TEXT_LENGTH)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function bounded(text: string): string {
  const message = line(text);
  if (message.length <= MESSAGE_LENGTH) return message;
  // Not between the halves of a surrogate pair.
  return `${message.slice(0, MESSAGE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
