import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Office, ROOT } from './bilag.ts';

/** Each step of the clock, and the real time between two, in milliseconds. */
const STEP_MS = 20_000;
const EVERY_MS = 1_500;

/**
 * Moves the wall clock of an office's processes on while they work: the minute that looks must span goes by in seconds.
 * @param work starts them
 */
export async function withMovingClock<T>(office: Office, work: () => Promise<T>): Promise<T> {
  const path = join(office.folder, 'clock');
  office.env['BILAG_TEST_CLOCK'] = path;
  office.env['NODE_OPTIONS'] = `--import=${pathToFileURL(join(ROOT, 'test', 'cli', 'moved-clock.mjs')).href}`;
  const state = { ended: false };
  const working = work().finally(() => {
    state.ended = true;
  });
  for (let ahead = STEP_MS; !state.ended; ahead += STEP_MS) {
    await Promise.race([sleep(EVERY_MS), working.catch(() => undefined)]);
    await writeFile(path, String(ahead));
  }
  return working;
}
