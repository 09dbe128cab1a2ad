import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ServiceOptions } from '../../src/service/service-options.ts';

/** These servers are in this process: while it stands still, no reply comes either. So long it is waited for, in milliseconds. */
export const PATIENCE_MS = 60_000;

/** Options of a service at an address. */
export function serviceAt(baseUrl: string, changes: Partial<ServiceOptions> = {}): ServiceOptions {
  return {
    name: 'main',
    baseUrl,
    auth: { type: 'bearer', token: 'tok-0123456789abcdef' },
    headers: { CompanyKey: 'acme' },
    company: 'acme',
    connectTimeoutMs: PATIENCE_MS,
    replyTimeoutMs: PATIENCE_MS,
    concurrency: 4,
    notApplied: [429],
    cache: { accountsMs: 60_000, vatTypesMs: 60_000, missingMs: 1_000 },
    ...changes,
  };
}

export interface RawServer {
  readonly url: string;
  readonly port: number;
  /** Every byte that came, in one text for each connection. */
  readonly received: string[];
  /** Whole requests that came, over all connections. */
  requests: number;
  close(): Promise<void>;
}

export interface RawBehaviour {
  onConnection?: (socket: Socket, index: number) => void;
  /** Called for the first byte of each connection. */
  onFirstByte?: (socket: Socket) => void;
  /** Called once a request is there whole, body included. */
  onRequest?: (socket: Socket, request: string, index: number) => void;
}

/** A server that does to its connections exactly what a test says, good HTTP or not. */
export async function rawServer(behaviour: RawBehaviour): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const received: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const index = received.push('') - 1;
    let rest = '';
    behaviour.onConnection?.(socket, index);
    socket.on('data', (chunk) => {
      if (received[index] === '') behaviour.onFirstByte?.(socket);
      received[index] += chunk.toString('latin1');
      rest += chunk.toString('latin1');
      for (;;) {
        const head = rest.indexOf('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(rest)?.[1] ?? 0);
        if (head < 0 || rest.length < head + 4 + length) break;
        const request = rest.slice(0, head + 4 + length);
        rest = rest.slice(request.length);
        behaviour.onRequest?.(socket, request, raw.requests++);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const raw: RawServer = {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    requests: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return raw;
}

/** The text of a reply with its length. */
export function reply(status: number, body: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers });
  return `HTTP/1.1 ${status} Status\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
