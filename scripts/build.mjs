// Makes dist/, which is shipped: the program in few files, and the dashboard's pages in web/. Besides compiles every module of
// src/ by itself to build/, from where tests, drills and benchmarks take them one by one. Quiet when all is well.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bundle } from './bundle.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a package's program; ends with its exit code where that is not 0. */
async function run(path, ...args) {
  const child = spawn(process.execPath, [join(root, 'node_modules', path), ...args], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) process.exit(code ?? 1);
}

const compiled = run('typescript/bin/tsc', '-p', 'tsconfig.build.json');
const pages = run('vite/bin/vite.js', 'build', '--logLevel', 'warn');
await bundle(root, join(root, 'dist'));
chmodSync(join(root, 'dist', 'main.js'), 0o755);
await Promise.all([compiled, pages]);
// The typeface of the pages is passed on with its licence.
copyFileSync(
  join(root, 'node_modules/@fontsource-variable/geist/LICENSE'),
  join(root, 'dist', 'web', 'geist-license.txt'),
);

/** Ways to encode distances, as NPOSTFIX and NDIRECT: which one is best hangs on the file, and no other is far off. */
const DISTANCES = [
  [0, 0],
  [0, 4],
  [0, 15],
  [1, 0],
  [2, 16],
  [3, 0],
];

/** In Brotli, as small as one of its ways makes it. */
function smallest(content) {
  const all = DISTANCES.map(([postfix, direct]) =>
    brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_NPOSTFIX]: postfix, [constants.BROTLI_PARAM_NDIRECT]: direct },
    }),
  );
  return all.reduce((best, each) => (each.length < best.length ? each : best));
}

// As they go over the line: nothing is compressed while somebody waits. Browsers ask for Brotli by https and on the same machine.
const assets = join(root, 'dist', 'web', 'assets');
for (const name of readdirSync(assets)) {
  const content = readFileSync(join(assets, name));
  writeFileSync(join(assets, `${name}.br`), smallest(content));
  writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}
