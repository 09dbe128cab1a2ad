import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parse } from 'node:path';
import { z } from 'zod';
import { type Issue, toldOf } from '../../../core/issue.ts';
import { formatRow } from '../../../core/row-ranges.ts';
import { group, whole } from '../../../core/schema-parts.ts';
import type { EntryRow, ImportRow } from '../../../ledger/rows.ts';
import { sheetsOf, withSheetNames } from '../../../reading/named-sheets.ts';
import { causesOf } from '../../../reporting/causes.ts';
import { ApiError } from '../../errors.ts';
import { attachment, type TemporaryFiles } from '../../files.ts';
import { createGate } from '../../limits.ts';
import type { Api, Served, ServerPorts } from '../../ports.ts';
import { answers } from '../describe.ts';
import { issuesAnswer } from '../shapes.ts';
import { importUrl } from './body.ts';
import { byId, importOf, pageSize } from './routes.ts';

/** Problems that are told of one entry; the workbook has them all. */
const PROBLEMS_MAX = 100;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const query = group(
  {
    limit: pageSize.meta({ description: 'entries on a page' }),
    after: whole(0, Number.MAX_SAFE_INTEGER, '120').default(0).meta({ type: 'integer', minimum: 0 }),
  },
  '?limit=50',
);

/** Why entries wait, and the workbook in which they are corrected. */
export function issueRoutes(server: Api, { ports, limits }: Served, files: TemporaryFiles): void {
  const { ledger } = ports;
  server.get(
    '/api/imports/:id/issues',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Why entries wait: the causes with how much each holds up, and the entries',
        operationId: 'getIssues',
        params: byId,
        querystring: query,
        response: answers({ 200: issuesAnswer }),
      },
    },
    async ({ params, query: { limit, after } }) => {
      const row = await importOf(params, ports);
      const { id, num } = row;
      const found = await ledger.pages.waiting(num, after, limit + 1);
      const page = found.slice(0, limit);
      const next = `${importUrl(id)}/issues?limit=${limit}&after=${page.at(-1)?.seq}`;
      return {
        import: id,
        issues: await causesOf(row, ledger),
        entries: withSheetNames(await Promise.all(page.map((entry) => entryBody(entry, ports))), sheetsOf(row.facts)),
        ...(found.length > limit ? { next } : {}),
      };
    },
  );

  const gate = createGate(limits.workbooks, 'workbooks');
  server.get(
    '/api/imports/:id/failed.xlsx',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'The held and rejected entries whole, in the file’s own columns, to be corrected and sent back',
        operationId: 'getFailedRows',
        params: byId,
        response: answers({
          200: {
            content: { [XLSX]: { schema: z.string().meta({ contentMediaType: XLSX, contentEncoding: 'binary' }) } },
          },
        }),
      },
    },
    async (request, reply) => {
      const row = await importOf(request.params, ports);
      if ((await ledger.findings.entries(row.num, 'held', 'rejected')).length === 0) {
        throw new ApiError(
          404,
          'nothing-failed',
          row.state === 'rejected'
            ? `${row.file} was rejected whole, so there are no rows to correct one by one.`
            : `Nothing in ${row.file} is held or rejected.`,
          row.state === 'rejected' ? 'Correct the file or the job, and send the file again.' : undefined,
        );
      }
      const { workbook, size } = await gate(() => files.use('.xlsx', (path) => workbookOf(row, path, ports)));
      return reply
        .type(XLSX)
        .header('content-length', size)
        .header('content-disposition', attachment(`${parse(row.file).name}.failed.xlsx`))
        .send(workbook);
    },
  );
}

/** Writes the workbook and opens it: what is open can be read to its end, also when its name is gone. */
async function workbookOf(row: ImportRow, path: string, ports: ServerPorts) {
  const { writeFailedRows } = await import('../../../correcting/write-failed-rows.ts');
  await writeFailedRows(row, path, ports);
  const { size } = await stat(path);
  const workbook = createReadStream(path);
  await once(workbook, 'open');
  return { workbook, size };
}

async function entryBody({ import: num, seq, key, rows, state }: EntryRow, { ledger }: ServerPorts): Promise<object> {
  const problems = (await ledger.pages.problems(num, seq, PROBLEMS_MAX)).map((problem) => ({
    code: problem.code as Issue['code'],
    ...(problem.column === null ? {} : { column: problem.column }),
    ...(problem.value === null ? {} : { value: problem.value }),
    message: problem.detail ?? problem.message,
    ...(problem.suggestion === null ? {} : { suggestion: problem.suggestion }),
    ...toldOf(problem, problem.own),
    ...(problem.row === 0 ? {} : { row: formatRow(problem.row) }),
  }));
  return { entry: key, rows, state, problems };
}
