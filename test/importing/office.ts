import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as AppModule from '../../src/app/app.ts';
import type * as IntakeModule from '../../src/arriving/receive.ts';
import type * as ConfigModule from '../../src/config/read-config.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type * as PlanModule from '../../src/importing/plan-import.ts';
import type { BatchRow, ImportRow } from '../../src/ledger/rows.ts';
import type * as HolderModule from '../../src/posting/lease.ts';
import type { SenderLease } from '../../src/posting/lease.ts';
import type * as PostModule from '../../src/posting/post-batches.ts';
import type * as ReceiptModule from '../../src/reporting/receipt.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';
import { BUILD } from '../built.ts';
import { closeAfterFile, closeAfterTest } from '../closing.ts';

const load = async <Module>(path: string): Promise<Module> => (await import(join(BUILD, path))) as Module;
const { openApp } = await load<typeof AppModule>('app/app.js');
const { readConfig } = await load<typeof ConfigModule>('config/read-config.js');
const { intake } = await load<typeof IntakeModule>('arriving/receive.js');
const { planImport } = await load<typeof PlanModule>('importing/plan-import.js');
const { postBatches } = await load<typeof PostModule>('posting/post-batches.js');
const { receiptOf } = await load<typeof ReceiptModule>('reporting/receipt.js');
const { startSenderLease } = await load<typeof HolderModule>('posting/lease.js');

export { load };

/** Rows of entries that balance: `journal('1', 100, '2', 50)` are two vouchers of two lines. */
export const JOURNAL_HEADER = 'Bilagsnr;Dato;Konto;Beløp;Tekst';
export function voucher(key: string | number, amount: number, text = `Bilag ${key}`, date = '05.01.2026'): string {
  const units = (sign: number) => (sign * amount).toFixed(2).replace('.', ',');
  return `${key};${date};1920;${units(1)};${text}\n${key};${date};3000;${units(-1)};${text}`;
}
export const journal = (...vouchers: string[]): string => `${[JOURNAL_HEADER, ...vouchers].join('\n')}\n`;

export const JOURNAL_JOB = `kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst }
`;
/** Card purchases: every row is an entry of its own. */
export const CARD_JOB = `kind: bookings
columns: { date: Dato, amount: Beløp, description: Tekst }
defaults: { account: "1920", contraAccount: "4300" }
`;

/** What is to be sent is sent long before, in milliseconds; a machine under load is given more. */
const POSTED_WITHIN_MS = 100_000;
/** The sandbox is in this process: while that stands still, no reply comes either. So long it is waited for, in milliseconds. */
const REPLY_MS = 60_000;
/** The same where a test has a reply never come. */
export const GIVEN_UP_MS = 1_000;

export interface Booked {
  readonly count: number;
  readonly totals: Record<string, string>;
  readonly entries: {
    request: number;
    lines: {
      AccountNumber: number;
      Amount: string;
      Description: string;
      FinancialDate: string;
      VatCode: string | null;
    }[];
  }[];
}

export interface OfficeOptions {
  readonly jobs?: Readonly<Record<string, string>>;
  readonly sandbox?: SandboxOptions;
  /** Keys of the service in bilag.yaml. */
  readonly service?: string;
  /** How long a reply is waited for, in milliseconds. */
  readonly replyMs?: number;
  /** How long looks that find nothing must span, in milliseconds; the real ones span a minute. */
  readonly spanMs?: number;
  /** Shares the folders, and so the ledger, of another. */
  readonly beside?: { readonly folder: string; readonly sandbox: Sandbox };
  /** Closed after the file's last test: for tests that run at the same time. */
  readonly keep?: boolean;
}

export type Office = Awaited<ReturnType<typeof openOffice>>;

