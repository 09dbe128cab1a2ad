import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import type { ServerLimits } from '../../limits.ts';
import type { Api, Served } from '../../ports.ts';
import { answers } from '../describe.ts';
import { importEvent } from '../shapes.ts';
import { type Change, followImports } from './follow.ts';
import { byId, importOf } from './routes.ts';

const STREAM = 'text/event-stream';
const WHAT = `Server-sent events: \`import\`, whose data is how an import stands (${Object.keys(importEvent.shape).join(', ')}); \`reload\`, where more has changed than is told: ask for the list again. A comment now and then is a sign of life.`;

/** Progress as server-sent events: of everything, and of one import. */
export function eventRoutes(server: Api, served: Served): void {
  const { ports, limits, leaving } = served;
  const following = followImports(served);
  const streams = new Set<EventStream>();
  const response = answers({
    200: { content: { [STREAM]: { schema: z.string().meta({ contentMediaType: STREAM }) } } },
  });
  leaving.addEventListener('abort', () => {
    for (const stream of streams) stream.end();
    following.stop();
  });

  /** @param first how things stand when the stream begins; undefined: more than can be told */
  async function open(
    reply: FastifyReply,
    about: (change: Change) => boolean,
    first: () => Promise<Change[] | undefined>,
  ): Promise<void> {
    if (streams.size >= limits.eventStreams) {
      throw new ApiError(503, 'too-many', `${streams.size} streams of events at once are as many as go.`);
    }
    let stream: EventStream | undefined;
    /** What changed before the stream was there. */
    const early: Change[] = [];
    const tell = (change: Change) => {
      if (stream === undefined) early.push(change);
      else stream.send('import', change.body, change.event);
    };
    const stop = await following.subscribe((change) => {
      if (about(change)) tell(change);
    });
    let standing: Change[] | undefined;
    let last: number | undefined;
    try {
      // Later than the first look of whoever follows, so that nothing falls in between.
      standing = await first();
      if (standing === undefined) last = await ports.ledger.pages.lastEvent();
    } catch (error) {
      stop();
      throw error;
    }
    if (reply.raw.destroyed) return stop();
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
    const opened = openEventStream(reply.raw, limits, () => {
      stop();
      streams.delete(opened);
    });
    stream = opened;
    streams.add(opened);
    if (last !== undefined) opened.send('reload', {}, last);
    for (const change of [...(standing ?? []), ...early]) tell(change);
    if (leaving.aborted) opened.end();
  }

  server.get(
    '/api/events',
    {
      config: { role: 'viewer', stream: true },
      schema: {
        summary: 'How imports get on, as it happens',
        description: `${WHAT} First those that are at work; with Last-Event-ID also those that changed since.`,
        operationId: 'followImports',
        response,
      },
    },
    (request, reply) =>
      open(
        reply,
        () => true,
        () => following.since(lastEventOf(request)),
      ),
  );
  server.get(
    '/api/imports/:id/progress',
    {
      config: { role: 'viewer', stream: true },
      schema: {
        summary: 'How one import gets on, as it happens',
        description: `${WHAT} First how it stands now.`,
        operationId: 'followImport',
        params: byId,
        response,
      },
    },
    async (request, reply) => {
      const { num } = await importOf(request.params, ports);
      await open(
        reply,
        (change) => change.num === num,
        async () => [await following.of(num)],
      );
    },
  );
}

/** What the reader has seen; anything else than a number of ours is nothing. */
function lastEventOf({ headers }: FastifyRequest): number | undefined {
  const given = headers['last-event-id'];
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
}

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
