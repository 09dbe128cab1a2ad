import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { agree, counted } from '../../src/core/counted.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [2, '2 rows'],
  ['1', '1 row'],
  ['1 234', '1 234 rows'],
])('%s', (n, words) => {
  expect(counted(n, 'row')).toBe(words);
});

test('words with a form of their own for many', () => {
  expect(counted(1, 'batch', 'batches')).toBe('1 batch');
  expect(counted(2, 'batch', 'batches')).toBe('2 batches');
  expect(agree(1, 'needs', 'need')).toBe('needs');
  expect(agree(0, 'needs', 'need')).toBe('need');
});

const NOUNS =
  'accounts|attempts|batches|cells|characters|columns|contacts|copies|decimals|duplicates|entries|files|imports|jobs|lines|messages|models|problems|requests|rows|sheets|texts|values|vouchers|VAT types';
/** A number that is put before a noun which is the same for one and many. */
const LOOSE = new RegExp(`\\$\\{([^}]*)\\} (?:more |other |equal )?(?:${NOUNS})\\b`, 'g');
/** A limit that is a constant and never one, or one of several that the text chooses. */
const NEVER_ONE = /^[A-Z][A-Z_]+$|^limit|Bytes$|^characters$|^LOOK_|^DEMO_|^zip\.|^table$/;
/** So many, where one is said in words of its own. */
const CHOSEN = /(?:=== 1|> 1|length >=)/;

test('no message of the server puts a number before a noun that does not follow it', () => {
  const loose: string[] = [];
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!sandbox).*\.tsx?$/.test(file),
  );
  for (const file of files) {
    const lines = readFileSync(join(src, file), 'utf8').split('\n');
    for (const [at, line] of lines.entries()) {
      if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) continue;
      const near = lines.slice(Math.max(0, at - 3), at + 1).join('\n');
      for (const [words, number] of line.matchAll(LOOSE))
        if (!NEVER_ONE.test(number!) && !/^(?:column|missing|list|shown|\w+\()/.test(number!) && !CHOSEN.test(near))
          loose.push(`${file}:${at + 1}: ${words}`);
    }
  }
  expect(files.length).toBeGreaterThan(300);
  expect(loose).toEqual([]);
});
