import { receiptOf } from '../../src/reporting/receipt.ts';
import { type Code, codeOn, type Mutant, portsOf } from './code.ts';
import { type Contents, type LedgerBox, openBox } from './ledger-box.ts';
import { NUM, seed } from './seed.ts';
import { type View, viewOf } from './view.ts';
import { type Config, NOW, QUIET_MS, type State, TICK_MS } from './world.ts';

export interface Verb<Result> {
  readonly ledger: number;
  readonly result: Result;
}

/**
 * The real ledger, explored: each verb runs once on each content that it meets, and what it made of it is remembered.
 */
export class Explorer {
  readonly config: Config;
  readonly code: Code;
  readonly box: LedgerBox;
  /** Verbs that really ran. */
  ran = 0;
  readonly #contents: Contents[] = [];
  readonly #views: View[] = [];
  readonly #known = new Map<string, Verb<unknown>>();

  constructor(config: Config, mutant: Mutant = (code) => code) {
    this.config = config;
    // Looks are weighed against the quiet period, and against each other.
    this.box = openBox(config.decider === 'probe' ? 2 * TICK_MS : QUIET_MS);
    this.code = mutant(codeOn(this.box.ledger), this.box.db);
  }

  start(): State {
    seed(this.box.ledger, this.box.db, this.config.batches, this.config.senders.length);
    return { ledger: this.#number(), senders: this.config.senders.map(() => null), requests: [], closing: null };
  }

  ports(state: State) {
    const names = state.senders.flatMap((sender) => (sender === null ? [] : [sender.as, sender.holder]));
    return portsOf(
      this.code.ledger,
      () => NOW,
      (_pid, started) => names.includes(started),
    );
  }

  /** @param name with all that the work depends on besides the ledger */
  verb<Result>(ledger: number, name: string, work: () => Result): Verb<Result> {
    const id = `${ledger} ${name}`;
    const before = this.#known.get(id);
    if (before !== undefined) return before as Verb<Result>;
    this.ran++;
    this.box.restore(this.#contents[ledger]!);
    const result = work();
    const after = { ledger: this.#number(), result };
    this.#known.set(id, after);
    return after;
  }

  /** The same for work that takes its time; nothing else may run meanwhile. */
  async slowVerb<Result>(ledger: number, name: string, work: () => Promise<Result>): Promise<Verb<Result>> {
    const id = `${ledger} ${name}`;
    const before = this.#known.get(id);
    if (before !== undefined) return before as Verb<Result>;
    this.ran++;
    this.box.restore(this.#contents[ledger]!);
    const result = await work();
    const after = { ledger: this.#number(), result };
    this.#known.set(id, after);
    return after;
  }

  older(ledger: number): number {
    const { mismatches } = this.#views[ledger]!;
    return this.#number(this.box.older(this.#contents[ledger]!), () => mismatches);
  }

  view(ledger: number): View {
    return this.#views[ledger]!;
  }

  get contents(): number {
    return this.#views.length;
  }

  #number(contents = this.box.contents(), mismatches = () => receiptOf(NUM, this.box.ledger, NOW).mismatches): number {
    this.#contents[contents.number] = contents;
    this.#views[contents.number] ??= viewOf(contents.tables, mismatches());
    return contents.number;
  }
}
