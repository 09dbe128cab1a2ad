import ipaddr from 'ipaddr.js';

/** Addresses of IPv4 or IPv6 that have the first bits in common. */
export interface Network {
  /** Whether an address, as the system or a header says it, belongs to it. */
  contains(address: string): boolean;
}

/** `10.0.0.0/8`, `2001:db8::/32`, or one address; undefined where the text is neither. */
export function parseNetwork(text: string): Network | undefined {
  const isOne = isAddress(text);
  if (!isOne && !ipaddr.isValidCIDR(text)) return undefined;
  const [base, bits] = isOne ? wholeAddress(text) : ipaddr.parseCIDR(text);
  return {
    contains(address) {
      if (!isAddress(address)) return false;
      const parsed = ipaddr.process(address);
      return parsed.kind() === base.kind() && parsed.match(base, bits);
    },
  };
}

/** As the system writes one: no `127.1`, no octal numbers. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

export function isLoopbackAddress(address: string): boolean {
  return isAddress(address) && ipaddr.process(address).range() === 'loopback';
}
