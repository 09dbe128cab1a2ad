import { z } from 'zod';
import { group, text } from '../../../core/schema-parts.ts';
import { errorBody } from '../../errors.ts';
import type { Api, Served } from '../../ports.ts';
import { answers } from '../describe.ts';
import { problemsBody } from '../drafts/dry-run.ts';
import { checkedAnswer, notSavedAnswer, problemsAnswer, savedAnswer } from '../drafts/shapes.ts';
import { errorAnswer } from '../shapes.ts';
import { checkDefinition } from './definition.ts';
import { checkJobName, JobNotSaved, saveJob } from './save.ts';

const definition = z.record(z.string(), z.unknown()).meta({ description: 'the job, as its file would have it' });
const checked = group({ definition }, '{"definition":{"kind":"bookings"}}');
const saved = group({ name: text('the name of a job', 'bank'), definition }, '{"name":"bank","definition":{}}');

/**
 * New jobs. An operator may make them: a job decides how one file more is read, and whoever may book that file by hand may say
 * so; it never changes what is there, and what reaches beyond the file can't be set here.
 */
export function newJobRoutes(server: Api, { ports, limits }: Served): void {
  const remark = (who: string) =>
    `Made in the dashboard by ${who}, ${new Date(ports.now()).toISOString().slice(0, 16)}Z.`;
  server.post(
    '/api/jobs/check',
    {
      config: { role: 'operator' },
      bodyLimit: limits.definitionBytes,
      schema: {
        summary: 'What is wrong with a job that is not saved',
        operationId: 'checkJob',
        body: checked,
        response: answers({ 200: checkedAnswer }),
      },
    },
    ({ body, who }) => {
      const { yaml, problems } = checkDefinition(body.definition, remark(who), ports.services());
      return { yaml, problems };
    },
  );
  server.post(
    '/api/jobs',
    {
      config: { role: 'operator' },
      bodyLimit: limits.definitionBytes,
      schema: {
        summary: 'Save a new job',
        description:
          'As a file in the folder of jobs. 409: there is one of that name, which is never written over; or the folder can’t be written, and the text comes with the answer. 422: the job has problems.',
        operationId: 'saveJob',
        body: saved,
        response: answers({
          201: savedAnswer,
          409: z.union([notSavedAnswer, errorAnswer]),
          422: problemsAnswer,
        }),
      },
    },
    async ({ body, who }, reply) => {
      const name = checkJobName(body.name);
      const { yaml, problems, job } = checkDefinition(body.definition, remark(who), ports.services());
      if (job === undefined) return reply.code(422).send(problemsBody(problems));
      try {
        const path = await saveJob(ports.jobFolder.path, name, yaml);
        await ports.jobFolder.refresh();
        ports.log('job-made', `${who} made the job ${name} in the dashboard: ${path}`, { job: name, who, path });
        return reply.code(201).send({ name, path, yaml });
      } catch (error) {
        if (!(error instanceof JobNotSaved)) throw error;
        return reply.code(error.status).send({ ...errorBody(error), yaml });
      }
    },
  );
}
