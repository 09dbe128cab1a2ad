import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Issue } from '../../src/core/issue.ts';
import type { PlanFacts } from '../../src/reading/plan-ports.ts';
import type { Receipt } from '../../src/reporting/receipt.ts';
import { type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';
import { listContacts, type Seen } from './list-contacts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const APP = fileURLToPath(new URL('./app-process.mjs', import.meta.url));
/** An import that takes longer hangs, in milliseconds. */
const HANG_MS = 100_000;

/** An account that the sandbox doesn't have by itself. */
export interface NewAccount {
  readonly AccountNumber: number;
  readonly AccountName: string;
}

/** A draft line as the sandbox tells of it. */
export interface BookedLine {
  readonly AccountNumber: number;
  /** Decimal text with two decimals. */
  readonly Amount: string;
  readonly Description: string;
  readonly FinancialDate: string;
  readonly VatCode: string | null;
}

export interface BookedEntry {
  readonly lines: readonly BookedLine[];
  readonly vatLines?: readonly unknown[];
}

export interface Imported {
  /** Undefined where the file was refused before it was received. */
  readonly receipt: Receipt | undefined;
  readonly refused?: Issue;
  readonly facts: PlanFacts | undefined;
  /** Entries that this import added to the books. */
  readonly booked: readonly BookedEntry[];
  /** Of a file of contacts that was imported: all that the service then had. */
  readonly contacts: readonly Seen[];
  /** Milliseconds from the wake-up to the end. */
  readonly ms: number;
}

export interface ImportOptions {
  /** Name that the file comes under; default: `file.csv`, or that of the path. */
  readonly file?: string;
  /** False: only planned. */
  readonly book?: boolean;
  readonly timeoutMs?: number;
}

export interface Driver {
  /** @param content the bytes of the file, or `{ path }` where it lies already */
  importFile(
    content: string | Buffer | { readonly path: string },
    jobYaml: string,
    options?: ImportOptions,
  ): Promise<Imported>;
  /** Account numbers that the service knows. */
  accountNumbers(): Promise<readonly string[]>;
  addAccounts(accounts: readonly NewAccount[]): Promise<void>;
  /** Most memory that bilag's process held so far, in MB. */
  peakMb(): Promise<number>;
  close(): Promise<void>;
}

/** Starts a sandbox, and bilag in a process of its own beside it: one for many imports, each under a job of its own. */
export async function startDriver(options: SandboxOptions = {}): Promise<Driver> {
  if (!existsSync(join(ROOT, 'dist', 'main.js'))) {
    spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  }
  const home = await mkdtemp(join(tmpdir(), 'bilag-e2e-'));
  const jobs = join(home, 'jobs');
  await mkdir(jobs);
  const sandbox = await startSandbox(options);
  const app = await startApp(home, jobs, sandbox.url);
  let count = 0;
  const added: NewAccount[] = [];

  /** What stands in the books, which are emptied: bilag keeps its own account of what it booked. */
  async function takeBooked(): Promise<BookedEntry[]> {
    const { entries } = await control<{ entries: BookedEntry[] }>(sandbox.url, 'booked');
    await control(sandbox.url, 'reset', {});
    if (added.length > 0) await control(sandbox.url, 'accounts', added);
    return entries;
  }

  return {
    async importFile(content, jobYaml, { file, book = true, timeoutMs = HANG_MS } = {}) {
      const job = `job-${++count}`;
      await writeFile(join(jobs, `${job}.yaml`), jobYaml);
      const given = typeof content === 'object' && 'path' in content;
      const path = given ? content.path : join(home, `file-${count}`);
      if (!given) await writeFile(path, content);
      const name = file ?? (given ? undefined : 'file.csv');
      const found = await app.ask('import', { path, job, file: name, book, timeoutMs });
      const ofContacts = /^kind: contacts$/m.test(jobYaml);
      return {
        receipt: undefined,
        facts: undefined,
        ms: 0,
        contacts: book && ofContacts ? await listContacts(sandbox.url) : [],
        booked: book ? await takeBooked() : [],
        ...(found as object),
      };
    },
    async accountNumbers() {
      const response = await fetch(`${sandbox.url}/api/biz/accounts?select=AccountNumber&top=10000`);
      return ((await response.json()) as { AccountNumber: number }[]).map(({ AccountNumber }) => String(AccountNumber));
    },
    async addAccounts(accounts) {
      added.push(...accounts);
      await control(sandbox.url, 'accounts', accounts);
    },
    peakMb: async () => (await app.ask('peak')) as number,
    async close() {
      await app.close();
      await sandbox.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function startApp(home: string, jobs: string, url: string) {
  const child = fork(APP, {
    env: { ...process.env, BILAG_HOME: home, BILAG_JOBS: jobs, ACCOUNTING_URL: url, ACCOUNTING_TOKEN: 'token' },
    execArgv: [],
  });
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  child.on('message', ({ id, answer, error }: { id: number; answer?: unknown; error?: string }) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(answer);
    else one?.reject(new Error(error));
  });
  child.on('error', fail);
  child.on('exit', (code, signal) => fail(new Error(`bilag's process ended: ${code ?? signal}`)));
  const expect = (id: number) => new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
  await expect(0);
  let last = 0;
  const ask = (question: string, order?: object) => {
    const id = ++last;
    child.send({ id, ask: question, order });
    return expect(id);
  };
  return {
    ask,
    async close() {
      const gone = ended(child);
      if (child.connected) await ask('close').catch(() => child.kill());
      await gone;
    },
  };
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

async function control<T>(url: string, name: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}/sandbox/${name}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json' },
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
