import { expect, test } from 'vitest';
import { type JobFacts, jobHealth } from '../../src/reporting/job-health.ts';

const WELL: JobFacts = {
  isBroken: false,
  isServiceIll: false,
  underWay: 0,
  runFailed: false,
  waiting: 0,
  isPaused: false,
};

test.each<[string, Partial<JobFacts>, ReturnType<typeof jobHealth>]>([
  ['nothing is wrong', {}, { health: 'ok' }],
  ['its imports are under way', { underWay: 3 }, { health: 'ok' }],
  ['imports wait for a person', { waiting: 1 }, { health: 'needs-you' }],
  ['somebody paused it', { isPaused: true }, { health: 'paused' }],
  ['somebody paused it, and imports wait', { isPaused: true, waiting: 1 }, { health: 'needs-you' }],
  ['its last fetch failed', { runFailed: true }, { health: 'failing', why: 'run' }],
  ['its last fetch failed, and imports wait', { runFailed: true, waiting: 2 }, { health: 'failing', why: 'run' }],
  ['its last fetch failed, and somebody paused it', { runFailed: true, isPaused: true }, { health: 'paused' }],
  [
    'its last fetch failed, somebody paused it, and imports wait',
    { runFailed: true, isPaused: true, waiting: 1 },
    { health: 'needs-you' },
  ],
  ['its service is in trouble, and it has nothing to send', { isServiceIll: true }, { health: 'ok' }],
  ['its service is in trouble', { isServiceIll: true, underWay: 1 }, { health: 'failing', why: 'service' }],
  [
    'it is paused, and what it received before waits for a service in trouble',
    { isServiceIll: true, underWay: 1, isPaused: true },
    { health: 'failing', why: 'service' },
  ],
  [
    'its definition is broken, whatever else there is',
    { isBroken: true, isServiceIll: true, underWay: 1, runFailed: true, waiting: 1, isPaused: true },
    { health: 'failing', why: 'definition' },
  ],
])('%s', (_, facts, health) => {
  expect(jobHealth({ ...WELL, ...facts })).toEqual(health);
});
