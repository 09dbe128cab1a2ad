import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Where a request comes from, for the log and for slowing down guesses. What the header X-Forwarded-For says is believed of a proxy on
 * this machine only, and only its last address, the one that the proxy itself saw: the others anybody may have written.
 */
export function clientAddress({ socket, headers }: FastifyRequest): string {
  const direct = socket.remoteAddress ?? '';
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)!
    .trim();
  return isLocal(direct) && isIP(forwarded) !== 0 ? forwarded : direct;
}

/** One person's addresses as one: a network of IPv6 is handed out as a whole (a /64). */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv6' ? (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':') : parsed.toString();
}

function isLocal(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';
}
