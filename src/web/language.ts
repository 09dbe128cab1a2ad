import { effect, signal } from '@preact/signals';
import type { Translation } from './translation.ts';

export type { Translation } from './translation.ts';

export const LANGUAGES = ['en', 'nb'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEPT_AS = 'bilag-language';

/** Which language the dashboard speaks: as it was chosen, else as the browser says. */
export const language = signal<Language>(chosen());

function chosen(): Language {
  const kept = localStorage.getItem(KEPT_AS);
  if (kept === 'en' || kept === 'nb') return kept;
  return navigator.languages.some((each) => /^(nb|nn|no|da|sv)\b/i.test(each)) ? 'nb' : 'en';
}

effect(() => {
  document.documentElement.lang = language.value;
});

/** In the languages in which it was loaded. */
interface Dictionary {
  has(to: Language): boolean;
  load(to: Language): Promise<void>;
}

/** How the words of each part are loaded: known by what they are read through. */
const dictionaries = new WeakMap<object, Dictionary>();
const dictionaryOf = (words: object) => dictionaries.get(words)!;

/** What is read through this is read in the language that is spoken; whoever does is drawn anew when that changes. */
export function spoken<T extends object>(now: () => T): T {
  return new Proxy({} as T, { get: (_, name) => now()[name as keyof T] });
}

/**
 * Words of a part of the dashboard, `t.book`: each language is a file of its own, which those who read it load. They can be
 * read once `worded` has resolved.
 * `const t = words({ en: () => import('./words.en.ts'), nb: () => import('./words.nb.ts') })`.
 */
export function words<T extends object>(load: {
  readonly en: () => Promise<{ readonly default: T }>;
  readonly nb: () => Promise<{ readonly default: Translation<T> }>;
}): Translation<T> {
  const loaded = new Map<Language, Translation<T>>();
  const read = spoken(() => loaded.get(language.value)!);
  dictionaries.set(read, {
    has: (to) => loaded.has(to),
    load: async (to) => void loaded.set(to, (await load[to]()).default as Translation<T>),
  });
  return read;
}

/** The words are there, in the language that is spoken. */
export function isWorded(of: readonly object[]): boolean {
  return of.every((each) => dictionaryOf(each).has(language.peek()));
}

/** Words of what was shown: those that another language has to have before it is spoken. */
const inUse = new Set<Dictionary>();

/** Resolves once the words are there, in the language that is spoken then: nothing that has them is shown before. */
export async function worded(of: readonly object[]): Promise<void> {
  const all = of.map(dictionaryOf);
  const missing = () => all.filter((each) => !each.has(language.peek()));
  for (let rest = missing(); rest.length > 0; rest = missing())
    await Promise.all(rest.map((each) => each.load(language.peek())));
  for (const each of all) inUse.add(each);
}

let wanted = language.peek();
/** The words of the language that was chosen last could not be loaded. It is spoken once the page is loaded anew. */
export const isLanguageLost = signal(false);

/** Loads the words of all that was shown, and speaks the language then. */
export async function setLanguage(to: Language): Promise<void> {
  localStorage.setItem(KEPT_AS, to);
  wanted = to;
  isLanguageLost.value = false;
  try {
    const missing = () => [...inUse].filter((each) => !each.has(to));
    // Others may come into use meanwhile.
    for (let rest = missing(); rest.length > 0; rest = missing()) await Promise.all(rest.map((each) => each.load(to)));
    if (wanted === to) language.value = to;
  } catch {
    if (wanted === to) isLanguageLost.value = true;
  }
}
