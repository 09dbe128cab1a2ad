// npm run shape [-- FOLDER]: figures about the shape of the sources. It judges nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const src = resolve(process.argv[2] ?? join(dirname(dirname(fileURLToPath(import.meta.url))), 'src'));
/** A file below this with one importer may belong into that importer. */
const SMALL_LINES = 60;

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)));
const texts = new Map(files.map((file) => [file, readFileSync(join(src, file), 'utf8')]));
const linesOf = (file) => texts.get(file).split('\n').length - 1;
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** @returns {{ to: string, loaded: boolean }[]} loaded: with the file, and not as types or by `import()` */
function importsOf(file) {
  const statements = texts.get(file).matchAll(/^(import|export)( type)?\b[^;]*?'(\.[^']+)'|import\('(\.[^']+)'\)/gm);
  return [...statements]
    .map(([, , type, from, later]) => ({
      to: relative(src, resolve(src, dirname(file), from ?? later)),
      loaded: !type && !later,
    }))
    .filter(({ to }) => texts.has(to));
}
const graph = new Map(files.map((file) => [file, importsOf(file)]));

/** Groups of files that reach each other (Tarjan). */
function circles(follow) {
  const found = [];
  const order = new Map();
  const low = new Map();
  const stack = [];
  const visit = (file) => {
    order.set(file, order.size);
    low.set(file, order.get(file));
    stack.push(file);
    for (const { to } of graph.get(file).filter(follow)) {
      if (!order.has(to)) visit(to);
      if (stack.includes(to)) low.set(file, Math.min(low.get(file), low.get(to)));
    }
    if (low.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) found.push(group.length);
  };
  for (const file of files) if (!order.has(file)) visit(file);
  return found.sort((a, b) => b - a);
}

/** Files that a file reaches when it runs: an upper bound of what one reads to follow it. */
function reach(name) {
  const start = files.find((file) => file === name);
  if (start === undefined) return undefined;
  const seen = new Set([start]);
  for (const file of seen) for (const { to, loaded } of graph.get(file)) if (loaded) seen.add(to);
  return seen.size;
}

const importers = new Map(files.map((file) => [file, new Set()]));
for (const [file, imports] of graph) for (const { to } of imports) importers.get(to).add(file);
const single = files.filter((file) => importers.get(file).size === 1);
const folders = new Map();
for (const file of files) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
/** Comparisons with the name of a kind, and files that hold any: what a kind is, its folder says. */
function branching(which) {
  const pattern = /\bkind (===|!==|=) '(bookings|contacts|custom-fields)'/g;
  const counts = files.filter(which).map((file) => texts.get(file).match(pattern)?.length ?? 0);
  return `${sum(counts)} / ${counts.filter((count) => count > 0).length}`;
}
const isWeb = (file) => file.startsWith('web/');
const lines = sum(files.map(linesOf));
const all = circles(() => true);
const loaded = circles((each) => each.loaded);
const rows = [
  ['files / mean lines', `${files.length} / ${Math.round(lines / files.length)}`],
  ['lines', lines],
  [
    'files with a single importer / of these below 60 lines',
    `${single.length} / ${single.filter((file) => linesOf(file) < SMALL_LINES).length}`,
  ],
  [
    'most files in one folder',
    [...folders]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 3)
      .map(([folder, count]) => `${folder} ${count}`)
      .join(', '),
  ],
  ['comparisons with the name of a kind / files, without web', branching((file) => !isWeb(file))],
  ['comparisons with the name of a kind / files, in web', branching(isWeb)],
  ['circles of imports, types included / the largest', `${all.length} / ${all[0] ?? 0}`],
  ['circles of modules while they are loaded / the largest', `${loaded.length} / ${loaded[0] ?? 0}`],
  ['files in reach: planning a file', reach('importing/plan-task.ts') ?? reach('pipeline/plan-task.ts')],
  ['files in reach: posting', reach('posting/post-batches.ts') ?? reach('pipeline/post-batches.ts')],
  ['files in reach: looking up a doubt', reach('doubt/probe.ts') ?? reach('pipeline/probe-doubts.ts')],
  [
    'references to "design, section N"',
    sum([...texts.values()].map((text) => text.match(/design, section/g)?.length ?? 0)),
  ],
];
for (const [what, figure] of rows) console.log(`${what.padEnd(60)} ${figure}`);
