import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What runs as a process of its own is tested as it is shipped. */
export async function build(): Promise<void> {
  const [code] = await once(spawn(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' }), 'close');
  if (code !== 0) throw new Error('bilag could not be built: see above.');
}
