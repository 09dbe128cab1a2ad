import type { IncomingMessage } from 'node:http';

/** Bytes of a request body of the interface at most; more is answered 413. */
export const BODY_LIMIT_BYTES = 8 * 1024 * 1024;
/** Bytes of a too large body that are read and thrown away, so that the sender gets to see the answer. */
const DISCARD_LIMIT_BYTES = 8 * BODY_LIMIT_BYTES;

/**
 * The body, 'too-large', or 'aborted' where the sender went away before its end.
 * @param limit bytes
 */
export function readBody(
  request: IncomingMessage,
  limit = BODY_LIMIT_BYTES,
): Promise<Buffer | 'too-large' | 'aborted'> {
  return new Promise((resolve) => {
    const announced = Number(request.headers['content-length']);
    // One allocation of the right size, outside Node's pool: the books keep these bytes.
    let body = Buffer.allocUnsafeSlow(announced <= limit ? announced : 0);
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      if (length + chunk.length > DISCARD_LIMIT_BYTES) request.destroy();
      else if (length + chunk.length <= limit) {
        if (length + chunk.length > body.length) {
          const larger = Buffer.allocUnsafeSlow(Math.max(length + chunk.length, Math.min(2 * body.length, limit)));
          body.copy(larger, 0, 0, length);
          body = larger;
        }
        chunk.copy(body, length);
      } else body = Buffer.alloc(0);
      length += chunk.length;
    });
    request.on('end', () => resolve(length > limit ? 'too-large' : body.subarray(0, length)));
    request.on('close', () => resolve('aborted'));
    request.on('error', () => resolve('aborted'));
  });
}
