import { counted } from '../../core/counted.ts';
import { ApiError } from '../errors.ts';

export const THROTTLE_LIMITS = {
  /** Attempts as one name that may fail before the next has to wait. */
  ofName: 5,
  /** Attempts from one address that may: several people may share it. */
  ofAddress: 20,
  /** The first wait, in milliseconds; each further failure doubles it. */
  firstMs: 1_000,
  /** The longest wait, in milliseconds. */
  longestMs: 15 * 60_000,
  /** Failures are forgotten after this time without another, in milliseconds. */
  forgottenMs: 24 * 60 * 60_000,
  /** Names, and addresses, that are remembered. */
  remembered: 10_000,
};

/** An attempt to sign in. It counts as failed from its beginning, so that many at once are no way around. */
interface SignInAttempt {
  /** Attempts as this name that failed lately, with this one. */
  readonly failures: number;
  succeeded(): void;
  /** From now on the next one waits. */
  failed(): void;
  /** Nothing was tried: the server was too busy, for example. */
  dropped(): void;
}

interface Failed {
  count: number;
  at: number;
}

/**
 * Makes guessing slow: by name, wherever it comes from, and by address, whatever the name. Sessions that there are don't ask here, so
 * that nobody who is signed in can be locked out. All of it is in memory, and bounded: where it is full, whoever failed least is
 * forgotten, so that no flood of made-up names frees the name that is being guessed at.
 * @param monotonic milliseconds on a clock that nobody can set
 * @returns begins an attempt @throws ApiError 429 where it has to wait
 */
export function throttleSignIns(
  monotonic: () => number,
  limits: typeof THROTTLE_LIMITS = THROTTLE_LIMITS,
): (name: string, address: string) => SignInAttempt {
  const names = new Map<string, Failed>();
  const addresses = new Map<string, Failed>();

  const fresh = (all: Map<string, Failed>, key: string) => {
    const failed = all.get(key);
    if (failed !== undefined && monotonic() - failed.at >= limits.forgottenMs) all.delete(key);
    return all.get(key);
  };
  const waitMs = (failed: Failed | undefined, free: number) =>
    failed === undefined || failed.count < free
      ? 0
      : failed.at + Math.min(limits.firstMs * 2 ** (failed.count - free), limits.longestMs) - monotonic();
  /** @returns takes it back, as if it had never been */
  const count = (all: Map<string, Failed>, key: string) => {
    if (!all.has(key) && all.size >= limits.remembered) all.delete(leastOf(all));
    const failed = all.get(key) ?? { count: 0, at: 0 };
    const { at: before } = failed;
    const at = monotonic();
    failed.count++;
    failed.at = at;
    all.set(key, failed);
    return () => {
      failed.count--;
      if (failed.at === at) failed.at = before;
      if (failed.count === 0 && all.get(key) === failed) all.delete(key);
    };
  };

  return (name, address) => {
    const wait = Math.max(
      waitMs(fresh(names, name), limits.ofName),
      waitMs(fresh(addresses, address), limits.ofAddress),
    );
    if (wait > 0) throw tooMany(Math.ceil(wait / 1_000));
    const uncountName = count(names, name);
    const uncountAddress = count(addresses, address);
    return {
      failures: names.get(name)!.count,
      succeeded() {
        names.delete(name);
        // Others at this address failed; that one of them knows her password says nothing of them.
        uncountAddress();
      },
      failed() {
        for (const failed of [names.get(name), addresses.get(address)]) {
          if (failed !== undefined) failed.at = monotonic();
        }
      },
      dropped() {
        uncountName();
        uncountAddress();
      },
    };
  };
}

/** The key with the fewest failures, the oldest of those. */
function leastOf(all: ReadonlyMap<string, Failed>): string {
  let least = '';
  let found: Failed | undefined;
  for (const [key, failed] of all) {
    if (found === undefined || failed.count < found.count || (failed.count === found.count && failed.at < found.at)) {
      least = key;
      found = failed;
    }
  }
  return least;
}

function tooMany(seconds: number): ApiError {
  const when = seconds < 120 ? `${seconds} s` : counted(Math.ceil(seconds / 60), 'minute');
  return new ApiError(
    429,
    'too-many-attempts',
    `Too many attempts to sign in failed. The next one can be made in ${when}.`,
    'An administrator can set a new password: bilag password NAME.',
    { retryAfter: seconds },
  );
}
