import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** 127.0.0.1 as /proc writes it. */
const LOCALHOST = '0100007F';

/** The table is given out in pieces; a line that moves between two of them is in neither. */
const READINGS = 3;

/**
 * Which process holds the other end of a connection on this machine.
 * @param {number} theirPort
 * @param {number} ourPort
 * @param {{ pid: number }[]} processes that it may be
 * @returns {number | undefined} its pid; undefined where it is none of them, or gone
 */
export function senderOf(theirPort, ourPort, processes) {
  const inode = inodeOf(theirPort, ourPort);
  if (inode === undefined) return undefined;
  return processes.find(({ pid }) => holds(pid, `socket:[${inode}]`))?.pid;
}

function inodeOf(theirPort, ourPort) {
  const address = (port) => `${LOCALHOST}:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const line = `${address(theirPort)} ${address(ourPort)} `;
  let table = '';
  let at = -1;
  for (let reading = 0; at < 0 && reading < READINGS; reading++) {
    table = readFileSync('/proc/net/tcp', 'latin1');
    at = table.indexOf(line);
  }
  if (at < 0) return undefined;
  // Both addresses, state, queues, timer, retransmits, uid, time-out, inode.
  const inode = table.slice(at, table.indexOf('\n', at)).trim().split(/\s+/)[8];
  return inode === '0' ? undefined : inode;
}

function holds(pid, socket) {
  const folder = `/proc/${pid}/fd`;
  // The newest last: where a new connection stands.
  const descriptors = attempt(() => readdirSync(folder)) ?? [];
  return descriptors.reverse().some((descriptor) => attempt(() => readlinkSync(`${folder}/${descriptor}`)) === socket);
}

/** Undefined where the process, or the descriptor, is gone by now. */
function attempt(look) {
  try {
    return look();
  } catch {
    return undefined;
  }
}
