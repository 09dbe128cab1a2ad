// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
import { expect, it } from 'vitest';
import { substitute } from '../../src/core/environment.ts';

const env = { A: '1', B_2: 'two', EMPTY: '', NESTED: '${A}' };

it.each([
  ['${A}', '1'],
  ['x${A}y${B_2}z${A}', 'x1ytwoz1'],
  ['no variable, $5 and 100 $', 'no variable, $5 and 100 $'],
  ['${NESTED}', '${A}'],
])('puts variables into %j', (text, result) => {
  expect(substitute(text, env)).toMatchObject({ text: result, missing: [], malformed: [] });
});

it.each([
  ['${NONE}', ['NONE']],
  ['${EMPTY}', ['EMPTY']],
  ['${NONE}${A}${NEITHER}', ['NONE', 'NEITHER']],
  ['${toString}', ['toString']],
])('names what is missing in %j', (text, missing) => {
  expect(substitute(text, env).missing).toEqual(missing);
});

it.each([['${A'], ['${}'], ['${A:-b}'], ['${1}'], ['${a b}'], ['$A'], ['${A-${B_2}}']])(
  'says that %j names no variable',
  (text) => {
    expect(substitute(text, env).malformed.length).toBeGreaterThan(0);
  },
);
