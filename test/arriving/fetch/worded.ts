import { expect } from 'vitest';
import type { RunTold } from '../../../src/core/refusal.ts';
import type { Facts, Says } from '../../../src/web/why/facts.ts';
import en from '../../../src/web/why/words.en.ts';
import nb from '../../../src/web/why/words.nb.ts';

/** Why a run failed as the pages say it, in English: in either language nothing is missing that the words name. */
export function worded({ code, reason, facts = {} }: RunTold): string {
  const read = (name: string) => [facts[name] ?? []].flat().join(', ');
  const all: Facts = Object.assign(read, { amount: read, bytes: read, field: read });
  const [english, norwegian] = [en.said, nb.said].map((said: Readonly<Record<string, Says>>) => {
    const says = said[reason ?? code] ?? said[code];
    expect(says, `${code} ${reason}`).toBeDefined();
    const text = says!(all);
    expect(text).toMatch(/^\S.*\n\S/);
    expect(text).not.toMatch(/undefined|“”|«»|\(\)| {2}|[ (]\.|: ?\n/);
    return text;
  });
  expect(english).not.toBe(norwegian);
  return english!;
}
