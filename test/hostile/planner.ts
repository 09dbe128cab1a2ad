import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Issue } from '../../src/core/issue.ts';
import type { Receipt } from '../../src/reporting/receipt.ts';
import { startSandbox } from '../../src/sandbox/server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What one file may cost the process that plans it, in bytes, all of the process counted. */
const PEAK_BYTES = 512 * 1024 ** 2;
/** Meant are 10 seconds; a machine under load is given more. */
export const PLANNED_WITHIN_MS = 240_000;

/** What became of a file, as planner.mjs says it. */
export interface Outcome {
  readonly state?: string;
  readonly rows: Receipt['rows'];
  readonly entries: Receipt['entries'];
  readonly issues: Receipt['issues'];
  readonly reason?: Issue;
  /** It could not even be recorded. */
  readonly refused?: Issue;
  /** An error that nobody foresaw. */
  readonly failed?: string;
  readonly cost: { ms: number; processorMs: number; lagMs: number; peakBytes: number };
}

const COLUMNS = 'columns: { entry: Bilag, date: Dato, account: Konto, amount: Beløp, description: Tekst }';
/** Jobs beside `journal`, which has no patterns. */
export const JOBS = {
  journal: '',
  /** Two ways to split the same letters at every letter. */
  endless: 'skip: [{ column: Tekst, matches: "^(a+)+$" }]',
  /** Time that grows with the third power of a text's length. */
  cubic: 'skip: [{ column: Tekst, matches: "x*x*x*y" }]',
  /** Puts a text of its own in the place of the file's. */
  override: 'rules: [{ when: { account: "^1920$" }, set: { description: Kort }, override: true }]',
} as const;

export const HEADER = 'Bilag;Dato;Konto;Beløp;Tekst\n';
export const row = (cells: { key?: string; date?: string; account?: string; amount?: string; text?: string } = {}) =>
  `${cells.key ?? '1'};${cells.date ?? '02.01.2026'};${cells.account ?? '1920'};${cells.amount ?? '1,00'};${cells.text ?? 'x'}\n`;
export const SOUND = HEADER + row() + row({ account: '3000', amount: '-1,00' });

/** One process for all files of a test file, as a service is: what one of them leaves behind meets the next. */
export function usePlanner() {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-hostile-'));
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  let child: ChildProcess;
  let files = 0;
  beforeAll(async () => {
    sandbox = await startSandbox();
    mkdirSync(join(folder, 'jobs'));
    for (const [name, more] of Object.entries(JOBS)) {
      writeFileSync(join(folder, 'jobs', `${name}.yaml`), `kind: bookings\n${COLUMNS}\n${more}\n`);
    }
    child = fork(
      join(ROOT, 'test/hostile/planner.mjs'),
      [JSON.stringify({ cwd: folder, build: join(ROOT, 'build') })],
      {
        env: { ...process.env, BILAG_HOME: join(folder, 'home'), ACCOUNTING_URL: sandbox.url },
      },
    );
    await once(child, 'message');
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const planPath = async (path: string, job: keyof typeof JOBS = 'journal'): Promise<Outcome> => {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      const ended = (code: number | null, signal: string | null) => reject(new Error(`It ended: ${code ?? signal}`));
      child.once('exit', ended);
      child.once('message', (answer) => {
        child.off('exit', ended);
        resolve(answer as Outcome);
      });
      child.send({ path, job });
    });
    expect(outcome.failed).toBeUndefined();
    expect(outcome.cost.peakBytes).toBeLessThan(PEAK_BYTES);
    return outcome;
  };
  return {
    folder,
    planPath,
    /** Writes a file, plans it, and throws it away. */
    async plan(
      name: string,
      content: string | Buffer | Iterable<string | Buffer>,
      job?: keyof typeof JOBS,
    ): Promise<Outcome> {
      const path = join(folder, `${++files}-${name}`);
      const parts = typeof content === 'string' || Buffer.isBuffer(content) ? [content] : content;
      writeFileSync(path, '');
      for (const part of parts) writeFileSync(path, part, { flag: 'a' });
      const outcome = await planPath(path, job);
      rmSync(path);
      return outcome;
    },
  };
}

/** Rejected in words: a code, a message that names the place, and what to do. */
export function expectRejected(outcome: Outcome, code: string, words: RegExp): void {
  const reason = outcome.refused ?? outcome.reason;
  expect(reason).toMatchObject({ code, message: expect.stringMatching(words), suggestion: expect.any(String) });
  expect(JSON.stringify(reason).length).toBeLessThan(5_000);
}
