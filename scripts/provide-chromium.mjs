// Finds Chromium, for the tests in a real browser and for the screenshots; as root on Debian and its kin installs it where
// there is none. Run by itself it says where it is:   node scripts/provide-chromium.mjs
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Looked for on PATH, in this order. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
/** What is installed: with a font, since a page without one is not what a person sees. */
const PACKAGES = ['chromium', 'fonts-liberation'];
/** Milliseconds that it may take to say its version, and that one apt command may take on a slow line. */
const VERSION_MS = 30_000;
const APT_MS = 10 * 60_000;

/**
 * @returns the program's path; undefined where there is none
 * @throws Error where BILAG_CHROMIUM is set and is no browser that runs here
 */
export function findChromium(env = process.env) {
  const named = env.BILAG_CHROMIUM;
  if (named) {
    if (runs(named, env)) return named;
    throw new Error(`BILAG_CHROMIUM is "${named}", and no Chromium runs there. Point it at one, or unset it.`);
  }
  return NAMES.map((name) => onPath(name, env)).find((path) => path !== undefined && runs(path, env));
}

/**
 * As `findChromium`; installs it where this process may.
 * @returns `{path}`, or `{missing}`: what a person can do, in a line
 */
export function provideChromium({ env = process.env, log = console.error, root = process.getuid?.() === 0 } = {}) {
  const path = findChromium(env);
  if (path !== undefined) return { path };
  const apt = onPath('apt-get', env);
  const byHand = 'or name one in BILAG_CHROMIUM.';
  if (apt === undefined) return { missing: `No Chromium is installed here. Install it, ${byHand}` };
  const command = `apt-get install ${PACKAGES.join(' ')}`;
  if (!root) return { missing: `No Chromium is installed here. Install it (sudo ${command}), ${byHand}` };
  log(`Chromium is not installed; installing it (${command}, about 100 MB)…`);
  const said = install(apt, env);
  const installed = findChromium(env);
  if (installed !== undefined) return { path: installed };
  return { missing: `No Chromium is installed here, and apt-get brought none: ${said} Install it, ${byHand}` };
}

/** @returns the last line of what apt said: why, where it failed */
function install(apt, env) {
  const run = (...words) =>
    spawnSync(apt, ['-q', '-o', 'DPkg::Lock::Timeout=120', ...words], {
      // dpkg needs the programs of the system folders, which a PATH may lack.
      env: {
        ...env,
        PATH: `${env.PATH ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`,
        LC_ALL: 'C',
        DEBIAN_FRONTEND: 'noninteractive',
      },
      encoding: 'utf8',
      timeout: APT_MS,
    });
  const update = run('update');
  const { status, stderr } = run('install', '-y', '--no-install-recommends', ...PACKAGES);
  if (status === 0) return 'all is installed, but no folder of PATH has a Chromium that runs.';
  return `${stderr || update.stderr || 'it said nothing.'}`.trim().split('\n').at(-1);
}

/** Whether it is a browser, and one that runs: on some systems the name stands for a hint where to get it. */
function runs(path, env) {
  const { status, stdout } = spawnSync(path, ['--version'], { env, encoding: 'utf8', timeout: VERSION_MS });
  return status === 0 && /Chrom/.test(stdout);
}

function onPath(name, env) {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    if (folder === '') continue;
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // Not in this one.
    }
  }
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { path, missing } = provideChromium();
  console.log(path ?? missing);
  process.exit(path === undefined ? 1 : 0);
}
