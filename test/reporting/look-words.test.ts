import { expect, test } from 'vitest';
import { LOOK_CODES } from '../../src/core/look.ts';
import { lookWords } from '../../src/reporting/look-words.ts';

test('what a look found is told in both languages, part by part', () => {
  expect(
    lookWords([
      { say: 'found', entries: ['401', '402', '…'], why: { code: 'found' } },
      { say: 'unclear', entries: ['403'], why: { code: 'failed', facts: { said: 'status 503' } } },
      { say: 'unclear', entries: ['404'], why: { code: 'failed' } },
    ]),
  ).toEqual({
    en: '401, 402, …: found; 403: could not be looked up (status 503); 404: could not be looked up',
    nb: '401, 402, …: funnet; 403: kunne ikke slås opp (status 503); 404: kunne ikke slås opp',
  });
});

test.each(LOOK_CODES)('%s is said otherwise in each language', (code) => {
  const { en, nb } = lookWords([{ say: 'unclear', entries: ['1'], why: { code } }]);
  expect(en).not.toBe(nb);
  for (const text of [en, nb]) expect(text).not.toMatch(/undefined|\(\)| {2}/);
});
