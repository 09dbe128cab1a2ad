import { EVIDENCE_BODY_LENGTH, type Evidence } from '../core/outcome.ts';
import type { Exchange } from './exchange.ts';

/** So much of a header's value is kept, in characters. */
const HEADER_LENGTH = 300;
/** So much of a body is searched for secrets before it is cut, in characters: one must not survive on the cut. */
const SEARCHED_LENGTH = 65_536;

const HEADERS = new Set([
  'content-type',
  'content-encoding',
  'content-length',
  'date',
  'location',
  'retry-after',
  'server',
  'via',
  'www-authenticate',
  'cf-ray',
  'request-id',
  'request-context',
  'traceparent',
  'x-amzn-requestid',
  'x-amzn-trace-id',
  'x-azure-ref',
  'x-correlation-id',
  'x-ms-request-id',
  'x-request-id',
  'x-trace-id',
]);

/** What was seen on the wire, bounded and without secrets. */
export function evidenceOf({ reply, error, elapsed }: Exchange, redact: (text: string) => string): Evidence {
  const evidence: { -readonly [K in keyof Evidence]: Evidence[K] } = {};
  if (reply !== undefined) {
    evidence.status = reply.status;
    const kept = Object.entries(reply.headers).filter(([name]) => HEADERS.has(name));
    evidence.headers = Object.fromEntries(kept.map(([name, value]) => [name, redact(value).slice(0, HEADER_LENGTH)]));
    evidence.body = redact(reply.body.slice(0, SEARCHED_LENGTH)).slice(0, EVIDENCE_BODY_LENGTH);
  }
  if (error !== undefined) evidence.error = redact(error);
  if (elapsed !== undefined) evidence.elapsed = elapsed;
  return evidence;
}
