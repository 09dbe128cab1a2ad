import type { Socket } from 'node:net';
import { fastifyCookie } from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { ended, findingsOf } from '../config/problems.ts';
import type { UserRole } from '../config/users.ts';
import { openCorrections } from './api/corrections/body.ts';
import { chartRoutes } from './api/corrections/chart.ts';
import { openChartReader } from './api/corrections/chart-reader.ts';
import { correctionRoutes } from './api/corrections/routes.ts';
import { skipRoute } from './api/corrections/skips.ts';
import { waitingRoutes } from './api/corrections/waiting.ts';
import { describeApi } from './api/describe.ts';
import { doubtRoutes } from './api/doubts/routes.ts';
import { draftBookRoutes } from './api/drafts/book.ts';
import { draftAgainRoute, openDrafts } from './api/drafts/drafts.ts';
import { dryRunRoutes } from './api/drafts/dry-run.ts';
import { draftLookRoute } from './api/drafts/profile.ts';
import { bookRoute, cancelRoute } from './api/imports/actions.ts';
import { answerRoute } from './api/imports/answer.ts';
import { batchRoutes } from './api/imports/batches.ts';
import { downloadRoutes } from './api/imports/downloads.ts';
import { eventRoutes } from './api/imports/events.ts';
import { issueRoutes } from './api/imports/issues.ts';
import { listRoutes } from './api/imports/list.ts';
import { needsRoute } from './api/imports/needs.ts';
import { importRoutes } from './api/imports/routes.ts';
import { fileRoutes } from './api/imports/upload.ts';
import { voucherRoute } from './api/imports/vouchers.ts';
import { newJobRoutes } from './api/jobs/new.ts';
import { jobRunRoutes } from './api/jobs/routes.ts';
import { rulesRoute } from './api/jobs/rules.ts';
import { operationRoutes, statusRoutes } from './api/operation/routes.ts';
import { serviceRoutes } from './api/operation/services.ts';
import { proxiesIn } from './auth/client-address.ts';
import { guardRequests } from './auth/guard.ts';
import { openSessions, type Session } from './auth/sessions.ts';
import { sessionRoutes } from './auth/sign-in.ts';
import { ApiError, answerErrors, answerUnreadable } from './errors.ts';
import type { TemporaryFiles } from './files.ts';
import { limitConnections } from './limit-connections.ts';
import { pageRoutes, readPage } from './pages.ts';
import type { Api, Route, Served, ServerOptions, ZodTypes } from './ports.ts';

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

/** The server with all its routes; it does not listen yet. */
export async function buildServer(
  { users, trustedProxies = [], version, web }: Pick<ServerOptions, 'users' | 'trustedProxies' | 'version' | 'web'>,
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
  const isProxy = proxiesIn(trustedProxies);
  server.server.maxConnections = limits.connections;
  limitConnections(server.server, limits.connectionsOfOne, isProxy);
  server.server.maxHeadersCount = limits.headers;
  const routes: Route[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });
  server.setValidatorCompiler(({ schema, httpPart }) => checkRequest(schema, httpPart));
  // What the schemas of answers say is told to people and held against them in tests; it never changes an answer.
  server.setSerializerCompiler(() => (value) => JSON.stringify(value));
  const access = { users, sessions: openSessions(users, served), isProxy };
  await server.register(fastifyCookie);
  const page = web === undefined ? undefined : await readPage(web);
  guardRequests(server, access, served, routes, page);
  await describeApi(server as unknown as FastifyInstance, version);
  needsRoute(server, served);
  voucherRoute(server, served);
  listRoutes(server, served);
  importRoutes(server, served, users);
  batchRoutes(server, served);
  downloadRoutes(server, served, files);
  bookRoute(server, served);
  issueRoutes(server, served, files);
  const corrections = openCorrections(files, served.ports);
  server.addHook('onClose', () => corrections.close());
  const charts = openChartReader(server, served);
  waitingRoutes(server, served, corrections, charts);
  chartRoutes(server, served, charts);
  correctionRoutes(server, served, corrections, files);
  skipRoute(server, served);
  answerRoute(server, served);
  rulesRoute(server, served);
  cancelRoute(server, served);
  doubtRoutes(server, served, users);
  eventRoutes(server, served);
  operationRoutes(server, served);
  sessionRoutes(server, served, access);
  const { queues, log } = served.ports;
  if (queues !== undefined) {
    // Loaded where there are any: it is the heaviest of all.
    const { queueRoutes } = await import('./queues.ts');
    await queueRoutes(server as unknown as FastifyInstance, { queues, log });
  }
  jobRunRoutes(server, served);
  serviceRoutes(server, served);
  statusRoutes(server, served);
  const drafts = openDrafts(files, limits, served.ports.now);
  server.addHook('onClose', () => drafts.close());
  draftAgainRoute(server, served, drafts);
  draftLookRoute(server, served, drafts);
  dryRunRoutes(server, served, { files, charts }, drafts);
  draftBookRoutes(server, served, drafts);
  newJobRoutes(server, served);
  if (web !== undefined && page !== undefined) await pageRoutes(server as unknown as FastifyInstance, web, page);
  // biome-ignore lint/nursery/noMisusedPromises: Fastify waits for it
  await server.register(async (scope) => fileRoutes(scope as unknown as Api, served, files, drafts));
  await server.ready();
  return { server, routes };
}

/** Characters of a value that a message shows. */
const SHOWN_CHARACTERS = 60;

/** Parts of a request, as people call them. */
const PARTS: Readonly<Record<string, string>> = {
  querystring: 'the address',
  params: 'the address',
  body: 'the body',
};

/** Checks a part of a request by its zod schema. @returns the value, or an ApiError 400 that says all that is wrong */
function checkRequest(
  schema: unknown,
  part: string | undefined,
): (value: unknown) => { value: unknown } | { error: ApiError } {
  const name = PARTS[part ?? ''] ?? 'the request';
  return (value) => {
    const parsed = (schema as z.ZodType).safeParse(value ?? {});
    if (parsed.success) return { value: parsed.data };
    const problems = findingsOf(parsed.error.issues, { name, isSecret: () => false }).map(({ path, message }) =>
      said(path, message, value, name),
    );
    return { error: new ApiError(400, 'request-invalid', problems.join(' ')) };
  };
}

function said(path: readonly PropertyKey[], message: string, root: unknown, name: string): string {
  const value = path.reduce<unknown>(
    (held, step) =>
      typeof held === 'object' && held !== null ? (held as Record<PropertyKey, unknown>)[step] : undefined,
    root,
  );
  const subject = path.length === 0 ? `${name[0]!.toUpperCase()}${name.slice(1)}` : path.map(String).join('.');
  if (value === undefined && message.startsWith('must be ')) {
    return ended(`${subject} is missing. It ${message.replace(', not {value}', '')}`);
  }
  // Of the whole nothing is shown: there may be a password in it.
  if (path.length === 0) return ended(`${subject} ${message.replace(', not {value}', '')}`);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return ended(`${subject} ${message.replace('{value}', () => JSON.stringify(shown))}`);
}
