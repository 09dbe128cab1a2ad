/**
 * The n-th number of a seeded stream, in [0, 1). Stateless, so that a schedule depends on the count of requests alone
 * and never on how many numbers another request took.
 */
export function randomAt(seed: number, stream: number, n: number): number {
  let x = (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b)) >>> 0;
  x = mix(x + Math.imul(n + 1, 0x6d2b79f5));
  return mix(x ^ 0xc2b2ae35) / 0x1_0000_0000;
}

function mix(value: number): number {
  let x = value >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}
