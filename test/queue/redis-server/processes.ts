import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const BUILT = resolve(`node_modules/.cache/bilag-test-redis-${process.pid}`);
const HOLD = join(BUILT, 'test/queue/redis-server/hold.js');

/** Node 20 runs no TypeScript: builds the program that the tests run as processes of their own. */
export function buildHolder(): void {
  const flags =
    '--ignoreConfig --target es2023 --module nodenext --types node --skipLibCheck --rewriteRelativeImportExtensions';
  const args = ['node_modules/typescript/bin/tsc', ...flags.split(' '), '--rootDir', '.', '--outDir', BUILT];
  const built = spawnSync(process.execPath, [...args, 'test/queue/redis-server/hold.ts'], { encoding: 'utf8' });
  if (!existsSync(HOLD)) throw new Error(`the holder was not built: ${built.stdout}${built.stderr}`);
}

/** Removes what `buildHolder` built. */
export function removeHolder(): void {
  rmSync(BUILT, { recursive: true, force: true });
}

/** A process that holds something until it is told to leave. */
export interface Holder {
  readonly child: ChildProcess;
  /** What it said when it was ready. */
  readonly said: string;
  /** Tells it to leave, and gives its exit code. */
  leave(): Promise<number | null>;
  /** Kills it with no chance to tidy up. */
  kill(): Promise<void>;
}

/** Starts a holder and waits until it holds. */
export function hold(mode: 'lock' | 'redis', home: string, env: NodeJS.ProcessEnv): Promise<Holder> {
  return startHolder(mode, home, env).ready;
}

/** Starts a holder; `ready` rejects where it ends before it holds. */
export function startHolder(mode: 'lock' | 'redis', home: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [HOLD, mode, home], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let wrong = '';
  child.stderr.on('data', (text) => {
    wrong += text;
  });
  // Its end, not that of its streams: a server that it leaves behind may hold those.
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const first = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const early = ended.then(() => Promise.reject(new Error(`the holder ended: ${wrong}`)));
  const ready = Promise.race([first, early]).then(
    ([said]): Holder => ({
      child,
      said,
      leave: async () => {
        child.stdin.write('leave\n');
        return (await ended)[0];
      },
      kill: async () => {
        child.kill('SIGKILL');
        await ended;
      },
    }),
  );
  return { child, ready };
}
