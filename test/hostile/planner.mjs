// Takes files in and plans them one after the other, in one process, as a service does: `{path, job}` comes as a
// message, what became of the file goes back, with what it cost this process.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const { cwd, build } = JSON.parse(process.argv[2]);
const load = (path) => import(pathToFileURL(join(build, path)));
const { readConfig } = await load('config/read-config.js');
const { openApp } = await load('app/app.js');
const { FileRejected } = await load('core/issue.js');
const { receive } = await load('arriving/receive.js');
const { planImport } = await load('importing/plan-import.js');
const { receiptOf } = await load('reporting/receipt.js');

const LAG_RESOLUTION_MS = 20;

const app = openApp(await readConfig({ cwd, env: process.env }), (line) => console.error(line));
const { ledger, ports } = app;

async function bring({ path, job: name }) {
  try {
    const job = await ports.job(name);
    const { row } = await receive(path, job, { book: false, force: true }, ports);
    const state = await planImport(row.num, { ...ports, planner: `hostile:${process.pid}`, progress: () => undefined });
    const { rows, entries, issues, reason } = await receiptOf(row.num, ledger, Date.now());
    return { state, rows, entries, issues, reason };
  } catch (error) {
    if (error instanceof FileRejected) return { refused: error.issue };
    return { failed: String(error.stack ?? error) };
  }
}

process.on('message', async (order) => {
  // The kernel's high-water mark starts again at what is held now.
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Not Linux: the mark is then that of the whole life of the process.
  }
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();
  const used = process.cpuUsage();
  const began = performance.now();
  const outcome = await bring(order);
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(used);
  lag.disable();
  process.send({
    ...outcome,
    cost: { ms, processorMs: (user + system) / 1000, lagMs: lag.max / 1e6, peakBytes: peakBytes() },
  });
});
process.on('disconnect', () => void app.close());
process.send('ready');

function peakBytes() {
  try {
    return 1024 * Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return 1024 * process.resourceUsage().maxRSS;
  }
}
