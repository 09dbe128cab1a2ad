import type { RunCode, RunTold } from '../core/run-code.ts';
import { ENGLISH } from './run-words.en.ts';
import { NORWEGIAN } from './run-words.nb.ts';

/** What a message names, as text by name; empty where it names nothing of that name. */
export type Says = (fact: (name: string) => string) => string;
export type RunWords = Readonly<Record<RunCode, Says>>;

/** Why a run failed, in the languages of the pages; undefined where pages have words for it: of an issue, or a refusal. */
export function runWords({ code, facts = {} }: RunTold): { readonly en: string; readonly nb: string } | undefined {
  const [, name] = /^run\/(.*)$/.exec(code) ?? [];
  if (name === undefined || !Object.hasOwn(ENGLISH, name)) return undefined;
  const fact = (of: string) => [facts[of] ?? []].flat().join(', ');
  return { en: ENGLISH[name as RunCode](fact), nb: NORWEGIAN[name as RunCode](fact) };
}
