import { validateHeaderName, validateHeaderValue } from 'node:http';
import { UsageError } from '../domain/issue.ts';
import type { ServiceOptions } from './service-options.ts';

/** These belong to the connection, or frame the request: set from outside they would break it. */
const RESERVED: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers of every request to a service, names in lower case; the configuration's win over ours.
 * @throws UsageError where one can't be sent; the message names the header, never its value
 */
export function requestHeaders(options: ServiceOptions): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    // A reply is small, and one that is cut short must not hide inside a decoder.
    'accept-encoding': 'identity',
    'content-type': 'application/json',
    'user-agent': 'bilag',
  };
  if (options.auth.type === 'bearer') {
    if (options.auth.token.trim() === '') throw usage(options, 'auth.token', 'is empty', 'give the token');
    headers['authorization'] = `Bearer ${options.auth.token}`;
  }
  for (const [name, value] of Object.entries(options.headers)) headers[name.toLowerCase()] = value;
  for (const [name, value] of Object.entries(headers)) {
    const place = name === 'authorization' && options.auth.type === 'bearer' ? 'auth.token' : `headers.${name}`;
    if (RESERVED.has(name)) throw usage(options, place, 'is set by the connection itself', 'take it out');
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      const remedy = 'look for a line break or another character that a header cannot hold';
      throw usage(options, place, 'cannot be sent as a header', remedy);
    }
  }
  return headers;
}

function usage(options: ServiceOptions, place: string, problem: string, remedy: string): UsageError {
  return new UsageError(`service ${options.name}: ${place} ${problem}`, remedy);
}
