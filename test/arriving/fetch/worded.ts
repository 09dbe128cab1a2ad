import { expect } from 'vitest';
import type { RunTold } from '../../../src/core/run-code.ts';
import { runWords } from '../../../src/reporting/run-words.ts';
import type { Facts, Says } from '../../../src/web/why/facts.ts';
import en from '../../../src/web/why/words.en.ts';
import nb from '../../../src/web/why/words.nb.ts';

/** Why a run failed as the pages say it, in English: in either language nothing is missing that the words name. */
export function worded(told: RunTold): string {
  const { en: english, nb: norwegian } = runWords(told) ?? ofPages(told);
  for (const text of [english, norwegian]) {
    expect(text).toMatch(/^\S.*[.:"»”] \S.*$/s);
    expect(text).not.toMatch(/undefined|“”|«»|\(\)| {2}|[ (]\.|: ?\n/);
  }
  expect(english).not.toBe(norwegian);
  return english;
}

function ofPages({ code, reason, facts = {} }: RunTold): { en: string; nb: string } {
  const read = (name: string) => [facts[name] ?? []].flat().join(', ');
  const all: Facts = Object.assign(read, { amount: read, bytes: read, field: read });
  const said = (words: Readonly<Record<string, Says>>) => {
    const says = words[reason ?? code] ?? words[code];
    expect(says, `${code} ${reason}`).toBeDefined();
    return says!(all).replace('\n', ' ');
  };
  return { en: said(en.said), nb: said(nb.said) };
}
