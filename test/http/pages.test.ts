import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PAGES } from '../../src/http/pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const assets = join(root, 'dist', 'web', 'assets');
const files = readdirSync(assets)
  .filter((name) => !/\.(br|gz)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(assets, name), 'latin1') }));
const page = readFileSync(join(root, 'dist', 'web', 'index.html'), 'utf8');

/** Bytes of the script and of the words that any one screen needs, as they go over the line: in Brotli. */
const SCREEN_MAX = 70_900;
/** Bytes that a person loads who opens every screen, in one language, with the words of all that the server may say. */
const PERSON_MAX = 93_900;
/** Of these, bytes of what is no word of a dictionary. */
const CODE_MAX = 60_500;
/** Names of namespaces and addresses in messages, which nothing is loaded from. */
const NOT_LOADED = /^http:\/\/www\.w3\.org\//;

const scripts = files.filter(({ name }) => name.endsWith('.js'));
const compressed = (name: string, as: 'br' | 'gz') => readFileSync(join(assets, `${name}.${as}`));

/** A script and all that it imports, but not what it loads when a person goes elsewhere. */
function closure(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const { text } = scripts.find((script) => script.name === name)!;
  for (const [, to] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) closure(to!, found);
  return found;
}

/** Dictionaries that one loads while it runs, in each language. */
function loadedBy(name: string): string[] {
  const { text } = scripts.find((script) => script.name === name)!;
  return [...text.matchAll(/import\(\s*[`"']\.\/([\w.-]+\.js)[`"']/g)].map(([, to]) => to!);
}

const languageOf = (name: string) => /\.(en|nb)-/.exec(name)?.[1];
/** `new` of new-HASH.js and of new.en-HASH.js: scripts are named for their folder. */
const folderOf = (name: string) => /^[a-z]+/.exec(name)?.[0];
const sum = (names: Iterable<string>) => [...names].reduce((bytes, name) => bytes + compressed(name, 'br').length, 0);

describe.each(['en', 'nb'])('in the language %s', (language) => {
  const script = /src="\/assets\/([\w.-]+\.js)"/.exec(page)![1]!;
  const words = loadedBy(script).filter((name) => languageOf(name) === language);
  // Of each screen, and of what all of them need: the frame and the issues.
  const ofAll = words.filter((name) => ['web', 'text'].includes(folderOf(name)!));
  // What the server says is loaded when the first message is shown.
  const ofScreens = words.filter((name) => !ofAll.includes(name) && folderOf(name) !== 'why');

  test('one script holds all screens, and is small with the words of any of them', () => {
    expect(loadedBy(script).filter((name) => languageOf(name) === undefined)).toEqual([]);
    expect(ofAll.length).toBe(2);
    expect(ofScreens.length).toBe(PAGES.length);
    for (const each of ofScreens) {
      const needed = [script, each, ...ofAll].reduce((all, name) => closure(name, all), new Set<string>());
      expect(sum(needed), each).toBeLessThan(SCREEN_MAX);
    }
  });

  test('a person loads no words of another language, and little altogether', () => {
    const loaded = scripts.map(({ name }) => name).filter((name) => (languageOf(name) ?? language) === language);
    for (const name of loaded)
      expect(
        [...closure(name)].every((each) => loaded.includes(each)),
        name,
      ).toBe(true);
    expect(sum(loaded)).toBeLessThan(PERSON_MAX);
    expect(sum(loaded.filter((name) => languageOf(name) === undefined))).toBeLessThan(CODE_MAX);
  });
});

test('what is sent compressed is what the files hold', () => {
  for (const { name, text } of files) {
    expect(brotliDecompressSync(compressed(name, 'br')).toString('latin1') === text, name).toBe(true);
    expect(gunzipSync(compressed(name, 'gz')).toString('latin1') === text, name).toBe(true);
  }
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
  const text = readFileSync(join(root, 'src', 'web', 'screens', 'screens.ts'), 'utf8');
  const screens = [...text.matchAll(/^\s*\[\s*'(\/[^']*)'/gm)].map(([, pattern]) => pattern!);
  expect(screens).toContain('/');
  expect([...PAGES].sort()).toEqual(screens.sort());
});
