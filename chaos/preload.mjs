// Runs before bilag in each of its processes and threads (NODE_OPTIONS=--import): ends or stops the process at named
// points and moves its clock, as the file CHAOS_CONTROL says. Nothing in src/ knows of it.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { moveClock } from './moved-clock.mjs';
import { watchFiles } from './watch-files.mjs';
import { watchSql } from './watch-sql.mjs';

/** Where points of the pipeline can be reached. */
const POINTS = [
  ...['storing', 'stored', 'recorded', 'planning', 'planned', 'claiming'],
  ...['intent-before', 'intent-committed', 'logging', 'logged', 'outcome-before', 'outcome-committed'],
  ...['splitting', 'split', 'continuing', 'continued', 'doubting', 'doubted', 'probing', 'resolving', 'resolved'],
  ...['withdrawing', 'withdrawn', 'freeing', 'freed', 'unblocking', 'unblocked'],
  ...['revising', 'revised', 'skipping', 'skipped', 'correcting', 'corrected', 'replacing'],
  ...['found', 'named', 'moving', 'moved', 'claimed', 'taken', 'beside', 'putting-away', 'put-away'],
];
const SIGNALS = { kill: 'SIGKILL', stop: 'SIGSTOP' };
/** A signal sent from a worker thread is taken by the main thread: this one waits so long for it to arrive, in milliseconds. */
const ARRIVAL_MS = 50;
/** Under this key the threads of a process share their counters. */
const SHARED = 'bilag-chaos';

// The real ones: both are about to be replaced.
const { appendFileSync } = fs;
const { now } = Date;

/** Memory that all threads of this process see: the clock's offset, and how often each point was reached. */
function sharedMemory() {
  if (!isMainThread) return getEnvironmentData(SHARED);
  const memory = {
    offset: new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)),
    reached: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * POINTS.length)),
  };
  setEnvironmentData(SHARED, memory);
  return memory;
}

/** @param {string} path of CHAOS_CONTROL: `{points: [{point, nth, do: 'kill' | 'stop'}], hits, clock}` */
function drill(path) {
  const { points = [], hits, clock } = JSON.parse(fs.readFileSync(path, 'utf8'));
  const unknown = points.find(({ point }) => !POINTS.includes(point));
  if (unknown !== undefined)
    throw new Error(`${path}: there is no point "${unknown.point}", only ${POINTS.join(', ')}.`);
  const { offset, reached } = sharedMemory();
  if (clock !== undefined) moveClock(clock, offset, isMainThread);
  if (points.length === 0) return;
  /** @param {string} point */
  const reach = (point) => {
    if (!points.some((each) => each.point === point)) return;
    const nth = Atomics.add(reached, POINTS.indexOf(point), 1) + 1;
    const hit = points.find((each) => each.point === point && each.nth === nth);
    if (hit === undefined) return;
    const line = { pid: process.pid, point, nth, do: hit.do, at: now() };
    appendFileSync(hits, `${JSON.stringify(line)}\n`);
    process.kill(process.pid, SIGNALS[hit.do]);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ARRIVAL_MS);
  };
  watchFiles(reach);
  // The libsql of the program that runs, wherever that lies.
  watchSql(createRequire(process.argv[1])('libsql'), reach, !isMainThread);
}

if (process.env.CHAOS_CONTROL) drill(process.env.CHAOS_CONTROL);
