import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A clone in which somebody has worked passes the same checks as a fresh one: nobody looks at what programs leave in it. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** Where `npm run demo`, `npm run build`, `bilag start`, the tests, the drills and the screenshots leave what they make. */
const MADE = [
  '.bilag',
  '.bilag-demo',
  '.bilag-demo/jobs',
  'build',
  'coverage',
  'dist',
  'docs/screens',
  'inbox',
  'node_modules',
];
/** Files that fail every check where it sees them. */
const BAD = {
  'bad.ts': 'var   wrong : number = "text"\n',
  'bad.json': '{"wrong"  :1}\n',
  'bad.yaml': 'wrong:   "text"    # two spaces too many\n',
  'bad.log': 'wrong\n',
  'src/bad.ts': 'var   wrong : number = "text"\n',
  'test/bad.test.ts': 'throw   new Error("wrong")\n',
};
const CONFIGURATION = [
  '.gitignore',
  'biome.json',
  'tsconfig.json',
  'vitest.config.ts',
  'test/longest-first.ts',
  'test/longest.ts',
];

let clone: string;

/** Runs a program in the clone, as `npm run lint`, `types` and `unit` do. */
function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: clone, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`, lines: stdout.split('\n').filter(Boolean) };
}
const runPackage = (bin: string, ...args: string[]) => run(process.execPath, join(ROOT, 'node_modules', bin), ...args);

function write(path: string, text: string): void {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), text);
}

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'bilag-clone-'));
  for (const path of CONFIGURATION) cpSync(join(ROOT, path), join(clone, path));
  // Each package by itself: what is bad lies beside them.
  mkdirSync(join(clone, 'node_modules'));
  for (const name of ['vitest', '@types', '@biomejs']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(clone, 'node_modules', name));
  }
  write('src/good.ts', 'export const right = 1;\n');
  write('test/good.test.ts', "import { test } from 'vitest';\n\ntest('right', () => {});\n");
  for (const folder of MADE) {
    for (const [path, text] of Object.entries(BAD)) write(join(folder, path), text);
  }
});

afterAll(() => rmSync(clone, { recursive: true, force: true }));

test('lint passes, in a folder without a repository and without .gitignore too', () => {
  const lint = () => runPackage('@biomejs/biome/bin/biome', 'check', '.');
  expect(lint()).toMatchObject({ status: 0 });
  rmSync(join(clone, '.gitignore'));
  try {
    expect(lint()).toMatchObject({ status: 0 });
  } finally {
    cpSync(join(ROOT, '.gitignore'), join(clone, '.gitignore'));
  }
});

test('lint does see the same file among the sources', () => {
  write('src/bad.ts', BAD['bad.ts']);
  const { status, said } = runPackage('@biomejs/biome/bin/biome', 'check', '.');
  rmSync(join(clone, 'src/bad.ts'));
  expect(status).not.toBe(0);
  expect(said).toContain('src/bad.ts');
});

test('types are checked of the sources and the tests alone', () => {
  const { lines } = runPackage('typescript/bin/tsc', '-p', 'tsconfig.json', '--listFilesOnly');
  const own = lines.filter((path) => path.startsWith(clone)).map((path) => path.slice(clone.length + 1));
  expect(own.sort()).toEqual(['src/good.ts', 'test/good.test.ts', 'test/longest-first.ts', 'test/longest.ts']);
});

test('only what is in test/ is a test', () => {
  const { lines, said } = runPackage('vitest/vitest.mjs', 'list', '--filesOnly');
  expect(lines, said).toEqual(['[bilag] test/good.test.ts']);
});

test.skipIf(spawnSync('git', ['--version']).status !== 0)('git ignores all of it', () => {
  // By .gitignore alone: neither the repository of a hook that runs the tests counts, nor what a person ignores everywhere.
  const git = (...args: string[]) =>
    run('git', `--git-dir=${join(clone, '.git')}`, '--work-tree=.', '-c', 'core.excludesFile=', ...args);
  git('init', '--quiet');
  const { status, lines, said } = git('status', '--porcelain', '--untracked-files=all');
  expect(status, said).toBe(0);
  expect(lines.map((line) => line.slice(3)).sort()).toEqual(
    ['src/good.ts', 'test/good.test.ts', ...CONFIGURATION].sort(),
  );
});
