import { execFileSync } from 'node:child_process';

/** What runs as a process of its own is tested as it is shipped. */
export default function build(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}
