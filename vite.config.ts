import { defineConfig } from 'vite';

/** The pages of the dashboard: built into dist/web, served by `bilag start`. */
export default defineConfig({
  root: 'src/dashboard/web',
  base: '/',
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
  },
});
