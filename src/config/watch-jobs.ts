import { watch } from 'chokidar';

/**
 * Tells when something may have changed in the folder of jobs. A hint only: on some drives there are no events, and some
 * get lost, so whoever listens looks by itself now and then.
 * @returns ends it
 */
export function watchJobs(folder: string, changed: () => void): () => Promise<void> {
  const watcher = watch(folder, { depth: 0, ignoreInitial: true });
  watcher.on('all', changed);
  watcher.on('error', () => undefined);
  return () => watcher.close();
}
