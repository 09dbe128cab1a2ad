/** @typedef {import('./http-framer.mjs').Message} Message @typedef {import('./http-framer.mjs').Piece} Piece */

const NONE = Buffer.alloc(0);

/**
 * Gives the bytes of one message on, and acts at the place that its rule names; what is left goes on after that.
 * @param {import('./proxy.mjs').Rule | undefined} rule
 * @param {(bytes: Buffer) => void} give
 * @param {() => void} act
 */
export function createCutter(rule, give, act) {
  let waits = rule !== undefined;
  let kept = NONE;
  let given = 0;
  const pass = (size) => {
    if (size > 0) give(kept.subarray(0, size));
    kept = kept.subarray(size);
    given += size;
  };
  return {
    /** @param {Piece} piece */
    push({ message, bytes, ends }) {
      if (!waits) {
        if (bytes.length > 0) give(bytes);
        return;
      }
      kept = kept.length > 0 ? Buffer.concat([kept, bytes]) : bytes;
      const come = given + kept.length;
      const cut = placeOf(rule.at, message, message.bytes ?? (ends ? come : undefined));
      if (cut === undefined) return;
      if (rule.forward !== false) pass(Math.min(kept.length, cut - given));
      if (come < cut) return;
      waits = false;
      act();
      pass(kept.length);
    },
    /** The message ends before its place was reached: nothing is kept back. */
    flush() {
      waits = false;
      pass(kept.length);
    },
  };
}

/** @returns bytes before the place; undefined where that can't be told before the message's end */
function placeOf(at, { headBytes }, bytes) {
  if (at === 'first') return 0;
  if (at === 'head') return Math.floor(headBytes / 2);
  if (typeof at === 'number') return Math.min(at, bytes ?? at);
  if (bytes === undefined) return undefined;
  if (at === 'body') return headBytes + Math.floor((bytes - headBytes) / 2);
  return at === 'last' ? bytes - 1 : bytes;
}
