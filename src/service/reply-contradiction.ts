import { counted } from '../core/counted.ts';
import type { Contradiction } from '../core/outcome.ts';
import { replyMessage } from './reply-fields.ts';

/** What a request asked for, as far as its reply can contradict it. */
export interface Asked {
  /**
   * `entries`: a list of entries was sent. `record`: one record was sent to be created, and a reply that is an object is
   * that record. `action`: nothing was sent that a reply could list.
   */
  readonly kind: 'entries' | 'record' | 'action';
  /** Entries in the request; 1 for a record. */
  readonly sent: number;
  /** Whether the service is known to answer such a request with IDs: a reply that does not name each entry contradicts it then. */
  readonly answersIds: boolean;
  /** Of a record: the body that was sent. */
  readonly body?: string | Buffer;
  /** Of an action: the ID of what it is about. */
  readonly target?: number | null;
}

/** Characters of the reply that the evidence quotes. */
const SAID_CHARACTERS = 300;
/** Keys that are remembered in plain form, and their characters. */
const PLAIN_MAX = 1_000;
const KEY_CHARACTERS = 40;
const PLAIN = new Map<string, string>();
/** Objects and lists inside each other that are looked through. */
const DEPTH = 6;

/** Keys are compared in lower case, letters only: `isSuccess`, `IS_SUCCESS` and `Is-Success` are one. */
const SUCCESS = keys(
  'success succeeded successful issuccess issuccessful issuccessstatuscode wassuccessful ok isok booked isbooked isvalid accepted suksess vellykket',
);
const FAILURE = keys(
  'error errors iserror haserror haserrors errorcount errorcode errormessage errordescription exception exceptionmessage exceptiontype stacktrace failed failure failures failedcount hasfailed rejected rejectedcount refused denied declined skipped skippedcount notbooked unprocessed validationresults modelstate deleted isdeleted feil feilmelding feilkode avvist',
);
/** A number under the first says how many entries were booked; one under the second does where one under the third says how many there were. */
const BOOKED_COUNTS = keys('bookedcount createdcount processedcount successcount');
const BOOKED = keys('booked processed imported succeeded');
const TOTALS = keys('total totalcount count received requested sent of');
/** Lists under these keys are what was sent. */
const ECHOES = keys('input request requested received sent');
const STATUS = keys('status result outcome state');
const STATUS_NUMBER = keys('status statuscode httpstatus httpstatuscode code');
/** A StatusCode of a record is the platform's own. */
const STATUS_OF_RECORD = keys('status httpstatus httpstatuscode');
const LEVEL = keys('level severity loglevel messagelevel messagetype type');
/** Lists under these keys speak of the reply; they do not list what was booked. */
const MESSAGES = keys(
  'message messages warning warnings info infos information notice notices notification notifications hints links meta validationmessages',
);
const WORDS = keys('message detail title errordescription errormessage');
/** A record has one of these. */
const IDENTITY = keys('id journalentryid journalentrynumber entryid voucherid vouchernumber number guid');
/** Parts of a record: texts and lines that people wrote. */
const CONTENT = keys('draftlines customvalues');

const NO = new Set(['false', '0', 'no', 'n', 'nei']);
const FAILED = keys(
  'error errors failed failure fail rejected refused denied declined invalid unsuccessful notbooked feil feilet avvist',
);
/** A reply that says so of the whole has not booked yet; of a record it may be the state of the voucher. */
const NOT_DONE = keys('pending queued processing inprogress partial partially incomplete skipped');
/** What may stand where an error would. */
const NO_ERROR = keys('none ok success ingen');
const ERROR_LEVELS = new Set(['error', 'err', 'fatal', 'critical', 'severe', 'feil']);
/** A text that is the whole reply, or all that it has of an entry. */
const FAILED_TEXT = /^(?:error|failed|failure|feil|avvist)\b/i;
/** Statuses of HTTP that mean an error. */
const ERROR_STATUS = { from: 400, to: 599 };

