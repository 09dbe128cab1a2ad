import { JobError } from '../../../config/problems.ts';
import type { JobFile } from '../../../config/read-job.ts';
import { UsageError } from '../../../core/issue.ts';
import { nearest } from '../../../core/nearest.ts';
import { checkedText, group, text } from '../../../core/schema-parts.ts';
import type { JobToday } from '../../../kinds/ports.ts';
import { ApiError } from '../../errors.ts';
import type { Api, Served, ServerPorts } from '../../ports.ts';
import { answers, isoTime } from '../describe.ts';
import { jobBody, jobsBody, pauseBody, runBody } from './body.ts';
import { jobAnswer, jobsAnswer, pausedAnswer, runAnswer } from './shapes.ts';

const REASON_MAX_CHARACTERS = 500;

const byName = group({ name: text('the name of a job', 'bookings') }, '/api/jobs/bookings');
const reasonBody = group(
  {
    reason: checkedText('a text: why', 'the bank sends last month again', (value) =>
      value.trim() === ''
        ? 'must be a text: why, not {value}'
        : value.length > REASON_MAX_CHARACTERS
          ? `is longer than ${REASON_MAX_CHARACTERS} characters`
          : undefined,
    ).meta({ maxLength: REASON_MAX_CHARACTERS }),
  },
  '{"reason":"the bank sends last month again"}',
);

/** Jobs, their runs and their pauses. */
export function jobRunRoutes(server: Api, { ports }: Served): void {
  server.get(
    '/api/jobs',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'The jobs: what each takes, when it runs, and what is wrong with it',
        operationId: 'listJobs',
        response: answers({ 200: jobsAnswer }),
      },
    },
    () => jobsBody(ports),
  );
  server.get(
    '/api/jobs/:name',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'A job, its last runs and its definition without secrets',
        operationId: 'getJob',
        params: byName,
        response: answers({ 200: jobAnswer }),
      },
    },
    (request) => jobBody(jobNamed(request.params.name, ports), ports),
  );
  server.post(
    '/api/jobs/:name/run',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Fetch the files of a job now',
        description:
          '202: the run has begun; ask for the job to see what it brought. 409: another run of it is under way. A paused job runs too: a person asks for it.',
        operationId: 'runJob',
        params: byName,
        response: answers({ 202: runAnswer }),
      },
    },
    async (request, reply) => {
      const { name, job } = jobNamed(request.params.name, ports);
      if (job.fetch === undefined) {
        throw new ApiError(
          409,
          'nothing-to-fetch',
          `The job ${name} does not say where its files are fetched from.`,
          'Put files into its inbox or upload them, or add fetch to it.',
          { facts: { job: name } },
        );
      }
      const begun = await ports.runtimeStatus.beginRun(name, request.who);
      if (begun.how === 'under-way') {
        const { began_at, holder } = begun.run;
        throw new ApiError(
          409,
          'run-under-way',
          `A run of ${name} is under way since ${isoTime(began_at)} (${holder}); two at once would fetch the same.`,
          'Wait until it has ended, and look what it brought.',
          { facts: { job: name } },
        );
      }
      return reply.code(202).send({ run: runBody(begun.run) });
    },
  );
  server.post(
    '/api/jobs/:name/pause',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Let nothing of a job come in by itself',
        description:
          'Neither its schedule nor its inbox brings anything in until it is resumed. What was received goes on; files that a person uploads, imports or has fetched come in.',
        operationId: 'pauseJob',
        params: byName,
        body: reasonBody,
        response: answers({ 200: pausedAnswer }),
      },
    },
    async (request) => {
      const file = jobNamed(request.params.name, ports);
      const { name } = file;
      const { pausedJobs } = ports.ledger;
      const { who } = request;
      if (!(await pausedJobs.pause({ job: name, at: ports.now(), who, reason: request.body.reason.trim() }))) {
        const before = await pausedJobs.find(name);
        const by = before === undefined ? '' : ` since ${isoTime(before.at)}, by ${before.who}`;
        throw new ApiError(409, 'paused-already', `The job ${name} is paused${by}.`, 'Look at it again.', {
          facts: { job: name },
        });
      }
      const reason = request.body.reason.trim();
      ports.log('job-paused', `The job ${name} is paused by ${who}: ${reason}`, { job: name, who, reason });
      return { name, ...(await pauseBody(file, ports)) };
    },
  );
  server.post(
    '/api/jobs/:name/resume',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Let a paused job go on',
        description:
          'Its schedule counts from now: what it missed is not made up for, the next run fetches what is new. Files that wait in its inbox are taken.',
        operationId: 'resumeJob',
        params: byName,
        response: answers({ 200: pausedAnswer }),
      },
    },
    async (request) => {
      const file = jobNamed(request.params.name, ports);
      const { name } = file;
      if ((await ports.ledger.pausedJobs.resume(name, ports.now())) === undefined)
        throw new ApiError(409, 'not-paused', `The job ${name} is not paused.`, 'Look at it again.', {
          facts: { job: name },
        });
      const { who } = request;
      ports.log('job-resumed', `The job ${name} goes on: ${who} resumed it.`, { job: name, who });
      return { name, ...(await pauseBody(file, ports)) };
    },
  );
}

/** @throws ApiError 404 where there is no such job: it names the nearest; 409 where it never was a good one */
function jobNamed(name: string, { runtimeStatus: { book } }: ServerPorts): JobFile {
  const found = book.jobs().find((job) => job.name === name);
  if (found !== undefined) return found;
  const broken = book.problems().find((job) => job.name === name);
  if (broken !== undefined) {
    throw new ApiError(
      409,
      'job-broken',
      broken.problems.join(' '),
      'Correct the job’s file; it takes effect at once.',
      { facts: { job: name } },
    );
  }
  const names = book.jobs().map((job) => job.name);
  const meant = nearest(name, names);
  throw new ApiError(
    404,
    'job-unknown',
    `There is no job ${JSON.stringify(name)}.`,
    `${meant === undefined ? '' : `Did you mean "${meant}"? `}${names.length === 0 ? 'There are none yet.' : `Jobs: ${names.join(', ')}.`}`,
    { facts: { job: name } },
  );
}

/** @throws ApiError 404 where there is no such job: it names the nearest */
export async function jobOf(name: string, ports: ServerPorts): Promise<JobToday> {
  try {
    return await ports.job(name);
  } catch (error) {
    const names = ports.jobs().map((job) => job.name);
    if (!(error instanceof UsageError) || error instanceof JobError || names.includes(name)) throw error;
    const meant = nearest(name, names);
    throw new ApiError(
      404,
      'job-unknown',
      `There is no job ${JSON.stringify(name)}.`,
      `${meant === undefined ? '' : `Did you mean "${meant}"? `}${names.length === 0 ? 'There are none yet.' : `Jobs: ${names.join(', ')}.`}`,
      { facts: { job: name } },
    );
  }
}
