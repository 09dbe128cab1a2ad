#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { Output } from './cli/context.ts';
import { EXIT } from './cli/output/exit-code.ts';
import { runCli } from './cli/run-cli.ts';

// What young objects leave behind is cleared by the thread that made them: helpers cost more than they bring (a twelfth of the
// CPU of an import). Threads that start later do as this one.
setFlagsFromString('--no-parallel-scavenge');

/** A second Ctrl-C of a terminal within this time is the first one, in milliseconds: npm passes on what we got already. */
const SAME_KEY_MS = 300;

/** The only file that exits. */
const interrupted = new AbortController();
let listening = false;

function interruption(): AbortSignal {
  if (!listening) {
    listening = true;
    let firstAt: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        // That nobody reads us any more is no signal: the first one after it is still the first.
        if (firstAt === undefined) {
          firstAt = performance.now();
          return interrupted.abort();
        }
        // A terminal that closes sends several hang-ups, of its own and of the shell's.
        if (signal === 'SIGHUP') return;
        if (signal === 'SIGINT' && process.stdin.isTTY && performance.now() - firstAt < SAME_KEY_MS) return;
        process.exit(EXIT.interrupted);
      });
    }
  }
  return interrupted.signal;
}

/** What says that nobody reads us any more: the pipe is closed, or the terminal. */
const UNREAD = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

function outputOf(stream: NodeJS.WriteStream): Output {
  let unread = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!UNREAD.includes(error.code ?? '')) throw error;
    unread = true;
    // Whoever reads us may have heard enough: `bilag list | head`. Requests on their way end first.
    if (listening) interrupted.abort();
    else process.exit(EXIT.ok);
  });
  const isTerminal = stream.isTTY === true;
  return {
    write(text) {
      if (!unread) stream.write(text);
    },
    isTerminal,
    columns: isTerminal ? stream.columns : undefined,
    stream: isTerminal ? stream : undefined,
  };
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const code = await runCli(
  process.argv.slice(2),
  {
    cwd: process.cwd(),
    env: process.env,
    out: outputOf(process.stdout),
    err: outputOf(process.stderr),
    open: async (config, say) => (await import('./app/app.ts')).openApp(config, say, version),
    interruption,
    now: Date.now,
  },
  version,
);
// What was written to a pipe may still be on its way; nothing else may keep the process.
process.exitCode = code;
for (const stream of [process.stdout, process.stderr]) {
  if (!stream.destroyed) await new Promise<void>((resolve) => void stream.write('', () => resolve()));
}
process.exit(code);
