import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { jobHash } from '../../../config/read-job.ts';
import { counted } from '../../../core/counted.ts';
import type { Job } from '../../../core/job.ts';
import { type JobAnswers, jobAnswers, jobWithAnswers } from '../../../core/job-answers.ts';
import type { LogEvent } from '../../../core/log.ts';
import { group, text } from '../../../core/schema-parts.ts';
import { tryFile } from '../../../correcting/dry-run.ts';
import type { JobToday } from '../../../kinds/ports.ts';
import { ServiceMisconfigured } from '../../../service/errors.ts';
import { ApiError, apiError, errorBody } from '../../errors.ts';
import type { TemporaryFiles } from '../../files.ts';
import type { Api, Served } from '../../ports.ts';
import type { ChartReader } from '../corrections/chart-reader.ts';
import { answers } from '../describe.ts';
import { checkDefinition, type DefinitionProblem } from '../jobs/definition.ts';
import { jobOf } from '../jobs/routes.ts';
import { errorAnswer } from '../shapes.ts';
import { answerable, dryRunBody } from './body.ts';
import { byDraft, type Draft, type Drafts } from './drafts.ts';
import { dryRunAnswer, problemsAnswer } from './shapes.ts';

/** What a job that is not saved is called in its plan. */
const UNSAVED = 'new job';

const body = group(
  {
    job: text('the name of a job', 'bookings').optional().meta({ description: 'a job that is there' }),
    answers: jobAnswers.optional().meta({ description: 'beside `job`: tried as if the job said so' }),
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

interface DryRunTools {
  readonly files: TemporaryFiles;
  readonly charts: ChartReader;
}

/** Plans a draft as `bilag plan` would, and leaves nothing behind. */
export function dryRunRoutes(server: Api, served: Served, tools: DryRunTools, drafts: Drafts): void {
  const { ports, limits } = served;
  const running = new Set<RunningDryRun>();

  /** @param said what the job says without answers */
  async function start(draft: Draft, job: JobToday, said: Job, who: string): Promise<RunningDryRun> {
    if (draft.bytes > job.job.limits.bytes) {
      const most = `The file has ${draft.bytes} bytes; the job takes at most ${job.job.limits.bytes} (limits.bytes).`;
      throw new ApiError(413, 'file-too-large', most, 'Split the file, or raise limits.bytes in the job.', {
        facts: { most: job.job.limits.bytes },
      });
    }
    ports.service(job.job.service);
    // While one is abandoned, another request may begin the next.
    for (let gone: RunningDryRun | undefined; gone !== draft.dryRun; ) {
      gone = draft.dryRun;
      await gone?.abandon();
    }
    if (running.size >= limits.dryRuns) {
      const most = `${limits.dryRuns} plans at once are as many as go.`;
      throw new ApiError(503, 'too-many', most, 'Try again in a moment.');
    }
    const dryRun = runDryRun(draft, job, said, served, tools, who);
    running.add(dryRun);
    draft.dryRun = dryRun;
    void dryRun.ended.then(() => running.delete(dryRun));
    return dryRun;
  }

  server.post(
    '/api/drafts/:draft/trial',
    {
      config: { role: 'operator' },
      bodyLimit: limits.definitionBytes,
      schema: {
        summary: 'Plan a draft, and book nothing',
        description:
          'By the same code as bilag plan. 202: it is on its way; ask how it stands at the same address. A dry run that nobody asks for is given up, and one that is under way gives way to the next.',
        operationId: 'tryDraft',
        params: byDraft,
        body,
        response: answers({ 202: dryRunAnswer, 422: z.union([problemsAnswer, errorAnswer]) }),
      },
    },
    ({ params, body: { job: name, answers: given = {}, definition }, who }, reply) =>
      drafts.use(params.draft, who, async (draft) => {
        if (name !== undefined) {
          const today = await jobOf(name, ports);
          const dryRun = await start(draft, answered(today, given), today.job, who);
          return reply.code(202).send(dryRun.state());
        }
        const { job, problems } = checkDefinition(definition!, '', ports.services());
        if (job === undefined) return reply.code(422).send(problemsBody(problems));
        const dryRun = await start(draft, { name: UNSAVED, job, hash: jobHash(job) }, job, who);
        return reply.code(202).send(dryRun.state());
      }),
  );
  server.get(
    '/api/drafts/:draft/trial',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'How a dry run stands, or what it came to',
        operationId: 'getTrial',
        params: byDraft,
        response: answers({ 200: dryRunAnswer }),
      },
    },
    ({ params, who }) => drafts.use(params.draft, who, (draft) => dryRunOf(draft).state()),
  );
  server.delete(
    '/api/drafts/:draft/trial',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Give a dry run up',
        operationId: 'abandonTrial',
        params: byDraft,
        response: answers({ 200: dryRunAnswer }),
      },
    },
    ({ params, who }) =>
      drafts.use(params.draft, who, async (draft) => {
        const dryRun = dryRunOf(draft);
        await dryRun.abandon();
        return dryRun.state();
      }),
  );
}

