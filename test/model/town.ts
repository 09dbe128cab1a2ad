import type { Outcome } from '../../src/core/outcome.ts';
import { entryTexts } from '../../src/core/states.ts';
import type { ServicePort } from '../../src/kinds/ports.ts';
import { unpackEntries } from '../../src/ledger/batches.ts';
import { type SenderLease, startSenderLease } from '../../src/posting/lease.ts';
import { postBatches } from '../../src/posting/post-batches.ts';
import { receiptOf } from '../../src/reporting/receipt.ts';
import { classifyOutcome, type Seen } from '../../src/service/classify-outcome.ts';
import type { SendOptions } from '../../src/service/client.ts';
import { portsOf } from './code.ts';
import type { LedgerBox } from './ledger-box.ts';
import { probedService } from './probe.ts';
import { brokenBy, brokenByAttempt } from './promises.ts';
import { NUM } from './seed.ts';
import { type View, viewOf } from './view.ts';
import { inOrder, left, NOW, type Request, timesApplied } from './world.ts';

/** Between two renewals that a process makes by itself, in milliseconds. */
const RENEW_MS = 2_500;
/** After nobody waits for a request any more, until it is taken to be over, in milliseconds. */
export const TOWN_QUIET_MS = 20_000;
const TIMING = { quietMs: TOWN_QUIET_MS, everyMs: 5_000 };
/** A request may take so long, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Tables by which promises are judged. */
const READ = ['import', 'batch', 'batch_body', 'attempt', 'entry', 'holder', 'decision'];

/** A request that waits in a process: to be sent, or for its reply. */
export interface Call {
  readonly attempt: string;
  readonly mayLeave: () => boolean;
  readonly resolve: (outcome: Outcome) => void;
  sent: boolean;
}

export interface Process {
  readonly name: string;
  readonly holder: SenderLease;
  awake: boolean;
  turn: Promise<unknown> | undefined;
  call: Call | undefined;
}

/** The service keeps the books that the import was planned for, and every process has seen that. */
const SAME_BOOKS: Pick<ServicePort, 'checked'> & { references: Pick<ServicePort['references'], 'drop'> } = {
  checked: new Map([
    ['company', { answers: new Map(), done: true, looking: undefined, moved: false, plans: new Map() }],
  ]),
  references: { drop: async () => undefined },
};

/** The real sender, lease, orphan check, probe and decisions on a real ledger, among a model's clock, service and processes. */
export class Town {
  readonly box: LedgerBox;
  readonly rejection: 'whole' | 'unknown';
  now = NOW;
  requests: Request[] = [];
  readonly processes: (Process | undefined)[];
  /** When nobody waited for a request any more. */
  readonly #leftAt = new Map<string, number>();
  #names = 0;
  /** What a sender did that it must not. */
  broken: string | undefined;

  constructor(box: LedgerBox, rejection: 'whole' | 'unknown', places: number) {
    this.box = box;
    this.rejection = rejection;
    this.processes = Array.from({ length: places }, () => undefined);
  }

  get ports() {
    const living = (_pid: number, started: string) => this.processes.some((process) => process?.name === started);
    const ports = portsOf(this.box.ledger, () => this.now, living);
    const booked = (entry: string) => timesApplied(this, entry) > 0;
    return { ...ports, service: () => probedService(booked, this, TIMING) };
  }

  async view(): Promise<View> {
    const tables = Object.fromEntries(
      await inOrder(READ, async (name) => [
        name,
        await this.box.db.all<Record<string, never>>(`select * from ${name}`),
      ]),
    );
    const aged = tables['holder']!.map((row) => ({ ...row, lease_until: row['lease_until']! - this.now }));
    return viewOf({ ...tables, holder: aged }, (await receiptOf(NUM, this.box.ledger, this.now)).mismatches);
  }

  async importState() {
    return (await this.box.ledger.imports.byNum(NUM)).state;
  }

