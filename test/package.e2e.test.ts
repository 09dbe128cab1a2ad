import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bilag-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package has what the program needs: installed from its tarball, it runs the demo', () => {
  const home = join(folder, 'home');
  mkdirSync(home);
  // Built it is already; `npm pack` by hand builds it first.
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
  // What installing would bring.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const env = { ...process.env, HOME: home, BILAG_HOME: join(home, 'bilag') };
  const main = join(folder, 'package', 'dist', 'main.js');
  const said = execFileSync(process.execPath, [main, 'demo', '--once'], { cwd: home, env, encoding: 'utf8' });
  expect(said).toMatch(/72 vouchers/);
});
