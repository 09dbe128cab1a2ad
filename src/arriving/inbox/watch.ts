import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { seen } from '../../core/disk.ts';
import { createCompleteness } from './completeness.ts';
import { createHeldOpen } from './held-open.ts';
import { openHints } from './hints.ts';
import type { Inbox, InboxJob, InboxPorts, InboxSettings } from './inbox.ts';
import { HOLD_MS, HOLD_RENEW_MS, holderName } from './lease.ts';
import { ensureOurs, NotOurInbox } from './owner.ts';
import { lookAtInbox } from './poll.ts';
import { createArrivalProcessor } from './process-arrivals.ts';
import { troubleWords } from './words.ts';

/** Between two looks for imports that came to rest at most, in milliseconds. */
const FOLLOW_MS = 1_000;
/** Between two rounds at least, in milliseconds: many files that come at once are told of one by one. */
const PAUSE_MS = 50;

export interface WatchOptions {
  /** The inbox; made if it is not there. */
  readonly folder: string;
  /** Those of today: asked at each look. */
  jobs(): Promise<readonly InboxJob[]>;
  readonly settings: InboxSettings;
  /** Milliseconds on a clock that nobody can set, by which files lie still; default: that of this process. */
  monotonic?(): number;
}

/** Resolves when what was under way has ended. */
export interface InboxWatch {
  close(): Promise<void>;
}

/**
 * Watches the inbox (design, section 7): takes what is complete in `inbox/JOB/` in, and puts it where its import says. What
 * the system tells of changes only makes a periodic look come sooner. Everything is recorded before it is done, so another
 * process goes on where this one dies.
 */
export function watchInbox(options: WatchOptions, ports: InboxPorts): InboxWatch {
  const { settings } = options;
  const own: InboxPorts = { ...ports, who: 'inbox' };
  const inbox: Inbox = {
    folder: resolve(options.folder),
    jobs: () => options.jobs(),
    settings,
    ports: own,
    holder: holderName(randomUUID(), own),
  };
  let isStopped = false;
  let hinted = false;
  let endPause = () => {};
  const stopped = () => isStopped;
  const hints = openHints(() => {
    hinted = true;
    endPause();
  });
  const heldOpen = createHeldOpen(inbox);
  const completeness = () => createCompleteness(settings.minimumAgeMs, options.monotonic);
  const arrivals = createArrivalProcessor(inbox, { looks: completeness(), heldOpen }, stopped);
  const tools = {
    hints,
    completeness: completeness(),
    heldOpen,
    claimed: arrivals.claimed,
    stopped,
    swept: new Set<string>(),
  };
  const renewal = setInterval(async () => {
    try {
      await ports.ledger.arrivals.renew(inbox.holder, ports.now() + HOLD_MS);
    } catch {
      // The ledger can't be written: what is held runs out, and whoever takes it over finds what was done.
    }
  }, HOLD_RENEW_MS);
  renewal.unref();

  async function watch(): Promise<void> {
    let lookAt = 0;
    let isMade = false;
    while (!isStopped) {
      let wait = Math.min(FOLLOW_MS, settings.scanMs);
      try {
        // One that went away is made again, but not what it lay in: that may be a disk that is not mounted.
        if (!isMade || (await seen(inbox.folder)) === undefined) await mkdir(inbox.folder, { recursive: !isMade });
        isMade = true;
        await ensureOurs(inbox.folder, own);
        if (hinted || performance.now() >= lookAt) {
          hinted = false;
          lookAt = performance.now() + settings.scanMs;
          const next = await lookAtInbox(inbox, tools);
          lookAt = Math.min(lookAt, performance.now() + next);
        }
        await arrivals.processArrivals();
        wait = Math.min(wait, lookAt - performance.now());
      } catch (error) {
        // Nothing of it is touched, not even what this ledger knows: another home may be at work on it.
        const { folder } = inbox;
        const why = troubleWords(error);
        if (error instanceof NotOurInbox)
          ports.log('inbox-of-another-home', `${error.message} ${error.suggestion}`, { folder });
        else
          ports.log('inbox-unusable', `The inbox ${folder} can't be used: ${why} It is tried again.`, {
            folder,
            error,
            why,
          });
      }
      if (!isStopped) await pause(wait);
    }
  }

  /** Ends early when something is told of, or this ends. */
  async function pause(ms: number): Promise<void> {
    await new Promise<void>((end) => {
      const timer = setTimeout(end, Math.max(PAUSE_MS, ms));
      endPause = () => {
        clearTimeout(timer);
        setTimeout(end, isStopped ? 0 : PAUSE_MS);
      };
      if (hinted || isStopped) endPause();
    });
  }

  const watching = watch();
  return {
    async close() {
      isStopped = true;
      endPause();
      await watching;
      hints.close();
      clearInterval(renewal);
      try {
        await ports.ledger.arrivals.releaseAll(inbox.holder);
      } catch {
        // The ledger can't be written; what is held is given up when this process has ended.
      }
    },
  };
}
