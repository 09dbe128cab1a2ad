import { z } from 'zod';
import { type Received, receive } from '../../../arriving/receive.ts';
import { answeredKeys, jobAnswers } from '../../../core/job-answers.ts';
import { flag, group, text } from '../../../core/schema-parts.ts';
import { ApiError } from '../../errors.ts';
import { createGate } from '../../limits.ts';
import { type Api, type Served, wake } from '../../ports.ts';
import { answers } from '../describe.ts';
import { importedBefore } from '../imports/actions.ts';
import { importUrl, takenBody } from '../imports/body.ts';
import { jobOf } from '../jobs/routes.ts';
import { earlierAnswer, errorAnswer, takenAnswer } from '../shapes.ts';
import { byDraft, type Draft, type Drafts } from './drafts.ts';
import { answered } from './dry-run.ts';
import { removedAnswer } from './shapes.ts';

const body = group(
  {
    job: text('the name of a job', 'bookings'),
    answers: jobAnswers.optional().meta({
      description: 'what was tried with the job: the job remembers it, and is refused where it says otherwise already',
    }),
    force: flag('true').default(false).meta({ type: 'boolean', description: 'take the same bytes in once more' }),
    hash: text('the hash of a job', '9f86d081…')
      .optional()
      .meta({ description: 'of the job as it was tried: refused where it was changed since' }),
  },
  '{"job":"bookings"}',
);

/** What a draft was received as. */
interface Taken {
  readonly job: string;
  readonly by: Received;
}

/** What becomes of a draft: it is received, as any upload, or it goes. */
export function draftBookRoutes(server: Api, { ports, limits }: Served, drafts: Drafts): void {
  const gate = createGate(limits.uploads, 'uploads');
  const taken = new WeakMap<Draft, Promise<Taken | undefined>>();

  /** Asked for twice at once, a draft is received under a job once, also where the same bytes are to be received once more. */
  async function once(draft: Draft, job: string, take: () => Promise<Received>): Promise<Received> {
    const before = taken.get(draft) ?? Promise.resolve(undefined);
    const mine = before.then(async (last) => (last?.job === job ? last.by : await take()));
    const found = mine.then((by) => (by.how === 'earlier' ? before : { job, by }));
    taken.set(
      draft,
      found.catch(() => before),
    );
    return mine;
  }

  server.post(
    '/api/drafts/:draft/book',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Take a draft in, and book it',
        description:
          'As an upload is received. 409: the same bytes were imported under this job before, and the earlier import is named; or the job was changed since it was tried.',
        operationId: 'bookDraft',
        params: byDraft,
        body,
        response: answers({ 202: takenAnswer, 409: z.union([earlierAnswer, errorAnswer]) }),
      },
    },
    async ({ params, body: { job: name, answers: given = {}, force, hash }, who }, reply) => {
      const { row: taken, how } = await gate(() =>
        drafts.use(params.draft, who, (draft) =>
          once(draft, name, async () => {
            let job = await jobOf(name, ports);
            if (hash !== undefined && hash !== answered(job, given).hash) {
              const message = `The job ${name} was changed since this plan was made.`;
              throw new ApiError(409, 'job-changed', message, 'Look at the plan once more.', { facts: { job: name } });
            }
            const { path, file } = draft;
            if (Object.keys(given).length > 0) {
              await ports.remember(name, { section: 'answers', answers: given });
              job = await jobOf(name, ports);
            }
            const received = await receive(path, job, { file, book: true, force }, { ...ports, who });
            for (const { section, of = section, to } of answeredKeys(given))
              await ports.ledger.imports.record(received.row.num, ports.now(), who, 'remembered', {
                job: name,
                section,
                from: [of],
                to,
              });
            return received;
          }),
        ),
      );
      const row = await ports.ledger.imports.byNum(taken.num);
      if (how === 'earlier')
        return reply
          .code(409)
          .send(importedBefore(row, 'Look at it. If it is to be booked all the same, receive it once more.'));
      wake(row.num, ports);
      const corrections = how === 'correction' ? await ports.ledger.revisions.open(row.num) : undefined;
      // Asked for twice at once, the other may have done so.
      await drafts.remove(params.draft, who).catch(() => undefined);
      return reply
        .code(202)
        .header('location', importUrl(row.id))
        .send(takenBody(row, how, corrections));
    },
  );
  server.delete(
    '/api/drafts/:draft',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Throw a draft away',
        operationId: 'removeDraft',
        params: byDraft,
        response: answers({ 200: removedAnswer }),
      },
    },
    async ({ params: { draft }, who }) => {
      await drafts.remove(draft, who);
      return { draft };
    },
  );
}
