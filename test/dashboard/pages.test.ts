import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PAGES } from '../../src/dashboard/server/page-routes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const assets = join(root, 'dist', 'web', 'assets');
const files = readdirSync(assets)
  .filter((name) => !name.endsWith('.gz'))
  .map((name) => ({ name, text: readFileSync(join(assets, name), 'latin1') }));
const page = readFileSync(join(root, 'dist', 'web', 'index.html'), 'utf8');

/** Bytes of all scripts that a screen needs, with those of the frame, as they go over the line. */
const SCREEN_MAX = 60_000;
/** Bytes of the scripts of all screens together, in both languages. */
const SCRIPTS_MAX = 110_000;
/** Names of namespaces and addresses in messages, which nothing is loaded from. */
const NOT_LOADED = /^http:\/\/www\.w3\.org\//;

const scripts = files.filter(({ name }) => name.endsWith('.js'));
const bytesOf = (text: string) => gzipSync(Buffer.from(text, 'latin1'), { level: 9 }).length;

/** A script and all that it imports, but not what it loads when a person goes elsewhere. */
function closure(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const { text } = scripts.find((script) => script.name === name)!;
  for (const [, to] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) closure(to!, found);
  return found;
}

test('the scripts of the frame and of any one screen are small', () => {
  const frame = closure(/src="\/assets\/([\w.-]+\.js)"/.exec(page)![1]!);
  const loaded = [...frame].flatMap((name) => {
    const { text } = scripts.find((script) => script.name === name)!;
    return [...text.matchAll(/import\(\s*[`"']\.\/([\w.-]+\.js)[`"']/g)].map(([, to]) => to!);
  });
  expect(new Set(loaded).size).toBe(PAGES.length);
  for (const screen of loaded) {
    const needed = [...closure(screen, new Set(frame))];
    const bytes = needed.reduce((sum, name) => sum + bytesOf(scripts.find((one) => one.name === name)!.text), 0);
    expect(bytes, screen).toBeLessThan(SCREEN_MAX);
  }
  expect(scripts.reduce((sum, { text }) => sum + bytesOf(text), 0)).toBeLessThan(SCRIPTS_MAX);
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
