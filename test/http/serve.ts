import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type * as RememberModule from '../../src/app/remember-mapping.ts';
import type * as OpenWorksModule from '../../src/app/runtime-status.ts';
import type * as FetchFilesModule from '../../src/arriving/fetch-files.ts';
import type * as ScheduledRunsModule from '../../src/arriving/scheduled-runs.ts';
import type * as JobBookModule from '../../src/config/job-book.ts';
import type { User } from '../../src/config/users.ts';
import type { JobChange } from '../../src/config/write-job.ts';
import type * as ServerLimitsModule from '../../src/http/limits.ts';
import type { ServerPorts } from '../../src/http/ports.ts';
import type * as StartServerModule from '../../src/http/start-server.ts';
import type * as CancelImportModule from '../../src/importing/cancel.ts';
import type * as ServiceWatchModule from '../../src/posting/service-status.ts';
import { closeAfterFile, closeAfterTest } from '../closing.ts';
import { load, type Office } from '../importing/office.ts';

const { startServer } = await load<typeof StartServerModule>('http/start-server.js');
const { openJobBook } = await load<typeof JobBookModule>('config/job-book.js');
const { openRuntimeStatus } = await load<typeof OpenWorksModule>('app/runtime-status.js');
const { createServiceWatch } = await load<typeof ServiceWatchModule>('posting/service-status.js');
const { scheduledRuns } = await load<typeof ScheduledRunsModule>('arriving/scheduled-runs.js');
const { fetchFiles } = await load<typeof FetchFilesModule>('arriving/fetch-files.js');
const { rememberMapping } = await load<typeof RememberModule>('app/remember-mapping.js');
const { cancelImport } = await load<typeof CancelImportModule>('importing/cancel.js');

export type Limits = Partial<ServerLimitsModule.ServerLimits>;
export interface ServeOptions {
  readonly users?: readonly User[];
  readonly trustedProxies?: readonly string[];
  readonly limits?: Limits;
  readonly health?: boolean;
  /** In place of what the office has. */
  readonly ports?: Partial<ServerPorts>;
  /** Closed after the file's last test: for tests that leave nothing behind. */
  readonly keep?: boolean;
}

export type Server = Awaited<ReturnType<typeof serve>>;

/** What the server is given by others, made small: each looks at the office's own ledger. */
export async function portsOf(
  office: Office,
  { health = true, keep = false }: Pick<ServeOptions, 'health' | 'keep'> = {},
) {
  const { ledger, ports } = office;
  const book = openJobBook(join(office.folder, 'jobs'), () => undefined, Date.now);
  await book.refresh();
  const wake = (num: number) => office.app.wake(num);
  const runner = `test, process ${process.pid}`;
  const leaving = new AbortController();
  const mine = { fetch: fetchFiles, variables: process.env, runner, unfinishedMs: 0, wake };
  const runs = scheduledRuns({ ...ports, ...mine }, leaving.signal);
  (keep ? closeAfterFile : closeAfterTest)(async () => {
    leaving.abort();
    await runs.close();
  });
  const { config } = office.app;
  const runtimeStatus = openRuntimeStatus({
    ledger,
    host: ports.host,
    watch: createServiceWatch(Date.now),
    services: Object.keys(config.services),
    roles: () => ['dashboard'],
    queues: () => undefined,
    link: () => undefined,
    runs: async () => runs,
    reconcile: async () => undefined,
  });
  return {
    ...ports,
    wake,
    runtimeStatus: {
      ...runtimeStatus,
      version: '0.0.0',
      book,
      inbox: config.inbox,
      services: Object.values(config.services),
    },
    jobs: () => book.jobs().map(({ name, job }) => ({ name, kind: job.kind, bytes: job.limits.bytes })),
    services: () => ['main'],
    jobFolder: { path: join(office.folder, 'jobs'), refresh: book.refresh },
    health: async () => ({
      ok: health,
      checks: [
        {
          name: 'ledger',
          ok: health,
          what: `${(await ledger.imports.list(10)).length} imports in ${office.folder}`,
          code: health ? ('ledger-well' as const) : ('ledger-locked' as const),
        },
      ],
    }),
    metrics: async () => ({
      type: 'text/plain; version=0.0.4; charset=utf-8',
      text: `bilag_imports ${(await ledger.imports.list(100)).length}\n`,
    }),
    remember: (job: string, mapping: JobChange) => rememberMapping(join(office.folder, 'jobs'), job, mapping),
    cancel: (row: { num: number }, reason: string, who: string) => cancelImport(row, { reason }, { ...ports, who }),
  };
}

/** A server on a free port, over an office's ledger. */
export async function serve(
  office: Office,
  { users = [], trustedProxies = [], limits = {}, health = true, keep = false, ports = {} }: ServeOptions = {},
) {
  const running = await startServer(
    { host: '127.0.0.1', port: 0, users, trustedProxies, version: '0.0.0', limits },
    { ...(await portsOf(office, { health, keep })), ...ports },
  );
  (keep ? closeAfterFile : closeAfterTest)(running.close);
  const { port } = new URL(running.url);
  return {
    ...running,
    port: Number(port),
    /** Files on their way that are still there. */
    temporary: () =>
      readdirSync(join(office.folder, 'home', 'temporary'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    async get(path: string, headers: Record<string, string> = {}) {
      return read(await fetch(running.url + path, { headers }));
    },
    async post(path: string, body?: Body, headers: Record<string, string> = {}) {
      return read(
        await fetch(running.url + path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) }),
      );
    },
    async delete(path: string, headers: Record<string, string> = {}) {
      return read(await fetch(running.url + path, { method: 'DELETE', headers }));
    },
    /** Bytes as they are, over a connection of their own. */
    raw: (): Promise<Socket> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => resolve(socket));
        socket.once('error', reject);
      }),
  };
}

/** What `fetch` sends. */
export type Body = NonNullable<RequestInit['body']>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what it is, is what the tests ask.
  readonly json: any;
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** All that comes on a connection until the other side ends it. */
export function heard(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.once('close', () => resolve(text));
    socket.once('error', () => socket.destroy());
  });
}

/** What becomes so does long before, in milliseconds; a machine under load is given more. */
const PATIENCE_MS = 90_000;

/** Waits for something to become so. */
export async function until(what: () => boolean | Promise<boolean>, limitMs = PATIENCE_MS): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await what())) {
    if (Date.now() > end) throw new Error(`It never became so: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const run = promisify(execFile);

/** The real curl, as a person uses it. */
export async function curl(...args: string[]): Promise<{ status: number; body: string }> {
  const { stdout } = await run('curl', ['-sS', '-w', '\n%{http_code}', ...args], { maxBuffer: 1 << 26 });
  const at = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(at + 1)), body: stdout.slice(0, at) };
}
