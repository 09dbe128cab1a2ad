import { existsSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc in a second: 100 wherever Linux runs Node. */
const TICKS = 100;
const PAGE_MB = 4096 / 1024 ** 2;

export function hasProc() {
  return existsSync('/proc/self/statm');
}

/**
 * @returns `{pid, name, started, cpu, reaped}` of a process, CPU in seconds, `reaped` that of its ended children that it
 *   waited for; undefined where it is gone
 */
export function lookAt(pid) {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const close = text.lastIndexOf(')');
  const fields = text.slice(close + 2).split(' ');
  const seconds = (at) => (Number(fields[at]) + Number(fields[at + 1])) / TICKS;
  const name = text.slice(text.indexOf('(') + 1, close);
  return { pid, name, ended: fields[0] === 'Z', started: fields[19], cpu: seconds(11), reaped: seconds(13) };
}

/** Resident memory in MB; 0 once it has ended. */
export function residentMb(pid) {
  return Number(read(`/proc/${pid}/statm`)?.split(' ')[1] ?? 0) * PAGE_MB;
}

/** Processes that the main thread of a process started and that still are its children. */
export function childrenOf(pid) {
  return (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
}

/** What a thread has had so far, in seconds: time on a processor, and time it was ready but had to wait for one. */
export function threadTimes(pid, thread) {
  const text = read(`/proc/${pid}/task/${thread}/schedstat`);
  if (text === undefined) return undefined;
  const [cpu, delayed] = text.split(' ').map((nanoseconds) => Number(nanoseconds) / 1e9);
  return { cpu, delayed };
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
