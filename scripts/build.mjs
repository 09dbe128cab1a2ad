// Compiles src/ to dist/, and the dashboard's pages to dist/web/. Quiet when all is well.
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, gzipSync } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
chmodSync(join(root, 'dist', 'main.js'), 0o755);

const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const web = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
if (web.status !== 0) process.exit(web.status ?? 1);

// As they go over the line: nothing is compressed while somebody waits.
const assets = join(root, 'dist', 'web', 'assets');
for (const name of readdirSync(assets)) {
  writeFileSync(
    join(assets, `${name}.gz`),
    gzipSync(readFileSync(join(assets, name)), { level: constants.Z_BEST_COMPRESSION }),
  );
}
