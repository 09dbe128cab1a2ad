import { setTimeout as sleep } from 'node:timers/promises';

/** Between two rounds of requests, in milliseconds: what a person's browser asks, many times as often. */
const PAUSE_MS = 20;

/**
 * Asks for each of the addresses again and again while something goes on, each once a round and one after the other.
 * @param addresses `{name: path}`
 * @param going says whether it still goes on
 * @returns `[{name, count, p50, p95, max}]` in milliseconds, the whole reply included
 */
export async function askWhile(url, addresses, going) {
  const times = new Map(Object.keys(addresses).map((name) => [name, []]));
  while (going()) {
    for (const [name, path] of Object.entries(addresses)) {
      const began = performance.now();
      const response = await fetch(url + path);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} was answered ${response.status}.`);
      times.get(name).push(performance.now() - began);
    }
    await sleep(PAUSE_MS);
  }
  return [...times].map(([name, each]) => ({ name, count: each.length, ...quantiles(each) }));
}

export function quantiles(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}