/** A ledger, a service and the pipeline's verbs on them, without a queue: each step is called by the test. */
export async function openOffice(options: OfficeOptions = {}) {
  const folder = options.beside?.folder ?? mkdtempSync(join(tmpdir(), 'bilag-pipeline-'));
  const sandbox: Sandbox = options.beside?.sandbox ?? (await startSandbox(options.sandbox));
  mkdirSync(join(folder, 'jobs'), { recursive: true });
  const defineJob = (name: string, yaml: string) => writeFileSync(join(folder, 'jobs', `${name}.yaml`), yaml);
  for (const [name, yaml] of Object.entries(
    options.jobs ?? (options.beside ? {} : { journal: JOURNAL_JOB, card: CARD_JOB }),
  )) {
    defineJob(name, yaml);
  }
  const useService = (keys: string, url = sandbox.url, replyMs = REPLY_MS) =>
    writeFileSync(
      join(folder, 'bilag.yaml'),
      `services:\n  main:\n    baseUrl: ${url}\n    timeout: { connect: ${REPLY_MS}ms, reply: ${replyMs}ms }\n${keys.replace(/^(?=.)/gm, '    ')}\n`,
    );
  if (options.beside === undefined) useService(options.service ?? '', sandbox.url, options.replyMs);
  const said: string[] = [];
  const config = await readConfig({ cwd: folder, env: { BILAG_HOME: join(folder, 'home') } });
  const app = openApp(config, (_event, message) => said.push(message), 'test');
  const { ledger } = app;
  const { spanMs = 0 } = options;
  const ports: typeof app.ports = {
    ...app.ports,
    service(name) {
      const port = app.ports.service(name);
      return { ...port, probe: port.probe && { ...port.probe, spanMs }, absence: { ...port.absence, spanMs } };
    },
  };
  const planner = `test:${randomUUID()}`;
  let holder: SenderLease | undefined;
  const holderOf = async () =>
    (holder ??= await startSenderLease({
      ledger,
      host: 'test',
      pid: process.pid,
      started: 'now',
      now: Date.now,
      monotonic: () => performance.now(),
      newId: randomUUID,
    }));
  const file = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const take = async (name: string, content: string | Buffer, job = 'journal', { book = true, force = false } = {}) =>
    (await intake(file(name, content), await ports.job(job), { book, force }, ports)).row;
  const plan = (row: Pick<ImportRow, 'num'>, progress: (num: number, rows: number) => void = () => undefined) =>
    planImport(row.num, { ...ports, planner, progress });
  /** One turn of a sender: what is due now. */
  const turn = async (
    row: Pick<ImportRow, 'num' | 'service'>,
    after: (outcome: Outcome) => Promise<boolean> = async () => true,
  ) =>
    postBatches(
      row.num,
      ports.service(row.service),
      { after, batches: 1_000 },
      { ...ports, holder: await holderOf(), newId: randomUUID },
    );
  /** Sends until nothing is left to be sent; waits out backoffs, and for no other import. */
  const post = async (row: Pick<ImportRow, 'num' | 'service'>) => {
    const until = Date.now() + POSTED_WITHIN_MS;
    const isLeft = async () => (await ledger.posting.hasUnsettled(row.num)) || !(await ledger.waits.has(row.num));
    while ((await ledger.imports.byNum(row.num)).state === 'posting' && (await isLeft()) && Date.now() < until) {
      if ((await turn(row)) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const receipt = (row: Pick<ImportRow, 'num'>) => receiptOf(row.num, ledger, Date.now());
  const book = async (name: string, content: string | Buffer, job = 'journal', how: { force?: boolean } = {}) => {
    const row = await take(name, content, job, how);
    await plan(row);
    await post(row);
    return { row, receipt: await receipt(row) };
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${sandbox.url}/sandbox/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const office = {
    folder,
    sandbox,
    app,
    ledger,
    ports,
    said,
    holder: holderOf,
    planner,
    defineJob,
    useService,
    file,
    take,
    plan,
    turn,
    post,
    book,
    receipt,
    /** Faults of exactly the next bookings. */
    next: (...faults: string[]) => call('POST', 'next', { faults }),
    faults: (spec: string) => call('PUT', 'faults', { spec }),
    call,
    booked: () => call('GET', 'booked') as Promise<Booked>,
    /** Descriptions of what is booked, one per entry, sorted: entries carry a text of their own in these tests. */
    async texts(): Promise<string[]> {
      return ((await call('GET', 'booked')) as Booked).entries.map(({ lines }) => lines[0]!.Description).sort();
    },
    batches: (row: Pick<ImportRow, 'num'>): Promise<BatchRow[]> => ledger.posting.batches(row.num),
    events: async (row: Pick<ImportRow, 'num'>) => (await ledger.imports.events(row.num)).map(({ what }) => what),
    async close() {
      await holder?.stop();
      holder = undefined;
      await app.close();
      if (options.beside !== undefined) return;
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  (options.keep ? closeAfterFile : closeAfterTest)(office.close);
  return office;
}

/** What goes on after a reply that never came: the same office, which waits for replies as long as it takes. */
export async function openPatient(office: Office, service = ''): Promise<Office> {
  office.useService(service);
  return openOffice({ beside: office });
}

/** All that comes, in a list. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
