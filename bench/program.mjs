import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBooked, checkReceipt } from './check.mjs';
import { JOB } from './journal.mjs';
import { cleanEnvironment, measure } from './measure.mjs';
import { workFolder } from './tidy.mjs';

const JOB_NAME = 'journal';
/** Exit codes of `import` (design, section 7): all booked, or duplicates held. */
const BOOKED = 0;
const HELD = 3;

/**
 * The real command on a home of its own, with its private Redis and its ledger.
 * @param options `job`: `{name, text}`; `config` of the service, beside its address: `{concurrency: 16}`; `node`, the program that runs it
 */
export function openHome(program, service, name, options = {}) {
  const { job = { name: JOB_NAME, text: JOB }, config, node = process.execPath } = options;
  const home = join(workFolder(), name);
  const jobs = join(workFolder(), 'jobs');
  mkdirSync(jobs, { recursive: true });
  writeFileSync(join(jobs, `${job.name}.yaml`), job.text);
  const cwd = join(workFolder(), `${name}-office`);
  mkdirSync(cwd, { recursive: true });
  if (config !== undefined) {
    const main = { baseUrl: service.url, auth: { type: 'bearer', token: 'bench' }, ...config };
    // YAML holds JSON.
    writeFileSync(join(cwd, 'bilag.yaml'), JSON.stringify({ services: { main } }));
  }
  const booked = [];
  const env = cleanEnvironment({
    BILAG_HOME: home,
    BILAG_JOBS: jobs,
    ACCOUNTING_URL: service.url,
    ACCOUNTING_TOKEN: 'bench',
  });

  async function run(nodeArguments, words) {
    const result = await measure(node, [...nodeArguments, program, ...words, '--job', job.name, '--json'], {
      env,
      cwd,
    });
    let receipt;
    try {
      receipt = JSON.parse(result.stdout);
    } catch {
      throw new Error(`${words.join(' ')} gave no receipt (exit code ${result.code}).\n${result.stderr.slice(-4_000)}`);
    }
    return { ...result, receipt };
  }

  function expectCode({ code, stderr, receipt }, expected) {
    if (code === expected) return;
    const { state, rows, issues } = receipt;
    throw new Error(
      `bilag ended with ${code}, expected ${expected}: ${JSON.stringify({ state, rows, issues })}\n${stderr.slice(-4_000)}`,
    );
  }

  return {
    folder: home,
    /** Runs a command; its own checks are the caller's. @param code the exit code it must end with */
    async run(words, { code }) {
      const result = await run([], words);
      expectCode(result, code);
      return result;
    },
    /** Books a file and checks the receipt and the service against its control totals. @param nodeArguments for Node itself */
    async import(file, control, nodeArguments = []) {
      const serviceBefore = service.cpu();
      const result = await run(nodeArguments, ['import', file]);
      const serviceCpu = service.cpu() - serviceBefore;
      expectCode(result, BOOKED);
      checkReceipt(result.receipt, control, 'booked');
      booked.push(control);
      await checkBooked(service, booked);
      return { ...result, serviceCpu };
    },
    /** Imports a file that stands booked once more: nothing may be booked. */
    async importAgain(file, control, nodeArguments = []) {
      const result = await run(nodeArguments, ['import', file, '--force']);
      expectCode(result, HELD);
      checkReceipt(result.receipt, control, 'duplicate');
      await checkBooked(service, booked);
      return result;
    },
    /** Runs a command that takes no job, as a person does. */
    async look(...words) {
      const result = await measure(node, [program, ...words], { env });
      if (result.code !== BOOKED)
        throw new Error(`bilag ${words.join(' ')} ended with ${result.code}.\n${result.stderr}`);
      return result;
    },
    async plan(file) {
      const result = await run([], ['plan', file]);
      expectCode(result, BOOKED);
      return result;
    },
    /** Bytes of the ledger, with what is not merged into it yet, and of the attempt log. */
    kept() {
      const files = readdirSync(home).filter((file) => /^(ledger\.db|attempts\.journal)/.test(file));
      return files.reduce((sum, file) => sum + statSync(join(home, file)).size, 0);
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
