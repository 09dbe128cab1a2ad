// The whole check: lint, types, tests. Ends with one line of totals: "N passed, N failed, N skipped".
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules', name);
const node = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;

let failedChecks = 0;
const check = (name, ...args) => {
  console.log(`\n> ${name}`);
  if (node(...args) !== 0) failedChecks++;
};

const folder = mkdtempSync(join(tmpdir(), 'bilag-test-'));
const report = join(folder, 'report.json');
check('lint', bin('@biomejs/biome/bin/biome'), 'check', '.');
check('types', bin('typescript/bin/tsc'), '-p', 'tsconfig.json', '--noEmit');
check('types of the pages', bin('typescript/bin/tsc'), '-p', 'src/dashboard/web', '--noEmit');
check('types of the tests in a browser', bin('typescript/bin/tsc'), '-p', 'test/browser', '--noEmit');
console.log('\n> tests');
const status = node(
  bin('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
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
