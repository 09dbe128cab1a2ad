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

export function setLanguage(to: Language): void {
  localStorage.setItem(KEPT_AS, to);
  language.value = to;
}

/** Turns texts into texts of any wording: a translation has the same keys, and the same arguments. */
type Like<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer A) => string
      ? (...given: A) => string
      : Like<T[K]>;
};

/** Words of a part of the dashboard, in every language: `const t = words({ en: {…}, nb: {…} })`, then `t.value.book`. */
export function words<const T extends object>(texts: {
  readonly en: T;
  readonly nb: Like<T>;
}): ReadonlySignal<Like<T>> {
  return computed(() => (language.value === 'nb' ? texts.nb : (texts.en as unknown as Like<T>)));
}
