import { watch } from 'chokidar';

/** How long it waits for more to change, in milliseconds: an editor may take a file away and write it anew. */
const SETTLED_MS = 200;

/**
 * Tells when something may have changed in the folder of jobs. A hint only: on some drives there are no events, and some
 * get lost, so whoever listens looks by itself now and then.
 * @returns ends it
 */
export function watchJobs(folder: string, changed: () => void): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { depth: 0, ignoreInitial: true });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLED_MS);
  });
  watcher.on('error', () => undefined);
  return async () => {
    clearTimeout(timer);
    await watcher.close();
  };
}
