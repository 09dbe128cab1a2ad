import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { readBody } from './body.ts';
import { appliesHalf, type FaultKind, isApplied } from './fault-kinds.ts';
import { contradictoryList, faultReply } from './fault-reply.ts';
import { failure, jsonReply, type Reply } from './reply.ts';
import { API_PREFIX, route, routeName } from './routes.ts';
import { send, sendTruncated } from './send.ts';
import type { Service } from './service.ts';

/** Answers one request of the interface, with the fault that the schedule has for it. */
export async function answerApi(
  service: Service,
  token: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const method = request.method ?? 'GET';
  const [resource = '', id, ...more] = url.pathname.slice(API_PREFIX.length).split('/');
  const path = routeName(method, resource, id);
  const finish = service.log.start(path);
  let ending = 'aborted';
  response.on('close', () => finish(ending));
  const reply = (answer: Reply, ended = String(answer.status)) => {
    finish(ended);
    send(response, answer);
  };
  const cut = (how: 'resetAndDestroy' | 'destroy') => {
    finish('cut');
    request.socket[how]();
  };

  if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
    return reply(jsonReply({ message: 'Authorization has been denied for this request.' }, 401));
  }
  const requestId = header(request.headers['x-request-id']);
  const number = method === 'POST' ? service.countPost() : 0;
  const { kind, slow } = method === 'POST' || method === 'GET' ? service.drawFault(lower(method), path) : {};
  if (slow) service.log.fault('slow', path, requestId);
  if (kind) service.log.fault(kind, path, requestId);
  if (kind === 'reset-before') return cut('resetAndDestroy');
  const body = await readBody(request);
  if (body === 'aborted') return finish(ending);
  // A request that is here whole goes on even if its sender gives up waiting.
  if (slow) await delay(service.spec.slowFor, undefined, { ref: false });
  if (kind === 'close-before') return cut('destroy');
  if (kind === 'hang-before') {
    ending = 'hung';
    return;
  }
  const drill = kind && faultReply(kind, service.spec.retryAfter, service.clock());
  const half = appliesHalf(kind);
  if (drill && !half && !isApplied(kind as FaultKind)) return reply(drill);
  if (body === 'too-large') return reply(failure(413, 'The request is too large.'));

  // From here to the reply nothing waits: a request is applied at once, or not at all.
  const chosen = service.quirks.books === 'key' ? request.headers['companykey'] : bearer(request);
  const company = service.company(header(chosen));
  if (!company) return reply(failure(403, 'There are too many companies.'));
  if (more.length > 0) return reply(failure(404, `There is nothing at ${url.pathname}.`));
  const contentType = request.headers['content-type'];
  const parameters = url.searchParams;
  if (kind === 'unfiltered') parameters.delete('filter');
  const isBooking = resource === 'journalentries';
  const inFull = kind === 'shorter-after' || (half && kind !== 'partial');
  const answer =
    half && !isBooking
      ? (drill as Reply)
      : route(
          { method, resource, id, parameters, contentType, body, company, number, requestId, half, inFull },
          service,
        );

  if (kind === 'reset-after') return cut('resetAndDestroy');
  if (kind === 'close-after') return cut('destroy');
  if (kind === 'hang-after') {
    ending = 'hung';
    return;
  }
  if (kind === 'truncated') {
    finish('cut');
    return sendTruncated(response, answer);
  }
  // A request that is refused for what it says, or half of it, is nothing: it hears the reason.
  if ((half || inFull) && answer.status >= 400) return reply(answer);
  reply((kind && isBooking ? contradictoryList(kind, answer, body) : undefined) ?? drill ?? answer);
}

function lower(method: 'POST' | 'GET'): 'post' | 'get' {
  return method === 'POST' ? 'post' : 'get';
}

function bearer({ headers }: IncomingMessage): string | undefined {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
}

function header(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return text === undefined || text === '' ? undefined : text;
}
