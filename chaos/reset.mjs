/**
 * Ends a connection by RST. `resetAndDestroy` sends a FIN before it, so that the other side may see an ordinary end; this
 * is the same without the FIN.
 * @param {import('node:net').Socket} socket
 */
export function reset(socket) {
  // A connection that does not stand yet has nobody to tell.
  socket.resetAndClosing = !socket.connecting;
  socket.destroy();
}
