import type { ListedImport } from '../../../ledger/import-list.ts';
import type { Served } from '../../ports.ts';
import { progressBody } from './body.ts';

/** Imports that a reader is told of at once; beyond that it has to ask for the list again. */
const TOLD_MAX = 1_000;
/** Looks into the ledger take at most one part of so many of the time. */
const SHARE = 20;

/** From the first listener to the last. */
interface Round {
  ended: boolean;
  timer: NodeJS.Timeout | undefined;
  /** What stands by now is known. */
  begun: Promise<void>;
}

/** How an import stands. */
export interface Change {
  readonly num: number;
  readonly body: object;
  /** The newest line of the ledger's history by then. */
  readonly event: number;
}

export interface Following {
  /** What changes from now on. @returns ends it */
  subscribe(listener: (change: Change) => void): Promise<() => void>;
  /** How all imports stand that are at work, or whose history has grown since that line; undefined where those are too many. */
  since(event: number | undefined): Promise<Change[] | undefined>;
  /** How one import stands. */
  of(num: number): Promise<Change>;
  stop(): void;
}

/**
 * Follows what becomes of imports, whichever process works on them: the ledger is looked into, as long as somebody
 * listens. What is told is how an import stands, not what was added, so that nothing is missed by hearing only the last.
 */
export function followImports({ ports, limits }: Pick<Served, 'ports' | 'limits'>): Following {
  const { ledger } = ports;
  const { pages } = ledger;
  const listeners = new Set<(change: Change) => void>();
  /** What was told last of imports at work. */
  const told = new Map<number, string>();
  let seen = 0;
  let round: Round | undefined;

  const standing = async (row: ListedImport, event: number): Promise<Change> => ({
    num: row.num,
    body: await progressBody(row, ledger, ports.rowsRead?.(row.num)),
    event,
  });

  async function look(): Promise<void> {
    const changed = await pages.changedSince(seen, TOLD_MAX);
    seen = changed.at(-1)?.event ?? seen;
    const atWork = await pages.underWay();
    const rows = new Map<number, ListedImport>([...changed, ...atWork].map((row) => [row.num, row]));
    for (const num of told.keys()) if (!rows.has(num)) rows.set(num, await ledger.imports.byNum(num));
    const fresh = new Set(changed.map(({ num }) => num));
    const working = new Set(atWork.map(({ num }) => num));
    for (const [num, row] of rows) {
      const change = await standing(row, seen);
      const text = JSON.stringify(change.body);
      const same = told.get(num) === text;
      if (working.has(num)) told.set(num, text);
      else told.delete(num);
      if (!same || fresh.has(num)) for (const listener of listeners) listener(change);
    }
  }

  function again(own: Round, afterMs: number): void {
    if (own.ended) return;
    own.timer = setTimeout(async () => {
      const began = performance.now();
      try {
        await look();
      } catch (error) {
        ports.log('follow-failed', `What becomes of imports can't be followed: ${(error as Error).message}`, { error });
      }
      again(own, Math.max(limits.followMs, (performance.now() - began) * SHARE));
    }, afterMs);
    own.timer.unref();
  }

  function begin(): Round {
    const own: Round = { ended: false, timer: undefined, begun: Promise.resolve() };
    own.begun = (async () => {
      seen = await pages.lastEvent();
      // Who listens has been told how these stand.
      for (const row of await pages.underWay()) told.set(row.num, JSON.stringify((await standing(row, seen)).body));
      again(own, limits.followMs);
    })();
    return own;
  }

  function stop(): void {
    if (round === undefined) return;
    round.ended = true;
    clearTimeout(round.timer);
    round = undefined;
    told.clear();
  }

  return {
    async subscribe(listener) {
      for (;;) {
        round ??= begin();
        const own = round;
        try {
          await own.begun;
        } catch (error) {
          if (own === round) stop();
          throw error;
        }
        // The last of the others may have left meanwhile.
        if (own === round) break;
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    async since(event) {
      const last = await pages.lastEvent();
      const atWork = await pages.underWay();
      const grown = event === undefined ? [] : await pages.changedSince(event, TOLD_MAX + 1);
      const rows = new Map([...grown, ...atWork].map((row) => [row.num, row]));
      // Of a ledger that was put back from a copy, a reader may have seen more than there is.
      if (rows.size > TOLD_MAX || (event ?? 0) > last) return undefined;
      return await Promise.all([...rows.values()].map((row) => standing(row, last)));
    },
    of: async (num) => standing(await ledger.imports.byNum(num), await pages.lastEvent()),
    stop,
  };
}
