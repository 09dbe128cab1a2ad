import { defineConfig, type Plugin } from 'vite';

/** Styles of a screen, `screens/NAME/*.css`, reach that screen only: the page's root has the class `on-NAME` (app.tsx). */
const STYLES_OF_SCREENS: Plugin = {
  name: 'styles-of-screens',
  enforce: 'pre',
  transform(code, id) {
    const [, screen] = /\/screens\/([\w-]+)\/[\w-]+\.css$/.exec(id) ?? [];
    return screen === undefined ? undefined : { code: `.on-${screen} {\n${code}\n}`, map: null };
  },
};

/**
 * One script holds all screens: they say the same things so often that each by itself would be larger by a tenth. Besides there is
 * one for every dictionary (NAME.en.ts and what it gathers), named for its folder and its language: `new.en-HASH.js`.
 */
function nameOf({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string {
  const [, folder, language = ''] = /([\w-]+)\/[\w-]+(\.\w+)?\.tsx?$/.exec(facadeModuleId ?? '') ?? [];
  return `assets/${folder ?? '[name]'}${language}-[hash].js`;
}

/** Elements are made by `h` itself: calls of it are shorter than those of the runtime that compilers write by themselves. */
const ELEMENTS: Plugin = {
  name: 'elements',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.tsx')) return undefined;
    return { code: `import { h as __h, Fragment as __Fragment } from 'preact';${code}`, map: null };
  },
};

/** Dictionaries import nothing that is not there: Vite's help to load others beforehand would have nothing to do. */
const NOTHING_TO_PRELOAD: Plugin = {
  name: 'nothing-to-preload',
  enforce: 'pre',
  load(id) {
    return id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined;
  },
};

/** The pages of the dashboard: built into dist/web, served by `bilag start`. */
export default defineConfig({
  root: 'src/web',
  base: '/',
  plugins: [STYLES_OF_SCREENS, ELEMENTS, NOTHING_TO_PRELOAD],
  // The same whoever builds: tests look at what is shipped.
  oxc: { jsx: { runtime: 'classic', pragma: '__h', pragmaFrag: '__Fragment', development: false } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // What the content security policy allows is what is in the files: nothing is put into the page as text.
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: true,
    target: 'es2022',
    // A little slower than the minifier of Vite, and smaller by a hundredth.
    minify: 'terser',
    // Getters that nobody reads go here, too, for the reason below.
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 3, inline: 1, pure_getters: true },
      format: { comments: false },
    },
    rolldownOptions: {
      // No getter of ours does anything but subscribe, and no signal is read for that alone: what reads one uses what it says.
      treeshake: { propertyReadSideEffects: false },
      checks: { pluginTimings: false },
      output: {
        chunkFileNames: nameOf,
      },
    },
  },
});
