// The whole check: lint, types, tests. Ends with one line of totals: "N passed, N failed, N skipped".
// What follows is passed on to vitest: npm test -- test/core -t "a name"
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules', name);
/** Biome leaves out what .gitignore names. A package made by npm has no .gitignore, and Biome would refuse to start. */
const withoutGitignore = existsSync(join(root, '.gitignore')) ? [] : ['--vcs-enabled=false'];

/** Checks that need nothing of each other run at once, and are told one after the other. @type {[name: string, ...args: string[]][]} */
const CHECKS = [
  ['lint', bin('@biomejs/biome/bin/biome'), 'check', '.', ...withoutGitignore],
  ['types', bin('typescript/bin/tsc'), '-p', 'tsconfig.json', '--noEmit'],
  ['types of the pages', bin('typescript/bin/tsc'), '-p', 'src/web', '--noEmit'],
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

const failedChecks = [];
const checks = CHECKS.map(([name, ...args]) => ({ name, done: check(...args) }));
for (const { name, done } of checks) {
  const { said, passed } = await done;
  console.log(passed ? `> ${name}: passed` : `\n> ${name}: failed\n${said}\n`);
  if (!passed) failedChecks.push(name);
}

console.log('> tests');
const folder = mkdtempSync(join(tmpdir(), 'bilag-test-'));
const totalsFile = join(folder, 'totals.json');
const { status } = spawnSync(
  process.execPath,
  [bin('vitest/vitest.mjs'), 'run', '--reporter=./test/short-report.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_TOTALS_FILE: totalsFile } },
);

let totals = { passed: 0, failed: 0, skipped: 0 };
try {
  totals = JSON.parse(readFileSync(totalsFile, 'utf8'));
} catch {
  console.error('The tests ended before they were done: nothing is known of what passed.');
}
rmSync(folder, { recursive: true, force: true });
// A run that failed without a failed test (an error outside of them, no totals) is a failure too.
const broken = status !== 0 && totals.failed === 0 ? 1 : 0;
const failed = totals.failed + failedChecks.length + broken;
if (failedChecks.length > 0)
  console.log(`\nFailed before the tests, and explained above them: ${failedChecks.join(', ')}.`);
console.log(`\n${totals.passed} passed, ${failed} failed, ${totals.skipped} skipped`);
process.exit(failed === 0 && totals.passed > 0 ? 0 : 1);
