import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

interface Mutant {
  readonly breaks: readonly { readonly file: string; readonly from: string }[];
  readonly cells?: readonly string[];
  readonly tests?: string;
}

const { MUTANTS } = (await import(new URL('../../chaos/mutants.mjs', import.meta.url).href)) as {
  MUTANTS: Readonly<Record<string, Mutant>>;
};

// A mutant is bred when a long drill asks for it: whoever rewrites a safeguard hears here that its mutant is to be written anew.
test.each(Object.entries(MUTANTS))(
  '%s: what it breaks is in the build, once',
  (_name, { breaks, cells = [], tests }) => {
    for (const { file, from } of breaks) {
      const text = readFileSync(here(`build/${file}`), 'utf8');
      expect(text.split(from).length, `${file} holds ${from} once`).toBe(2);
    }
    expect(cells.length > 0 || tests !== undefined, 'who is to find it').toBe(true);
    if (tests !== undefined) expect(existsSync(here(tests)), tests).toBe(true);
  },
);
