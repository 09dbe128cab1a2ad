import type { ServerPorts } from './server-ports.ts';

/** Has an import taken up at once. Nobody waits for that: what the queue does not hear of, the ledger says within seconds. */
export function wake(num: number, ports: ServerPorts): void {
  ports.wake(num).catch((error: Error) => ports.say(`Import ${num} waits for the next look: ${error.message}`));
}
