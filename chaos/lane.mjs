/**
 * Does one thing after the other to a socket.
 * @param {import('node:net').Socket} socket
 */
export function createLane(socket) {
  let last = Promise.resolve();
  const step = (work) => {
    last = last.then(work);
    return last;
  };
  /** @param {Buffer} bytes @param {() => void} done called when the kernel has taken all of them */
  const write = (bytes, done) =>
    step(
      () =>
        new Promise((resolve) => {
          if (!socket.writable) return resolve();
          socket.write(bytes, (error) => {
            if (!error) done();
            resolve();
          });
        }),
    );
  return { step, write };
}
