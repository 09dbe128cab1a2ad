import { z } from 'zod';
import { UsageError } from '../../../core/issue.ts';
import { checkedText, group, text } from '../../../core/schema-parts.ts';
import { type LookQuestion, lookAtFile } from '../../../importing/profile/profile-thread.ts';
import { ApiError } from '../../errors.ts';
import { createGate } from '../../limits.ts';
import type { Api, Served, ServerPorts } from '../../ports.ts';
import { answers } from '../describe.ts';
import { byDraft, type Drafts, draftBody } from './drafts.ts';
import { lookAnswer } from './shapes.ts';

/** The last row that can name the columns, of those that are looked at. */
const HEADER_MAX = 1_000;

const query = group(
  {
    job: text('the name of a job', 'bookings').optional().meta({ description: 'read the file as this job does' }),
    sheet: text('the name of a sheet', 'Bilag').optional(),
    header: checkedText('auto, none, or the number of a row', '3', (value) =>
      value === 'auto' ||
      value === 'none' ||
      (/^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= HEADER_MAX)
        ? undefined
        : 'must be auto, none, or the number of a row among the first thousand, not {value}. For example: 3',
    ).default('auto'),
    delimiter: text('auto, or the delimiter', ';').default('auto'),
    encoding: text('auto, or the name of an encoding', 'windows-1252').default('auto'),
    decimal: z.enum(['auto', ',', '.']).default('auto'),
    dates: text('auto, or a date pattern', 'dd.MM.yyyy').default('auto'),
  },
  '?job=bookings',
);

/** `GET /api/drafts/ID/look`: what a draft is, how it is written, what its columns look like, and which jobs it fits. */
export function draftLookRoute(server: Api, { ports, limits }: Served, drafts: Drafts): void {
  const gate = createGate(limits.looks, 'looks at files');
  server.get(
    '/api/drafts/:draft/look',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'What a draft is, and which jobs it fits',
        description:
          'By its first rows: how it is written and what speaks for that, its columns with values of theirs, the jobs whose columns stand in it, and a mapping for a new job.',
        operationId: 'lookAtDraft',
        params: byDraft,
        querystring: query,
        response: answers({ 200: lookAnswer }),
      },
    },
    ({ params, query: { job, sheet, header, delimiter, encoding, decimal, dates }, who }) =>
      drafts.use(params.draft, who, async (draft) => {
        const options: LookQuestion['options'] = {
          sheet,
          header: header === 'auto' || header === 'none' ? header : Number(header),
          delimiter: delimiter === 'tab' ? '\t' : delimiter,
          encoding,
          decimal,
          dates: dates === 'auto' ? dates : [dates],
        };
        const { path, file } = draft;
        const jobs = await readable(ports);
        if (job !== undefined && !jobs.some(({ name }) => name === job)) {
          throw new ApiError(
            404,
            'job-unknown',
            `There is no job ${JSON.stringify(job)} that can be read.`,
            undefined,
            {
              facts: { job },
            },
          );
        }
        const { corrects, ...look } = await gate(() => lookAtFile({ path, file, options, jobs, as: job }));
        const corrected = corrects === undefined ? undefined : await ports.ledger.pages.ofId(corrects.toUpperCase());
        return {
          ...draftBody(draft),
          ...look,
          ...(corrected === undefined
            ? {}
            : { corrects: { import: corrected.id, job: corrected.job, file: corrected.file } }),
          services: ports.services(),
        };
      }),
  );
}

/** The jobs that can be read; broken ones fit nothing. */
async function readable(ports: ServerPorts): Promise<LookQuestion['jobs']> {
  const found = await Promise.all(
    ports.jobs().map(async ({ name }) => {
      try {
        const { job } = await ports.job(name);
        return [{ name, job }];
      } catch (error) {
        if (error instanceof UsageError) return [];
        throw error;
      }
    }),
  );
  return found.flat();
}
