import { unpackIds } from '../../../core/booked-ids.ts';
import { formatMinor } from '../../../core/money.ts';
import type { Evidence } from '../../../core/outcome.ts';
import { group, oneOf, whole } from '../../../core/schema-parts.ts';
import { CREDIT_TOTAL, DEBIT_TOTAL } from '../../../core/states.ts';
import type { Ledger } from '../../../ledger/open-ledger.ts';
import type { AttemptRow, BatchRow, DecisionRow, ImportRow, LookRow } from '../../../ledger/rows.ts';
import { batchTotals } from '../../../reporting/batch-sums.ts';
import { ApiError } from '../../errors.ts';
import type { Api, Served } from '../../ports.ts';
import { answers, partsBody } from '../describe.ts';
import { importUrl } from './body.ts';
import { byId, importId, importOf, pageSize } from './routes.ts';
import { BATCH_STATES, batchAnswer, batchesAnswer } from './shapes.ts';

const query = group(
  {
    limit: pageSize.meta({ description: 'batches on a page' }),
    after: whole(0, Number.MAX_SAFE_INTEGER, '120')
      .default(0)
      .meta({ type: 'integer', minimum: 0, description: 'only batches of higher numbers' }),
    state: oneOf(BATCH_STATES).optional(),
  },
  '?limit=50',
);

const byNumber = group(
  {
    id: importId('01M7Y70DRAX1NCFJ699GM8ZHVA').meta({ description: 'id of an import' }),
    no: whole(1, Number.MAX_SAFE_INTEGER, '3').meta({ type: 'integer', minimum: 1, description: 'number of a batch' }),
  },
  '/api/imports/ID/batches/3',
);

/** The batches of an import: what was sent together, and what became of it. */
export function batchRoutes(server: Api, { ports }: Served): void {
  const { ledger } = ports;
  server.get(
    '/api/imports/:id/batches',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'The batches of an import, in the order of their numbers',
        operationId: 'getBatches',
        params: byId,
        querystring: query,
        response: answers({ 200: batchesAnswer }),
      },
    },
    async ({ params, query: { limit, after, state } }) => {
      const row = await importOf(params, ports);
      const url = `${importUrl(row.id)}/batches`;
      const found = await ledger.batches.page(row.num, after, limit + 1, state);
      const page = found.slice(0, limit);
      const scale = scaleOf(row);
      const filter = state === undefined ? '' : `&state=${state}`;
      const next = `${url}?limit=${limit}${filter}&after=${page.at(-1)?.no}`;
      return {
        import: row.id,
        states: await ledger.batches.counts(row.num),
        batches: await Promise.all(page.map((batch) => batchBody(batch, url, scale, ledger))),
        ...(found.length > limit ? { next } : {}),
      };
    },
  );
  server.get(
    '/api/imports/:id/batches/:no',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'A batch: what it holds, every attempt to send it with what was seen, looks and decisions',
        operationId: 'getBatch',
        params: byNumber,
        response: answers({ 200: batchAnswer }),
      },
    },
    async ({ params }) => {
      const row = await importOf(params, ports);
      const batch = await ledger.posting.batch(row.num, params.no);
      if (batch === undefined) {
        throw new ApiError(
          404,
          'batch-unknown',
          `Import ${row.id} has no batch ${params.no}.`,
          `All that it has: GET ${importUrl(row.id)}/batches`,
        );
      }
      return { import: row.id, ...(await wholeBatch(batch, `${importUrl(row.id)}/batches`, scaleOf(row), ledger)) };
    },
  );
}

/** Decimals of its amounts. */
function scaleOf({ facts, scale }: ImportRow): number {
  return facts === null ? scale : (JSON.parse(facts) as { scale: number }).scale;
}

/** Attempts, and looks, of a batch that are told, the newest. */
const TRIES_TOLD = 50;
/** Entries of a batch that are told. */
const ENTRIES_TOLD = 200;

const iso = (ms: number) => new Date(ms).toISOString();

/** A batch as a list shows it. @param url of the batches of its import */
async function batchBody(batch: BatchRow, url: string, scale: number, ledger: Ledger): Promise<object> {
  const { import: num, no, parent, source, state, step, entries, rows, lines, attempts, message, due_at } = batch;
  const totals = JSON.parse(await ledger.posting.totals(num, no)) as Readonly<Record<string, string>>;
  const sum = (name: string) => formatMinor(BigInt(totals[name] ?? '0'), scale);
  return {
    batch: no,
    url: `${url}/${no}`,
    ...(parent === null ? {} : { parent }),
    ...(source === 0 ? {} : { correction: source }),
    state,
    step,
    ...(step === 'book' ? {} : { about: (await ledger.posting.body(num, no)).entries[0]?.key ?? '' }),
    entries,
    rows,
    lines,
    ...(DEBIT_TOTAL in totals ? { debit: sum(DEBIT_TOTAL) } : {}),
    ...(CREDIT_TOTAL in totals ? { credit: sum(CREDIT_TOTAL) } : {}),
    attempts,
    ...(message === null ? {} : { message }),
    ...(state === 'ready' && due_at > 0 ? { due: iso(due_at) } : {}),
  };
}

/** A batch with all that became of it: what was seen, looked up and decided. */
async function wholeBatch(batch: BatchRow, url: string, scale: number, ledger: Ledger): Promise<object> {
  const { import: num, no, sha256 } = batch;
  const { entries } = await ledger.posting.body(num, no);
  const ids = unpackIds(batch.ids);
  const contents = entries.slice(0, ENTRIES_TOLD).map(({ key, rows, date }, at) => {
    const [id = null, number = null] = ids[at] ?? [];
    return {
      entry: key,
      rows,
      ...(date === '' ? {} : { date }),
      ...(id === null ? {} : { id }),
      ...(number === null ? {} : { number }),
    };
  });
  return {
    ...(await batchBody(batch, url, scale, ledger)),
    sha256,
    accounts: batchTotals(await ledger.posting.totals(num, no), scale),
    contents,
    ...(entries.length > contents.length ? { moreContents: entries.length - contents.length } : {}),
    tries: (await ledger.batches.attempts(num, no, TRIES_TOLD)).map(attemptBody),
    decisions: (await ledger.batches.decisions(num, no)).map(decisionBody),
    looks: (await ledger.batches.looks(num, no, TRIES_TOLD)).map(lookBody),
  };
}

function attemptBody({ id, batch, holder, began_at, ended_at, outcome, evidence }: AttemptRow): object {
  return {
    attempt: id,
    batch,
    sender: holder,
    began: iso(began_at),
    ...(ended_at === null ? {} : { ended: iso(ended_at) }),
    ...(outcome === null ? {} : { outcome }),
    ...(evidence === null ? {} : { evidence: JSON.parse(evidence) as Evidence }),
  };
}

function decisionBody({ became, at, who, reason, part }: DecisionRow): object {
  const about = part === null ? {} : { entries: (JSON.parse(part) as number[]).length };
  return { became, at: iso(at), who, reason, ...about };
}

function lookBody({ at, ended_at, found, absent, unclear, detail, parts }: LookRow): object {
  const ended = ended_at === null ? {} : { ended: iso(ended_at), found, absent, unclear };
  return { began: iso(at), ...ended, ...(detail === null ? {} : { detail }), ...partsBody(parts) };
}
