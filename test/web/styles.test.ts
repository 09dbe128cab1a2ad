import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const web = fileURLToPath(new URL('../../src/web/', import.meta.url));
const files = readdirSync(web, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(web, join(entry.parentPath, entry.name)));

/** The screen that a file belongs to; none: it is everybody's. */
const screenOf = (file: string) => /^screens\/([\w-]+)\//.exec(file)?.[1];
const read = (file: string) => readFileSync(join(web, file), 'utf8');

/** Screens whose styles know a class; undefined among them: the styles of all. */
const styled = new Map<string, Set<string | undefined>>();
for (const file of files.filter((each) => each.endsWith('.css'))) {
  for (const [, name] of read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .matchAll(/\.([a-z][\w-]*)/g)) {
    styled.set(name!, (styled.get(name!) ?? new Set()).add(screenOf(file)));
  }
}

/** The frame, which looks like the sign-in before any screen is there. */
const FRAME = ['app.tsx', 'main.tsx'];
const markup = files.filter((each) => each.endsWith('.tsx') && !FRAME.includes(each));

test('no screen names a class that only another screen styles: its styles would not reach it', () => {
  const strange = markup.flatMap((file) =>
    [...read(file).matchAll(/class=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
      .flatMap(([, plain, template]) => (plain ?? template)!.split(/\s+/))
      .filter((name) => {
        const where = styled.get(name);
        return where !== undefined && !where.has(undefined) && !where.has(screenOf(file));
      })
      .map((name) => `${file}: ${name}`),
  );
  expect(strange).toEqual([]);
});
