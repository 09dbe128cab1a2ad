import { mkdir } from 'node:fs/promises';
import { z } from 'zod';
import type { ImportRow } from '../../ledger/rows.ts';
import type { WaitingCount, WaitingFilter } from '../../ledger/waiting.ts';
import { CountChanged } from '../../pipeline/mends/count-changed.ts';
import { handIn } from '../../pipeline/mends/hand-in.ts';
import { replaceValue, reviseCells, undoRevisions } from '../../pipeline/mends/revise-entries.ts';
import { filterOf } from '../../pipeline/mends/select-entries.ts';
import { skipEntries } from '../../pipeline/mends/skip-entries.ts';
import { TRIAL_AWAITED_MS } from '../../pipeline/mends/trials.ts';
import { changedAnswer, type MendedAnswer, mendedAnswer, revisedAnswer } from './api-mends.ts';
import { errorAnswer } from './api-schemas.ts';
import type { Api } from './build-server.ts';
import { answers } from './describe-api.ts';
import { byId, importOf } from './import-of.ts';
import { mendsBody, ofEntry, revisionsBody } from './mend-requests.ts';
import type { Mends } from './mends.ts';
import { rememberValue } from './remember-value.ts';
import type { Served, ServerPorts } from './server-ports.ts';
import type { TemporaryFiles } from './temporary-files.ts';
import { wake } from './wake.ts';

/** What waits is mended, skipped, or handed in again. */
export function mendRoutes(server: Api, { ports, limits }: Served, mends: Mends, files: TemporaryFiles): void {
  server.post(
    '/api/imports/:id/revisions',
    {
      config: { role: 'operator' },
      bodyLimit: limits.mendBytes,
      schema: {
        summary: 'Mend cells of entries that wait',
        description:
          'Kept until they are handed in; the file stays as it is. The entries are tried by the rules at once.',
        operationId: 'revise',
        params: byId,
        body: revisionsBody,
        response: answers({ 200: revisedAnswer }),
      },
    },
    async (request) => {
      const row = importOf(request.params, ports);
      const mine = { ...ports, who: request.who };
      const seqs = await mends.rows.use(row, (cells) => reviseCells(row, request.body.cells, cells, mine));
      return mends.revised(row, seqs);
    },
  );
  server.delete(
    '/api/imports/:id/revisions',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Take back what was mended in an entry and is not handed in',
        operationId: 'undoRevisions',
        params: byId,
        querystring: ofEntry,
        response: answers({ 200: revisedAnswer }),
      },
    },
    async (request) => {
      const row = importOf(request.params, ports);
      undoRevisions(row, request.query.seq, { ...ports, who: request.who });
      return mends.revised(row, [request.query.seq]);
    },
  );
  server.post(
    '/api/imports/:id/mends',
    {
      config: { role: 'operator' },
      bodyLimit: limits.mendBytes,
      schema: {
        summary: 'Do something about all entries that match',
        description:
          'set: a value in the place of another. skip: they are not booked. book: they are no duplicates. retry: they are handed in, mended or not. 409 count-changed: others match than were confirmed, and nothing was done.',
        operationId: 'mend',
        params: byId,
        body: mendsBody,
        response: answers({ 200: mendedAnswer, 409: z.union([changedAnswer, errorAnswer]) }),
      },
    },
    async (request, reply) => {
      const row = importOf(request.params, ports);
      const { select, expect, mend } = request.body;
      const mine = { ...ports, who: request.who };
      const filter = await filterOf(row, select, mends.rows);
      try {
        if (mend.do === 'set') return await set(row, mend, { filter, expect }, mine);
        if (mend.do === 'skip') {
          const { state, ...done } = await skipEntries(row, mend.reason.trim(), { filter, expect }, mine);
          return { ...done, ready: 0, held: 0, state };
        }
        return await hand(row, mend.do === 'book' ? mend.reason.trim() : undefined, { filter, expect }, mine);
      } catch (error) {
        if (!(error instanceof CountChanged)) throw error;
        const suggestion = 'Look at what matches now, and confirm that.';
        const told = { code: 'count-changed', message: error.message, suggestion };
        return reply.code(409).send({ error: told, ...error.now });
      }
    },
  );

  async function set(
    row: ImportRow,
    { remember = false, ...value }: { column: number; from: string; to: string; remember?: boolean | undefined },
    which: Which,
    mine: ServerPorts,
  ): Promise<MendedAnswer> {
    const { seqs, rows } = await mends.rows.use(row, async (cells) => {
      if (remember) await rememberValue(row, value, { ...which, job: await ports.job(row.job) }, mine);
      return replaceValue(row, value, { ...which, cells }, mine);
    });
    const tried = await mends.trials.bring(row, TRIAL_AWAITED_MS);
    const is = seqs.map((seq) => tried.get(seq)?.is);
    return {
      entries: seqs.length,
      rows,
      ready: is.filter((one) => one === 'ready').length,
      held: is.filter((one) => one === 'held' || one === 'duplicate').length,
      state: ports.ledger.imports.byNum(row.num).state,
    };
  }

  async function hand(
    row: ImportRow,
    insist: string | undefined,
    which: Which,
    mine: ServerPorts,
  ): Promise<MendedAnswer> {
    const job = await ports.job(row.job);
    const mended = ports.ledger.revisions.entries(row.num).map(({ seq }) => seq);
    const tried = mended.length === 0 ? undefined : await mends.trials.bring(row, TRIAL_AWAITED_MS);
    const seqs = await mends.rows.use(row, (cells) =>
      files.use('', async (path) => {
        await mkdir(path, { mode: 0o700 });
        const given = { ...which, job, cells, path: `${path}/mended` };
        if (insist === undefined) return handIn(row, given, mine);
        return handIn(row, { ...given, insist: { reason: insist, tried: tried ?? new Map() } }, mine);
      }),
    );
    wake(row.num, ports);
    const handed = new Set(seqs);
    const is = mended.filter((seq) => handed.has(seq)).map((seq) => tried?.get(seq)?.is);
    return {
      ...which.expect,
      ready: is.filter((one) => one === 'ready').length,
      held: is.filter((one) => one === 'held' || one === 'duplicate').length,
      state: ports.ledger.imports.byNum(row.num).state,
    };
  }
}

interface Which {
  readonly filter: WaitingFilter;
  readonly expect: WaitingCount;
}