/** A job as it would be with what a person answered about a file. */
export function answered(today: JobToday, answers: JobAnswers): JobToday {
  if (Object.keys(answers).length === 0) return today;
  const job = jobWithAnswers(today.job, answers);
  return { ...today, job, hash: jobHash(job) };
}

/** A definition with problems, as it is answered. */
export function problemsBody(problems: readonly DefinitionProblem[]) {
  const message = `The job has ${counted(problems.length, 'problem')}.`;
  return { ...errorBody({ code: 'job-broken', message, suggestion: 'Each says what would correct it.' }), problems };
}

function dryRunOf({ dryRun }: Draft): RunningDryRun {
  if (dryRun !== undefined) return dryRun;
  throw new ApiError(404, 'no-trial', 'Nothing of this draft was planned yet.');
}

/** How a dry run stands. */
type DryRunState = z.output<typeof dryRunAnswer>;

/** A dry run of a draft, under way or ended. */
export interface RunningDryRun {
  /** How it stands; who asks wants it to go on. */
  state(): DryRunState;
  /** Ends it: nobody waits for it. */
  abandon(): Promise<void>;
  /** Settled when it is over, whichever way. */
  readonly ended: Promise<void>;
}

const ABANDONED = new ApiError(409, 'trial-abandoned', 'This plan was not made to its end.', 'Ask for it once more.');

/**
 * Plans a draft as `bilag plan` would, and keeps nothing. It goes on while somebody asks how it stands, and ends with its draft.
 */
function runDryRun(
  draft: Draft,
  job: JobToday,
  said: Job,
  { ports, limits, leaving }: Served,
  { files, charts }: DryRunTools,
  who: string,
): RunningDryRun {
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, draft.gone, leaving]);
  const end = () => ending.abort(ABANDONED);
  let rows = 0;
  let waiting: Pick<Extract<DryRunState, { state: 'running' }>, 'waiting' | 'waitsFor'> = {};
  let ended: DryRunState | undefined;
  let unasked = setTimeout(end, limits.dryRunUnaskedMs).unref();
  const heard = {
    ...ports,
    who,
    // What it waits for is told to whoever waits for it.
    log: (event: LogEvent, message: string) => {
      waiting = { waiting: message, waitsFor: event === 'import-waits-its-turn' ? 'turn' : 'service' };
    },
  };

  async function run(): Promise<DryRunState> {
    const sha256 = await hashOf(draft.path, signal);
    const { path, file, bytes } = draft;
    const tried = { path, file, sha256, bytes, jobName: job.name, job: job.job, jobHash: job.hash };
    const progress = (read: number) => {
      rows = read;
      waiting = {};
    };
    const plan = await files.use('.trial', (folder) =>
      tryFile(
        tried,
        heard,
        (row, ledger) => dryRunBody(row, job.hash, ledger, (issues) => answerable(row, issues, said, ports, charts)),
        { folder, signal, progress },
      ),
    );
    return { state: 'done', plan };
  }

  function failed(error: unknown): DryRunState {
    const known = error instanceof ServiceMisconfigured ? misconfigured(error) : apiError(error);
    if (known === undefined) {
      const why = (error as Error).message ?? String(error);
      ports.log('dry-run-failed', `The dry run of a draft failed: ${why}`, { error });
    }
    const told = known ?? new ApiError(500, 'internal', 'bilag failed at this.', 'The log of bilag start says more.');
    return { state: 'failed', ...errorBody(told) };
  }

  const done = run()
    .catch(failed)
    .then((state) => {
      ended = state;
      clearTimeout(unasked);
    });
  return {
    state() {
      clearTimeout(unasked);
      if (ended !== undefined) return ended;
      unasked = setTimeout(end, limits.dryRunUnaskedMs).unref();
      return { state: 'running', rows, ...waiting };
    },
    async abandon() {
      end();
      await done;
    },
    ended: done,
  };
}

function misconfigured({ message }: ServiceMisconfigured): ApiError {
  return new ApiError(
    409,
    'service-misconfigured',
    message,
    'An administrator can correct it: bilag doctor says what.',
  );
}

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}
