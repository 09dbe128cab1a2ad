import { withoutSecrets } from '../rules/without-secrets.ts';
import type { ServiceOptions } from './service-options.ts';

/** A header's value shorter than this is a setting (`nb-NO`), not a secret, in characters. */
const SECRET_LENGTH = 8;
/** A token shorter than this is no secret, and its letters stand in every other word, in characters. */
const TOKEN_LENGTH = 4;

/** What no text about a service may show. */
export function serviceSecrets(options: Pick<ServiceOptions, 'auth' | 'headers' | 'company'>): string[] {
  const secrets = new Set<string>();
  if (options.auth.type === 'bearer' && options.auth.token.length >= TOKEN_LENGTH) secrets.add(options.auth.token);
  for (const value of Object.values(options.headers)) {
    if (value === options.company) continue;
    // `Basic abc…`: the part behind the scheme is the secret, with or without the scheme before it.
    for (const part of [value, ...value.split(' ')]) if (part.length >= SECRET_LENGTH) secrets.add(part);
  }
  secrets.delete('');
  return [...secrets];
}

/** Answers a function that takes a service's secrets out of a text: a service may echo what it was sent. */
export function redactor(options: ServiceOptions): (text: string) => string {
  return withoutSecrets(serviceSecrets(options));
}
