import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => join(root, name)),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, 'docs', name)),
];

/** Of a heading, as it stands in addresses: lower case, blanks as hyphens, no punctuation. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** What is wrong with the links of a page: files that are not there, and headings that are not in them. */
function brokenIn(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/^```.*?^```/gms, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!).filter((to) => !/^[a-z]+:/.test(to));
  return links
    .filter((to) => {
      const [path, heading] = to.split('#');
      const file = path === '' ? page : join(dirname(page), path!);
      if (!existsSync(file)) return true;
      if (heading === undefined) return false;
      const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, each]) => anchor(each!));
      return !headings.includes(heading);
    })
    .map((to) => `${relative(root, page)}: ${to}`);
}

test('every link of a page leads somewhere', () => {
  expect(pages.length).toBeGreaterThan(80);
  expect(pages.flatMap(brokenIn)).toEqual([]);
});

test('every decision is in the list', () => {
  const list = readFileSync(join(root, 'docs', 'decisions', 'README.md'), 'utf8');
  const there = readdirSync(join(root, 'docs', 'decisions')).filter((name) => /^\d{4}-/.test(name));
  const listed = [...list.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name!);
  // By subject, and a new one has the next number.
  expect(listed.sort()).toEqual(there.sort());
});

test('every test that a page names is there', () => {
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const missing = pages.flatMap((page) => {
    const named = [...readFileSync(page, 'utf8').matchAll(/`(?:test\/)?([\w/*-]+(?:\.e2e)?\.test\.ts)`/g)].map(
      ([, name]) => name!,
    );
    const there = (name: string) => {
      const pattern = new RegExp(`(^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
      return tests.some((path) => pattern.test(path));
    };
    return named.filter((name) => !there(name)).map((name) => `${relative(root, page)}: ${name}`);
  });
  expect(missing).toEqual([]);
});
