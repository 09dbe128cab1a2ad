import type { ServerResponse } from 'node:http';
import { JSON_TYPE } from './reply.ts';

/** Characters that are gathered before they are written. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Answers `{…head, [name]: [elements]}`, written as it is read.
 * @param elements JSON texts
 */
export async function streamList(
  response: ServerResponse,
  head: object,
  name: string,
  elements: Iterable<string>,
): Promise<void> {
  response.writeHead(200, { 'Content-Type': JSON_TYPE });
  let text = `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  let separator = '\n';
  for (const element of elements) {
    text += separator + element;
    separator = ',\n';
    if (text.length < CHUNK_CHARACTERS) continue;
    const flushed = response.write(text);
    text = '';
    if (!flushed) await drained(response);
    if (response.destroyed) return;
  }
  response.end(`${text}\n]}\n`);
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