/** What of a reply with a success status contradicts the request; undefined: nothing. */
export function contradictionIn(reply: unknown, asked: Asked): Contradiction | undefined {
  const { kind, sent, answersIds } = asked;
  const failure = failureOf(reply) ?? failureIn(reply, 'reply', DEPTH);
  if (failure !== undefined) return { ...failure, said: failure.said.slice(0, SAID_CHARACTERS), sent };
  const other = otherField(reply, asked);
  if (other !== undefined) return { what: 'error', said: other.slice(0, SAID_CHARACTERS), sent };
  if (kind === 'action') return undefined;
  const lists = listsIn(reply, { kind, sent }, DEPTH);
  const counts = lists.map(countOf);
  if (counts.length > 0 && !counts.includes(sent)) return { what: 'count', said: String(Math.max(...counts)), sent };
  const twice = lists.map(countOfTwice).find((count) => count !== undefined);
  if (twice !== undefined) return { what: 'count', said: String(twice), sent };
  const told = kind === 'entries' ? fewerBooked(reply, sent, DEPTH) : undefined;
  if (told !== undefined) return { what: 'count', said: String(told), sent };
  if (!answersIds) return undefined;
  const isNamedAlone = sent === 1 && isObject(reply) && isRecord(reply);
  if (isNamedAlone || lists.some((list) => countOf(list) === sent && list.every(namesSomething))) return undefined;
  return { what: 'no-ids', said: JSON.stringify(reply).slice(0, SAID_CHARACTERS), sent };
}

/** What tells one custom field from another (service interface, section 2.5). */
const FIELD_KEYS = ['Name', 'ModelID', 'DataType'] as const;

/** What a reply that is a custom field shows of another one than the request was about. */
function otherField(reply: unknown, { kind, body, target }: Asked): string | undefined {
  const field: unknown = Array.isArray(reply) && reply.length === 1 ? reply[0] : reply;
  if (!isObject(field) || !hasText(field['Name'])) return undefined;
  if (kind === 'action') {
    const isOther = target != null && isNamed(field['ID']) && String(field['ID']).trim() !== String(target);
    return isOther ? `${quoted('ID', field['ID'])}, and it is about ${target}` : undefined;
  }
  if (kind !== 'record' || body === undefined) return undefined;
  const own = JSON.parse(body.toString()) as Fields;
  const shown = (value: unknown) => String(value).trim().toLowerCase();
  const key = FIELD_KEYS.find((each) => own[each] && field[each] && shown(own[each]) !== shown(field[each]));
  return key && `${quoted(key, field[key])}, and ${quoted(key, own[key])} was sent`;
}

/** The same for people: follows a comma. */
export function contradictionWords({ what, said, sent }: Contradiction): string {
  switch (what) {
    case 'count':
      return `its reply lists ${counted(said, 'voucher')}, and ${counted(sent, 'was', 'were')} sent`;
    case 'failed':
      return `its reply says that it failed (${said})`;
    case 'error':
      return `its reply holds an error (${said})`;
    case 'no-ids':
      return `its reply is ${said}, and this service is known to answer with IDs`;
  }
}

type Said = Pick<Contradiction, 'what' | 'said'>;
type Fields = Readonly<Record<string, unknown>>;

/** Of a reply that is no list, and no record: it may be the error itself. */
function failureOf(reply: unknown): Said | undefined {
  if (reply === false || (typeof reply === 'string' && isFailedText(reply)))
    return { what: 'failed', said: JSON.stringify(reply) };
  if (!isObject(reply) || isRecord(reply)) return undefined;
  if (Object.entries(reply).some(isErrorStatus)) return { what: 'error', said: wordsOf(reply) };
  const open = Object.entries(reply).find(
    ([key, held]) => STATUS.has(plain(key)) && typeof held === 'string' && NOT_DONE.has(plain(held)),
  );
  return open && { what: 'failed', said: quoted(...open) };
}

function isFailedText(text: string): boolean {
  return FAILED.has(plain(text)) || FAILED_TEXT.test(text.trim());
}

