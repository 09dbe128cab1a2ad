import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as AppModule from '../../src/app/app.ts';
import type { CliContext } from '../../src/cli/context.ts';
import type * as CliModule from '../../src/cli/run-cli.ts';
import { BUILD, MAIN } from '../built.ts';
import { serversBelow } from '../queue/redis-server/temporary-home.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
/** A command that takes longer hangs, in milliseconds. */
const HANG_MS = 220_000;

export interface Ran {
  /** 128 and the number of the signal where one ended it. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  /** Resolves when stdout or stderr has said this. */
  said(words: RegExp): Promise<void>;
  /** What it has said so far. */
  told(): Pick<Ran, 'out' | 'err'>;
}

/** A working folder with a home of its own, as a person has one. */
export interface Office {
  readonly folder: string;
  /** Runs a command to its end, in this process; as a process of its own, as it is shipped: `start(…).ended`. */
  run(...args: string[]): Promise<Ran>;
  /** Runs a command as a process of its own. */
  start(...args: string[]): Running;
  write(name: string, text: string): Promise<string>;
  /** Variables on top of a bare environment. */
  readonly env: Record<string, string>;
  leave(): Promise<void>;
}

const JOB = `kind: bookings
columns: { entry: Bilag, date: Dato, account: Konto, amount: Beløp, description: Tekst }
batch: { entries: 2 }
`;

/**
 * @param hangMs after which a process is killed
 */
export async function openOffice(env: Record<string, string> = {}, { hangMs = HANG_MS } = {}): Promise<Office> {
  const folder = await mkdtemp(join(tmpdir(), 'bilag-cli-'));
  await mkdir(join(folder, 'jobs'));
  await writeFile(join(folder, 'jobs', 'journal.yaml'), JOB);
  const running = new Map<ChildProcess, Promise<unknown>>();
  const all: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    // Several of them run at once: each at an address of its own.
    BILAG_DASHBOARD: '127.0.0.1:0',
    ...env,
  };
  if (process.env['BILAG_REDIS_SERVER']) all['BILAG_REDIS_SERVER'] = process.env['BILAG_REDIS_SERVER'];
  const start = (...args: string[]): Running => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: folder,
      env: all,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    const listeners = new Set<() => void>();
    const hear = () => {
      for (const listener of listeners) listener();
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      hear();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
      hear();
    });
    const hung = setTimeout(() => child.kill('SIGKILL'), hangMs);
    const ended = new Promise<Ran>((resolve) => {
      child.on('close', (code, signal) => {
        clearTimeout(hung);
        running.delete(child);
        resolve({ code: code ?? (signal === 'SIGKILL' ? 137 : 143), out, err });
        hear();
      });
    });
    running.set(child, ended);
    return {
      child,
      ended,
      told: () => ({ out, err }),
      said: (words) =>
        new Promise((resolve, reject) => {
          const look = () => {
            if (words.test(out) || words.test(err)) resolve();
            else if (child.exitCode !== null) reject(new Error(`It ended without saying ${words}:\n${out}\n${err}`));
            else return;
            listeners.delete(look);
          };
          listeners.add(look);
          look();
        }),
    };
  };
  return {
    folder,
    env: all,
    start,
    // What is loaded into Node beside bilag needs a process of its own.
    run: (...args) => (all['NODE_OPTIONS'] !== undefined ? start(...args).ended : runHere(args, folder, all)),
    async write(name, text) {
      await writeFile(join(folder, name), text);
      return name;
    },
    async leave() {
      const left = [...running];
      for (const [child] of left) child.kill('SIGKILL');
      // Until it is gone it may still write into the folder, or start a Redis.
      await Promise.all(left.map(([, ended]) => ended));
      // A command that was killed leaves its private Redis to the next one; here there is none.
      for (const home of ['.bilag', '.bilag-demo']) {
        const pid = await readFile(join(folder, home, 'redis', 'server.pid'), 'utf8').catch(() => '');
        if (Number(pid) > 0) end(Number(pid));
      }
      // Nor for that of a home that was moved away under it.
      for (const pid of serversBelow(await realpath(folder))) end(pid);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The command line as `src/main.ts` runs it, with compiled modules: threads start from them. */
async function runHere(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const { runCli } = (await import(join(BUILD, 'cli', 'run-cli.js'))) as typeof CliModule;
  const { openApp } = (await import(join(BUILD, 'app/app.js'))) as typeof AppModule;
  const told = { out: '', err: '' };
  const output = (stream: keyof typeof told) => ({
    write: (text: string) => void (told[stream] += text),
    isTerminal: false,
    columns: undefined,
    stream: undefined,
  });
  const context = {
    cwd,
    env,
    out: output('out'),
    err: output('err'),
    open: async (config, log) => openApp(config, log, VERSION, env),
    interruption: () => new AbortController().signal,
    now: Date.now,
  } satisfies CliContext;
  return { code: await runCli(args, context, VERSION), ...told };
}

/** One that ends by itself just now is gone too. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A journal of balanced entries, or of one with an account that is not there. */
export function journal(
  entries: readonly { readonly key: string; readonly account?: string; readonly amount: string }[],
): string {
  const lines = entries.flatMap(({ key, account = '3000', amount }) => [
    `${key};02.01.2026;1920;${amount};Kontantsalg`,
    `${key};02.01.2026;${account};-${amount};Kontantsalg`,
  ]);
  return `Bilag;Dato;Konto;Beløp;Tekst\n${lines.join('\n')}\n`;
}

export const SOUND = journal([
  { key: '1', amount: '1250,50' },
  { key: '2', amount: '80,00' },
  { key: '3', amount: '0,05' },
]);

/** A journal of entries that are numbered from `first`, each of as many kroner as its number. */
export function numbered(count: number, first = 1): string {
  return journal(Array.from({ length: count }, (_, at) => ({ key: `${first + at}`, amount: `${first + at},00` })));
}

/** What a command with --json answered. */
export const json = ({ out }: Pick<Ran, 'out'>) => JSON.parse(out);
