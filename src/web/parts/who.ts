import { common } from '../words.ts';

/** Why somebody decided so: bilag’s own look-ups say why where they are listed. */
export function reasonOf(name: string | undefined, reason: string): string {
  return name === 'probe' ? who(name) : reason;
}

/** Who did something, in words: a person by name. */
export function who(name: string): string {
  const { others } = common;
  return Object.hasOwn(others, name) ? others[name as keyof typeof others] : name;
}
