import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ENTRY_ISSUE_CODES, FILE_ISSUE_CODES, ROW_ISSUE_CODES } from '../src/domain/issue.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const src = join(root, 'src');
const sources = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));
const textOf = new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]));
const named = (path: string) => relative(root, path);
/** The pages run in browsers, and are a floor of their own. */
const WEB = 'dashboard/web';
const floorOf = (path: string) => {
  const place = relative(src, path);
  return place.startsWith(`${WEB}/`) ? WEB : place.split('/')[0]!.replace(/\.ts$/, '');
};

/** A floor imports itself and these, no others (ARCHITECTURE.md). Adapters never import each other. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  rules: ['domain'],
  config: ['domain', 'rules'],
  source: ['domain', 'rules'],
  accounting: ['domain', 'rules'],
  ledger: ['domain', 'rules'],
  queue: ['domain', 'rules'],
  notify: ['domain', 'rules'],
  pipeline: ['domain', 'rules', 'source', 'accounting', 'ledger', 'queue', 'notify'],
  sandbox: ['domain'],
  dashboard: ['domain', 'rules', 'config', 'source', 'accounting', 'ledger', 'queue', 'notify', 'pipeline'],
  [WEB]: ['domain', 'rules'],
  cli: ['domain', 'rules', 'config', 'source', 'accounting', 'ledger', 'queue', 'notify', 'pipeline', 'sandbox'],
};
/** These know everything below them. */
const TOP = ['app', 'main'];

function importsOf(path: string): string[] {
  // Of the server the pages know the shapes of its answers, and types are gone when they are built.
  const text = textOf.get(path)!.replaceAll(/import type [^;]*server\/api-[\w-]+\.ts';/g, '');
  const found = text.matchAll(/(?:\bfrom|\bimport|\bimport\(|new URL\()\s*'(\.[^']+)'/g);
  return [...found]
    .map(([, to]) => resolve(dirname(path), to!.replace(/\.js$/, '.ts')))
    .filter((to) => /\.tsx?$/.test(to));
}

describe('floors', () => {
  test('every folder of src has its place', () => {
    const floors = new Set(sources.map(floorOf));
    expect([...floors].filter((floor) => !(floor in MAY_IMPORT) && !TOP.includes(floor))).toEqual([]);
  });

  test('a file imports only what is below it', () => {
    const wrong = sources.flatMap((path) => {
      const floor = floorOf(path);
      const allowed = floor === 'main' ? undefined : floor === 'app' ? Object.keys(MAY_IMPORT) : MAY_IMPORT[floor];
      if (allowed === undefined) return [];
      return importsOf(path)
        .map(floorOf)
        .filter((to) => to !== floor && !allowed.includes(to))
        .map((to) => `${named(path)} imports ${to}`);
    });
    expect(wrong).toEqual([]);
  });

  test('what is imported is there', () => {
    const known = new Set(sources);
    const missing = sources.flatMap((path) =>
      importsOf(path)
        .filter((to) => !known.has(to))
        .map((to) => `${named(path)}: ${named(to)}`),
    );
    expect(missing).toEqual([]);
  });

  test('domain and rules are pure: no clock, no chance, no input or output', () => {
    const impure =
      /\b(Date\.now|Math\.random|performance\.now|new Date\(\)|process\.|console\.)|from 'node:(?!crypto')/;
    const wrong = sources.filter(
      (path) => ['domain', 'rules'].includes(floorOf(path)) && impure.test(textOf.get(path)!),
    );
    expect(wrong.map(named)).toEqual([]);
  });
});

describe('habits', () => {
  test('only main.ts ends the process', () => {
    const ending = sources.filter((path) => /\bprocess\.(exit\(|abort\(|exitCode\s*=)/.test(textOf.get(path)!));
    expect(ending.map(named).filter((path) => path !== 'src/main.ts')).toEqual([]);
  });

  test('every issue code is produced somewhere', () => {
    const others = [...textOf]
      .filter(([path]) => !path.endsWith('domain/issue.ts'))
      .map(([, text]) => text)
      .join('\n');
    const codes = [...ROW_ISSUE_CODES, ...ENTRY_ISSUE_CODES, ...FILE_ISSUE_CODES];
    expect(codes.filter((code) => !others.includes(`'${code}'`))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe('what is shipped', () => {
  const dist = join(root, 'dist');

  test('has the script of every thread under its name', () => {
    const started = [...textOf.values()].flatMap((text) => [...text.matchAll(/new URL\('\.\/(.+?\.js)'/g)]);
    const scripts = started.map(([, name]) => name!);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((name) => !existsSync(join(dist, 'chunks', name)))).toEqual([]);
  });

  test('looks for files beside itself from the folder of chunks, but for its version', () => {
    const main = readFileSync(join(dist, 'main.js'), 'utf8');
    expect(main.match(/^.*import\.meta\.url.*$/gm)).toEqual([expect.stringContaining('../package.json')]);
  });
});

describe('tracked files', () => {
  let listed: string[] = [];
  try {
    listed = execFileSync('git', ['ls-files', '-z'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .split('\0')
      .filter(Boolean);
  } catch {
    // An archive without its history.
  }
  const binary = /\.(xlsx|xls|png|ico|woff2?|gz|zip|pdf)$/;
  const self = 'test/shape.test.ts';
  const texts = listed
    .filter((path) => !binary.test(path) && path !== self)
    .flatMap((path) => {
      try {
        return [[path, readFileSync(join(root, path), 'latin1')] as const];
      } catch {
        return [];
      }
    });

  test.skipIf(listed.length === 0)('leave nothing for later', () => {
    expect(texts.filter(([, text]) => /\b(TODO|FIXME)\b/.test(text)).map(([path]) => path)).toEqual([]);
  });

  test.skipIf(listed.length === 0)('name no folder of one machine, and no package registry', () => {
    const machine =
      /(?<![\w.$}])\/(work|root|Users|home\/[a-z]\w*)\/|\b(registry\.npmjs\.org|registry\.yarnpkg\.com|verdaccio|artifactory)\b/;
    expect(
      texts.filter(([, text]) => machine.test(text)).map(([path, text]) => `${path}: ${machine.exec(text)![0]}`),
    ).toEqual([]);
  });

  test.skipIf(listed.length === 0)('are linted: every folder that holds code is named in biome.json', () => {
    const { includes } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')).files as { includes: string[] };
    const folders = listed
      .filter((path) => /\/.*\.(tsx?|[cm]?js|css|html)$/.test(path))
      .map((path) => path.split('/')[0]);
    expect([...new Set(folders)].filter((folder) => !includes.includes(`${folder}/**`))).toEqual([]);
  });

  test('the lock file takes packages from whichever registry is configured', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
  });
});
