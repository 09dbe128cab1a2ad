// The accounting service of the benchmark, in a process of its own. Says its address, and ends when its input does.
import { startSandbox } from '../build/sandbox/server.js';

const { url } = await startSandbox();
console.log(url);
process.stdin.resume().once('end', () => process.exit(0));
