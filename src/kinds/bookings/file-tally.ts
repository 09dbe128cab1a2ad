import type { Facts } from '../../core/facts.ts';
import { HashTable } from '../../core/hash.ts';
import type { QuestionCode } from '../../core/issue.ts';
import type { Claim, Twin } from '../../ledger/claims.ts';
import type { EntryBlock, NewBlock } from '../../ledger/entry-blocks.ts';
import { Days, EntryContents } from './entry-contents.ts';
import { claimHash, type Missing, Unmatched } from './missing-entries.ts';
import type { MovedLines } from './moved-lines.ts';
import { RepeatedLines } from './repeated-lines.ts';

/** "Nearly all" entries of a file: this part of them, and at least so many. */
const NEARLY_ALL = 0.9;
const NEARLY_ALL_AT_LEAST = 3;

/** An entry of an earlier import that says the same. */
export interface Alike {
  readonly code: 'key-differs' | 'numbers-differ';
  readonly import: number;
  readonly seq: number;
  readonly row: number;
}

/** What the whole of a file showed: it is planned again, now knowing. */
export interface FileVerdict {
  /** Nearly all its numbers were booked before with other content. */
  readonly series?: true;
  /** Ordinals of the entries whose date seems to have been corrected; other such entries are other vouchers. */
  readonly dates?: ReadonlySet<number>;
  /** By date and amount (`amountIdentity`) of new entries, earlier ones with another text that the file has no row for. */
  readonly amounts?: Missing;
  /** The same by amount in its own currency (`originalIdentity`), at another rate. */
  readonly rates?: Missing;
  /** Entries that say the same as others with other numbers, or with none: each is taken once. */
  readonly alike?: { take(content: number): Alike | undefined };
  /** By number of a row, the entry that the row was sent in when the job read it differently. */
  readonly differently?: ReadonlyMap<number, Twin>;
  /** Earlier payments without numbers that the file has no row for: new ones may be the same, of another day. */
  readonly moved?: MovedLines;
  /** By row of a line without a number that stands in a copy of other rows, the row that it is one of; of a sum or a balance, itself. */
  readonly copies?: ReadonlyMap<number, number>;
  /** Its running balance breaks, or goes against its amounts: the column, and where, in words. */
  readonly balance?: {
    readonly column: string;
    readonly message: string;
    readonly facts: Facts;
    readonly isAgainst: boolean;
  };
}

/** What a tally has to know of earlier imports. */
export interface TallyStore {
  blocks(company: string, firstDay: string, lastDay: string): Promise<EntryBlock[]>;
  /** Entries of an import that were given up. */
  givenUp(num: number): Promise<ReadonlySet<number>>;
  /** The first rows of these entries of an import. */
  firstRows(num: number, seqs: ReadonlySet<number>): Promise<ReadonlyMap<number, number>>;
}

/** What a tally is asked at the end of a file. */
export interface TallyQuestion {
  readonly company: string;
  /** Entries that were compared with earlier ones; what is on hold for itself is not among them. */
  readonly total: number;
  /** An earlier plan of the file has shown that its numbers repeat. */
  readonly numbersRepeat: boolean;
  /**
   * Questions that were asked about the file, where a part of it is planned again: of what waits for one it is asked until a person
   * has answered, however few they are by now. Undefined for the whole file.
   */
  readonly asked: readonly QuestionCode[] | undefined;
  /** Those of several earlier entries that the file has no row for. */
  missingOf(earlier: readonly Claim[]): readonly Claim[];
}

/** Counts what only the whole file can tell (docs: the same entry, section 1), in 12 bytes an entry. */
export class FileTally {
  /** Entries with a number, and what their claims showed. */
  keyed = 0;
  changed = 0;
  restarted = 0;
  #matchedCount = 0;
  readonly #matchedClaims = new HashTable();
  readonly #dateChanged: { seq: number; claim: number }[] = [];
  /** Earlier entries that new ones may be: by date and amount, and by amount in its own currency. */
  readonly amounts = new Unmatched();
  readonly rates = new Unmatched();
  readonly #numbered = new EntryContents(true);
  readonly #unnumbered = new EntryContents(false);

  /** Lines without numbers, whether they are new or not. */
  readonly lines = new RepeatedLines();
  /** Their days. */
  readonly days = new Days();

