import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ENTRY_ISSUE_CODES, FILE_ISSUE_CODES, ROW_ISSUE_CODES } from '../src/core/issue.ts';
import { KIND_NAMES } from '../src/kinds/kinds.ts';
import { LONGEST } from './longest.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const src = join(root, 'src');
const sources = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));
const textOf = new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]));
const named = (path: string) => relative(root, path);
const roomOf = (path: string) => relative(src, path).split('/')[0]!;

/**
 * From the top down: a room imports those that stand below it, and no others (ARCHITECTURE.md). The features are in this
 * order too, and reach each other without an index of their own.
 */
const ROOMS = [
  ['main.ts'],
  ['app'],
  ['cli'],
  ['http'],
  // The features.
  ['arriving'],
  ['correcting'],
  ['doubt'],
  ['posting'],
  ['importing'],
  ['reporting'],
  // What they rest on.
  ['config'],
  ['kinds'],
  ['reading'],
  // Adapters: none knows another.
  ['ledger', 'service', 'queue', 'tabular', 'threads'],
  ['core'],
];
/** Folders of `kinds`, and which others each may import. `created` is what those share that create records. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  bookings: [],
  contacts: ['created', 'custom-fields'],
  'custom-fields': ['created'],
  created: ['contacts', 'custom-fields'],
};
/** The small accounting service stands alone; who asks for it are the command line and the composition root. */
const SANDBOX = 'sandbox';
/** The pages run in browsers. Of the server they know the shapes of its answers, which are gone when the pages are built. */
const WEB = 'web';
/** Rooms whose files take the clock, chance and files from whoever calls. */
const PURE = ['core', 'reading', 'kinds'];
/** Of these, the ones that exist for input and output, or for time. */
const WITH_INPUT = [
  'core/disk.ts',
  'core/processes.ts',
  'core/retry-write.ts',
  'core/run-periodically.ts',
  'core/watchdog.ts',
  'kinds/bookings/regroup.ts',
  'kinds/contacts/fields-of-others.ts',
  'kinds/contacts/probe.ts',
];
const heightOf = (room: string) => ROOMS.findIndex((rooms) => rooms.includes(room));

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  if (from === WEB || from === SANDBOX) return to === 'core';
  if (to === SANDBOX) return from === 'cli' || from === 'app';
  if (from === 'cli' && to === 'http') return false;
  return to !== WEB && heightOf(from) < heightOf(to);
}

function importsOf(path: string): string[] {
  // Of the server the pages know the shapes of its answers, and types are gone when they are built.
  const text = textOf.get(path)!.replaceAll(/import type [^;]*http\/api\/[\w/-]*shapes\.ts';/g, '');
  const found = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g);
  return [...found]
    .map(([, to]) => resolve(dirname(path), to!.replace(/\.js$/, '.ts')))
    .filter((to) => /\.tsx?$/.test(to));
}

/** What is imported when a module is loaded: types are gone by then, and `import()` waits. */
function loadedBy(path: string): string[] {
  const text = textOf.get(path)!.replaceAll(/import type [^;]*;/g, '');
  return [...text.matchAll(/(?:\bfrom|^import)\s*'(\.[^']+)'/gm)]
    .map(([, to]) => resolve(dirname(path), to!))
    .filter((to) => textOf.has(to));
}

/** Packages that are loaded with these modules, and with what they load. */
function packagesOf(paths: readonly string[]): Set<string> {
  const seen = new Set(paths.map((path) => join(src, path)));
  const packages = new Set<string>();
  for (const path of seen) {
    for (const to of loadedBy(path)) seen.add(to);
    const text = textOf.get(path)!.replaceAll(/import type [^;]*;/g, '');
    for (const [, name] of text.matchAll(/(?:\bfrom|^import)\s*'((?:@[\w-]+\/)?\w[\w.-]*)(?:\/[^']*)?'/gm))
      packages.add(name!);
  }
  return packages;
}

