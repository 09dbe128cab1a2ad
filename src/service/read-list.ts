import { HashTable } from '../core/hash.ts';
import { ServiceUnexpected } from './errors.ts';

/** Records asked for in one request (`top`). */
export const PAGE_RECORDS = 1_000;
/** Records asked for at once of a service that knows `top` only: about 6 MB of reply, for contacts that are expanded. */
export const WHOLE_RECORDS = 5_000;
/** Requests for one reading at most: ten million records in full pages. */
export const REQUESTS_MAX = 10_000;
/** A `skip` behind the end of any list: who answers the first page to it does not heed it. */
const BEYOND_ALL = REQUESTS_MAX * PAGE_RECORDS;
/** How often a list that moves is read from its beginning. */
export const PASSES_MAX = 3;

/** A page of a list. */
export interface ListPage<Listed extends { readonly id: number }> {
  /** Records that the service answered, those included that do not count (deleted, unreadable). */
  readonly records: number;
  /** IDs of all of them, in their order: whether `skip` was honoured is seen by these. */
  readonly ids: readonly number[];
  /** Those that count. */
  readonly listed: readonly Listed[];
}

export interface Completeness {
  /** False where the service may have records that it did not show. */
  readonly complete: boolean;
  /** Records that were read, and count. */
  readonly read: number;
  /** For people: why the list may not be whole. */
  readonly why?: string;
}

/** How a pass over the list ended. `clean`: it proved itself whole; `unpaged`: `skip` changes nothing. */
type PassEnd = 'clean' | 'moved' | 'unpaged' | 'refused' | 'limit';

interface Pass<Listed extends { readonly id: number }> {
  readonly no: number;
  readonly first: ListPage<Listed>;
  /** Position behind the last record that was shown. */
  read: number;
  /** ID of that record. */
  last: number | undefined;
  /** What was shown does not fit a list that stood still. */
  moved: boolean;
}

/**
 * Reads all records that the service shows of a list, each once, and says whether that is all it has (design, section 8: neither
 * `skip` nor the size of a page is in the contract).
 *
 * Every page but the first is asked for from the last record already read, which must then come first. So `skip` is seen
 * to be honoured, and a list that lost records before that place is noticed: IDs that are all new would not show it. A
 * list is whole where one pass found each anchor in its place, no ID twice, and nothing behind the last record; a short
 * page proves nothing, since services cap their pages as they like. A list that moved is read again from its beginning.
 *
 * Where `skip` changes nothing, the length of the answer is left to judge by. Caps are round numbers, so another length
 * is the list's own; it is taken as complete, else every import would carry a remark that nobody can act on. A round
 * length is not; where it is `top` itself, a larger `top` is tried once.
 * @param what is listed, for people: `contacts`
 * @param page one request for the list
 * @throws what `page` rejects with, but for a service that refuses `skip`
 */
