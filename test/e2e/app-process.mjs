// bilag in a process of its own, as a person's command runs it: built code, a planner's thread, a private Redis.
// Answers requests that come over the process channel; `driver.ts` is its other end.

import { readFileSync } from 'node:fs';
import { openApp } from '../../build/app/app.js';
import { intake } from '../../build/arriving/receive.js';
import { readConfig } from '../../build/config/read-config.js';
import { FileRejected } from '../../build/core/issue.js';
import { receiptOf } from '../../build/reporting/receipt.js';

const LOOK_MS = 10;
const BUSY = ['planning', 'posting'];

const config = await readConfig({ cwd: process.env.BILAG_HOME, env: process.env });
const said = [];
const app = openApp(config, (line) => said.push(line));
await app.work(['plan', 'post'], ['main']);

async function importFile({ path, job: name, file, book, timeoutMs }) {
  const job = await app.ports.job(name);
  let row;
  try {
    ({ row } = await intake(path, job, { file, book, force: true }, app.ports));
  } catch (error) {
    if (error instanceof FileRejected) return { refused: error.issue };
    throw error;
  }
  await app.wake(row.num);
  const began = performance.now();
  for (;;) {
    const { state } = await app.ledger.imports.byNum(row.num);
    if (!BUSY.includes(state)) break;
    const blocked = (await app.ledger.imports.events(row.num)).find(({ what }) => what === 'blocked');
    if (blocked !== undefined) throw new Error(`${file}: blocked: ${JSON.stringify(blocked)}`);
    if (performance.now() - began > timeoutMs)
      throw new Error(`${file}: still ${state} after ${timeoutMs} ms. ${said.join(' ')}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const { facts } = await app.ledger.imports.byNum(row.num);
  return {
    receipt: await receiptOf(row.num, app.ledger, Date.now()),
    facts: facts === null ? undefined : JSON.parse(facts),
    ms: Math.round(performance.now() - began),
  };
}

/** The most memory this program ever held, in MB. `maxRSS` would count what the process was before it became this program. */
function peakMb() {
  try {
    return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

process.on('message', async ({ id, ask, order }) => {
  try {
    if (ask === 'close') {
      await app.close();
      process.send({ id, answer: undefined }, () => process.disconnect());
      return;
    }
    process.send({ id, answer: ask === 'peak' ? peakMb() : await importFile(order) });
  } catch (error) {
    process.send({ id, error: error.stack });
  }
});
process.on('disconnect', () => process.exit());
process.send({ id: 0 });
