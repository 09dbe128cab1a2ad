import type { IncomingMessage } from 'node:http';
import type { User } from '../../config/users.ts';
import { ApiError, answerErrors, SECURITY_HEADERS } from '../errors.ts';
import { sendPage, wantsPage } from '../pages.ts';
import type { Api, Route, Served } from '../ports.ts';
import { hasBody } from '../receive-file.ts';
import { checkOrigin, identify, whenceOf } from './identify.ts';
import type { Sessions } from './sessions.ts';

/**
 * Who may ask for what, and how long a request may take: before anything of it is looked at.
 * @param page for people at an address where nothing is
 */
export function guardRequests(
  server: Api,
  access: { readonly users: readonly User[]; readonly sessions: Sessions },
  { ports, limits, leaving }: Served,
  routes: readonly Route[],
  page: Buffer | undefined,
): void {
  server.decorateRequest('who', '');
  server.decorateRequest('role', 'administrator');
  server.decorateRequest('known', false);
  server.decorateRequest('session', null);

  server.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    if (hasBody(request)) watchThread(request.raw);
    if (leaving.aborted) throw new ApiError(503, 'stopping', 'bilag is stopping.', 'Try again later.');
    // The page holds nothing of anybody's, and asks who is there.
    if (request.is404 && page !== undefined && wantsPage(request)) return;
    if (access.users.length > 0) return await identify(request, reply, access);
    checkOrigin(whenceOf(request));
    request.who = ports.who;
    request.known = true;
  });
  // A body that nobody has asked for yet is asked for where it is read.
  server.server.on('checkContinue', (request, response) => server.server.emit('request', request, response));
  server.addHook('preParsing', async (request, reply, payload) => {
    const { file } = request.routeOptions.config;
    if (request.headers.expect !== undefined && file === undefined) reply.raw.writeContinue();
    return payload;
  });
  server.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return;
    // Its sender may still be sending what was refused: it gets to see why, and then no more is read.
    setTimeout(() => raw.complete || raw.socket.destroy(), limits.lingerMs).unref();
  });

  function watchThread(raw: IncomingMessage): void {
    const { socket } = raw;
    const before = socket.bytesRead;
    const began = performance.now();
    const timer = setInterval(() => {
      const seconds = (performance.now() - began) / 1_000;
      if (raw.complete) clearInterval(timer);
      else if (socket.bytesRead - before < limits.bytesPerSecond * seconds) socket.destroy();
    }, limits.paceMs).unref();
    raw.once('close', () => clearInterval(timer));
  }

  const answer = answerErrors(ports);
  server.setErrorHandler(answer);
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!;
    const allowed = routes.filter(({ url }) => matches(url, path)).map(({ method }) => method);
    if (allowed.length === 0) {
      if (page !== undefined && wantsPage(request)) return sendPage(reply.code(404), page);
      const suggestion = 'All that there is: GET /api/openapi.json';
      return answer(new ApiError(404, 'not-found', 'There is nothing at this address.', suggestion), request, reply);
    }
    reply.header('allow', allowed.join(', '));
    const message = `This address takes ${allowed.join(' and ')}, not ${request.method}.`;
    return answer(new ApiError(405, 'method', message), request, reply);
  });
}

function matches(url: string, path: string): boolean {
  const parts = url.split('/');
  const given = path.split('/');
  return parts.length === given.length && parts.every((part, at) => part.startsWith(':') || part === given[at]);
}
