import type { ServerResponse } from 'node:http';
import type { ServerLimits } from './server-limits.ts';

/** Milliseconds after which a reader that lost its stream asks again. */
const RETRY_MS = 2_000;

/** A stream of server-sent events to one reader. */
export interface EventStream {
  /** @param id what the reader says it has seen, when it comes back */
  send(event: string, data: object, id?: number): void;
  end(): void;
}

/**
 * Opens a stream of server-sent events as the answer of a request. A comment now and then tells both sides that the
 * other is there. A reader that lags behind is dropped: it comes back, and hears how things stand then.
 * @param closed told once, however it ends
 */
export function openEventStream(
  response: ServerResponse,
  { heartbeatMs, laggingBytes }: Pick<ServerLimits, 'heartbeatMs' | 'laggingBytes'>,
  closed: () => void,
): EventStream {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  const write = (text: string) => {
    if (response.destroyed || response.writableEnded) return;
    response.write(text);
    if (response.writableLength > laggingBytes) response.destroy();
  };
  const beat = setInterval(() => write(': still here\n\n'), heartbeatMs);
  response.once('close', () => {
    clearInterval(beat);
    closed();
  });
  response.on('error', () => response.destroy());
  write(`retry: ${RETRY_MS}\n\n`);
  return {
    send: (event, data, id) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void response.end(),
  };
}
