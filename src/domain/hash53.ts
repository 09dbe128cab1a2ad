/**
 * A fast 53-bit hash of a text (two multiply-xor lanes over UTF-16 units, as in cyrb53). Not cryptographic: it finds
 * candidates; where a wrong match would lose a booking, sha256 decides.
 */
export function hash53(text: string): number {
  return hashFrom(A, B, text);
}

/** Hashes texts that all begin with the same: `hash53After(start)(text)` is `hash53(start + text)`. */
export function hash53After(start: string): (text: string) => number {
  let a = A;
  let b = B;
  for (let i = 0; i < start.length; i++) {
    const unit = start.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  return (text) => hashFrom(a, b, text);
}

const A = 0xdeadbeef;
const B = 0x41c6ce57;

function hashFrom(startA: number, startB: number, text: string): number {
  let a = startA;
  let b = startB;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
