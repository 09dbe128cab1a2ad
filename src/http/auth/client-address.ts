import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isLoopbackAddress, parseNetwork } from '../../core/network.ts';

/** Whether an address is that of a proxy whose word is believed: on this machine, or among `trustedProxies`. */
export type IsProxy = (address: string) => boolean;

/** @param networks as `trustedProxies` names them, checked before */
export function proxiesIn(networks: readonly string[]): IsProxy {
  const known = networks.flatMap((text) => parseNetwork(text) ?? []);
  return (address) => isLoopbackAddress(address) || known.some((network) => network.contains(address));
}

/**
 * Where a request comes from, for the log and for slowing down guesses. Each proxy adds the address that it saw at the end of
 * X-Forwarded-For: from the end on what proxies say is believed, up to the first address that is none of theirs. What stands
 * before that anybody may have written.
 */
export function clientAddress(
  { socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>,
  isProxy: IsProxy,
): string {
  let address = socket.remoteAddress ?? '';
  const seen = String(headers['x-forwarded-for'] ?? '').split(',');
  for (const text of seen.reverse()) {
    const before = text.trim();
    if (!isProxy(address) || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** One person's addresses as one: a network of IPv6 is handed out as a whole (a /64). */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv6' ? (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':') : parsed.toString();
}
