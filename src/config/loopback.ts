/** Names of this machine that no other machine can reach. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/** Whether an address, or a name, is this machine's alone. @param host without port and brackets */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
