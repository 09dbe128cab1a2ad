import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
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

/** Words of a part of the dashboard: `t.value.book`. They can be read once `worded` has resolved. */
export interface Words<T> extends Dictionary, ReadonlySignal<Translation<T>> {}

/**
 * Words, each language a file of its own, which those who read it load:
 * `const t = words({ en: () => import('./words.en.ts'), nb: () => import('./words.nb.ts') })`.
 */
export function words<T extends object>(load: {
  readonly en: () => Promise<{ readonly default: T }>;
  readonly nb: () => Promise<{ readonly default: Translation<T> }>;
}): Words<T> {
  const loaded = new Map<Language, Translation<T>>();
  return Object.assign(
    computed(() => loaded.get(language.value)!),
    {
      has: (to: Language) => loaded.has(to),
      load: async (to: Language) => void loaded.set(to, (await load[to]()).default as Translation<T>),
    },
  );
}

/** The words are there, in the language that is spoken. */
export function isWorded(of: readonly Dictionary[]): boolean {
  return of.every((each) => each.has(language.peek()));
}

/** Words of what was shown: those that another language has to have before it is spoken. */
const inUse = new Set<Dictionary>();

/** Resolves once the words are there, in the language that is spoken then: nothing that has them is shown before. */
export async function worded(of: readonly Dictionary[]): Promise<void> {
  const missing = () => of.filter((each) => !each.has(language.peek()));
  for (let rest = missing(); rest.length > 0; rest = missing())
    await Promise.all(rest.map((each) => each.load(language.peek())));
  for (const each of of) inUse.add(each);
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