  /** An entry that is new. */
  addNew(seq: number, content: string, hasNumber: boolean): void {
    (hasNumber ? this.#numbered : this.#unnumbered).add(seq, content);
  }

  /** An entry with a number that was sent before. */
  matched(claim: Claim): void {
    this.#matchedCount++;
    this.#matchedClaims.set(claimHash(claim), 1);
  }

  dateChanged(seq: number, claim: Claim): void {
    this.#dateChanged.push({ seq, claim: claimHash(claim) });
  }

  /** What the new entries say, for those who come later. */
  blocks(): NewBlock[] {
    return [this.#numbered, this.#unnumbered].flatMap((contents) => contents.blocks());
  }

  /** Whether lines without numbers are new. */
  get hasNewLines(): boolean {
    return this.#unnumbered.count > 0;
  }

  /** Whether nothing but what was sent before is in the file. */
  get isAllKnown(): boolean {
    return this.#numbered.count + this.#unnumbered.count === 0;
  }

  /** Whether numbers of the file mean other vouchers than before, and none the same. */
  get numbersRepeat(): boolean {
    return this.restarted > 0 && this.#matchedCount === 0;
  }

  /** @returns undefined where the file shows nothing that its entries did not show one by one */
  async verdict(
    { company, total, numbersRepeat, asked, missingOf }: TallyQuestion,
    store: TallyStore,
  ): Promise<FileVerdict | undefined> {
    /** Whether these are few, of a file that nobody was asked about yet. */
    const isFew = (code: QuestionCode, some: number, all: number) =>
      some === 0 || (!asked?.includes(code) && (some < NEARLY_ALL_AT_LEAST || some < NEARLY_ALL * all));
    const isOfSeries = asked === undefined || asked.includes('other-series');
    if (isOfSeries && !isFew('other-series', this.changed, Math.max(this.keyed, total))) return { series: true };
    const dates = this.#dates(numbersRepeat || this.numbersRepeat);
    const amounts = this.amounts.missing(missingOf);
    const rates = this.rates.missing(missingOf);
    const alike = await this.#alike(company, (some) => isFew('numbers-differ', some, total), store);
    if ([dates, amounts, rates, alike].every((each) => each === undefined)) return undefined;
    return {
      ...(dates === undefined ? {} : { dates }),
      ...(amounts === undefined ? {} : { amounts }),
      ...(rates === undefined ? {} : { rates }),
      ...(alike === undefined ? {} : { alike }),
    };
  }

  /**
   * A date was not corrected where the earlier voucher stands in the file too, nor where other numbers of the file show
   * that numbers repeat. @returns undefined where all were held rightly
   */
  #dates(numbersRepeat: boolean): ReadonlySet<number> | undefined {
    if (this.#dateChanged.length === 0) return undefined;
    const asked = numbersRepeat ? [] : this.#dateChanged.filter(({ claim }) => this.#matchedClaims.get(claim) === 0);
    return asked.length === this.#dateChanged.length ? undefined : new Set(asked.map(({ seq }) => seq));
  }

  /** @param isFew whether so many vouchers with other numbers are other ones */
  async #alike(company: string, isFew: (some: number) => boolean, store: TallyStore): Promise<FileVerdict['alike']> {
    const found = new Map<number, Alike[]>();
    for (const mine of [this.#numbered, this.#unnumbered]) {
      if (mine.count === 0 || mine.firstDay === '') continue;
      let counts: HashTable | undefined;
      for (const blocks of ofOneImport(await store.blocks(company, mine.firstDay, mine.lastDay))) {
        const [{ import: num, keyed }] = blocks;
        // Without numbers on either side they are compared one by one.
        if (!mine.hasNumbers && !keyed) continue;
        const code = mine.hasNumbers && keyed ? 'numbers-differ' : 'key-differs';
        counts ??= mine.counts();
        const common = await this.#common(counts, blocks, store);
        if (common.length === 0 || (code === 'numbers-differ' && isFew(common.length))) continue;
        const rows = await store.firstRows(num, new Set(common.map(({ seq }) => seq)));
        for (const { seq, hash } of common)
          found.set(hash, [...(found.get(hash) ?? []), { code, import: num, seq, row: rows.get(seq) ?? 0 }]);
      }
    }
    return found.size === 0 ? undefined : { take: (content) => found.get(content)?.shift() };
  }

  /** Entries of an import that new entries say the same as: of equal ones not more than there are new. */
  async #common(
    counts: HashTable,
    blocks: readonly EntryBlock[],
    store: TallyStore,
  ): Promise<{ seq: number; hash: number }[]> {
    const common: { seq: number; hash: number }[] = [];
    let givenUp: ReadonlySet<number> | undefined;
    const used = new HashTable();
    for (const { import: num, hashes, seqs } of blocks) {
      for (let i = 0; i < hashes.length; i++) {
        const [seq, hash] = [seqs[i]!, hashes[i]!];
        const count = counts.get(hash);
        if (count === 0 || used.get(hash) >= count) continue;
        givenUp ??= await store.givenUp(num);
        if (givenUp.has(seq)) continue;
        used.set(hash, used.get(hash) + 1);
        common.push({ seq, hash });
      }
    }
    return common;
  }
}

type OfOneImport = readonly [EntryBlock, ...EntryBlock[]];

/** Blocks by their import, those with numbers and those without apart. */
function ofOneImport(blocks: readonly EntryBlock[]): OfOneImport[] {
  const by = new Map<string, [EntryBlock, ...EntryBlock[]]>();
  for (const block of blocks) {
    const key = `${block.import} ${block.keyed}`;
    const those = by.get(key);
    if (those === undefined) by.set(key, [block]);
    else those.push(block);
  }
  return [...by.values()];
}
