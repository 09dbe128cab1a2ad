import { readFileSync } from 'node:fs';

/** Milliseconds between two looks at the file. */
const LOOK_EVERY_MS = 100;

/**
 * Moves `Date.now()` and `new Date()` by the whole number of milliseconds that stands in a file (none: 0). `performance`
 * is left alone: nobody can set that clock.
 * @param {string} path
 * @param {Float64Array} offset one number, shared by the threads of the process
 * @param {boolean} reads whether this thread looks at the file
 */
export function moveClock(path, offset, reads) {
  if (reads) {
    const look = () => {
      offset[0] = offsetIn(path);
    };
    look();
    setInterval(look, LOOK_EVERY_MS).unref();
  }
  const Real = Date;
  const { now } = Real;
  const moved = () => now() + offset[0];
  function Moved(...values) {
    if (new.target === undefined) return new Real(moved()).toString();
    return Reflect.construct(Real, values.length === 0 ? [moved()] : values, new.target);
  }
  const { length, name, prototype, parse, UTC } = Object.getOwnPropertyDescriptors(Real);
  Object.defineProperties(Moved, { length, name, prototype, parse, UTC });
  Moved.now = moved;
  Real.prototype.constructor = Moved;
  globalThis.Date = Moved;
}

function offsetIn(path) {
  try {
    return Math.trunc(Number(readFileSync(path, 'utf8'))) || 0;
  } catch (error) {
    if (error.code === 'ENOENT') return 0;
    throw error;
  }
}
