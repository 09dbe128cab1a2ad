import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, apiError, errorBody } from './api-error.ts';
import type { ServerPorts } from './server-ports.ts';

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
export function answerErrors({ say }: Pick<ServerPorts, 'say'>) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = apiError(error);
    if (known === undefined) {
      say(`${request.method} ${request.routeOptions.url ?? ''} failed: ${(error as Error).message ?? String(error)}`);
    }
    const told = known ?? INTERNAL;
    reply.headers(SECURITY_HEADERS);
    if (told.status === 401) reply.header('www-authenticate', 'Bearer realm="bilag"');
    const retryAfter = told.retryAfter ?? (told.status === 503 ? RETRY_S : undefined);
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    return reply.code(told.status).type('application/json; charset=utf-8').send(errorBody(told));
  };
}

/** What could not even be read as a request, by Node's code for it. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers-too-large', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too-slow', 'The request took too long to come.'],
};

/** Answers on a connection that speaks no HTTP, or too slowly, and closes it. */
export function answerUnreadable({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, name, message] = UNREADABLE[code ?? ''] ?? [400, 'request-malformed', 'The request is malformed.'];
  const body = JSON.stringify(errorBody({ code: name, message, suggestion: undefined }));
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
