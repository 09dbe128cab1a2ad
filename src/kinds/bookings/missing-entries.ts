import { hash53 } from '../../core/hash.ts';
import type { Claim } from '../../ledger/claims.ts';

/** Earlier entries that new ones may be, by what both have in common. */
export class Unmatched {
  readonly #earlier = new Map<number, Map<number, Claim>>();
  readonly #new = new Map<number, number>();

  /** A new entry. @param earlier those that it may be */
  add(identity: number, earlier: readonly Claim[]): void {
    const known = this.#earlier.get(identity) ?? new Map<number, Claim>();
    for (const claim of earlier) known.set(claimHash(claim), claim);
    this.#earlier.set(identity, known);
    this.#new.set(identity, (this.#new.get(identity) ?? 0) + 1);
  }

  /** Undefined where the file has a row for each. */
  missing(missingOf: (earlier: readonly Claim[]) => readonly Claim[]): Missing | undefined {
    const missing = new Map<number, readonly Claim[]>();
    const paired = new Set<number>();
    for (const [identity, earlier] of this.#earlier) {
      const those = missingOf([...earlier.values()]);
      if (those.length > 0) missing.set(identity, those);
      if (those.length <= this.#new.get(identity)!) for (const claim of those) paired.add(claimHash(claim));
    }
    return missing.size === 0 ? undefined : new Missing(missing, paired);
  }
}

/** Earlier entries that the file has no row for. */
export class Missing {
  readonly #by: ReadonlyMap<number, readonly Claim[]>;
  readonly #paired: ReadonlySet<number>;
  readonly #named = new Set<Claim>();

  /** @param paired hashes of those for each of which there is a new entry */
  constructor(by: ReadonlyMap<number, readonly Claim[]>, paired: ReadonlySet<number>) {
    this.#by = by;
    this.#paired = paired;
  }

  /** Whether a new entry has what both have in common. */
  isPaired(claim: Pick<Claim, 'import' | 'seq'>): boolean {
    return this.#paired.has(claimHash(claim));
  }

  of(identity: number): readonly Claim[] {
    return this.#by.get(identity) ?? [];
  }

  /** The one to name to a person who is asked about a new entry: another one for each, as long as there are. @param isBest whether it fits better than others */
  name(identity: number, isBest: (claim: Claim) => boolean = () => true): Claim | undefined {
    const those = this.of(identity);
    const left = those.filter((claim) => !this.#named.has(claim));
    const named = left.find(isBest) ?? left[0] ?? those.find(isBest) ?? those[0];
    if (named !== undefined) this.#named.add(named);
    return named;
  }
}

/** Of the entry that has a claim. */
export function claimHash({ import: num, seq }: Pick<Claim, 'import' | 'seq'>): number {
  return hash53(`${num}:${seq}`);
}
