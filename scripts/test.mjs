// The whole check: lint, types, tests. Ends with one line of totals: "N passed, N failed, N skipped".
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules', name);

/** Checks that need nothing of each other run at once, and are told one after the other. @type {[name: string, ...args: string[]][]} */
const CHECKS = [
  ['lint', bin('@biomejs/biome/bin/biome'), 'check', '.'],
  ['types', bin('typescript/bin/tsc'), '-p', 'tsconfig.json', '--noEmit'],
  ['types of the pages', bin('typescript/bin/tsc'), '-p', 'src/dashboard/web', '--noEmit'],
  ['types of the tests in a browser', bin('typescript/bin/tsc'), '-p', 'test/browser', '--noEmit'],
];

async function check(...args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  return { said: `${out}${err}`.trim(), passed: code === 0 };
}

let failedChecks = 0;
const checks = CHECKS.map(([name, ...args]) => ({ name, done: check(...args) }));
for (const { name, done } of checks) {
  const { said, passed } = await done;
  console.log(`\n> ${name}${said === '' ? '' : `\n${said}`}`);
  if (!passed) failedChecks++;
}

console.log('\n> tests');
const folder = mkdtempSync(join(tmpdir(), 'bilag-test-'));
const report = join(folder, 'report.json');
const { status } = spawnSync(
  process.execPath,
  [bin('vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  { cwd: root, stdio: 'inherit' },
);

let totals = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
try {
  totals = JSON.parse(readFileSync(report, 'utf8'));
} catch {
  console.error('The tests ended without a report.');
}
rmSync(folder, { recursive: true, force: true });
// A run that failed without a failed test (an error outside of them, no report) is a failure too.
const broken = status !== 0 && totals.numFailedTests === 0 ? 1 : 0;
const failed = totals.numFailedTests + failedChecks + broken;
console.log(
  `\n${totals.numPassedTests} passed, ${failed} failed, ${totals.numPendingTests + totals.numTodoTests} skipped`,
);
process.exit(failed === 0 && totals.numPassedTests > 0 ? 0 : 1);
