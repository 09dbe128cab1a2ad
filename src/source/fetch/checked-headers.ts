import { validateHeaderName, validateHeaderValue } from 'node:http';
import { SourceFailed } from './fetch-error.ts';

/** These belong to the connection, frame the request, or are ours to say. */
const RESERVED: ReadonlySet<string> = new Set(
  'accept-encoding connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/**
 * The headers of a job, names in lower case.
 * @throws SourceFailed where one can't be sent; the message names it, never its value
 */
export function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (RESERVED.has(lower)) {
      throw new SourceFailed(`fetch.headers.${name} is set by the connection itself.`, 'Take it out of the job.');
    }
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw new SourceFailed(
        `fetch.headers.${name} can't be sent as a header.`,
        'Look for a line break or another character that a header cannot hold.',
      );
    }
    checked[lower] = value;
  }
  return checked;
}
