import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { toldOf } from '../run-told.ts';
import { SourceFailed } from './source.ts';

/** All that is routed on the internet as IPv6; what lies outside may stand for anything, an address of this machine too. */
const ROUTED = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address is on the internet: not of a private network, of this machine or its cloud, a group or anything
 * reserved. Addresses that wrap an IPv4 address are judged by it, or are not public.
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(ROUTED));
}

/** Which addresses a request may go to. */
export interface AddressRule {
  readonly allowPrivate: boolean;
  /** Without TLS whoever is on the way can read the headers and change the file: not over the internet. */
  readonly encrypted: boolean;
  readonly isPublic?: ((address: string) => boolean) | undefined;
}

/** @throws SourceFailed where a request may not go to this address */
export function checkAddress(address: string, host: string, rule: AddressRule): void {
  const { allowPrivate, encrypted } = rule;
  const open = (rule.isPublic ?? isPublic)(address);
  if (open && !encrypted) {
    throw new SourceFailed(
      `${host} is on the internet, and http:// is not encrypted: anybody on the way could read the headers and change the file.`,
      'Use https://.',
      toldOf('unencrypted', { at: host }),
    );
  }
  if (!open && !allowPrivate) {
    throw new SourceFailed(
      `${host} is ${host === address ? '' : `${address}, `}an address of a private network or of this machine, which a job may not ask.`,
      'If it is meant, say so in the job: fetch: { url: …, allowPrivate: true }',
      toldOf('private', { at: host }),
    );
  }
}

/**
 * A look-up that answers only with addresses that a request may go to. The connection is made to what it answers, so a
 * name that is another address a moment later gains nothing.
 */
export function guardedLookup(lookup: LookupFunction, rule: AddressRule): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, answer, family) => {
      if (error) return callback(error, []);
      const found = typeof answer === 'string' ? [{ address: answer, family: family ?? isIP(answer) }] : answer;
      let refused: Error | undefined;
      const allowed = found.filter(({ address }) => {
        try {
          checkAddress(address, hostname, rule);
          return true;
        } catch (reason) {
          refused ??= reason as Error;
          return false;
        }
      });
      const [first] = allowed;
      if (first === undefined)
        return callback(refused ?? Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND' }), []);
      if (options.all) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
  };
}
