import type { ServerResponse } from 'node:http';
import type { Reply } from './reply.ts';

export function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, headersOf(reply));
  response.end(reply.body);
}

/** The headers of a reply and half of its body: the rest never comes. */
export function sendTruncated(response: ServerResponse, reply: Reply): void {
  const body = Buffer.from(reply.body ?? '');
  if (body.length === 0) {
    response.socket?.destroy();
    return;
  }
  response.writeHead(reply.status, headersOf(reply));
  response.write(body.subarray(0, body.length >> 1), () => response.socket?.destroy());
}

function headersOf({ status, type, body, headers }: Reply): Record<string, string | number> {
  return {
    ...(type === undefined ? {} : { 'Content-Type': type }),
    ...(status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body ?? '') }),
    ...headers,
  };
}
