import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JobError } from '../config/problems.ts';
import type { Facts } from '../core/facts.ts';
import { type FileIssueCode, FileRejected, UsageError } from '../core/issue.ts';
import type { RefusalCode, RefusalReason } from '../core/refusal.ts';
import type { ServerPorts } from './ports.ts';

/** What an error says beside its code and its words. */
interface MoreOfError {
  /** Seconds after which it makes sense to ask again. */
  readonly retryAfter?: number | undefined;
  /** Which of the cases that the code stands for it is. */
  readonly reason?: RefusalReason | undefined;
  /** Of an issue with a file: which form of it. */
  readonly variant?: string | undefined;
  readonly facts?: Facts | undefined;
}

/** An answer that says what is wrong with a request, and what to do. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: RefusalCode | FileIssueCode;
  readonly suggestion: string | undefined;
  readonly more: MoreOfError;
  constructor(
    status: number,
    code: RefusalCode | FileIssueCode,
    message: string,
    suggestion?: string,
    more: MoreOfError = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.suggestion = suggestion;
    this.more = more;
  }
}

/** The body of every answer that is an error. */
export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly suggestion?: string;
    readonly retryAfter?: number;
    readonly reason?: RefusalReason;
    readonly variant?: string;
    readonly facts?: Facts;
  };
}

export function errorBody({
  code,
  message,
  suggestion,
  more: { retryAfter, reason, variant, facts } = {},
}: Pick<ApiError, 'code' | 'message'> & Partial<Pick<ApiError, 'suggestion' | 'more'>>): ErrorBody {
  return {
    error: {
      code,
      message,
      ...(suggestion === undefined || suggestion === '' ? {} : { suggestion }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(reason === undefined ? {} : { reason }),
      ...(variant === undefined ? {} : { variant }),
      ...(facts === undefined ? {} : { facts }),
    },
  };
}

const FILE_STATUS: Partial<Record<FileIssueCode, number>> = {
  'file-too-large': 413,
  'file-type': 415,
  'file-empty': 400,
};
const UNPROCESSABLE = 422;

/** What the framework says in words of its own, by its code: in ours. */
const FRAMEWORK: Readonly<
  Record<string, readonly [status: number, code: RefusalCode, message: string, suggestion?: string]>
> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body-too-large', 'The body of the request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'media-type',
    'This address takes JSON.',
    'Send it with the header Content-Type: application/json.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'body-empty', 'The body says that it is JSON, and is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'body-malformed', 'The body of the request is not JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'body-length', 'The body is not as long as its Content-Length says.'],
  FST_ERR_BAD_URL: [400, 'address-malformed', 'The address is malformed.'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'address-too-long', 'A part of the address is too long.'],
  FST_PROTO_VIOLATION: [400, 'form-malformed', 'A part of the form has a name that no field may have.'],
  FST_FILES_LIMIT: [400, 'several-files', 'The form holds several files.', 'Send each file in a request of its own.'],
  FST_PARTS_LIMIT: [400, 'form-malformed', 'The form has too many parts.', 'Send one file: curl -F file=@x.csv'],
  FST_FIELDS_LIMIT: [400, 'form-malformed', 'The form has too many fields.', 'Send one file: curl -F file=@x.csv'],
  FST_MP_PREMATURE_CLOSE: [400, 'upload-aborted', 'The upload ended before the file was there whole.'],
};

const FULL = { ENOSPC: 'The disk is full.', EDQUOT: 'The disk quota is used up.' } as const;

/** What to answer to a request that failed; undefined where the failure is ours, and its words are for the log only. */
export function apiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof FileRejected) {
    const { code, message, suggestion } = error.issue;
    return new ApiError(FILE_STATUS[code] ?? UNPROCESSABLE, code, message, suggestion);
  }
  if (error instanceof JobError) {
    return new ApiError(409, 'job-broken', error.message, 'Correct the job, and send the file again.');
  }
  if (error instanceof UsageError) {
    const suggestion = error.told?.reason === 'reason-needed' ? 'Say why in "reason".' : error.suggestion;
    return new ApiError(409, 'refused', error.message, suggestion, error.told);
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = FRAMEWORK[code ?? ''];
  if (known !== undefined) return new ApiError(...known);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ApiError(507, 'disk-full', FULL[code], 'Make room where BILAG_HOME is, and send the request again.');
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ApiError(statusCode, 'bad-request', 'The request is malformed.');
  }
  return undefined;
}

/** On every answer: nothing of it is a page, or may be taken for one. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Seconds after which what is busy or stopping may be asked again. */
const RETRY_S = 5;
const INTERNAL = new ApiError(
  500,
  'internal',
  'bilag failed at this.',
  'The log of bilag start says more; bilag doctor says whether all is well.',
);

/** Answers what went wrong. Words of a failure of ours go to the log, never to the client. */
export function answerErrors({ log }: Pick<ServerPorts, 'log'>) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = apiError(error);
    if (known === undefined) {
      const { method, routeOptions } = request;
      const why = (error as Error).message ?? String(error);
      const route = routeOptions.url ?? '';
      log('request-failed', `${method} ${route} failed: ${why}`, { method, route, error });
    }
    const told = known ?? INTERNAL;
    reply.headers(SECURITY_HEADERS);
    if (told.status === 401) reply.header('www-authenticate', 'Bearer realm="bilag"');
    const retryAfter = told.more.retryAfter ?? (told.status === 503 ? RETRY_S : undefined);
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    return reply.code(told.status).type('application/json; charset=utf-8').send(errorBody(told));
  };
}

/** What could not even be read as a request, by Node's code for it. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, code: RefusalCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers-too-large', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too-slow', 'The request took too long to come.'],
};

/** Answers on a connection that speaks no HTTP, or too slowly, and closes it. */
export function answerUnreadable({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, name, message] = UNREADABLE[code ?? ''] ?? [400, 'request-malformed', 'The request is malformed.'];
  const body = JSON.stringify(errorBody({ code: name, message }));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      ...Object.entries(SECURITY_HEADERS).map(([header, value]) => `${header}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:36rem;margin:15vh auto;padding:0 1.25rem}
h1{font-size:1.25rem}`;

/** Nothing but its own few lines of style. */
export const ERROR_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What went wrong, as a page for a person who came by an address that is no screen of ours. */
export function errorPage({ status, message, suggestion = '' }: ApiError): string {
  const signIn = status === 401;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>bilag</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(signIn ? 'This needs somebody who is signed in.' : message)}</h1>
<p>${escaped(signIn ? 'Sign in, and come back.' : suggestion)}</p>
<p><a href="/">${signIn ? 'Sign in' : 'To the imports'}</a></p></main></body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
