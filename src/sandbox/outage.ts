import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Wait before the port is tried again where somebody else took it meanwhile, milliseconds. */
const LISTEN_AGAIN_MS = 100;

export interface Outage {
  /** Nothing listens for this long (milliseconds): connections are refused, open ones are reset. */
  down(ms: number): void;
  /** Connections are accepted and cut at once for this long (milliseconds). */
  drop(ms: number): void;
  stop(): void;
}

/** Outages of a server that listens on a port it keeps. */
export function createOutage(server: Server, port: number, host: string): Outage {
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
