import { type BodyKey, type SentLine, sentLines } from '../core/batch-body.ts';
import { firstRowSql } from '../core/row-ranges.ts';
import { type BatchEntry, entryTexts } from '../core/states.ts';
import { unpackBody, unpackEntries } from './batches.ts';
import type { EntryRow, ImportRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/** Batches that are looked into for one entry: entries stand in the order of their ordinals, but for those planned again. */
const BATCHES_TRIED = 5;

/** States of batches that are booked, or on their way there. */
const SENT = "'booked', 'sending', 'in-doubt', 'ready', 'continued'";

interface Sent {
  readonly key: BodyKey;
  /** Batches by the ordinal of their first entry, ascending. */
  readonly batches: readonly { readonly no: number; readonly first: number }[];
}

/** An entry as it was sent. */
interface SentEntry {
  readonly lines: readonly SentLine[];
  /** Decimals of its amounts. */
  readonly scale: number;
}

/** Reads single entries back out of the requests of their imports; undefined where what was sent is not known any more. */
export type SentEntries = (
  db: Sql,
  of: { readonly import: number; readonly seq: number },
) => Promise<SentEntry | undefined>;

/** What is read of an import, and the batches that were read last, are kept: entries mostly follow each other. */
export function sentEntries(): SentEntries {
  const imports = new Map<number, Sent>();
  const read = new Map<string, ReadonlyMap<number, string>>();
  const textsOf = async (db: Sql, num: number, no: number) => {
    const name = `${num}.${no}`;
    const known = read.get(name);
    if (known !== undefined) return known;
    const { body, entries } = await bodyOf(db, num, no);
    const texts = entryTexts(body, entries);
    const [oldest] = read.keys();
    if (read.size === BATCHES_TRIED) read.delete(oldest!);
    return remember(read, name, new Map(entries.map(({ seq }, at) => [seq, texts[at]!])));
  };
  return async (db, { import: num, seq }) => {
    const { key, batches } = imports.get(num) ?? remember(imports, num, await sentOf(db, num));
    let at = firstAfter(batches, seq) - 1;
    for (let tried = 0; at >= 0 && tried < BATCHES_TRIED; at--, tried++) {
      const text = (await textsOf(db, num, batches[at]!.no)).get(seq);
      // What was recovered from the attempt log has no body.
      if (text !== undefined) return text === '' ? undefined : { lines: sentLines(text, key), scale: key.scale };
    }
    return undefined;
  };
}

/** The place of the first batch whose entries all stand behind this one. */
function firstAfter(batches: Sent['batches'], seq: number): number {
  let [low, high] = [0, batches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (batches[middle]!.first <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

function remember<Name, Of>(known: Map<Name, Of>, name: Name, sent: Of): Of {
  known.set(name, sent);
  return sent;
}

async function sentOf(db: Sql, num: number): Promise<Sent> {
  const facts = (await db.get<{ facts: string | null }>('select facts from import where num = ?', num))?.facts;
  const batches = await db.all<{ no: number; first: number }>(
    `select b.no, y.entries ->> '$[0][0]' as first from batch b join batch_body y on y.import = b.import and y.no = b.no
     where b.import = ? and b.state in (${SENT}) order by 2`,
    num,
  );
  return { key: facts ? (JSON.parse(facts) as BodyKey) : { accounts: {}, scale: 2 }, batches: facts ? batches : [] };
}

/** Batches that the newest entries of a company are read from. */
const NEWEST_BATCHES = 300;

/** The draft lines of a company's booked entries, the newest batches first, as far back as is worth it. */
export async function* newestEntries(db: Sql, company: string, kind: string): AsyncGenerator<readonly SentLine[]> {
  const keys = new Map<number, BodyKey>();
  const batches = await db.all<{ import: number; no: number }>(
    `select b.import, b.no from import i join batch b on b.import = i.num
     where i.company = ? and i.kind = ? and i.facts is not null and b.state = 'booked'
     order by b.import desc, b.no desc limit ?`,
    company,
    kind,
    NEWEST_BATCHES,
  );
  for (const { import: num, no } of batches) {
    const facts = async () => (await db.get<{ facts: string }>('select facts from import where num = ?', num))!.facts;
    const key = keys.get(num) ?? remember(keys, num, JSON.parse(await facts()) as BodyKey);
    const { body, entries } = await bodyOf(db, num, no);
    // What was recovered from the attempt log has no body.
    for (const text of entryTexts(body, entries)) if (text !== '') yield sentLines(text, key);
  }
}

/** A contact as it was created. */
export interface CreatedContact {
  /** The body of its creation; empty where it is not known any more. */
  readonly body: string;
  /** Undefined where the service told none. */
  readonly id: number | undefined;
}

/** Reads single contacts back out of the requests of their imports. What is read of an import is kept, since it is created. */
export function createdContacts(db: Sql): (of: { import: number; seq: number }) => Promise<CreatedContact | undefined> {
  const known = new Map<number, Map<number, number>>();
  return async ({ import: num, seq }) => {
    const no = known.get(num)?.get(seq) ?? remember(known, num, await createdBatches(db, num)).get(seq);
    if (no === undefined) return undefined;
    const { ids } = (await db.get<{ ids: string | null }>(
      'select ids from batch where import = ? and no = ?',
      num,
      no,
    ))!;
    const [[id] = [null]] = JSON.parse(ids ?? '[]') as [number | null][];
    return { body: (await bodyOf(db, num, no)).body, id: id ?? undefined };
  };
}

/** Batches by the ordinal of the contact that each created. */
async function createdBatches(db: Sql, num: number): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  await db.each<{ seq: number; no: number }>(
    ({ seq, no }) => found.set(seq, no),
    `select y.entries ->> '$[0][0]' as seq, b.no from batch b join batch_body y on y.import = b.import and y.no = b.no
     where b.import = ? and b.step = 'create-contact' and b.state in ('booked', 'continued')`,
    num,
  );
  return found;
}

/** The first rows of entries of an import, by their ordinals. */
export async function firstRows(db: Sql, num: number, seqs: ReadonlySet<number>): Promise<ReadonlyMap<number, number>> {
  const rows = new Map<number, number>();
  await db.each<{ seq: number; row: number }>(
    ({ seq, row }) => {
      if (seqs.has(seq)) rows.set(seq, row);
    },
    `select e.value ->> 0 as seq, ${firstRowSql('e.value ->> 2')} as row
     from batch_body y, json_each(y.entries) e where y.import = ?`,
    num,
  );
  return rows;
}

/** An import whose file has the columns of another one, and was read differently. */
export type DifferentlyRead = Pick<ImportRow, 'num' | 'sha256' | 'file'> & { readonly facts: string };

/** Whose earlier files are looked for. */
export type ReadingOf = Pick<ImportRow, 'num' | 'company' | 'job'> & { readonly reading: string };

/**
 * Once a person has said that what a job reads in these rows is something else than another job reads there, files that the
 * other job gets from then on are not compared; what it got before is, and what came under this job's own name.
 * @param of an import: `reading` is a hash of the headers, a colon, and a hash of how they are read
 */
export function differentlyRead(db: Sql, { num, company, job, reading }: ReadingOf): Promise<DifferentlyRead[]> {
  const layout = reading.slice(0, reading.indexOf(':'));
  return db.all<DifferentlyRead>(
    `select i.num, i.sha256, i.file, i.facts from import i
     where i.company = ? and i.reading > ? and i.reading < ? and i.reading <> ? and i.num <> ?
       and i.book = 1 and i.state <> 'rejected' and i.facts is not null
       and (i.job = ? or not exists (select 1 from import o join answer a on a.import = o.num
         where o.company = ? and o.reading = ? and o.num < i.num and a.code = 'read-differently' and a.answer = 'different'))
     order by i.num desc`,
    company,
    `${layout}:`,
    `${layout};`,
    reading,
    num,
    job,
    company,
    reading,
  );
}

/** An entry with the rows of its file and what these say; null where that can't be read. */
export type SentContent = Pick<BatchEntry, 'seq' | 'rows'> & Pick<EntryRow, 'content'>;

/** Tells of each entry of an import that was sent, will be, or was skipped by a person. */
export async function sentContents(db: Sql, num: number, take: (entry: SentContent) => void): Promise<void> {
  await db.each<{ entries: string }>(
    ({ entries }) => {
      for (const entry of unpackEntries(entries)) take(entry);
    },
    `select y.entries from batch b join batch_body y on y.import = b.import and y.no = b.no
     where b.import = ? and b.state in (${SENT}) order by b.no`,
    num,
  );
  await db.each<SentContent>(take, "select seq, rows, content from entry where import = ? and state = 'skipped'", num);
}

export async function bodyOf(db: Sql, num: number, no: number): Promise<{ entries: BatchEntry[]; body: string }> {
  const row = (await db.get<{ entries: string; body: Buffer }>(
    'select entries, body from batch_body where import = ? and no = ?',
    num,
    no,
  ))!;
  return { entries: unpackEntries(row.entries), body: unpackBody(row.body).toString() };
}