export async function* readList<Listed extends { readonly id: number }>(
  what: string,
  page: (skip: number, top: number) => Promise<ListPage<Listed>>,
): AsyncGenerator<readonly Listed[], Completeness> {
  /** The last pass that showed an ID. */
  const seen = new HashTable();
  let listed = 0;
  let requests = 0;
  let nameless = false;

  async function ask(skip: number, top: number): Promise<ListPage<Listed> | 'refused' | 'limit'> {
    if (requests++ >= REQUESTS_MAX) return 'limit';
    try {
      const answer = await page(skip, top);
      if (answer.records > answer.ids.length) nameless = true;
      return answer;
    } catch (error) {
      if (error instanceof ServiceUnexpected && isRefusal(error, skip, top)) return 'refused';
      throw error;
    }
  }

  /** @returns whether the page showed anything that this pass had not yet shown */
  function* take(shown: ListPage<Listed>, skip: number, pass: Pass<Listed>): Generator<readonly Listed[], boolean> {
    const anchored = skip < pass.read;
    if (anchored && shown.ids[0] !== pass.last) pass.moved = true;
    const unread = new Set<number>();
    let fresh = false;
    shown.ids.forEach((id, at) => {
      const before = seen.get(id);
      if (before === pass.no) {
        if (!anchored || at > 0) pass.moved = true;
        return;
      }
      fresh = true;
      if (before === 0) unread.add(id);
      seen.set(id, pass.no);
    });
    if (fresh) {
      pass.read = skip + shown.records;
      pass.last = shown.ids.at(-1);
    }
    const news = shown.listed.filter(({ id }) => unread.delete(id));
    listed += news.length;
    if (news.length > 0) yield news;
    return fresh;
  }

  async function* readPass(pass: Pass<Listed>): AsyncGenerator<readonly Listed[], PassEnd> {
    yield* take(pass.first, 0, pass);
    while (pass.read > 0) {
      const anchored = await ask(pass.read - 1, PAGE_RECORDS);
      if (typeof anchored === 'string') return stopped(anchored, pass);
      if (yield* take(anchored, pass.read - 1, pass)) continue;
      // Nothing but the anchor: the end, pages of a single record, or a `skip` that changes nothing.
      const behind = await ask(pass.read, PAGE_RECORDS);
      if (typeof behind === 'string') return stopped(behind, pass);
      if (behind.records === 0) break;
      const { read } = pass;
      if (!same(behind, pass.first)) {
        // It has no anchor: where a record slipped by in between, the last one has left its place.
        const before = await ask(read - 1, PAGE_RECORDS);
        if (typeof before === 'string') return stopped(before, pass);
        yield* take(before, read - 1, pass);
      }
      if (yield* take(behind, read, pass)) continue;
      if (!same(behind, pass.first)) return 'moved';
      const beyond = await ask(BEYOND_ALL, PAGE_RECORDS);
      if (typeof beyond === 'string') return beyond;
      yield* take(beyond, BEYOND_ALL, pass);
      return same(beyond, pass.first) ? 'unpaged' : 'moved';
    }
    return pass.moved ? 'moved' : 'clean';
  }

  async function* judgeByLength(first: ListPage<Listed>): AsyncGenerator<readonly Listed[], boolean> {
    if (first.records !== PAGE_RECORDS) return !isRound(first.records);
    const whole = await ask(0, WHOLE_RECORDS);
    if (typeof whole === 'string') return false;
    yield* take(whole, 0, beginPass(PASSES_MAX + 1, whole));
    return !isRound(whole.records);
  }

  let end: PassEnd = 'moved';
  for (let no = 1; no <= PASSES_MAX && end === 'moved'; no++) {
    const first = await ask(0, PAGE_RECORDS);
    if (typeof first === 'string') end = first;
    else end = yield* readPass(beginPass(no, first));
    if (end === 'unpaged' && typeof first !== 'string' && (yield* judgeByLength(first))) end = 'clean';
  }
  if (end === 'clean' && !nameless) return { complete: true, read: listed };
  return {
    complete: false,
    read: listed,
    why: `The service may have ${what} that it did not show: ${whyNot(end, what)}.`,
  };
}

function beginPass<Listed extends { readonly id: number }>(no: number, first: ListPage<Listed>): Pass<Listed> {
  return { no, first, read: 0, last: undefined, moved: false };
}

function stopped(end: 'refused' | 'limit', pass: Pass<{ readonly id: number }>): PassEnd {
  return end === 'refused' && pass.read === pass.first.records ? 'unpaged' : end;
}

/** A service may refuse the parameter that the contract does not show, and answer more than can be read. */
function isRefusal({ evidence }: ServiceUnexpected, skip: number, top: number): boolean {
  return top > PAGE_RECORDS || (skip > 0 && evidence.status !== undefined && evidence.status >= 400);
}

function same(page: Pick<ListPage<never>, 'ids'>, other: Pick<ListPage<never>, 'ids'>): boolean {
  return page.ids.length === other.ids.length && page.ids.every((id, at) => id === other.ids[at]);
}

/** Whether a service's cap on its pages may have this length: 10, 25, 100, 256, 1000. */
function isRound(records: number): boolean {
  return records % 10 === 0 || records % 25 === 0 || (records > 8 && (records & (records - 1)) === 0);
}

function whyNot(end: PassEnd, what: string): string {
  switch (end) {
    case 'unpaged':
      return `its answer to the list of ${what} has a round length, and it shows no further page (it does not heed skip)`;
    case 'refused':
      return 'it refused to show the pages behind those that were read';
    case 'limit':
      return `the end of its list was not reached in ${REQUESTS_MAX} requests`;
    case 'moved':
      return `its list changed, or came in another order, each of the ${PASSES_MAX} times it was read`;
    case 'clean':
      return 'its list holds records without an ID';
  }
}
