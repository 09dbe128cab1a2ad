import { expect, test } from 'vitest';
import { isPublic } from '../../../src/arriving/fetch/allowed-address.ts';

test.each([
  ['8.8.8.8', 'of the internet'],
  ['172.32.0.1', 'just beyond a private range'],
  ['100.128.0.1', 'just beyond carrier-grade NAT'],
  ['2606:4700:4700::1111', 'of the internet'],
  ['::ffff:8.8.8.8', 'IPv4 in IPv6'],
])('%s is public: %s', (address) => {
  expect(isPublic(address)).toBe(true);
});

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['0.0.0.0', 'this machine'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.100.100.200', "a cloud's metadata"],
  ['169.254.169.254', "a cloud's metadata"],
  ['192.0.0.192', "a cloud's metadata"],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['240.0.0.1', 'reserved'],
  ['198.18.0.1', 'for tests of networks'],
  ['192.0.2.1', 'for examples'],
  ['::1', 'loopback'],
  ['::', 'this machine'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', "a cloud's metadata"],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['2001:db8::1', 'for examples'],
  ['::ffff:127.0.0.1', 'IPv4 in IPv6'],
  ['::ffff:7f00:1', 'IPv4 in IPv6'],
  ['::ffff:169.254.169.254', 'IPv4 in IPv6'],
  ['::127.0.0.1', 'IPv4 in IPv6, the old way'],
  ['::ffff:0:127.0.0.1', 'IPv4, translated'],
  ['64:ff9b::7f00:1', 'IPv4, translated'],
  ['64:ff9b:1::7f00:1', 'IPv4, translated'],
  ['2002:7f00:1::', 'IPv4, tunnelled'],
  ['2001:0:7f00:1::', 'IPv4, tunnelled'],
  ['localhost', 'no address'],
  ['', 'no address'],
])('%s is not public: %s', (address) => {
  expect(isPublic(address)).toBe(false);
});
