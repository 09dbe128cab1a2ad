import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PAGES } from '../../src/dashboard/server/page-routes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const assets = join(root, 'dist', 'web', 'assets');
const files = readdirSync(assets).map((name) => ({ name, text: readFileSync(join(assets, name), 'latin1') }));
const page = readFileSync(join(root, 'dist', 'web', 'index.html'), 'utf8');

/** Bytes of all scripts together, as they go over the line. */
const SCRIPTS_MAX = 60_000;
/** Names of namespaces and addresses in messages, which nothing is loaded from. */
const NOT_LOADED = /^http:\/\/www\.w3\.org\//;

test(`all scripts together are under ${SCRIPTS_MAX / 1000} kB gzipped`, () => {
  const scripts = files.filter(({ name }) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.reduce((sum, { text }) => sum + gzipSync(Buffer.from(text, 'latin1')).length, 0);
  expect(bytes).toBeLessThan(SCRIPTS_MAX);
});

test('the pages load nothing from elsewhere, and hold no script or style as text', () => {
  const texts = [{ name: 'index.html', text: page }, ...files];
  const elsewhere = texts.flatMap(({ name, text }) =>
    [...text.matchAll(/(?:https?:)?\/\/[a-z0-9-]+\.[a-z][^\s"'`)]*/gi)]
      .map(([address]) => address)
      .filter((address) => !NOT_LOADED.test(address) && /^http|\.(js|css|woff2?|png|svg)\b/.test(address))
      .map((address) => `${name}: ${address}`),
  );
  expect(elsewhere).toEqual([]);
  expect(page).not.toMatch(/<style|<script(?![^>]*\bsrc=")|\sstyle=|\son\w+=/);
  expect(
    files.filter(({ text, name }) => name.endsWith('.css') && /@import|url\((?!["']?(data:|\/assets))/.test(text)),
  ).toEqual([]);
});

test('the server answers exactly the paths of the screens with the page', () => {
  const text = readFileSync(join(root, 'src', 'dashboard', 'web', 'screens', 'screens.ts'), 'utf8');
  const screens = [...text.matchAll(/^\s*\[\s*'(\/[^']*)'/gm)].map(([, pattern]) => pattern!);
  expect(screens).toContain('/');
  expect([...PAGES].sort()).toEqual(screens.sort());
});