  async start(at: number): Promise<void> {
    const name = `process ${++this.#names}`;
    let id = 0;
    const holder = await startSenderLease({
      ledger: this.box.ledger,
      host: at === 0 ? 'elsewhere' : 'here',
      pid: this.#names,
      started: name,
      now: () => this.now,
      monotonic: () => this.now,
      newId: () => `${name}.${++id}`,
    });
    this.processes[at] = { name, holder, awake: true, turn: undefined, call: undefined };
  }

  /** A wake-up: it sends what is due, one batch after the other. */
  begin(process: Process, batches: number): void {
    const send = (_: string, body: Buffer | string, { attempt, beforeSend }: SendOptions) =>
      this.#call(process, attempt!, body, beforeSend!);
    const service = {
      ...this.ports.service(),
      timeoutMs: TIMEOUT_MS,
      client: { send },
      ...SAME_BOOKS,
    } as unknown as ServicePort;
    const newId = () => `a${++this.#names}`;
    const turn = postBatches(
      NUM,
      service,
      { after: async () => true, batches },
      { ...this.ports, holder: process.holder, newId },
    );
    process.turn = turn.finally(() => {
      process.turn = undefined;
    });
  }

  async #call(process: Process, attempt: string, body: Buffer | string, mayLeave: () => boolean): Promise<Outcome> {
    const packed = (await this.box.db.get<{ entries: string }>(
      'select entries from batch_body y join attempt a on a.batch = y.no where a.id = ?',
      attempt,
    ))!;
    const entries = unpackEntries(packed.entries);
    const texts = entryTexts(String(body), entries);
    if (!entries.every(({ content }, at) => texts[at]!.includes(`"Description":"${content} `)))
      this.broken = `${attempt} sends other entries than it says`;
    this.broken ??= brokenByAttempt(await this.view(), this, attempt, this.rejection);
    this.requests.push({
      attempt,
      entries: entries.map(({ content }) => content),
      stage: 'unsent',
      left: 'no',
      applied: [],
    });
    return new Promise((resolve) => {
      process.call = { attempt, mayLeave, resolve, sent: false };
    });
  }

  request(attempt: string): Request {
    return this.requests.find((request) => request.attempt === attempt)!;
  }

  change(attempt: string, to: Partial<Request>): void {
    this.requests = this.requests.map((request) => (request.attempt === attempt ? { ...request, ...to } : request));
  }

  letGo(attempt: string): void {
    const request = this.request(attempt);
    this.change(attempt, left({ ...request, stage: request.stage === 'wire' ? 'wire' : 'over' }));
    this.#leftAt.set(attempt, this.now);
  }

  /** The sender learns what came of its request, writes it, and goes on. */
  async end(process: Process, seen: Seen): Promise<void> {
    const { attempt, resolve } = process.call!;
    process.call = undefined;
    this.letGo(attempt);
    const classified = classifyOutcome(seen, { notApplied: [429], now: this.now });
    resolve({ ...classified, message: '', evidence: {} });
    await this.settled();
  }

  kill(at: number): void {
    const process = this.processes[at]!;
    if (process.call !== undefined) this.letGo(process.call.attempt);
    this.processes[at] = undefined;
  }

  async pass(ms: number): Promise<void> {
    for (const until = this.now + ms; this.now < until; ) {
      this.now += Math.min(RENEW_MS, until - this.now);
      for (const process of this.processes) if (process?.awake === true) await process.holder.renew();
    }
    for (const { attempt, left: is } of this.requests) {
      if (is === 'gone' && this.now - this.#leftAt.get(attempt)! >= TOWN_QUIET_MS)
        this.change(attempt, { left: 'quiet', stage: 'over' });
    }
  }

  /** All that can go on without the model has gone on: every turn is over, or waits for a reply. */
  async settled(): Promise<void> {
    const goesOn = () => this.processes.some((process) => process?.turn !== undefined && process.call === undefined);
    do await new Promise((resolve) => setImmediate(resolve));
    while (goesOn());
  }

  async check(): Promise<string | undefined> {
    return this.broken ?? brokenBy(await this.view(), this);
  }
}
