import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';

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

/** Turns texts into texts of any wording: a translation has the same keys, and the same arguments. */
export type Translation<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer A) => string
      ? (...given: A) => string
      : Translation<T[K]>;
};

/** Words of a part of the dashboard, in the languages in which they were loaded. */
interface Dictionary {
  has(to: Language): boolean;
  load(to: Language): Promise<void>;
}

/** Of all scripts that were loaded. */
const dictionaries: Dictionary[] = [];
const missing = (to: Language) => dictionaries.filter((each) => !each.has(to));
const loadMissing = (to: Language) => Promise.all(missing(to).map((each) => each.load(to)));

/**
 * Words of a part of the dashboard, each language a file of its own, which those who read it load:
 * `const t = words({ en: () => import('./words.en.ts'), nb: () => import('./words.nb.ts') })`, then `t.value.book`.
 * They can be read once `worded` has resolved, which is awaited before anything is shown.
 */
export function words<T extends object>(load: {
  readonly en: () => Promise<{ readonly default: T }>;
  readonly nb: () => Promise<{ readonly default: Translation<T> }>;
}): ReadonlySignal<Translation<T>> {
  const loaded = new Map<Language, Translation<T>>();
  dictionaries.push({
    has: (to) => loaded.has(to),
    load: async (to) => void loaded.set(to, (await load[to]()).default as Translation<T>),
  });
  return computed(() => loaded.get(language.value)!);
}

/** Resolves once the words of every script that was loaded are there, in the language that is spoken then. */
export async function worded(): Promise<void> {
  for (let to = language.peek(); missing(to).length > 0; to = language.peek()) await loadMissing(to);
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
    while (missing(to).length > 0) await loadMissing(to);
    if (wanted === to) language.value = to;
  } catch {
    if (wanted === to) isLanguageLost.value = true;
  }
}
