/** Faults of which is kept whom they befell; more are only counted. */
const MET_KEPT = 10_000;

/** What was asked of the sandbox, counted: nothing is kept for each request that went well. */
export interface RequestLog {
  /** Counts a request under a path of the interface (`POST /api/biz/journalentries`); call the result when it is over. */
  start(path: string): (ending: string) => void;
  /** @param requestId what the sender calls the request (`X-Request-ID`) */
  fault(kind: string, path: string, requestId: string | undefined): void;
  readonly faults: Readonly<Record<string, number>>;
  report(): object;
}

interface PathCount {
  count: number;
  /** By status, or by how it ended without one: `cut`, `hung`, `aborted`. */
  readonly statuses: Record<string, number>;
  active: number;
  maxConcurrency: number;
}

export function createRequestLog(): RequestLog {
  const paths = new Map<string, PathCount>();
  const faults: Record<string, number> = {};
  const met: { kind: string; path: string; requestId: string | undefined }[] = [];
  let total = 0;
  let active = 0;
  let maxConcurrency = 0;
  return {
    start(path) {
      const entry = paths.get(path) ?? { count: 0, statuses: {}, active: 0, maxConcurrency: 0 };
      paths.set(path, entry);
      total++;
      entry.count++;
      maxConcurrency = Math.max(maxConcurrency, ++active);
      entry.maxConcurrency = Math.max(entry.maxConcurrency, ++entry.active);
      let over = false;
      return (ending) => {
        if (over) return;
        over = true;
        active--;
        entry.active--;
        entry.statuses[ending] = (entry.statuses[ending] ?? 0) + 1;
      };
    },
    fault(kind, path, requestId) {
      faults[kind] = (faults[kind] ?? 0) + 1;
      if (met.length < MET_KEPT) met.push({ kind, path, requestId });
    },
    faults,
    report() {
      const counts = [...paths].map(([path, { active: _, ...rest }]) => [path, rest]);
      return { total, active, maxConcurrency, paths: Object.fromEntries(counts), faults, met };
    },
  };
}
