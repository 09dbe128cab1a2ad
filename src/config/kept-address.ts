import { hash } from 'node:crypto';
import { isLoopback, normaliseBaseUrl } from './base-url.ts';
import { shownAddress } from './shown-address.ts';

/** Characters of a hash that tell two addresses apart of which people see the same. */
const HASH_CHARACTERS = 12;

/**
 * The address of a service as the ledger keeps it: all names of this machine are one, and what may be a key is a hash.
 * @param baseUrl as the configuration has it
 */
export function keptAddress(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) url.hostname = 'localhost';
  const address = normaliseBaseUrl(url.href);
  const shown = shownAddress(address);
  return shown === address ? address : `${shown}#${hash('sha256', address, 'hex').slice(0, HASH_CHARACTERS)}`;
}

/** What people see of it. */
export function addressWords(kept: string): string {
  return kept.split('#')[0]!;
}
