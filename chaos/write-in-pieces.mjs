// Writes a file in two pieces, and then ends (a worker thread).
import { appendFileSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** Between the pieces, in milliseconds: far less than the minimum age, for a busy machine may double it and more. */
const PAUSE_MS = 400;

const { path, bytes } = workerData;
const half = Math.floor(bytes.length / 2);
writeFileSync(path, bytes.subarray(0, half));
Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, PAUSE_MS);
// A file that was taken too early would be made anew here, and stand twice.
appendFileSync(path, bytes.subarray(half));
