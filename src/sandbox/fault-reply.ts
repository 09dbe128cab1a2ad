import type { FaultKind } from './fault-kinds.ts';
import { failure, jsonReply, type Reply, refusal } from './reply.ts';

const HTML_TYPE = 'text/html; charset=utf-8';
const LOGIN_PATH = '/login?returnUrl=%2F';

function page(status: number, title: string): Reply {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, type: HTML_TYPE, body };
}

const REFUSED = 'The entry could not be booked, says a fault drill.';

/**
 * What a request that met a fault is answered, in one of the shapes that services use; undefined where the fault isn't
 * told by a reply.
 * @param retryAfter milliseconds
 */
export function faultReply(kind: FaultKind, retryAfter: number, now: number): Reply | undefined {
  switch (kind) {
    case '400':
      return refusal([{ Message: 'The request was refused by a fault drill.', PropertyName: '' }]);
    case '401':
      return jsonReply({ message: 'Authorization has been denied for this request.' }, 401);
    case '403':
      return failure(403, 'You have no access to this company.');
    case '404':
      return failure(404, 'The resource was not found.');
    case '408':
    case '408-after':
      return { status: 408 };
    case '409':
      return failure(409, 'The record was changed by somebody else.');
    case '413':
      return failure(413, 'The request is too large.');
    case '415':
      return failure(415, 'The media type is not supported.');
    case '422':
      return jsonReply(
        { Message: 'Validation failed', _validationResults: { Entity: [{ Message: 'Fault drill.' }] } },
        422,
      );
    case '429':
      return tooMany({ 'Retry-After': String(Math.ceil(retryAfter / 1000)) });
    case '429-date':
      return tooMany({ 'Retry-After': new Date(Math.ceil((now + retryAfter) / 1000) * 1000).toUTCString() });
    case '429-bare':
      return tooMany({});
    case '500':
    case '500-after':
      return jsonReply('An error has occurred.', 500);
    case '502':
    case '502-after':
      return page(502, '502 Bad Gateway');
    case '503':
    case '503-after':
      return { status: 503, type: 'text/plain', body: 'Service Unavailable' };
    case '504':
    case '504-after':
      return page(504, '504 Gateway Time-out');
    case 'html':
    case 'html-after':
      return page(200, 'Sign in');
    case 'redirect':
      return { status: 302, headers: { Location: LOGIN_PATH } };
    case 'partial':
      return refusal([{ Message: 'Some of the entries could not be booked.', PropertyName: '' }]);
    case 'half':
    case 'half-errors':
    case 'shorter-after':
    case 'empty-list':
    case 'empty-list-after':
      return jsonReply([]);
    case 'not-success':
    case 'not-success-after':
      return jsonReply({ success: false, message: REFUSED });
    case 'error-level':
      return jsonReply({ Messages: [{ Message: REFUSED, Level: 'Error' }] });
    case 'null':
    case 'null-after':
      return jsonReply(null);
    default:
      return undefined;
  }
}

/**
 * What a booking that met a fault is answered where the reply lists entries: fewer than were sent, or errors among them.
 * @param booked the answer that lists all that was booked
 */
export function contradictoryList(kind: FaultKind, booked: Reply, sent: Buffer): Reply | undefined {
  if (kind !== 'half' && kind !== 'half-errors' && kind !== 'shorter-after') return undefined;
  const records = JSON.parse(booked.body ?? '[]') as unknown[];
  if (kind === 'half') return jsonReply(records);
  if (kind === 'shorter-after') return jsonReply(records.slice(0, -1));
  const missing = (JSON.parse(sent.toString('utf8')) as unknown[]).length - records.length;
  return jsonReply([...records, ...Array.from({ length: missing }, () => ({ Message: REFUSED }))]);
}

function tooMany(headers: Record<string, string>): Reply {
  return { ...failure(429, 'Too many requests.'), headers };
}
