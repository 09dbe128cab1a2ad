// Runs the command line with the compiled modules, in one process: each case in a folder and a home of its own.
// In: `{build, cases: [{cwd, commands: [[word, …], …]}]}` on stdin, and the environment that bilag reads.
// Out: for each case what a person saw of its commands, one after the other, and how each ended.
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const { build, cases } = JSON.parse(await text(process.stdin));
const load = (path) => import(pathToFileURL(join(build, path)));
const { runCli } = await load('cli/run-cli.js');
const { openApp } = await load('app/app.js');
const VERSION = '0.0.0';

const seen = [];
for (const { cwd, commands } of cases) {
  let shown = '';
  const output = { write: (words) => void (shown += words), isTerminal: false, columns: undefined, stream: undefined };
  for (const words of commands) {
    shown += `$ bilag ${words.join(' ')}\n`;
    const context = {
      cwd,
      env: { ...process.env, BILAG_HOME: join(cwd, 'home') },
      out: output,
      err: output,
      open: (config, log) => openApp(config, log, VERSION),
      interruption: () => new AbortController().signal,
      now: Date.now,
    };
    const code = await runCli(words, context, VERSION);
    shown += `exit ${code}\n`;
  }
  seen.push(shown);
}
process.stdout.write(JSON.stringify(seen));
process.exit(0);
