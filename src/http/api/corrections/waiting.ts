import { formatRow } from '../../../core/row-ranges.ts';
import { group, oneOf, text, whole } from '../../../core/schema-parts.ts';
import { RETRIABLE } from '../../../core/states.ts';
import { filterOf } from '../../../correcting/select.ts';
import { amountColumns, chartColumns, suggestValues } from '../../../correcting/suggest-values.ts';
import type { EntryRow, ImportRow } from '../../../ledger/rows.ts';
import { sheetsOf, withSheetNames } from '../../../reading/named-sheets.ts';
import type { PlanFacts } from '../../../reading/plan-ports.ts';
import type { Api, Served } from '../../ports.ts';
import { answers } from '../describe.ts';
import { importUrl } from '../imports/body.ts';
import { withQuestions } from '../imports/question-body.ts';
import { byId, importOf, pageSize } from '../imports/routes.ts';
import { type CorrectionBodies, causeBodies, suggestionBody } from './body.ts';
import type { ChartReader } from './chart-reader.ts';
import { revisionsAnswer, suggestionsAnswer, WAITING_STATES, waitingAnswer } from './shapes.ts';

/** Rows on a page, beyond which no entry is added to it. */
const PAGE_ROWS = 2_000;
/** Revisions that the history tells of, the newest. */
const HISTORY_MAX = 1_000;

/** As the pages say it, and as other flags of the interface have it. */
const YES: readonly string[] = ['yes', 'true'];

const causeNo = whole(1, Number.MAX_SAFE_INTEGER, '3').meta({ type: 'integer', minimum: 1 });
const query = group(
  {
    cause: causeNo.optional().meta({ description: 'number of a cause' }),
    state: oneOf(WAITING_STATES).optional(),
    revised: oneOf(['yes', 'no', 'true', 'false']).optional().meta({ description: 'corrected, and not submitted yet' }),
    q: text('a text to look for', '3015')
      .optional()
      .meta({ description: 'in keys, in cells and in what was corrected; or the number of a row' }),
    after: whole(0, Number.MAX_SAFE_INTEGER, '120').default(0).meta({ type: 'integer', minimum: 0 }),
    limit: pageSize.meta({ description: 'entries on a page; fewer where they are large' }),
  },
  '?cause=3&limit=50',
);

/** What waits, with its rows as the file has them, and what was corrected in them. */
export function waitingRoutes(server: Api, { ports }: Served, shown: CorrectionBodies, charts: ChartReader): void {
  const { ledger } = ports;
  server.get(
    '/api/imports/:id/waiting',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'The entries that wait, whole, in the file’s own columns, and what can be done about them',
        operationId: 'getWaiting',
        params: byId,
        querystring: query,
        response: answers({ 200: waitingAnswer }),
      },
    },
    async ({ params, query: { cause, state, revised, q, after, limit } }) => {
      const row = await importOf(params, ports);
      const { headers = [] } = JSON.parse(row.facts ?? '{}') as Partial<PlanFacts>;
      const selection = { cause, state, q, ...(revised === undefined ? {} : { revised: YES.includes(revised) }) };
      // Until it is planned to the end nothing waits for anybody.
      const isPlanned = row.facts !== null;
      const filter = isPlanned ? await filterOf(row, selection, shown.rows) : { seqs: [] };
      const found = await ledger.waiting.page(row.num, filter, after, limit + 1);
      const page = fitting(found.slice(0, limit));
      // Each wait may be behind the work of an import: all of them are one.
      const [{ amounts, chart }, { bodies, fullAt }, causes] = await Promise.all([
        ports.job(row.job).then(
          ({ job }) => ({ amounts: amountColumns(job, headers), chart: chartColumns(job, headers) }),
          () => ({ amounts: [], chart: [] }),
        ),
        shown.page(row, page),
        isPlanned ? withQuestions(row, await causeBodies(row, shown, ports, charts), shown, ports) : [],
      ]);
      const isMore = fullAt !== undefined || page.length < found.length;
      const more = new URLSearchParams({
        ...(cause === undefined ? {} : { cause: String(cause) }),
        ...(state === undefined ? {} : { state }),
        ...(revised === undefined ? {} : { revised }),
        ...(q === undefined ? {} : { q }),
        limit: String(limit),
        after: String(fullAt ?? page.at(-1)?.seq ?? 0),
      });
      return {
        import: row.id,
        columns: [...headers],
        amounts,
        chart,
        kind: row.kind,
        book: await canSubmit(row),
        causes: withSheetNames(causes, sheetsOf(row.facts)),
        matching: await ledger.waiting.count(row.num, filter),
        entries: withSheetNames(bodies, sheetsOf(row.facts)),
        revised: await shown.dryRuns.counts(row),
        ...(isMore ? { next: `${importUrl(row.id)}/waiting?${more}` } : {}),
      };
    },
  );
  server.get(
    '/api/imports/:id/revisions',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'What was corrected in cells: who, when, from what to what',
        operationId: 'getRevisions',
        params: byId,
        response: answers({ 200: revisionsAnswer }),
      },
    },
    async ({ params }) => {
      const { num, facts } = await importOf(params, ports);
      const { headers = [] } = JSON.parse(facts ?? '{}') as Partial<PlanFacts>;
      return {
        revisions: (await ledger.revisions.history(num, HISTORY_MAX)).map((each) => ({
          at: new Date(each.at).toISOString(),
          who: each.who,
          row: formatRow(each.row),
          column: headers[each.column] ?? String(each.column + 1),
          was: each.was,
          became: each.became,
          ...(each.undone_at === null ? {} : { undone: new Date(each.undone_at).toISOString() }),
          ...(each.correction === null ? {} : { handedIn: each.correction }),
        })),
      };
    },
  );
  server.get(
    '/api/imports/:id/suggestions',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'What could take the place of the value that a cause is about, the nearest first',
        operationId: 'getSuggestions',
        params: byId,
        querystring: group({ cause: causeNo }, '?cause=3'),
        response: answers({ 200: suggestionsAnswer }),
      },
    },
    async ({ params, query: { cause } }) => {
      const row = await importOf(params, ports);
      const found = (await ledger.findings.causes(row.num)).find(({ no }) => no === cause);
      if (found === undefined) return { suggestions: [], inFile: [] };
      const { headers = [] } = JSON.parse(row.facts ?? '{}') as Partial<PlanFacts>;
      const at = headers.indexOf(found.column ?? '');
      return {
        suggestions: (await suggestValues(row, found, ports)).map(suggestionBody),
        inFile: await ledger.revisions.atFirst(row.num, found.no, at, found.value ?? ''),
      };
    },
  );

  async function canSubmit({ num, state }: ImportRow): Promise<boolean> {
    return RETRIABLE.includes(state) && !(await ledger.posting.hasUnsent(num));
  }
}

/** As many as a page holds; one entry at least, however many rows it has. */
function fitting(entries: readonly EntryRow[]): EntryRow[] {
  let rows = 0;
  return entries.filter((entry, at) => {
    rows += entry.row_count;
    return at === 0 || rows <= PAGE_ROWS;
  });
}