function isErrorStatus([key, held]: readonly [string, unknown]): boolean {
  const status = STATUS_NUMBER.has(plain(key)) ? Number(held) : Number.NaN;
  return status >= ERROR_STATUS.from && status <= ERROR_STATUS.to;
}

/** @param place what a list holds here: results of the request, or messages about it */
function failureIn(value: unknown, place: 'reply' | 'messages', depth: number): Said | undefined {
  if (depth === 0) return undefined;
  if (Array.isArray(value)) {
    return firstOf(value, (item) =>
      place === 'reply' && isErrorInstead(item)
        ? { what: 'error', said: wordsOf(item) }
        : failureIn(item, place, depth - 1),
    );
  }
  if (!isObject(value)) return undefined;
  const level = levelOf(value);
  if (level !== undefined && ERROR_LEVELS.has(level)) return { what: 'error', said: wordsOf(value) };
  // The platform's messages about a field say no level.
  if (level === undefined && hasText(value['PropertyName'])) return { what: 'error', said: wordsOf(value) };
  return firstOf(Object.keys(value), (key) => {
    const held = value[key];
    const name = plain(key);
    if (CONTENT.has(name)) return undefined;
    if (place === 'reply' && STATUS_OF_RECORD.has(name) && isErrorStatus([key, held]))
      return { what: 'error', said: wordsOf(value) };
    if (place === 'reply' && name === 'id' && isNoId(held) && !isRecord(value))
      return { what: 'failed', said: quoted(key, held) };
    if (SUCCESS.has(name) && isNo(held)) return { what: 'failed', said: quoted(key, held) };
    if (STATUS.has(name) && typeof held === 'string' && FAILED.has(plain(held)))
      return { what: 'failed', said: quoted(key, held) };
    if (FAILURE.has(name) && isFailure(held)) {
      const isSaid = typeof held === 'object' || (typeof held === 'string' && held.trim().includes(' '));
      return isSaid ? { what: 'error', said: wordsOf(held) } : { what: 'failed', said: quoted(key, held) };
    }
    if (typeof held !== 'object') return undefined;
    return failureIn(held, MESSAGES.has(name) || FAILURE.has(name) ? 'messages' : 'reply', depth - 1);
  });
}

/** Whether an element of a list of results is an error, or nothing, where a record was due. A number may be an ID. */
function isErrorInstead(item: unknown): boolean {
  if (item === null || item === false) return true;
  if (typeof item === 'string') return item.trim() === '' || /\s/.test(item.trim()) || isFailedText(item);
  if (!isObject(item) || isRecord(item)) return false;
  const fields = Object.entries(item);
  if (fields.some(([key, held]) => SUCCESS.has(plain(key)) && !isNo(held))) return false;
  return fields.some((field) => (WORDS.has(plain(field[0])) && hasText(field[1])) || isErrorStatus(field));
}

/** Under a key that tells of errors: a number of them, `true`, words, or a list of which not all are mere warnings. */
function isFailure(held: unknown): boolean {
  if (typeof held === 'string')
    return held.trim() !== '' && !NO.has(held.trim().toLowerCase()) && !NO_ERROR.has(plain(held));
  if (typeof held === 'number') return held > 0;
  if (Array.isArray(held)) return held.some((item) => !isObject(item) || isErrorLevel(levelOf(item)));
  return held === true || (isObject(held) && Object.keys(held).length > 0 && isErrorLevel(levelOf(held)));
}

function isErrorLevel(level: string | undefined): boolean {
  return level === undefined || ERROR_LEVELS.has(level);
}

/** Only what has words has a level: the type of a phone is none. */
function levelOf(value: Fields): string | undefined {
  const fields = Object.keys(value);
  if (!fields.some((key) => WORDS.has(plain(key)) && hasText(value[key]))) return undefined;
  const level = fields.find((key) => LEVEL.has(plain(key)) && hasText(value[key]));
  return level === undefined ? undefined : plain(value[level] as string);
}

