import { readFileSync } from 'node:fs';

const MIB = 1024 * 1024;
const KIB = 1024;
/** Warming up: what is loaded and compiled for the first files is no growth. */
const WARM_SHARE = 0.2;

/**
 * Memory of processes over time.
 * @param {Record<string, () => number | undefined>} pids by name
 * @param {number} everyMs
 */
export function sampleMemory(pids, everyMs) {
  const samples = Object.fromEntries(Object.keys(pids).map((name) => [name, []]));
  const timer = setInterval(() => {
    for (const [name, pidOf] of Object.entries(pids)) {
      const bytes = residentBytes(pidOf());
      if (bytes !== undefined) samples[name].push(bytes);
    }
  }, everyMs);
  return {
    /** Stops. @returns per process, in MiB: the median of the second fifth and of the last, and the most there was */
    end() {
      clearInterval(timer);
      return Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, summary(list)]));
    },
  };
}

function summary(list) {
  const part = Math.floor(list.length * WARM_SHARE);
  const early = median(list.slice(part, 2 * part));
  const late = median(list.slice(-part));
  return { early, late, most: mebibytes(Math.max(0, ...list)) };
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return mebibytes(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

const mebibytes = (bytes) => Math.round(bytes / MIB);

/** @returns {number | undefined} undefined where there is no such process */
function residentBytes(pid) {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(kibibytes) * KIB;
  } catch {
    return undefined;
  }
}
