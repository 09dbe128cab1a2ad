import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment, measure } from './measure.mjs';
import { workFolder } from './tidy.mjs';

const here = (name) => fileURLToPath(new URL(`./others/${name}`, import.meta.url));
const PACKAGES = ['hledger', 'beancount', 'python3-beancount', 'ledger'];
/** Time that installing them may take, in milliseconds. */
const INSTALL_MS = 5 * 60_000;

/** Each turns a CSV file into a journal; `transactions` counts what came out, so that nothing is praised for doing nothing. */
const OTHERS = [
  {
    name: 'hledger',
    program: 'hledger',
    words: ({ norwegian }) => ['-f', norwegian, '--rules-file', here('hledger.rules'), 'print'],
    transactions: /^2026-\d\d-\d\d/gm,
  },
  {
    name: 'beancount',
    program: 'bean-extract',
    words: ({ norwegian }) => [here('beancount.py'), norwegian],
    transactions: /^2026-\d\d-\d\d \*/gm,
  },
  {
    name: 'ledger',
    program: 'ledger',
    // Takes commas and decimal points only, so it gets the same rows written that way.
    words: ({ english }) => [
      'convert',
      english,
      '--input-date-format',
      '%Y-%m-%d',
      '--account',
      'Journal',
      '-f',
      '/dev/null',
    ],
    transactions: /^2026[-/]\d\d[-/]\d\d/gm,
  },
];

/**
 * Other programs on the same rows. They neither group rows into entries nor check, remember or post them.
 * @param files `{norwegian, english}`: the journal, and the same with commas, decimal points and ISO dates
 * @returns by program `{name, version, cpu}` or `{name, missing}`
 */
export async function measureOthers(files, rows, say) {
  install(say);
  const results = [];
  for (const { name, program, words, transactions } of OTHERS) {
    const version = versionOf(program);
    if (version === undefined) {
      results.push({ name, missing: 'not installed, skipped' });
      continue;
    }
    say(`${version}`);
    const output = join(workFolder(), `${name}.out`);
    const env = cleanEnvironment({ LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' });
    const { code, stderr, cpu } = await measure(program, words(files), { env, output });
    const made = code === 0 ? (readFileSync(output, 'utf8').match(transactions) ?? []).length : 0;
    if (made === rows) results.push({ name, version, cpu });
    else
      results.push({
        name,
        version,
        missing: `made ${made} of ${rows} transactions (exit code ${code}): ${stderr.trim().slice(0, 80)}`,
      });
  }
  return results;
}

function install(say) {
  const missing = OTHERS.some(({ program }) => versionOf(program) === undefined);
  if (!missing || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  say(`installing ${PACKAGES.join(', ')}`);
  const options = { stdio: 'ignore', timeout: INSTALL_MS, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const get = (...words) => execFileSync('apt-get', ['-qq', ...words], options);
  try {
    get('update');
    get('install', '-y', '--no-install-recommends', ...PACKAGES);
  } catch (error) {
    say(`they could not be installed: ${error.message}`);
  }
}

function versionOf(program) {
  const { error, stdout, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return error === undefined ? (stdout || stderr).split('\n')[0].slice(0, 60) : undefined;
}
