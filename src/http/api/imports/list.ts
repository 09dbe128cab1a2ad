import { join } from 'node:path';
import { seen } from '../../../core/disk.ts';
import type { RunTold } from '../../../core/run-code.ts';
import { checkedText, flag, group, oneOf, text } from '../../../core/schema-parts.ts';
import type { ImportState } from '../../../core/states.ts';
import { KIND_NAMES } from '../../../kinds/kinds.ts';
import type { ArrivalRow } from '../../../ledger/arrivals.ts';
import type { Api, Served } from '../../ports.ts';
import { answers } from '../describe.ts';
import { toldBody } from '../jobs/body.ts';
import { IMPORT_STATES, importsAnswer } from '../shapes.ts';
import { listedBody } from './body.ts';
import { REJECTED_MS } from './needs.ts';
import { importId, importOf, pageSize } from './routes.ts';
import { summaryAnswer } from './shapes.ts';

/** Imports of one state that a summary counts at most. */
const COUNTED_MAX = 100;
/** Files of the inbox that were not received, which are told of at most. */
const REFUSED_MAX = 6;
/** Characters of a text that is searched for. */
const SEARCH_MAX_CHARACTERS = 200;
/** States in which an import waits for a person to correct it, or to say what became of it. */
const WAITING_STATES: readonly ImportState[] = ['partly-booked', 'in-doubt'];

const EXAMPLE = '01M7Y70DRAX1NCFJ699GM8ZHVA';
const moment = checkedText('a time in ISO 8601', '2026-11-01T00:00:00Z', (value) =>
  Date.parse(value) >= 0 ? undefined : 'must be a time in ISO 8601, since 1970',
);
const query = group(
  {
    limit: pageSize,
    before: importId(EXAMPLE).optional().meta({ description: 'only imports older than this one' }),
    after: importId(EXAMPLE).optional().meta({ description: 'only imports newer than this one, those next to it' }),
    since: moment.optional().meta({ format: 'date-time', description: 'only imports received at this time or later' }),
    until: moment.optional().meta({ format: 'date-time', description: 'only imports received before this time' }),
    state: oneOf(IMPORT_STATES).optional(),
    waiting: flag('true')
      .optional()
      .meta({ type: 'boolean', description: `only those that wait for a person: ${WAITING_STATES.join(', ')}` }),
    job: text('the name of a job', 'bookings').optional(),
    kind: oneOf(KIND_NAMES).optional(),
    q: checkedText('a text to search for', 'january', (value) =>
      value.length > SEARCH_MAX_CHARACTERS ? `is longer than ${SEARCH_MAX_CHARACTERS} characters` : undefined,
    )
      .optional()
      .meta({
        maxLength: SEARCH_MAX_CHARACTERS,
        description: 'part of a file’s name, in upper or lower case, or the beginning of an import’s id',
      }),
  },
  '?limit=50',
);

/** All imports: in pages, and how many are in each state. Nothing is counted that the ledger would have to go through for it. */
export function listRoutes(server: Api, { ports }: Served): void {
  const { pages } = ports.ledger;
  server.get(
    '/api/imports',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'The imports, newest first',
        operationId: 'listImports',
        querystring: query,
        response: answers({ 200: importsAnswer }),
      },
    },
    async ({ query: given }) => {
      const { limit, before, after, since, until, state, waiting = false, job, kind, q } = given;
      const search = q?.trim() || undefined;
      const found = await pages.imports(limit + 1, {
        before: before === undefined ? undefined : (await importOf({ id: before }, ports)).num,
        after: after === undefined ? undefined : (await importOf({ id: after }, ports)).num,
        since: since === undefined ? undefined : Date.parse(since),
        until: until === undefined ? undefined : Date.parse(until),
        states: statesOf(state, waiting),
        job,
        kind,
        search,
      });
      // The one too many is the farthest: behind a page of older ones, before a page of newer ones.
      const page = after === undefined ? found.slice(0, limit) : found.slice(-limit);
      const isMore = found.length > limit;
      const address = (way: 'before' | 'after', id: string | undefined) => {
        const filter = { since, until, state, waiting: waiting ? 'true' : undefined, job, kind, q: search };
        const kept = Object.entries({ limit: String(limit), ...filter, [way]: id });
        return `/api/imports?${new URLSearchParams(kept.filter((each): each is [string, string] => each[1] !== undefined))}`;
      };
      const isOlder = after === undefined ? isMore : page.length > 0;
      const isNewer = after === undefined ? before !== undefined && page.length > 0 : isMore;
      return {
        imports: await Promise.all(page.map((row) => listedBody(row, ports.ledger))),
        ...(isOlder ? { next: address('before', page.at(-1)!.id) } : {}),
        ...(isNewer ? { previous: address('after', page[0]!.id) } : {}),
      };
    },
  );
  server.get(
    '/api/summary',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'How many imports are in each state, as far as it matters',
        operationId: 'getSummary',
        response: answers({ 200: summaryAnswer }),
      },
    },
    async () => {
      const open = (await ports.ledger.openFiles.list(ports.now())).map(({ job, name, program, pid, since }) => ({
        ...{ job, file: name, program, process: pid, since: new Date(since).toISOString() },
      }));
      const refused = await refusedFiles(await ports.ledger.arrivals.refused(ports.now() - REJECTED_MS, REFUSED_MAX));
      return {
        states: Object.fromEntries(
          await Promise.all(IMPORT_STATES.map(async (each) => [each, await pages.countUpTo(COUNTED_MAX, each)])),
        ),
        most: COUNTED_MAX,
        ...(open.length === 0 ? {} : { openFiles: open }),
        ...(refused.length === 0 ? {} : { refusedFiles: refused }),
      };
    },
  );
}

/** Those that are still there: who takes a file out of `failed/` has seen to it. An inbox of another machine can't be looked into. */
async function refusedFiles(rows: readonly ArrivalRow[]) {
  const there = await Promise.all(
    rows.map(async ({ folder, job, place, state }) => {
      const isFolder = state === 'left' || (await seen(join(folder, job))) === undefined;
      return isFolder || (await seen(join(folder, job, place!))) !== undefined;
    }),
  );
  return rows
    .filter((_, at) => there[at])
    .map(({ job, name, at, place, state, told }) => ({
      ...{ job, file: name, at: new Date(at).toISOString(), told: toldBody(JSON.parse(told!) as RunTold) },
      ...(state === 'left' ? {} : { place: `${job}/${place}` }),
    }));
}

function statesOf(state: ImportState | undefined, waiting: boolean): readonly ImportState[] | undefined {
  if (!waiting) return state === undefined ? undefined : [state];
  return state === undefined ? WAITING_STATES : WAITING_STATES.filter((each) => each === state);
}
