/**
 * @typedef {object} Message
 * @property {string} head with its empty line
 * @property {number} headBytes
 * @property {number | undefined} bytes of the whole message; undefined until its end where its head does not say
 * @property {boolean} untilClose its end is that of the connection
 *
 * @typedef {object} Piece bytes of one message, as they came
 * @property {Message} message
 * @property {Buffer} bytes
 * @property {boolean} starts the bytes are its head
 * @property {boolean} ends
 */

const NONE = Buffer.alloc(0);
const LINE_FEED = 10;

/**
 * Finds where messages of HTTP/1.1 begin and end in one direction of a connection. A head comes out whole.
 * @param {boolean} replies or requests
 */
export function createFramer(replies) {
  let held = NONE;
  let message;
  let body;
  return {
    /** Bytes of a head that is not whole yet. */
    held: () => held,
    /** The message that is under way. */
    current: () => message,
    /** @param {Buffer} chunk @returns {Piece[]} */
    push(chunk) {
      const pieces = [];
      let rest = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
      held = NONE;
      while (rest.length > 0) {
        const starts = message === undefined;
        let size;
        let ends;
        if (starts) {
          const end = rest.indexOf('\r\n\r\n');
          if (end < 0) {
            held = rest;
            break;
          }
          size = end + 4;
          ({ message, body } = begin(rest.toString('latin1', 0, size), replies));
          ends = message.bytes === size;
        } else ({ size, ends } = body(rest));
        pieces.push({ message, bytes: rest.subarray(0, size), starts, ends });
        rest = rest.subarray(size);
        if (ends) message = undefined;
      }
      return pieces;
    },
  };
}

function begin(head, replies) {
  const headBytes = head.length;
  const field = (name) => new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*\\r$`, 'im').exec(head)?.[1];
  const status = replies ? Number(head.split(' ', 2)[1]) : undefined;
  const bodiless = replies && (status < 200 || status === 204 || status === 304);
  const chunked = !bodiless && /\bchunked$/i.test(field('transfer-encoding') ?? '');
  const length = bodiless ? 0 : Number(field('content-length') ?? (replies ? Number.NaN : 0));
  const untilClose = !chunked && Number.isNaN(length);
  const bytes = chunked || untilClose ? undefined : headBytes + length;
  const message = { head, headBytes, bytes, untilClose };
  return { message, body: chunked ? chunkedBody() : countedBody(untilClose ? Number.POSITIVE_INFINITY : length) };
}

function countedBody(length) {
  let left = length;
  return (bytes) => {
    const size = Math.min(left, bytes.length);
    left -= size;
    return { size, ends: left === 0 };
  };
}

function chunkedBody() {
  let line = '';
  let left = 0;
  let last = false;
  return (bytes) => {
    let at = 0;
    while (at < bytes.length) {
      if (left > 0) {
        const size = Math.min(left, bytes.length - at);
        left -= size;
        at += size;
        continue;
      }
      const byte = bytes[at++];
      if (byte !== LINE_FEED) {
        line += String.fromCharCode(byte);
        continue;
      }
      const text = line.trim();
      line = '';
      if (last && text === '') return { size: at, ends: true };
      if (last) continue;
      const chunk = Number.parseInt(text, 16);
      last = chunk === 0;
      // The chunk's data has a line end of its own. What is no size goes on to the end of the connection.
      left = Number.isNaN(chunk) ? Number.POSITIVE_INFINITY : last ? 0 : chunk + 2;
    }
    return { size: at, ends: false };
  };
}
