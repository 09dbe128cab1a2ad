import { common } from '../words.ts';

/** Who did something, in words: a person by name. */
export function who(name: string): string {
  const { others } = common;
  return Object.hasOwn(others, name) ? others[name as keyof typeof others] : name;
}
