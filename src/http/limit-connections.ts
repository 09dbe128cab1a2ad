import type { Server } from 'node:net';
import { type IsProxy, networkOf } from './auth/client-address.ts';

/**
 * Closes connections of one address beyond the most that it may have: others get in, whatever one does. Through a proxy come
 * many people, so that it has no limit of its own.
 */
export function limitConnections(server: Server, most: number, isProxy: IsProxy): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const one = networkOf(address);
    const count = (open.get(one) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(one, count);
    socket.once('close', () => {
      const left = open.get(one)! - 1;
      if (left === 0) open.delete(one);
      else open.set(one, left);
    });
  });
}
