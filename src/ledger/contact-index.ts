import { hash53 } from '../core/hash.ts';
import type { Contact, ListedContact, MatchBy, MatchKeys } from '../core/records.ts';
import { openScratchSqlite, type ScratchFile, type Value } from './sqlite-database.ts';

/** Contacts and rows that one look-up answers at most; that the service has more is said. */
export const FOUND_MAX = 20;
/** Memory for pages of the file, in kilobytes. */
const CACHE_KILOBYTES = 16_000;
/** Records that one statement inserts at most. */
const INSERTED_AT_ONCE = 100;
/** Numbers of rows of the file begin here, so that they come after all contacts of the service. */
const FIRST_ROW_NO = 2 ** 40;

/** Who is recognised, and by what. At least one of the service or one row. */
export interface Found {
  readonly by: MatchBy;
  /** Contacts of the service, as they were added. */
  readonly listed: readonly ListedContact[];
  /** Rows of the file, as they were added. */
  readonly rows: readonly { readonly row: number; readonly seq: number; readonly contact: Contact }[];
  /** More contacts of the service are recognised than are answered. */
  readonly more: boolean;
}

/**
 * What the service has and what earlier rows of the file said, found by what contacts are recognised by: in a file of
 * its own, so that a million contacts need no more memory than a thousand.
 */
export interface ContactIndex {
  /** Contacts of the service, with what each is recognised by. */
  add(contacts: readonly { readonly contact: ListedContact; readonly keys: MatchKeys }[]): void;
  /** A row of the file that is to be created, with its entry's ordinal and what later rows are told from it by. */
  addRow(row: number, seq: number, contact: Contact, keys: MatchKeys): void;
  /**
   * Who is recognised by the first criterion of `by` that finds anybody: contacts of the service first, then rows of the
   * file, FOUND_MAX together at most. A criterion without a value in `keys` passes on to the next, as does one that
   * finds nobody.
   */
  find(keys: MatchKeys, by: readonly MatchBy[]): Found | undefined;
  /** Its file is gone afterwards. */
  close(): void;
}

/** `file_row`: null for a contact of the service. */
interface Known {
  readonly no: number;
  readonly file_row: number | null;
  readonly seq: number | null;
  readonly body: string;
}

/** The next one for each criterion; the hash finds, the value itself decides. */
const FIND: Readonly<Record<MatchBy, string>> = {
  email: findBy('email'),
  phone: findBy('phone'),
  name: findBy('name'),
};
const INTO_CONTACT = insertInto('contact', 7);
const INTO_KEY = insertInto('key', 2);
const CRITERIA = Object.keys(FIND) as MatchBy[];

/**
 * @param path of a file that is this index's alone; replaced if it is there
 */
export function openContactIndex(path: string): ContactIndex {
  const db = openScratchSqlite(path, CACHE_KILOBYTES);
  // Most look-ups find nobody: they touch the keys only, of which a hash makes 15 bytes each.
  db.exec('create table key (hash integer, no integer, primary key (hash, no)) without rowid');
  db.exec(
    'create table contact (no integer primary key, file_row integer, seq integer, email text, phone text, name text, body text)',
  );
  // One transaction that is never committed: the file is thrown away, and each commit would write all that was touched.
  db.exec('begin');
  let listed = 0;
  let rows = FIRST_ROW_NO;

  function put(entries: readonly Entry[]): void {
    const contacts: Value[][] = [];
    const hashes: Value[][] = [];
    for (const { no, row, seq, contact, keys } of entries) {
      contacts.push([no, row, seq, keys.email ?? null, keys.phone ?? null, keys.name ?? null, JSON.stringify(contact)]);
      for (const by of CRITERIA) if (keys[by] !== undefined) hashes.push([hashOf(by, keys[by]), no]);
    }
    insert(db, INTO_CONTACT, contacts);
    insert(db, INTO_KEY, hashes);
  }

  return {
    add: (contacts) =>
      put(contacts.map(({ contact, keys }) => ({ no: listed++, row: null, seq: null, contact, keys }))),
    addRow: (row, seq, contact, keys) => put([{ no: rows++, row, seq, contact, keys }]),
    find(keys, criteria) {
      for (const by of criteria) {
        const value = keys[by];
        const known = value === undefined ? [] : knownBy(db, by, value);
        if (known.length > 0) return foundOf(by, known);
      }
      return undefined;
    },
    close: () => db.close(),
  };
}

/** Statements for one record, and for INSERTED_AT_ONCE. */
interface Insert {
  readonly one: string;
  readonly many: string;
}

interface Entry {
  readonly no: number;
  readonly row: number | null;
  readonly seq: number | null;
  readonly contact: Contact;
  readonly keys: MatchKeys;
}

/** Many records to a statement where there are many: one for each was measured at more than twice the time. */
function insert(db: ScratchFile, { one, many }: Insert, records: readonly Value[][]): void {
  const alone = records.length % INSERTED_AT_ONCE;
  for (let i = 0; i < alone; i++) db.run(one, ...records[i]!);
  for (let i = alone; i < records.length; i += INSERTED_AT_ONCE) {
    db.run(many, ...records.slice(i, i + INSERTED_AT_ONCE).flat());
  }
}

function insertInto(table: string, columns: number): Insert {
  const record = `(${Array(columns).fill('?').join(', ')})`;
  const into = `insert into ${table} values`;
  return { one: `${into} ${record}`, many: `${into} ${Array(INSERTED_AT_ONCE).fill(record).join(', ')}` };
}

/** One by one: what libsql needs for a list is kept until the thread next waits, 1 kB for each look-up that finds nobody. */
function knownBy(db: ScratchFile, by: MatchBy, value: string): Known[] {
  const known: Known[] = [];
  const hash = hashOf(by, value);
  while (known.length <= FOUND_MAX) {
    const next = db.get<Known>(FIND[by], hash, known.at(-1)?.no ?? -1, value);
    if (next === undefined) break;
    known.push(next);
  }
  return known;
}

function findBy(by: MatchBy): string {
  return `select key.no, contact.file_row, contact.seq, contact.body from key join contact on contact.no = key.no
    where key.hash = ? and key.no > ? and contact.${by} = ? order by key.no limit 1`;
}

function hashOf(by: MatchBy, value: string): number {
  return hash53(`${by}:${value}`);
}

function foundOf(by: MatchBy, known: readonly Known[]): Found {
  const listed: ListedContact[] = [];
  const rows: { row: number; seq: number; contact: Contact }[] = [];
  for (const { file_row: row, seq, body } of known.slice(0, FOUND_MAX)) {
    const contact = JSON.parse(body);
    if (row === null) listed.push(contact);
    else rows.push({ row, seq: seq!, contact });
  }
  return { by, listed, rows, more: known[FOUND_MAX]?.file_row === null };
}
