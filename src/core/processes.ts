import { readFileSync, readlinkSync } from 'node:fs';

/** Processes of this machine, as far as one can be told from every other that ever ran. */
export interface Processes {
  /** What `started` of this process's lease says: with the pid it names the process for good. */
  readonly self: string;
  /**
   * Whether the process that had this pid and said this of itself still lives; one that is stopped does.
   * @returns undefined where it can't be seen from here: its pid is of another namespace of this machine
   */
  lives(pid: number, started: string): boolean | undefined;
}

/** Linux counts them from 1; the name of the program, between parentheses, is the second. */
const STATE_FIELD = 3;
const START_FIELD = 22;
/** Dead, and only not yet fetched by its parent. */
const DEAD: ReadonlySet<string> = new Set(['Z', 'X']);

/**
 * Processes by boot, pid namespace, pid and start. A start that does not match is another process that got the number
 * later; another boot ended all of the one before.
 *
 * Containers: a host name is taken to be that of one machine at a time. A container that took the name over from one
 * that ended mostly has its pid namespace's number too, and no such process. Where the number differs, both may run (two
 * on the host's network have one name), and one can't see the other's processes: no answer. Two live namespaces of one
 * boot never have the same number.
 *
 * Where the system says no more than which pids there are (not Linux), a pid that exists is taken to be that process: a
 * doubt that waits too long costs a look, one that ends too early books twice.
 */
export const processes: Processes = {
  self: markOf(process.pid) ?? '',
  lives(pid, started) {
    const now = markOf(pid);
    const [boot, namespace, ...rest] = started.split(' ');
    const [ownBoot, ownNamespace] = processes.self.split(' ');
    if (rest.length !== 1 || ownBoot === '') return now !== undefined;
    if (boot !== ownBoot) return false;
    if (namespace !== ownNamespace) return undefined;
    // '' where a process is there and its start is kept from us.
    return now !== undefined && (now === '' || now === started);
  },
};

/** `BOOT NAMESPACE START` of a process; '' where the system does not say; undefined where there is no such process. */
function markOf(pid: number): string | undefined {
  if (!exists(pid)) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // A program's name may hold spaces and parentheses: what follows the last one is what counts.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const field = (no: number) => fields[no - STATE_FIELD]!;
    if (DEAD.has(field(STATE_FIELD))) return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')} ${field(START_FIELD)}`;
  } catch {
    return exists(pid) ? '' : undefined;
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process can't be signalled, and lives.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
