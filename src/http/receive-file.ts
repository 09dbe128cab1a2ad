import { createWriteStream } from 'node:fs';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { detectType } from '../tabular/detect-type.ts';
import { ApiError } from './errors.ts';
import { clientFileName, dispositionName, headerName } from './files.ts';
import type { ServerLimits } from './limits.ts';

/** A file as it was received, on disk. */
export interface ReceivedFile {
  readonly path: string;
  /** What its sender calls it, made harmless. */
  readonly file: string;
}

export interface ReceiveOptions {
  /** Bytes that the job takes. */
  readonly limit: number;
  readonly limits: ServerLimits;
  /** Where to write it. */
  readonly path: string;
  /** Aborted when the server closes. */
  readonly leaving: AbortSignal;
}

const HOW = 'For example: curl -F file=@january.csv, or curl --data-binary @january.csv with ?name=january.csv';

/**
 * Receives one file, as a form or as the body itself, and writes it to disk as it comes. What it is, is told by its bytes: names lie.
 * @throws ApiError 400, 413 or 415 with a reason; FileRejected where it is empty, or no file that can be read
 */
export async function receiveFile(
  request: FastifyRequest<{ Querystring: { name?: string | undefined } }>,
  reply: FastifyReply,
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  const { limit, limits, path } = options;
  const media = /^[^;]*/
    .exec(request.headers['content-type'] ?? '')?.[0]
    .trim()
    .toLowerCase();
  const isForm = request.isMultipart();
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit + (isForm ? limits.multipartBytes : 0)) throw tooLarge(limit);
  if (!hasBody(request)) throw new ApiError(400, 'no-file', 'The request holds no file.', HOW);
  if (media === 'application/json') {
    throw new ApiError(415, 'media-type', 'A file is sent as it is, or in a form, not as JSON.', HOW);
  }
  if (request.headers.expect !== undefined) reply.raw.writeContinue();
  const named = isForm ? await saveForm(request, options) : await saveBody(request, options);
  const type = await detectType(path, named ?? '');
  return { path, file: named ?? `upload.${type}` };
}

/** Whether anything comes behind the headers. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function saveForm(
  request: FastifyRequest<{ Querystring: { name?: string | undefined } }>,
  options: ReceiveOptions,
): Promise<string | undefined> {
  let named: string | undefined;
  let found = false;
  try {
    for await (const part of request.parts({ limits: { files: 2, fileSize: Number.POSITIVE_INFINITY } })) {
      if (part.type === 'field') {
        throw new ApiError(
          400,
          part.fieldname === 'file' ? 'no-file' : 'field-unknown',
          part.fieldname === 'file'
            ? 'The field file holds text, and no file.'
            : `The form has a field ${JSON.stringify(part.fieldname)}; it may hold the file alone.`,
          part.fieldname === 'file' ? HOW : 'Say what else there is to say in the address: ?job=NAME&force=true',
        );
      }
      if (found) {
        part.file.resume();
        throw new ApiError(400, 'several-files', 'The form holds several files.', 'Send each in a request of its own.');
      }
      if (part.fieldname !== 'file') {
        part.file.resume();
        throw new ApiError(
          400,
          'field-unknown',
          `The form holds its file in the field ${JSON.stringify(part.fieldname)}.`,
          `Call the field "file". ${HOW}`,
        );
      }
      found = true;
      named = clientFileName(request.query.name ?? part.filename ?? '');
      await save(part.file, options);
    }
  } catch (error) {
    throw formError(error, request);
  }
  if (!found) throw new ApiError(400, 'no-file', 'The form holds no file.', HOW);
  return named;
}

async function saveBody(
  request: FastifyRequest<{ Querystring: { name?: string | undefined } }>,
  options: ReceiveOptions,
): Promise<string | undefined> {
  const { raw, headers } = request;
  // The request itself must not be destroyed with the file: the answer goes the same way.
  const body = new PassThrough();
  const ended = () => {
    if (!raw.complete) body.destroy(aborted());
  };
  raw.once('close', ended).once('error', ended);
  raw.pipe(body);
  await save(body, options);
  const disposition = headers['content-disposition'];
  const own = headers['x-file-name'];
  const given =
    request.query.name ??
    (disposition === undefined ? undefined : dispositionName(disposition)) ??
    (typeof own === 'string' ? headerName(own) : undefined);
  return given === undefined ? undefined : clientFileName(given);
}

async function save(file: Readable, { path, limit, leaving }: ReceiveOptions): Promise<void> {
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > limit) done(tooLarge(limit));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(file, meter, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: leaving });
  } catch (error) {
    if (!leaving.aborted) throw error;
    throw new ApiError(503, 'stopping', 'bilag is stopping; the file was not received.', 'Send it again later.');
  }
}

/** What went wrong while a form was read: a fault of the disk or of ours stays what it is, all else is the form's. */
function formError(error: unknown, { raw }: FastifyRequest): unknown {
  if (error instanceof ApiError) return error;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall !== undefined && code !== 'ECONNRESET') return error;
  if (code?.startsWith('FST_')) return error;
  if (raw.aborted || (raw.destroyed && !raw.complete)) return aborted();
  return new ApiError(400, 'form-malformed', `The form can't be read: ${message}.`, HOW);
}

function aborted(): ApiError {
  return new ApiError(400, 'upload-aborted', 'The upload ended before the file was there whole.', 'Send it again.');
}

function tooLarge(limit: number): ApiError {
  return new ApiError(
    413,
    'file-too-large',
    `The file is larger than the ${limit} bytes that the job takes (limits.bytes).`,
    'Split the file, or raise limits.bytes in the job.',
    { facts: { most: limit } },
  );
}
