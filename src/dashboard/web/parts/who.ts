import { words } from '../language.ts';

/** Those who do something and are no people, by the names under which the history has them. */
const others = words({
  en: { inbox: 'the inbox', schedule: 'the schedule', probe: 'the look into the service' },
  nb: { inbox: 'innboksen', schedule: 'tidsplanen', probe: 'oppslaget i tjenesten' },
});

/** Who did something, in words: a person by name. */
export function who(name: string): string {
  return Object.hasOwn(others.value, name) ? others.value[name as keyof typeof others.value] : name;
}
