import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

/** Stay packages of their own: they hold compiled code, or find their files and their parts by path. */
const PACKAGES = [/^libsql/, /^ssh2-sftp-client/];
/** Named by packages for what bilag does not use, and not installed. */
const ABSENT = ['@aws-sdk/client-s3'];

/** `new URL('../app/task-thread.js', import.meta.url)`: a thread starts from a file of that name. */
const THREAD = /new URL\('(\.[./\w-]*\/([\w-]+-thread))\.js', import\.meta\.url\)/g;
/** Everything but main.js lies in one folder. */
const CHUNKS = 'chunks';
/** `new URL('../../samples/', import.meta.url)`: a file of the package, seen from a module. */
const PACKAGE_FILE = /new URL\('((?:\.\.\/)+[^']*)', import\.meta\.url\)/g;
/** Made by others. */
const PAGES = 'web';

const threads = {
  name: 'threads',
  transform(code, id) {
    for (const [, path, name] of code.matchAll(THREAD)) {
      this.emitFile({ type: 'chunk', id: join(dirname(id), `${path}.ts`), fileName: `${CHUNKS}/${name}.js` });
    }
    return code.replace(THREAD, "new URL('./$2.js', import.meta.url)");
  },
};

/** Modules find the files of the package from where they run, as they do from where they are written. */
const packageFiles = (root) => ({
  name: 'package-files',
  transform(code, id) {
    const src = join(root, 'src');
    if (!id.startsWith(src) || dirname(id) === src) return undefined;
    return code.replace(PACKAGE_FILE, (all, path) => {
      const inPackage = relative(root, join(dirname(id), path));
      // The pages are beside the chunks, as they are beside the modules.
      if (inPackage.startsWith('src')) return all;
      return `new URL('../../${inPackage}${path.endsWith('/') && inPackage !== '' ? '/' : ''}', import.meta.url)`;
    });
  },
});

/** Packages find what lies beside their own files, where those are no longer what runs. */
const places = (root) => ({
  name: 'places',
  transform(code, id) {
    if (!id.includes('/node_modules/') || !/\b__dirname\b/.test(code)) return undefined;
    const folder = JSON.stringify(dirname(relative(join(root, 'node_modules'), id)));
    // Where bilag itself is installed as a package, those it needs lie beside it and not in it.
    const places = `require.resolve.paths('x').map((place) => require('node:path').join(place, ${folder}))`;
    return `const __dirname = ${places}.find((place) => require('node:fs').existsSync(place)) ?? '';\n${code}`;
  },
});

/** Node warns of `new Buffer()` outside of node_modules, and of packages that are bundled. */
const buffers = {
  name: 'buffers',
  transform(code, id) {
    if (!id.includes('/node_modules/') || !code.includes('new Buffer(')) return undefined;
    return code.replace(/new Buffer\((\d+|size|len)\)/g, 'Buffer.alloc($1)').replaceAll('new Buffer(', 'Buffer.from(');
  },
};

/**
 * What is loaded at one time, by the modules that it begins with: to find and open a file costs half a millisecond, so what is
 * loaded together lies in few.
 */
const LOADED = {
  start: ['main.ts'],
  home: ['cli/session.ts', 'config/read-config.ts', 'app/app.ts', 'cli/commands/list.ts', 'cli/commands/show.ts'],
  take: ['cli/commands/import.ts', 'config/read-job.ts', 'importing/finish-import.ts', 'doubt/probe.ts'],
  redis: ['doubt/check-attempts.ts', 'queue/connect-redis.ts'],
  work: ['app/workers.ts', 'queue/work-queues.ts', 'queue/redis-cache.ts', 'queue/shared-gate.ts'],
  plan: ['app/task-thread.ts', 'importing/plan-task.ts', 'tabular/open-csv.ts', 'kinds/bookings/plan.ts'],
};

/** Modules that are wanted at the same times lie in one file; what none of those times wants is left to the bundler. */
function together(root) {
  let wanted;
  const follow = (id, time, graph) => {
    const times = wanted.get(id) ?? new Set();
    if (times.has(time)) return;
    wanted.set(id, times.add(time));
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) follow(imported, time, graph);
  };
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'together',
        name(id, graph) {
          if (wanted === undefined) {
            wanted = new Map();
            for (const [time, paths] of Object.entries(LOADED))
              for (const path of paths) follow(join(root, 'src', path), time, graph);
          }
          // What a file begins with lies in it: it is found by its name.
          if (graph.getModuleInfo(id)?.isEntry || !wanted.has(id)) return null;
          return [...wanted.get(id)].join('-');
        },
      },
    ],
  };
}

/**
 * Puts what src/ and its packages are into few files: to load a file costs more than to read it. What only some commands
 * need is in files of their own, as `import()` says. Names stay as they are, so that a stack can be read.
 * @param {string} root of bilag
 * @param {string} folder where main.js goes; what an earlier build left there is removed, except the pages
 * @param {import('rolldown').Plugin[]} more that change what is taken along
 */
export async function bundle(root, folder, more = []) {
  const program = await rolldown({
    input: { main: join(root, 'src', 'main.ts') },
    platform: 'node',
    // bull-board would look for its pages by eval; it is told where they are.
    // What is loaded when is said in LOADED.
    checks: { eval: false, ineffectiveDynamicImport: false },
    preserveEntrySignatures: 'allow-extension',
    // Of packages that have both, the modules: of them only what is used is taken along.
    resolve: { mainFields: ['module', 'main'] },
    external: [...PACKAGES, ...ABSENT],
    plugins: [...more, threads, packageFiles(root), places(root), buffers],
  });
  const { output } = await program.generate({
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: `${CHUNKS}/[name]-[hash].js`,
    codeSplitting: together(root),
  });
  await program.close();
  // What has not changed is left alone, and what is old goes last: bilag may be running from here.
  mkdirSync(join(folder, CHUNKS), { recursive: true });
  for (const { fileName, code } of output) {
    const path = join(folder, fileName);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== code) writeFileSync(path, code);
  }
  const written = new Set(output.map(({ fileName }) => fileName));
  const isOld = (name) => !written.has(name) && name !== CHUNKS && name !== PAGES;
  const names = [...readdirSync(folder), ...readdirSync(join(folder, CHUNKS)).map((name) => `${CHUNKS}/${name}`)];
  for (const name of names.filter(isOld)) rmSync(join(folder, name), { recursive: true });
}
