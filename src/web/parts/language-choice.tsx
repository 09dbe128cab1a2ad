import { LANGUAGES, type Language, language, setLanguage } from '../language.ts';
import { common } from '../words.ts';

const NAMES: Readonly<Record<Language, string>> = { en: 'English', nb: 'Norsk' };

/** Which language the dashboard speaks; every language is called by its own name. */
export function LanguageChoice() {
  return (
    <select
      aria-label={common.language}
      value={language.value}
      onChange={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        void setLanguage(currentTarget.value as Language);
      }}
    >
      {LANGUAGES.map((each) => (
        <option key={each} value={each} lang={each}>
          {NAMES[each]}
        </option>
      ))}
    </select>
  );
}
