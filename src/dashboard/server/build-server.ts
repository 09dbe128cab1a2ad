import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fastifyCookie } from '@fastify/cookie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyTypeProvider,
  type RawServerDefault,
} from 'fastify';
import type { z } from 'zod';
import type { UserRole } from '../../config/users-section.ts';
import { answerErrors, answerUnreadable } from './answer-errors.ts';
import { answerRoute } from './answer-route.ts';
import { batchRoutes } from './batch-routes.ts';
import { bookRoute } from './book-route.ts';
import { cancelRoute } from './cancel-route.ts';
import { checkRequest } from './check-request.ts';
import { describeApi } from './describe-api.ts';
import { doubtRoutes } from './doubt-routes.ts';
import { downloadRoutes } from './download-routes.ts';
import { draftBookRoutes } from './draft-book-routes.ts';
import { draftLookRoute } from './draft-look-route.ts';
import { draftTrialRoutes } from './draft-trial-routes.ts';
import { openDrafts } from './drafts.ts';
import { eventRoutes } from './event-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { guardRequests } from './guard-requests.ts';
import { importRoutes } from './import-routes.ts';
import { issueRoutes } from './issue-routes.ts';
import { jobRunRoutes } from './job-run-routes.ts';
import { listRoutes } from './list-routes.ts';
import { mendRoutes } from './mend-routes.ts';
import { openMends } from './mends.ts';
import { newJobRoutes } from './new-job-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { rulesRoute } from './rules-route.ts';
import type { Served, ServerOptions } from './server-ports.ts';
import { serviceRoutes } from './service-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { openSessions, type Session } from './sessions.ts';
import type { TemporaryFiles } from './temporary-files.ts';
import { waitingRoutes } from './waiting-routes.ts';
import { worksRoutes } from './works-routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route: users of this role and those above it; or anyone. */
    role?: UserRole | 'anyone';
    /** Its body is a file: streamed, and read by the route itself. */
    file?: 'needed' | 'optional';
    /** Its answer is a stream of events: it ends with the session that it was asked for by. */
    stream?: boolean;
  }
  interface FastifyRequest {
    /** Who sends it, for the history. */
    who: string;
    /** What they may do. */
    role: UserRole;
    /** It comes from somebody who may look at everything. */
    known: boolean;
    /** Of a browser; null: it sent a token, or there are no users. */
    session: Session | null;
  }
}

/** Schemas are zod's; what they check has their type. */
export interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}

export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>;

/** A route as it was registered. */
export interface Route {
  readonly method: string;
  readonly url: string;
}

/** The server with all its routes; it does not listen yet. */
export async function buildServer(
  { users, version, web }: Pick<ServerOptions, 'users' | 'version' | 'web'>,
  served: Served,
  files: TemporaryFiles,
): Promise<{ server: Api; routes: readonly Route[] }> {
  const { limits } = served;
  const server: Api = Fastify({
    logger: false,
    bodyLimit: limits.jsonBytes,
    connectionTimeout: limits.idleMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: true,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => answerUnreadable(error, socket),
    frameworkErrors: (error, request, reply) => void answerErrors(served.ports)(error, request, reply),
  }).withTypeProvider<ZodTypes>();
  // Any page of the web can have a browser send that.
  server.removeContentTypeParser('text/plain');
  server.server.maxConnections = limits.connections;
  server.server.maxHeadersCount = limits.headers;
  const routes: Route[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });
  server.setValidatorCompiler(({ schema, httpPart }) => checkRequest(schema, httpPart));
  // What the schemas of answers say is told to people and held against them in tests; it never changes an answer.
  server.setSerializerCompiler(() => (value) => JSON.stringify(value));
  const access = { users, sessions: openSessions(users, served) };
  await server.register(fastifyCookie);
  guardRequests(server, access, served, routes);
  await describeApi(server as unknown as FastifyInstance, version);
  listRoutes(server, served);
  importRoutes(server, served);
  batchRoutes(server, served);
  downloadRoutes(server, served, files);
  bookRoute(server, served);
  issueRoutes(server, served, files);
  const mends = openMends(files, served.ports);
  server.addHook('onClose', () => mends.close());
  waitingRoutes(server, served, mends);
  mendRoutes(server, served, mends, files);
  answerRoute(server, served);
  rulesRoute(server, served);
  cancelRoute(server, served);
  doubtRoutes(server, served, users);
  eventRoutes(server, served);
  operationRoutes(server, served);
  sessionRoutes(server, served, access);
  const { queues, say } = served.ports;
  if (queues !== undefined) {
    // Loaded where there are any: it is the heaviest of all.
    const { queueRoutes } = await import('./queue-routes.ts');
    await queueRoutes(server as unknown as FastifyInstance, { queues, say });
  }
  jobRunRoutes(server, served);
  serviceRoutes(server, served);
  worksRoutes(server, served);
  const drafts = openDrafts(files, limits, served.ports.now);
  server.addHook('onClose', () => drafts.close());
  draftLookRoute(server, served, drafts);
  draftTrialRoutes(server, served, files, drafts);
  draftBookRoutes(server, served, drafts);
  newJobRoutes(server, served);
  if (web !== undefined) await pageRoutes(server as unknown as FastifyInstance, web);
  await server.register(async (scope) => fileRoutes(scope as unknown as Api, served, files, drafts));
  await server.ready();
  return { server, routes };
}
