// Imports files one after another with the built program, in one process: a home and a Redis for all of them.
// In: `{cwd, build, imports: [{file, job, service?, answer?}]}` on stdin, and the environment that bilag reads; `service`: what the
// sandbox is asked before the file comes, as `{"PUT quirks": {…}}`. Out, one a file: the receipt, why rows failed, or why
// the file was not taken; and how much the sandbox had booked and created after it.
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const { cwd, build, imports } = JSON.parse(await text(process.stdin));
const load = (path) => import(pathToFileURL(join(build, path)));
const { readConfig } = await load('config/read-config.js');
const { openApp } = await load('app/app.js');
const { FileRejected } = await load('core/issue.js');
const { intake } = await load('arriving/receive.js');
const { receiptOf } = await load('reporting/receipt.js');
const { failedRows } = await load('correcting/failed-rows.js');
const { answerQuestions } = await load('correcting/answer-questions.js');
const { correctionOf } = await load('correcting/correction-of.js');

const LOOK_AGAIN_MS = 10;
/** An import that rests no later is one that hangs. */
const REST_WITHIN_MS = 120_000;
const RESTING = ['planned', 'completed', 'partly-booked', 'rejected', 'in-doubt', 'cancelled'];

const config = await readConfig({ cwd, env: process.env });
const app = openApp(config, (line) => console.error(line));
await app.work(['plan', 'post'], Object.keys(config.services));
const results = [];
for (const { file, job, service = {}, answer, url = process.env.ACCOUNTING_URL } of imports) {
  for (const [request, body] of Object.entries(service)) await control(request, body, url);
  results.push({ ...(await bring(join(cwd, file), job, answer)), ...(await counts(url)) });
  if ('PUT quirks' in service) await control('PUT quirks', {}, url);
}
await app.close();
process.stdout.write(JSON.stringify(results));

/** A file that can't be read is no correction: that it can't is for its plan to say. */
async function refuseMixedCorrection(path) {
  try {
    await correctionOf(path, path);
  } catch (error) {
    if (error instanceof FileRejected && error.issue.code !== 'correction-mismatch') return;
    throw error;
  }
}

/** Entries, contacts and custom fields that the sandbox was sent and took. */
async function counts(url) {
  const [booked, contacts, customFields] = await Promise.all(
    ['booked?summary=1', 'contacts?summary=1', 'custom-fields'].map((name) => control(`GET ${name}`, undefined, url)),
  );
  return { booked: booked.count, contacts: contacts.count, customFields: customFields.count };
}

async function control(request, body, url) {
  const [method, name] = request.split(' ');
  const options = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const reply = await fetch(`${url}/sandbox/${name}`, options);
  if (!reply.ok) throw new Error(`${request}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

async function bring(path, jobName, answer) {
  const { ledger, ports } = app;
  try {
    const job = await ports.job(jobName);
    await refuseMixedCorrection(path);
    const { row } = await intake(path, job, { book: true, force: false }, ports);
    const until = Date.now() + REST_WITHIN_MS;
    const rest = async () => {
      await app.wake(row.num);
      for (;;) {
        const { state } = await ledger.imports.byNum(row.num);
        if (RESTING.includes(state)) break;
        if (Date.now() > until) throw new Error(`${path} is still ${state}.`);
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    };
    await rest();
    if (answer !== undefined) {
      await answerQuestions(await ledger.imports.byNum(row.num), [answer], 'as the paper says', ports);
      await rest();
    }
    const problems = [];
    for (const cells of (await failedRows(await ledger.imports.byNum(row.num), ports)).rows) {
      const [number, why] = cells.slice(-2);
      if (why !== '') problems.push({ row: number, problem: why });
    }
    return { receipt: await receiptOf(row.num, ledger, Date.now()), problems };
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    return { refused: error.issue };
  }
}