/** The lists that say what came of a request: the reply itself, or those inside of an object that is no record. */
function listsIn(reply: unknown, { kind, sent }: Pick<Asked, 'kind' | 'sent'>, depth: number): (readonly unknown[])[] {
  if (Array.isArray(reply)) return [reply];
  // Lists inside of a record that was created are its parts.
  if (kind !== 'entries' || depth === 0 || !isObject(reply)) return [];
  if (namesEntry(reply)) return [[reply]];
  // Lists inside of the one entry that was sent are its parts; where several were sent, an ID is that of the request.
  if (isRecord(reply) && sent === 1) return [];
  return Object.entries(reply).flatMap(([key, held]) => {
    const name = plain(key);
    const speaks = MESSAGES.has(name) || FAILURE.has(name) || CONTENT.has(name) || ECHOES.has(name);
    return speaks ? [] : listsIn(held, { kind, sent }, depth - 1);
  });
}

/** How many entries the reply says were booked, where these are fewer than were sent. */
function fewerBooked(reply: unknown, sent: number, depth: number): number | undefined {
  if (depth === 0 || !isObject(reply) || isRecord(reply)) return undefined;
  const number = (names: ReadonlySet<string>) =>
    Object.entries(reply).find(([key, held]) => names.has(plain(key)) && typeof held === 'number')?.[1] as
      | number
      | undefined;
  const counted = number(BOOKED_COUNTS) ?? (number(TOTALS) === sent ? number(BOOKED) : undefined);
  if (counted !== undefined && counted < sent) return counted;
  for (const held of Object.values(reply)) {
    const found = fewerBooked(held, sent, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Records that carry a JournalEntryID, or a JournalEntryNumber, are counted by it: they may be lines of one entry. */
function countOf(list: readonly unknown[]): number {
  const entries = new Set<string>();
  let others = 0;
  for (const item of list) {
    const id = isObject(item) ? (item['JournalEntryID'] ?? item['JournalEntryNumber']) : undefined;
    if (isNamed(id)) entries.add(String(id).trim());
    else others++;
  }
  return entries.size + others;
}

/** How many records a list has where some stand in it twice, by their ID; undefined: none does. Lines are no records. */
function countOfTwice(list: readonly unknown[]): number | undefined {
  const ids = list.map((item) => (isObject(item) ? item['ID'] : item)).filter(isNamed);
  const distinct = new Set(ids.map(String)).size;
  return distinct === ids.length ? undefined : list.length - ids.length + distinct;
}

/** Whether an element of a list may be the name of an entry: an ID, a number with a digit in it, or a record that has one. */
function namesSomething(item: unknown): boolean {
  if (typeof item === 'string') return /\d/.test(item);
  return isObject(item) ? isRecord(item) : isNamed(item);
}

function isRecord(value: Fields): boolean {
  return Object.keys(value).some((key) => IDENTITY.has(plain(key)) && isNamed(value[key]));
}

function namesEntry(value: Fields): boolean {
  return isNamed(value['JournalEntryID']) || isNamed(value['JournalEntryNumber']);
}

function isNamed(value: unknown): boolean {
  return (typeof value === 'number' && value > 0) || (hasText(value) && (value as string).trim() !== '0');
}

/** What stands for an ID where there is none. */
function isNoId(value: unknown): boolean {
  return value === null || (typeof value === 'number' && value <= 0) || (typeof value === 'string' && !isNamed(value));
}

function isNo(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && NO.has(value.trim().toLowerCase()));
}

function hasText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wordsOf(value: unknown): string {
  const text = JSON.stringify(value);
  return replyMessage(text) || text;
}

function quoted(key: string, value: unknown): string {
  return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
}

/** Lower case, letters only: replies have few keys, and each a hundred times. */
function plain(text: string): string {
  let known = PLAIN.get(text);
  if (known === undefined) {
    known = text.toLowerCase().replace(/[^a-z]/g, '');
    if (PLAIN.size >= PLAIN_MAX) PLAIN.clear();
    if (text.length <= KEY_CHARACTERS) PLAIN.set(text, known);
  }
  return known;
}

function keys(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => Said | undefined): Said | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