describe('what is loaded when', () => {
  const LOOKING = [
    'cli/session.ts',
    'config/read-config.ts',
    'app/app.ts',
    'cli/commands/list.ts',
    'cli/commands/show.ts',
  ];
  const PLANNING = ['app/task-thread.ts', 'importing/plan-task.ts', 'tabular/open-csv.ts', 'kinds/bookings/plan.ts'];

  test('a command that only looks loads its schema and SQLite, and nothing that works', () => {
    expect([...packagesOf(LOOKING)].sort()).toEqual(['fastest-levenshtein', 'ipaddr.js', 'libsql', 'zod']);
  });

  test('a planner loads what reads a file, and no schema', () => {
    expect([...packagesOf(PLANNING)].sort()).toEqual([
      'csv-parse',
      'decimal.js',
      'fastest-levenshtein',
      'iconv-lite',
      'libsql',
    ]);
  });
});

describe('rooms', () => {
  test('every folder of src has its place', () => {
    const rooms = new Set(sources.map(roomOf));
    expect([...rooms].filter((room) => heightOf(room) < 0 && room !== WEB && room !== SANDBOX)).toEqual([]);
  });

  test('a file imports only what is below it', () => {
    const wrong = sources.flatMap((path) =>
      importsOf(path)
        .filter((to) => !mayImport(roomOf(path), roomOf(to)))
        .map((to) => `${named(path)} imports ${named(to)}`),
    );
    expect(wrong).toEqual([]);
  });

  test('a kind of job knows no other, but for contacts with custom fields', () => {
    const kindOf = (path: string) => relative(join(src, 'kinds'), path).split('/')[0]!;
    const wrong = sources
      .filter((path) => Object.hasOwn(KINDS, kindOf(path)))
      .flatMap((path) =>
        importsOf(path)
          .filter((to) => roomOf(to) === 'kinds' && Object.hasOwn(KINDS, kindOf(to)) && kindOf(to) !== kindOf(path))
          .filter((to) => !KINDS[kindOf(path)]!.includes(kindOf(to)))
          .map((to) => `${named(path)} imports ${named(to)}`),
      );
    expect(wrong).toEqual([]);
  });

  test('nobody outside kinds compares the name of a kind: what a kind is, its folder says', () => {
    // The small service is one of its own, and knows none of ours.
    const excepted = ['kinds', SANDBOX];
    const names = KIND_NAMES.join('|');
    const comparing = new RegExp(
      `[Kk]ind\\b[^\\n]{0,40}?(===|!==|<>) ?'(${names})'|\\bkind\\??(: \\w+)? = '(${names})'|case '(${names})':`,
    );
    const wrong = sources.filter((path) => !excepted.includes(roomOf(path)) && comparing.test(textOf.get(path)!));
    expect(wrong.map((path) => `${named(path)}: ${comparing.exec(textOf.get(path)!)![0]}`)).toEqual([]);
  });

  test('no module waits, while it is loaded, for one that waits for it', () => {
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (path: string, way: readonly string[]) => {
      const begins = way.indexOf(path);
      if (begins >= 0) circles.push([...way.slice(begins), path].map(named).join(' → '));
      if (begins >= 0 || done.has(path)) return;
      for (const to of loadedBy(path)) visit(to, [...way, path]);
      done.add(path);
    };
    for (const path of sources) visit(path, []);
    expect(circles).toEqual([]);
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

  test('what reads a file takes its clock, its chance and its files from whoever calls: it has none of its own', () => {
    const impure =
      /\b(Date\.now|Math\.random|performance\.now|new Date\(\)|process\.|console\.)|from 'node:(?!crypto'|path')/;
    const wrong = sources.filter(
      (path) =>
        PURE.includes(roomOf(path)) && !WITH_INPUT.includes(relative(src, path)) && impure.test(textOf.get(path)!),
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
      .filter(([path]) => !path.endsWith('core/issue.ts'))
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
    const started = [...textOf.values()].flatMap((text) => [...text.matchAll(/new URL\('\.[./\w-]*\/(.+?\.js)'/g)]);
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

test('the files of tests that are started first are there', () => {
  expect(LONGEST.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
