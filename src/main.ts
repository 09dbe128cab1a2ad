#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import type { Output } from './cli/context.ts';
import { EXIT } from './cli/exit-code.ts';
import { runCli } from './cli/run-cli.ts';

/** The only file that exits. */
const interrupted = new AbortController();
let listening = false;

function interruption(): AbortSignal {
  if (!listening) {
    listening = true;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (interrupted.signal.aborted) process.exit(EXIT.interrupted);
        interrupted.abort();
      });
    }
  }
  return interrupted.signal;
}

function outputOf(stream: NodeJS.WriteStream): Output {
  // Whoever reads us may have heard enough: `bilag list | head`.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(EXIT.ok);
  });
  const isTerminal = stream.isTTY === true;
  return {
    write: (text) => void stream.write(text),
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
    open: async (config, say) => (await import('./app.ts')).openApp(config, say),
    interruption,
    now: Date.now,
  },
  version,
);
// What was written to a pipe may still be on its way; nothing else may keep the process.
process.exitCode = code;
for (const stream of [process.stdout, process.stderr]) {
  await new Promise<void>((resolve) => void stream.write('', () => resolve()));
}
process.exit(code);
