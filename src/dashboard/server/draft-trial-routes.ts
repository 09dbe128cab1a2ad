import { z } from 'zod';
import { jobHash } from '../../config/job-hash.ts';
import { group, text } from '../../domain/schema-parts.ts';
import type { JobToday } from '../../pipeline/ports.ts';
import { problemsAnswer, trialAnswer } from './api-drafts.ts';
import { ApiError, errorBody } from './api-error.ts';
import { errorAnswer } from './api-schemas.ts';
import type { Api } from './build-server.ts';
import { answers } from './describe-api.ts';
import { byDraft } from './draft-of.ts';
import type { Draft, Drafts } from './drafts.ts';
import { checkDefinition, type DefinitionProblem } from './job-definition.ts';
import { jobOf } from './job-of.ts';
import { type RunningTrial, runTrial } from './run-trial.ts';
import type { Served } from './server-ports.ts';
import type { TemporaryFiles } from './temporary-files.ts';

/** What a job that is not saved is called in its plan. */
const UNSAVED = 'new job';

const body = group(
  {
    job: text('the name of a job', 'bookings').optional().meta({ description: 'a job that is there' }),
    definition: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'or a job that is not saved, as its file would have it' }),
  },
  '{"job":"bookings"}',
).superRefine(({ job, definition }, context) => {
  if ((job === undefined) === (definition === undefined)) {
    context.addIssue({ code: 'custom', message: 'must hold job or definition, one of the two' });
  }
});

/** Plans a draft as `bilag plan` would, and leaves nothing behind. */
export function draftTrialRoutes(server: Api, served: Served, files: TemporaryFiles, drafts: Drafts): void {
  const { ports, limits } = served;
  const running = new Set<RunningTrial>();

  async function start(draft: Draft, job: JobToday, who: string): Promise<RunningTrial> {
    if (draft.bytes > job.job.limits.bytes) {
      const most = `The file has ${draft.bytes} bytes; the job takes at most ${job.job.limits.bytes} (limits.bytes).`;
      throw new ApiError(413, 'file-too-large', most, 'Split the file, or raise limits.bytes in the job.');
    }
    ports.service(job.job.service);
    await draft.trial?.abandon();
    if (running.size >= limits.trials) {
      const most = `${limits.trials} plans at once are as many as go.`;
      throw new ApiError(503, 'too-many', most, 'Try again in a moment.');
    }
    const trial = runTrial(draft, job, served, files, who);
    running.add(trial);
    draft.trial = trial;
    void trial.ended.then(() => running.delete(trial));
    return trial;
  }

  server.post(
    '/api/drafts/:draft/trial',
    {
      config: { role: 'operator' },
      bodyLimit: limits.definitionBytes,
      schema: {
        summary: 'Plan a draft, and book nothing',
        description:
          'By the same code as bilag plan. 202: it is on its way; ask how it stands at the same address. A trial that nobody asks for is given up, and one that is under way gives way to the next.',
        operationId: 'tryDraft',
        params: byDraft,
        body,
        response: answers({ 202: trialAnswer, 422: z.union([problemsAnswer, errorAnswer]) }),
      },
    },
    ({ params, body: { job: name, definition }, who }, reply) =>
      drafts.use(params.draft, who, async (draft) => {
        if (name !== undefined) {
          const trial = await start(draft, await jobOf(name, ports), who);
          return reply.code(202).send(trial.state());
        }
        const { job, problems } = checkDefinition(definition!, '', ports.services());
        if (job === undefined) return reply.code(422).send(problemsBody(problems));
        const trial = await start(draft, { name: UNSAVED, job, hash: jobHash(job) }, who);
        return reply.code(202).send(trial.state());
      }),
  );
  server.get(
    '/api/drafts/:draft/trial',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'How a trial stands, or what it came to',
        operationId: 'getTrial',
        params: byDraft,
        response: answers({ 200: trialAnswer }),
      },
    },
    ({ params, who }) => drafts.use(params.draft, who, (draft) => trialOf(draft).state()),
  );
  server.delete(
    '/api/drafts/:draft/trial',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Give a trial up',
        operationId: 'abandonTrial',
        params: byDraft,
        response: answers({ 200: trialAnswer }),
      },
    },
    ({ params, who }) =>
      drafts.use(params.draft, who, async (draft) => {
        const trial = trialOf(draft);
        await trial.abandon();
        return trial.state();
      }),
  );
}

/** A definition with problems, as it is answered. */
export function problemsBody(problems: readonly DefinitionProblem[]) {
  const message = problems.length === 1 ? 'The job has a problem.' : `The job has ${problems.length} problems.`;
  return { ...errorBody({ code: 'job-broken', message, suggestion: 'Each says what would mend it.' }), problems };
}

function trialOf({ trial }: Draft): RunningTrial {
  if (trial !== undefined) return trial;
  throw new ApiError(404, 'no-trial', 'Nothing of this draft was planned yet.');
}
