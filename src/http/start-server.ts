import type { AddressInfo } from 'node:net';
import { isLoopback } from '../config/base-url.ts';
import { UsageError } from '../core/issue.ts';
import { openTemporaryFiles } from './files.ts';
import { SERVER_LIMITS } from './limits.ts';
import type { Served, ServerOptions, ServerPorts } from './ports.ts';
import { buildServer } from './server.ts';

/**
 * Where to listen, for what stands for it. The framework would serve `localhost` by a second server besides, which knows
 * nothing of our limits.
 */
const ADDRESSES: Readonly<Record<string, string>> = { '': '0.0.0.0', localhost: '127.0.0.1' };

export interface RunningServer {
  /** `http://HOST:PORT`. */
  readonly url: string;
  /** Ends streams and uploads with a word, lets other requests end, and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts the HTTP interface (design, sections 6 and 7): files are uploaded, asked after, retried and cancelled. Without users it
 * is for this machine alone.
 * @throws UsageError where the address is taken, is none of this machine's, or would let others in without users
 */
export async function startServer(options: ServerOptions, ports: ServerPorts): Promise<RunningServer> {
  const { host, port, users } = options;
  if (users.length === 0 && !isLoopback(host)) {
    throw new UsageError(
      `The dashboard would let other machines in at ${host === '' ? 'every address' : host}, and no users are configured.`,
      'Add some to users in bilag.yaml (bilag password NAME), or use 127.0.0.1.',
    );
  }
  const limits = { ...SERVER_LIMITS, ...options.limits };
  const leaving = new AbortController();
  const served: Served = { ports, limits, leaving: leaving.signal };
  const files = await openTemporaryFiles(ports);
  const { server } = await buildServer(options, served, files);
  let underWay = 0;
  let ended: () => void = () => undefined;
  server.server.on('request', (_request, response) => {
    underWay++;
    response.once('close', () => {
      if (--underWay === 0) ended();
    });
  });
  try {
    await server.listen({ host: ADDRESSES[host] ?? host, port });
  } catch (error) {
    await server.close();
    await files.close();
    throw explained(error as NodeJS.ErrnoException, host, port);
  }
  const { port: bound } = server.server.address() as AddressInfo;
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    leaving.abort();
    server.server.closeIdleConnections();
    const all = new Promise<void>((resolve) => {
      ended = resolve;
      if (underWay === 0) resolve();
    });
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limits.closeMs);
    });
    await Promise.race([all, limit]);
    clearTimeout(timer);
    await server.close();
    await files.close();
  }

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host || ADDRESSES['']}:${bound}`,
    close: () => (closing ??= close()),
  };
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  if (error.code === 'EADDRINUSE') {
    return new UsageError(
      `The dashboard's port ${port} of ${host} is taken: another bilag may be running.`,
      'End it, or choose another with BILAG_DASHBOARD.',
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EACCES') {
    return new UsageError(
      `The dashboard can't listen on ${host}:${port}: ${error.message}.`,
      'Set BILAG_DASHBOARD to an address of this machine and a port above 1023.',
    );
  }
  return error;
}
