import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { UsageError } from '../core/issue.ts';
import { answerApi } from './answer-api.ts';
import { answerControl, CONTROL_PREFIX } from './control.ts';
import { parseQuirkSpec } from './quirks.ts';
import { failure } from './reply.ts';
import { API_PREFIX } from './routes.ts';
import { send } from './send.ts';
import { createService } from './service.ts';

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: '127.0.0.1';
  /** See `parseFaultSpec`. */
  readonly faults?: string;
  readonly seed?: number;
  /** Requests of the interface then need `Authorization: Bearer TOKEN`. */
  readonly token?: string;
  /** Nothing can be booked on dates before this one, `YYYY-MM-DD`; default LOCKED_BEFORE. */
  readonly lockedBefore?: string;
  /** See `parseQuirkSpec`. */
  readonly quirks?: string;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT`: what the interface calls {base_url}. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export const DEFAULT_SEED = 1;
/** Longer than callers keep idle connections, so that none is closed under a request by chance. */
const KEEP_ALIVE_MS = 120_000;

/**
 * Starts a small accounting service that speaks the whole service interface (sections 2 to 5), for demos, tests and
 * fault drills. It keeps everything in memory. `GET /sandbox/` tells what can be asked of it besides.
 * @throws UsageError where the faults or the quirks can't be read, or the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port: wanted = 0, host = '127.0.0.1', faults = '', seed = DEFAULT_SEED, token, lockedBefore } = options;
  const quirks = parseQuirkSpec(options.quirks ?? '');
  const service = createService({ faults, seed, lockedBefore, quirks, clock: options.clock ?? Date.now });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  server.listen(wanted, host);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        taken ? new UsageError(`Port ${wanted} of ${host} is taken.`, 'Choose another port, or 0 for any.') : error,
      );
    });
  });
  const { port } = server.address() as AddressInfo;
  const outage = createOutage(server, port, host);
  const startOutages = () => {
    if (service.spec.down > 0) outage.down(service.spec.down);
    if (service.spec.drop > 0) outage.drop(service.spec.drop);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = URL.canParse(request.url ?? '', 'http://sandbox')
      ? new URL(request.url ?? '', 'http://sandbox')
      : undefined;
    if (!url) return send(response, failure(400, 'The address is malformed.'));
    if (url.pathname.startsWith(API_PREFIX)) return answerApi(service, token, request, response, url);
    if (!url.pathname.startsWith(CONTROL_PREFIX))
      return send(response, failure(404, `There is nothing at ${url.pathname}.`));
    const before = service.spec;
    response.on('finish', () => {
      if (service.spec !== before) startOutages();
    });
    return answerControl(service, request, response, url);
  };
  server.on('request', (request, response) => {
    answer(request, response).catch((error: Error) => {
      // A mistake of the sandbox itself: said as such, never taken for a drill.
      if (response.headersSent) response.destroy();
      else send(response, failure(500, `The sandbox failed: ${error.stack}`));
    });
  });
  startOutages();

  return {
    url: `http://${host}:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        outage.stop();
        if (!server.listening) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Wait before the port is tried again where somebody else took it meanwhile, milliseconds. */
const LISTEN_AGAIN_MS = 100;

interface Outage {
  /** Nothing listens for this long (milliseconds): connections are refused, open ones are reset. */
  down(ms: number): void;
  /** Connections are accepted and cut at once for this long (milliseconds). */
  drop(ms: number): void;
  stop(): void;
}

/** Outages of a server that listens on a port it keeps. */
function createOutage(server: Server, port: number, host: string): Outage {
  let up: NodeJS.Timeout | undefined;
  let clear: NodeJS.Timeout | undefined;
  let stopped = false;
  server.on('connection', (socket: Socket) => {
    if (clear) socket.destroy();
  });
  const listen = () => {
    if (stopped) return;
    const again = () => {
      up = setTimeout(listen, LISTEN_AGAIN_MS);
    };
    server.once('error', again);
    server.listen(port, host, () => {
      server.off('error', again);
      up = undefined;
    });
  };
  return {
    down(ms) {
      clearTimeout(up);
      server.close();
      server.closeAllConnections();
      up = setTimeout(listen, ms);
    },
    drop(ms) {
      clearTimeout(clear);
      server.closeAllConnections();
      clear = setTimeout(() => {
        clear = undefined;
      }, ms);
      clear.unref();
    },
    stop() {
      stopped = true;
      clearTimeout(up);
      clearTimeout(clear);
    },
  };
}
