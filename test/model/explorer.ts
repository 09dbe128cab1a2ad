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

  static async open(config: Config, mutant: Mutant = (code) => code): Promise<Explorer> {
    // Looks are weighed against the quiet period, and against each other.
    const box = await openBox(config.decider === 'probe' ? 2 * TICK_MS : QUIET_MS);
    return new Explorer(config, box, mutant(codeOn(box.ledger), box.db));
  }

  private constructor(config: Config, box: LedgerBox, code: Code) {
    this.config = config;
    this.box = box;
    this.code = code;
  }

  async start(): Promise<State> {
    await seed(this.box.ledger, this.box.db, this.config.batches, this.config.senders.length);
    return { ledger: await this.#number(), senders: this.config.senders.map(() => null), requests: [], closing: null };
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
  async verb<Result>(ledger: number, name: string, work: () => Promise<Result>): Promise<Verb<Result>> {
    const id = `${ledger} ${name}`;
    const before = this.#known.get(id);
    if (before !== undefined) return before as Verb<Result>;
    this.ran++;
    await this.box.restore(this.#contents[ledger]!);
    const result = await work();
    const after = { ledger: await this.#number(), result };
    this.#known.set(id, after);
    return after;
  }

  async older(ledger: number): Promise<number> {
    const { mismatches } = this.#views[ledger]!;
    return await this.#number(this.box.older(this.#contents[ledger]!), async () => mismatches);
  }

  view(ledger: number): View {
    return this.#views[ledger]!;
  }

  get contents(): number {
    return this.#views.length;
  }

  async #number(
    given?: Contents,
    mismatches = async () => (await receiptOf(NUM, this.box.ledger, NOW)).mismatches,
  ): Promise<number> {
    const contents = given ?? (await this.box.contents());
    this.#contents[contents.number] = contents;
    this.#views[contents.number] ??= viewOf(contents.tables, await mismatches());
    return contents.number;
  }
}
