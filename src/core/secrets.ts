/** Stands in the place of a secret. */
export const SECRET = '[secret]';

/** Answers a function that takes secrets out of a text, wherever in it they stand. */
export function withoutSecrets(secrets: Iterable<string>): (text: string) => string {
  // The longest first, or a part would be replaced inside the whole and leave the rest of it standing.
  const ordered = [...new Set(secrets)].filter((secret) => secret !== '').sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((result, secret) => result.replaceAll(secret, SECRET), text);
}
