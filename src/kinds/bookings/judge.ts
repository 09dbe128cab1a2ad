import { baseContent, compareContents, daysOf, nthContent } from '../../core/entry-content.ts';
import { HashTable, hash53 } from '../../core/hash.ts';
import type { Answer, QuestionCode } from '../../core/issue.ts';
import type { BookingsJob } from '../../core/job.ts';
import { formatRow } from '../../core/row-ranges.ts';
import type { Claim, ClaimFate, Twin } from '../../ledger/claims.ts';
import {
  alreadySent,
  changedIssue,
  duplicateIssue,
  type EarlierEntry,
  rateChanged,
  twinGivenUp,
} from '../../reading/duplicate-issue.ts';
import type { Bucket, Candidate, ClaimJudge, EntryIssue, Judged } from '../../reading/entry.ts';
import {
  balanceBroken,
  dateChanged,
  dayChanged,
  keyDiffers,
  numbersDiffer,
  otherSeries,
  readDifferently,
  skippedBefore,
  textChanged,
} from '../../reading/file-questions.ts';
import type { PlanOrder } from '../../reading/plan-ports.ts';
import type { PlanStore } from '../../reading/plan-sink.ts';
import type { Group } from '../../reading/row-context.ts';
import { relationOf } from '../../reading/same-voucher.ts';
import { differenceWords } from './difference-words.ts';
import { EarlierAmounts } from './earlier-amounts.ts';
import type { FileTally, FileVerdict } from './file-tally.ts';
import { RevisedRates } from './revised-rates.ts';

/** Changed entries whose difference is shown cell by cell; each costs a look into the requests of the earlier import. */
const DIFFERENCES_SHOWN = 200;

/** What an entry is compared with, and how the two relate. */
type Relation = { readonly is: 'same' | 'changed' | 'date-changed'; readonly claim: Claim };

/**
 * Tells new vouchers from those that were sent before (docs: the same entry, sections 1 and 3): by their number where the
 * file has one, else by date and amount, and in both cases by what the cells say. What only the whole file can tell is
 * counted in a tally; where the tally finds a question the file is planned again, now knowing (`FileVerdict`).
 */
export class BookingJudge implements ClaimJudge<Group> {
  readonly #order: PlanOrder<BookingsJob>;
  readonly #store: PlanStore;
  readonly #verdict: FileVerdict;
  readonly #tally: FileTally;
  readonly #insisted: ReadonlySet<number>;
  /** By content: the number among equals that this plan gives next. */
  readonly #nextNumber = new HashTable();
  /** What others were said to be entries of this import; read when the first one is planned again. */
  #said: Awaited<ReturnType<PlanStore['saidOf']>> | undefined;
  /** What entries of this import took that are not planned again. */
  #siblings: ReturnType<EarlierAmounts['countSiblings']> | undefined;
  /** Claims of the very content of an entry that waits for them: one entry each. */
  readonly #waitsFor = new HashTable();
  readonly #earlierAmounts: EarlierAmounts;
  readonly #rates: RevisedRates;
  /** Ordinals of entries that a person said are others than those before. */
  readonly #others = new Set<number>();
  #differences = 0;
  /** What is asked of every entry: whether the file is whole. */
  readonly #broken: Judged | undefined;

  constructor(order: PlanOrder<BookingsJob>, store: PlanStore, verdict: FileVerdict, tally: FileTally) {
    this.#order = order;
    this.#store = store;
    this.#verdict = verdict;
    this.#tally = tally;
    this.#insisted = new Set(order.again?.insisted);
    const takenBefore = order.again?.before?.taken ?? [];
    this.#earlierAmounts = new EarlierAmounts(order, store, [...(verdict.differently?.values() ?? []), ...takenBefore]);
    this.#rates = new RevisedRates(order, store, tally, this.#earlierAmounts, verdict.rates);
    const { balance } = verdict;
    if (balance !== undefined) {
      const why = balanceBroken(order.importId, balance);
      this.#broken = { is: 'aside', state: 'held', why };
    }
  }

