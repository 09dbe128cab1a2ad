import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../core/issue.ts';
import type { Job } from '../core/job.ts';
import { JOB_KEYS, jobSchema } from '../kinds/jobs.ts';
import { checkJob } from './check-job.ts';
import { type FileKind, findingsOf, JobError, problemsOf } from './problems.ts';
import { decodeText, readYaml } from './yaml.ts';

/** A job as it stands in its file. */
export interface JobFile {
  readonly job: Job;
  /** The file's name without its ending. */
  readonly name: string;
  readonly path: string;
  /** sha256 (hex) of the job's meaning; comments and formatting don't change it. */
  readonly hash: string;
  /** The file as it is written. */
  readonly text: string;
}

/** What a job, and so its file, may be called. */
export const JOB_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u;
const jobFile: FileKind = { name: 'a job', isSecret: ([section]) => section === 'fetch' };
/** Sections that decide what `checkJob` says of the amounts: unsound ones make its words misleading. */
const DECISIVE = ['kind', 'columns', 'defaults', 'rules', 'sign', 'negate', 'creditSign'];

/**
 * Reads a job definition (design, section 5).
 * @throws JobError with everything that is wrong in the file
 * @throws UsageError where there is no such file, or it can't be read
 */
export async function readJob(path: string): Promise<JobFile> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UsageError(
      `${path} ${absent ? 'does not exist' : `can't be read: ${(error as Error).message}`}.`,
      undefined,
      {
        reason: 'jobs-unreadable',
      },
    );
  }
  const name = basename(path, extname(path));
  if (!JOB_NAME.test(name))
    throw new JobError([
      {
        file: path,
        line: 0,
        key: '',
        message: `the file's name is the job's name, so it must be letters, digits, ".", "_" and "-" only. Rename the file.`,
        told: { code: 'file-name' },
      },
    ]);
  const decoded = decodeText(bytes);
  if ('problem' in decoded)
    throw new JobError([{ file: path, line: 0, key: '', message: decoded.problem, told: decoded.told }]);
  const job = parseJob(decoded.text, path);
  return { job, name, path, hash: jobHash(job), text: decoded.text };
}

/**
 * A job from the text of its file; `file` is its name in messages.
 * @throws JobError with everything that is wrong
 */
export function parseJob(text: string, file: string): Job {
  const document = readYaml(text, file);
  if (document.value === undefined) throw new JobError(document.problems);
  const parsed = jobSchema.safeParse(document.value);
  const findings = parsed.success ? [] : findingsOf(parsed.error.issues, jobFile);
  const sound = parsed.success
    ? parsed.data
    : withoutUnsound(
        document.value,
        findings.map(({ path }) => path[0]),
      );
  if (sound !== undefined) findings.push(...checkJob(sound));
  const problems = [...document.problems, ...problemsOf(findings, document, jobFile)].sort((a, b) => a.line - b.line);
  if (!parsed.success || problems.length > 0) throw new JobError(problems);
  return parsed.data;
}

/** The job without the sections that have problems, so that one run tells of the others' too. */
function withoutUnsound(value: unknown, unsound: readonly (string | number | undefined)[]): Job | undefined {
  if (unsound.some((key) => key === undefined || !JOB_KEYS.has(String(key)) || DECISIVE.includes(String(key))))
    return undefined;
  const rest = Object.entries(value as object).filter(([key]) => !unsound.includes(key));
  const parsed = jobSchema.safeParse(Object.fromEntries(rest));
  return parsed.success ? parsed.data : undefined;
}

/** sha256 (hex) of what a job says: comments, order of keys and spellings that mean the same don't change it. */
export function jobHash(job: Job): string {
  return createHash('sha256')
    .update(JSON.stringify(ordered(job)))
    .digest('hex');
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, held]) => [key, ordered(held)]);
}

/** The published JSON Schema of a job, from the same zod schema that checks it; for editors that complete and check. */
export function jobSchemaJson(): Record<string, unknown> {
  const schema = z.toJSONSchema(jobSchema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // zod leaves defaults and examples out where input and output differ in type; here both are of the input.
      if (def.type === 'default') jsonSchema.default = def.defaultValue as never;
      const { oneOrMany, shown, ...own } = jsonSchema;
      if (shown !== undefined) {
        delete jsonSchema['shown'];
        jsonSchema.examples = [String(shown).replace(/^"(.*)"$/, '$1')];
      }
      if (oneOrMany === true) allowSingle(jsonSchema, own);
    },
  });
  const { $schema, ...rest } = schema;
  return {
    $schema,
    $id: 'urn:bilag:schema:job',
    title: 'bilag job',
    description: 'A job definition: jobs/NAME.yaml.',
    ...rest,
  };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** One item may stand for a list of one. */
function allowSingle(schema: JsonSchema, { items, description, default: preset, type, minItems }: JsonSchema): void {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, { anyOf: [items, { type, minItems, items }] });
  if (description !== undefined) schema.description = description;
  if (preset !== undefined) schema.default = preset;
}
