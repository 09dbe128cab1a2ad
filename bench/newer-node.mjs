import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { path, single } from './parts.mjs';

/** The line of Node that is compared with the one that runs the bench. */
const NEWER = '24';

/** The import once more, and csv-parse beside it, on a newer Node, which the registry of npm has as a package. */
export async function newerNodePart(bench) {
  const folder = path('newer-node');
  mkdirSync(folder, { recursive: true });
  const name = `node-${process.platform}-${process.arch}`;
  const words = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', folder];
  execFileSync('npm', [...words, `${name}@${NEWER}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  const node = join(folder, 'node_modules', name, 'bin', 'node');
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  return { newerNode: { version, ...(await single(` on Node ${version}`, {}, { ...bench, node })) } };
}
