import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Posted {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    id: string;
    type: string;
    at: string;
    text: string;
    import?: Record<string, unknown>;
    run?: Record<string, unknown>;
  };
}

/** How one request is answered; the default is 204. */
export type Answer = (response: ServerResponse, posted: Posted) => void;
export const status =
  (code: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(body);

/** A receiver of webhooks on loopback. `posted` has every request, `answer` is asked for each. */
export async function startHookServer(answer: Answer = status(204)) {
  const posted: Posted[] = [];
  const answers = { answer, next: [] as Answer[] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url: path = '', headers } = request;
      const each = { method, path, headers, text, body: JSON.parse(text || '{}') as Posted['body'] };
      posted.push(each);
      (answers.next.shift() ?? answers.answer)(response, each);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${port}`, port, posted, answers, close };
}

/** Checks a signature as a receiver does, by the text of the Standard Webhooks scheme. @param key the secret's bytes */
export function isSigned({ headers, text }: Posted, key: Buffer): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const expected = createHmac('sha256', key).update(signed, 'utf8').digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}
