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

/** The pages of the dashboard: built into dist/web, served by `bilag start`. */
export default defineConfig({
  root: 'src/dashboard/web',
  base: '/',
  plugins: [STYLES_OF_SCREENS],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    // What the content security policy allows is what is in the files: nothing is put into the page as text.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    reportCompressedSize: true,
    target: 'es2022',
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
