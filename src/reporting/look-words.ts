import type { LookCode, LookPart } from '../core/look.ts';

/** What a message names, as text by name; empty where it names nothing of that name. */
type Says = (fact: (name: string) => string) => string;

const ENGLISH: Readonly<Record<LookCode, Says>> = {
  absent: () => 'not found',
  blind: () => 'not found, but neither is a voucher that was booked later',
  deleted: () => 'was booked, and has been deleted in the service since',
  differs: () => 'the service has one that is almost the same',
  failed: (f) => `could not be looked up${f('said') && ` (${f('said')})`}`,
  found: () => 'found',
  hidden: () => 'not found, but the service may not show everything',
  several: () => 'several look the same',
  unasked: () => 'the service can’t search for its text',
  uncontrolled: () => 'not found, but nothing shows that it would be found',
};

const NORWEGIAN: Readonly<Record<LookCode, Says>> = {
  absent: () => 'ikke funnet',
  blind: () => 'ikke funnet, men det er heller ikke et bilag som er bokført senere',
  deleted: () => 'ble bokført og er siden slettet i tjenesten',
  differs: () => 'tjenesten har noe som er nesten likt',
  failed: (f) => `kunne ikke slås opp${f('said') && ` (${f('said')})`}`,
  found: () => 'funnet',
  hidden: () => 'ikke funnet, men tjenesten viser kanskje ikke alt',
  several: () => 'flere ser like ut',
  unasked: () => 'tjenesten kan ikke søke etter teksten',
  uncontrolled: () => 'ikke funnet, men ingenting viser at det ville blitt funnet',
};

/** What a look into the service's books found, in the languages of the pages: `401, 402: found; 403: not found`. */
export function lookWords(parts: readonly LookPart[]): { readonly en: string; readonly nb: string } {
  const say = (words: Readonly<Record<LookCode, Says>>) =>
    parts
      .map(({ entries, why: { code, facts = {} } }) => {
        const said = words[code]((name) => [facts[name] ?? []].flat().join(', '));
        return `${entries.join(', ')}: ${said}`;
      })
      .join('; ');
  return { en: say(ENGLISH), nb: say(NORWEGIAN) };
}
