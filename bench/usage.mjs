// Loaded before a program that is measured (--import): when it ends, writes what all its threads used, exact to the
// microsecond, where /proc would give hundredths and lose the last sample. Worker threads say which thread they are.
import { appendFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const path = process.env.BENCH_USAGE;
if (path && !isMainThread)
  appendFileSync(`${path}.workers`, `${readlinkSync('/proc/thread-self').split('/').at(-1)}\n`);
if (path && isMainThread) {
  process.once('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(path, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024 }));
  });
}