  judge(candidate: Candidate<Group>, bucketOf: (identity: number) => Bucket): Judged | Promise<Judged> {
    if (this.#broken !== undefined) return this.#broken;
    const { unit, identity, others } = candidate;
    const bucket = bucketOf(identity);
    if (this.#insisted.has(unit.seq)) return this.#fresh(candidate, bucket);
    const { alike, differently } = this.#verdict;
    const isUnheardOf =
      bucket.claims.length === 0 && others === undefined && alike === undefined && differently === undefined;
    return isUnheardOf && unit.sourceKey !== '' && this.#order.again === undefined
      ? this.#newVoucher(candidate, bucket)
      : this.#compared(candidate, bucket, bucketOf);
  }

  #fresh(candidate: Candidate<Group>, bucket: Bucket): Judged {
    return { is: 'sound', content: this.#numbered(candidate, bucket) };
  }

  /** A number that nobody has claimed. */
  #newVoucher(candidate: Candidate<Group>, bucket: Bucket): Judged {
    this.#tally.keyed++;
    this.#tally.addNew(candidate.unit.seq, candidate.content, true);
    return this.#fresh(candidate, bucket);
  }

  async #compared(
    candidate: Candidate<Group>,
    bucket: Bucket,
    bucketOf: (identity: number) => Bucket,
  ): Promise<Judged> {
    const { unit, content } = candidate;
    if (this.#order.again !== undefined) {
      await this.#giveBack(unit);
      const said = await this.#saidBefore(candidate, bucket);
      if (said !== undefined) return said;
    }
    const judged =
      unit.sourceKey === ''
        ? ((await this.#asItWas(candidate, bucketOf)) ?? (await this.#judgeAmount(candidate, bucket)))
        : await this.#judgeKey(candidate, bucket, bucketOf);
    if (judged !== undefined) return judged;
    const revised = await this.#revised(candidate, bucketOf);
    if (revised !== undefined) return revised;
    const alike = this.#verdict.alike?.take(hash53(content));
    if (alike !== undefined) {
      const earlier = await this.#earlier({ import: alike.import, row: alike.row });
      const { importId } = this.#order;
      const why =
        alike.code === 'key-differs'
          ? keyDiffers(importId, unit.key, earlier)
          : numbersDiffer(importId, unit.key, earlier);
      const asked = await this.#ask(alike.code, why, candidate, bucket, earlier, alike);
      if (asked !== undefined) return asked;
    }
    const asked = (await this.#readDifferently(candidate, bucket)) ?? (await this.#moved(candidate, bucket));
    if (asked !== undefined) return asked;
    if (this.#staysSkipped(unit)) return { is: 'aside', state: 'held', why: twinGivenUp(this.#order.importId) };
    this.#tally.addNew(unit.seq, content, unit.sourceKey !== '');
    return this.#fresh(candidate, bucket);
  }

  /** An entry that is judged again gives its earlier one back; others of the import keep theirs. */
  async #giveBack({ seq }: Group): Promise<void> {
    const { num, again } = this.#order;
    if (this.#siblings === undefined) {
      const siblings = [...(await this.#store.siblings(num))].filter(([of]) => !again?.before?.judged.has(of));
      this.#siblings = this.#earlierAmounts.countSiblings(new Map(siblings));
    }
    this.#siblings.isJudgedAgain(seq);
  }

  /** Another entry was said to be this one when this one was given up, and was sent since. */
  async #saidBefore(candidate: Candidate<Group>, bucket: Bucket): Promise<Judged | undefined> {
    const { num } = this.#order;
    this.#said ??= await this.#store.saidOf(num);
    for (const { identity, content } of this.#said.get(candidate.unit.seq) ?? []) {
      if (identity === candidate.original?.identity) continue;
      const claims = await this.#store.claims([identity]);
      const claim = this.#earlierAmounts.takeOther(
        claims.filter((each) => each.import !== num && each.content === content),
      );
      if (claim !== undefined) return await this.#duplicate(candidate, bucket, claim);
    }
    return undefined;
  }

  /** A row of it was sent when the job read it differently. */
  async #readDifferently(candidate: Candidate<Group>, bucket: Bucket): Promise<Judged | undefined> {
    const { unit } = candidate;
    const twin = this.#others.has(unit.seq) ? undefined : this.#twinOf(unit);
    if (twin === undefined) return undefined;
    const earlier = await this.#earlier(twin);
    const { importId } = this.#order;
    const fate = await this.#store.fate(twin);
    return fate.is === 'skipped'
      ? await this.#skippedBefore(candidate, bucket, earlier, fate)
      : await this.#ask(
          'read-differently',
          readDifferently(importId, unit.key, earlier),
          candidate,
          bucket,
          earlier,
          twin,
        );
  }

  /** The same payment was sent of another day, and the file has no row for that one. */
  async #moved(candidate: Candidate<Group>, bucket: Bucket): Promise<Judged | undefined> {
    const { unit, content } = candidate;
    if (unit.sourceKey !== '' || this.#others.has(unit.seq)) return undefined;
    const sent = this.#verdict.moved?.take(content);
    if (sent === undefined) return undefined;
    const earlier = await this.#earlier(sent);
    const fate = await this.#store.fate(sent);
    if (fate.is === 'skipped') return await this.#skippedBefore(candidate, bucket, earlier, fate);
    const [day, before] = [content, sent.content].map((each) => daysOf(each)[0]!) as [string, string];
    const why = dayChanged(this.#order.importId, inRow(unit), day, before, earlier);
    return await this.#ask('day-changed', why, candidate, bucket, earlier, sent);
  }

  /** The entry that a row of this one was sent in, by its cells. */
  #twinOf({ rows }: Group): Twin | undefined {
    const { differently } = this.#verdict;
    return differently && rows.map((row) => differently.get(row)).find((twin) => twin !== undefined);
  }

  /** @returns undefined for a voucher that is new */
  async #judgeKey(
    candidate: Candidate<Group>,
    bucket: Bucket,
    bucketOf: (identity: number) => Bucket,
  ): Promise<Judged | undefined> {
    const { unit, content, others = [] } = candidate;
    const { importId } = this.#order;
    const relation = this.#relationOf(candidate, bucket) ?? this.#sameElsewhere(candidate, others.map(bucketOf));
    this.#tally.keyed++;
    if (relation === undefined) {
      if (bucket.claims.length > 0) this.#tally.restarted++;
      return undefined;
    }
    const { claim } = relation;
    if (relation.is === 'same') {
      this.#tally.matched(claim);
      return await this.#duplicate(candidate, bucket, claim);
    }
    if (relation.is === 'changed') {
      // The job books the same number again, whatever it says.
      if (this.#order.job.onDuplicate === 'book' && claim.import !== this.#order.num) return undefined;
      this.#tally.changed++;
      const fate = claim.import === this.#order.num ? undefined : await this.#store.fate(claim);
      if (fate?.is === 'skipped') return undefined;
      if (this.#verdict.series) {
        const earlier = await this.#earlier(claim);
        const asked = await this.#ask(
          'other-series',
          otherSeries(importId, unit.key, earlier),
          candidate,
          bucket,
          earlier,
        );
        // Of the same series each changed voucher is held for itself; those of another one are new.
        if (asked?.is !== 'aside' || asked.state !== 'duplicate-skipped') return asked;
      }
      if (fate?.is === 'pending' || fate?.is === 'doubt') return { is: 'waits', content };
      return { is: 'aside', state: 'held', why: await this.#changed(candidate, claim) };
    }
    this.#tally.dateChanged(unit.seq, claim);
    if (this.#verdict.dates !== undefined && !this.#verdict.dates.has(unit.seq)) return undefined;
    const earlier = await this.#earlier(claim);
    const why = dateChanged(importId, unit.key, daysOf(content).join(', '), earlier);
    return await this.#ask('date-changed', why, candidate, bucket, earlier, claim);
  }

  /** The claim under the same number that says most about this voucher. */
  #relationOf(candidate: Candidate<Group>, { claims, byContent }: Bucket): Relation | undefined {
    const { content } = candidate;
    const exact = byContent.get(content);
    if (exact !== undefined && this.#isOther(candidate, exact)) return { is: 'same', claim: exact };
    const { per } = this.#order.job.numbering;
    let changed: Claim | undefined;
    let date: Claim | undefined;
    for (const claim of claims) {
      if (!this.#isOther(candidate, claim)) continue;
      const relation = relationOf(content, claim.content, per);
      if (relation === 'same') return { is: 'same', claim };
      if (relation === 'changed') changed ??= claim;
      else if (relation === 'date-changed') date ??= claim;
    }
    if (changed !== undefined) return { is: 'changed', claim: changed };
    return date === undefined ? undefined : { is: 'date-changed', claim: date };
  }

  /** The very same voucher under an identity that it had before the job was edited. */
  #sameElsewhere(candidate: Candidate<Group>, buckets: readonly Bucket[]): Relation | undefined {
    for (const { claims } of buckets) {
      const claim = claims.find(
        (other) => this.#isOther(candidate, other) && compareContents(candidate.content, other.content).same,
      );
      if (claim !== undefined) return { is: 'same', claim };
    }
    return undefined;
  }

  /** A line that a person corrected, by what the file said of it: that may have been booked, corrected in another way. */
  async #asItWas(candidate: Candidate<Group>, bucketOf: (identity: number) => Bucket): Promise<Judged | undefined> {
    const [identity] = candidate.others ?? [];
    const content = this.#order.again?.contents.get(candidate.unit.seq);
    if (identity === undefined || content === undefined) return undefined;
    const earlier = await this.#earlierAmounts.of(bucketOf(identity));
    const claim = this.#earlierAmounts.next({ identity, content }, earlier);
    return claim && (await this.#duplicate(candidate, bucketOf(candidate.identity), claim));
  }

  /** By date and amount, the n-th of several equal ones against the n-th earlier one. @returns undefined for one that is new */
  async #judgeAmount(candidate: Candidate<Group>, bucket: Bucket): Promise<Judged | undefined> {
    if (bucket.claims.length === 0) return undefined;
    const { unit, identity } = candidate;
    const earlierOnes = await this.#earlierAmounts.of(bucket);
    const own = this.#ownSame(candidate, bucket);
    if (own !== undefined) return await this.#duplicate(candidate, bucket, own);
    const twin = this.#twinOf(unit);
    const claim =
      (twin && this.#earlierAmounts.paired(candidate.content, earlierOnes, twin)) ??
      this.#earlierAmounts.next(candidate, earlierOnes);
    if (claim !== undefined) return await this.#duplicate(candidate, bucket, claim);
    const { ofJob } = earlierOnes;
    const [first] = ofJob;
    if (first === undefined) return undefined;
    const { amounts } = this.#verdict;
    if (amounts === undefined) this.#tally.amounts.add(identity, ofJob);
    const named = amounts?.name(identity);
    if (named === undefined) return undefined;
    const isSame = this.#answerTo('text-changed', unit)?.answer === 'same';
    const other = isSame ? this.#earlierAmounts.takeOther(amounts!.of(identity)) : named;
    const earlier = await this.#earlier(other ?? named);
    const why = textChanged(this.#order.importId, inRow(unit), earlier, await this.#texts(unit, other ?? named));
    // Each earlier entry is one row: of more rows it is asked again.
    if (other === undefined) return { is: 'aside', state: 'held', why };
    return await this.#ask('text-changed', why, candidate, bucket, earlier, other);
  }

  /** What an entry says, and what the earlier one said; undefined where that is not known any more, or many were told already. */
  async #texts(unit: Group, claim: Claim): Promise<{ here: string; before: string } | undefined> {
    const sent = this.#differences++ < DIFFERENCES_SHOWN ? await this.#store.sentLines(claim) : undefined;
    return sent && { here: unit.lines[0]!.description, before: sent[0]!.description };
  }

  isMet({ sourceKey }: Group): boolean {
    return sourceKey === '';
  }

  /** A row without a number that can't be booked as it is stands for the earlier entry that says the same. */
  async meet(candidate: Candidate<Group>, bucketOf: (identity: number) => Bucket): Promise<void> {
    if (this.#order.again !== undefined) await this.#giveBack(candidate.unit);
    const bucket = bucketOf(candidate.identity);
    if (bucket.claims.length > 0) this.#earlierAmounts.next(candidate, await this.#earlierAmounts.of(bucket));
  }

  /** Those of several earlier entries without a number that the file has no row for. */
  missingOf(earlier: readonly Claim[]): readonly Claim[] {
    return this.#earlierAmounts.missingOf(earlier);
  }

  /** Whether an entry of the file is this earlier one. */
  isTaken(claim: Pick<Claim, 'import' | 'seq'>): boolean {
    return this.#earlierAmounts.isTaken(claim);
  }

  /** The bank may have revised the rate of an entry that was sent. */
  async #revised(candidate: Candidate<Group>, bucketOf: (identity: number) => Bucket): Promise<Judged | undefined> {
    const { unit, original } = candidate;
    if (original === undefined || this.#order.job.onDuplicate === 'book' || this.#others.has(unit.seq))
      return undefined;
    const claim = await this.#rates.revisedBy(original, bucketOf(original.identity));
    if (claim === undefined) return undefined;
    const earlier = await this.#earlier(claim);
    const fate = await this.#store.fate(claim);
    return fate.is === 'skipped'
      ? await this.#skippedBefore(candidate, bucketOf(candidate.identity), earlier, fate)
      : { is: 'aside', state: 'held', why: rateChanged(unit.lines[0]!.date, earlier) };
  }

  /** An entry of the same import that a correction made this one equal to. */
  #ownSame(candidate: Candidate<Group>, { byContent }: Bucket): Claim | undefined {
    if (this.#order.again === undefined) return undefined;
    const claim = byContent.get(candidate.content);
    return claim?.import === this.#order.num && this.#isOther(candidate, claim) ? claim : undefined;
  }

  /** What becomes of an entry that another one is the same as. */
  async #duplicate(candidate: Candidate<Group>, bucket: Bucket, claim: Claim): Promise<Judged | undefined> {
    const { unit } = candidate;
    const { num, job } = this.#order;
    const earlier = await this.#earlier(claim);
    const fate = claim.import === num ? ({ is: 'booked' } as const) : await this.#store.fate(claim);
    if (fate.is === 'skipped') return await this.#skippedBefore(candidate, bucket, earlier, fate);
    // With `book` nobody's entries are duplicates, but for the very bytes that a forgotten import sent.
    if (job.onDuplicate === 'book' && claim.import !== num && !(await this.#store.describe(claim.import)).sameBytes)
      return undefined;
    if (fate.is !== 'booked') {
      const { import: other, seq, row } = claim;
      return this.#waits(candidate, bucket, this.#staysSkipped(unit) ? { import: other, seq, row } : claim);
    }
    // Two equal rows of one file may be two purchases: of those a person is asked.
    const state = job.onDuplicate === 'skip' && claim.import !== num ? 'duplicate-skipped' : 'duplicate';
    return { is: 'aside', state, why: duplicateIssue(unit.key, earlier), twin: claim };
  }

  /** A person said of the same entry that it is not to be booked. */
  async #skippedBefore(
    candidate: Candidate<Group>,
    bucket: Bucket,
    earlier: EarlierEntry,
    { skip }: Extract<ClaimFate, { is: 'skipped' }>,
  ): Promise<Judged | undefined> {
    const why = skippedBefore(this.#order.importId, candidate.unit.key, earlier, skip);
    return await this.#ask('skipped-before', why, candidate, bucket, earlier);
  }

  async #changed({ unit, content }: Candidate<Group>, claim: Claim): Promise<EntryIssue> {
    const { differs } = compareContents(content, claim.content);
    const sent = this.#differences++ < DIFFERENCES_SHOWN ? await this.#store.sentLines(claim) : undefined;
    const words = differenceWords(unit, sent, differs, this.#order.job.file.scale);
    return changedIssue(unit.key, unit.lines[0]!.date, await this.#earlier(claim), words, { differs });
  }

  /** What a person said about a question; undefined where the entry is to be booked. @param twin what it would be a duplicate of */
  async #ask(
    code: QuestionCode,
    why: EntryIssue,
    candidate: Candidate<Group>,
    bucket: Bucket,
    earlier: EarlierEntry,
    twin?: Twin,
  ): Promise<Judged | undefined> {
    const { key, seq } = candidate.unit;
    // With `book` duplicates are booked too, so that it makes no difference what they are.
    if (this.#order.job.onDuplicate === 'book' && MAY_BE_DUPLICATES.has(code)) return undefined;
    const answer = this.#answerTo(code, candidate.unit);
    if (answer === undefined) return { is: 'aside', state: 'held', why };
    if (answer.answer !== 'same') {
      this.#others.add(seq);
      return undefined;
    }
    const fate = twin === undefined || twin.import === this.#order.num ? undefined : await this.#store.fate(twin);
    if (fate?.is === 'pending' || fate?.is === 'doubt') return this.#waits(candidate, bucket, twin!);
    return {
      is: 'aside',
      state: 'duplicate-skipped',
      why: alreadySent(key, earlier, answer),
      twin: twin && { import: twin.import, seq: twin.seq, row: twin.row, said: true },
    };
  }

  /** She said that it is not to be booked either, and the skip that she said it of was taken back since. */
  #staysSkipped(unit: Group): boolean {
    return this.#answerTo('skipped-before', unit)?.answer === 'same';
  }

  /** What a person said of an entry: of those that waited for her answer, and of no others. */
  #answerTo(code: QuestionCode, { seq }: Group): Answer | undefined {
    const { again } = this.#order;
    const answer = again?.answers[code];
    if (again === undefined || answer === undefined) return undefined;
    const waited = again.questions.get(seq)?.includes(code) && answer.at > (again.facts.judgedAt ?? 0);
    return waited ? answer : undefined;
  }

  /** Until it is known what became of the same entry: under its claim where it says the same to the letter, else beside it. */
  #waits(candidate: Candidate<Group>, bucket: Bucket, twin: Claim | Twin): Judged {
    const { identity, content } = candidate;
    if ('identity' in twin && twin.identity === identity && baseContent(twin.content) === content) {
      const claim = hash53(`${identity}\u0001${twin.content}`);
      if (this.#waitsFor.get(claim) === 0) {
        this.#waitsFor.set(claim, 1);
        return { is: 'waits', content: twin.content };
      }
    }
    const { import: num, seq, row } = twin;
    return { is: 'waits', content: this.#numbered(candidate, bucket), twin: { import: num, seq, row } };
  }

  /** A claim of its own: the first number among equals that is free. */
  #numbered({ unit, content }: Candidate<Group>, { byContent }: Bucket): string {
    const counts = unit.sourceKey === '' || this.#order.again !== undefined;
    const id = counts ? hash53(`${unit.sourceKey}\u0001${content}`) : 0;
    for (let n = counts ? this.#nextNumber.get(id) : 0; ; n++) {
      const numbered = nthContent(content, n);
      const claim = byContent.get(numbered);
      if (claim !== undefined && !this.#isItself(unit, claim)) continue;
      if (counts) this.#nextNumber.set(id, n + 1);
      return numbered;
    }
  }

  /**
   * Whether an entry is compared with a claim: with those of other imports, and, where a person changed what it says, with
   * those of its own import too.
   */
  #isOther({ unit, content }: Candidate<Group>, claim: Claim): boolean {
    const { num, again } = this.#order;
    if (claim.import !== num) return true;
    return again !== undefined && claim.seq !== unit.seq && again.contents.get(unit.seq) !== content;
  }

  #isItself({ seq }: Group, claim: Claim): boolean {
    return claim.import === this.#order.num && claim.seq === seq;
  }

  async #earlier({ import: num, row }: Pick<Claim, 'import' | 'row'>): Promise<EarlierEntry> {
    const { id, file, rowName } = await this.#store.describe(num);
    return { id, file, row: rowName(row) };
  }
}

function inRow({ key, rows }: Group): string {
  return `${key === '' ? 'The voucher' : `Voucher ${key}`} in row ${formatRow(rows[0]!)}`;
}

/** Questions whether entries are the same as others. */
const MAY_BE_DUPLICATES: ReadonlySet<QuestionCode> = new Set([
  'date-changed',
  'text-changed',
  'day-changed',
  'key-differs',
  'numbers-differ',
  'read-differently',
]);
