import { type Language, language } from '../language.ts';
import { Notice } from './notice.tsx';

/** In every language: what could not be loaded may be the words. */
const TEXTS: Readonly<Record<Language, { readonly what: string; readonly reload: string }>> = {
  en: { what: 'This could not be loaded. bilag may have been updated meanwhile.', reload: 'Load anew' },
  nb: { what: 'Dette kunne ikke lastes. bilag kan ha blitt oppdatert i mellomtiden.', reload: 'Last på nytt' },
};

/** A script or its words could not be loaded: a page that is loaded anew has those that there are now. */
export function NotLoaded() {
  const { what, reload } = TEXTS[language.value];
  return (
    <Notice tone="warn">
      <p>{what}</p>
      <button type="button" onClick={() => location.reload()}>
        {reload}
      </button>
    </Notice>
  );
}
