import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A new BILAG_HOME. */
export async function temporaryHome(...below: string[]): Promise<string> {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'bilag-redis-')));
  homes.push(top);
  const home = join(top, ...below);
  await mkdir(home, { recursive: true });
  return home;
}

const homes: string[] = [];

/** Ends servers that a failed test left in temporary homes, and removes the homes. Gives the process ids it had to end. */
export async function cleanHomes(): Promise<number[]> {
  const left = homes.flatMap((home) => serversBelow(home));
  for (const pid of left) process.kill(pid, 'SIGKILL');
  for (const home of homes.splice(0)) await rm(home, { recursive: true, force: true });
  return left;
}

/** Process ids of Redis servers whose working folder lies below `folder`. */
export function serversBelow(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const server = /redis|valkey/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'));
        return server && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Writes an executable shell script. */
export async function script(path: string, ...lines: string[]): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(path, 0o755);
  return path;
}

/** The redis-server or valkey-server of this machine. */
export function realServer(): string {
  const named = process.env['BILAG_REDIS_SERVER'];
  if (named) return named;
  return execFileSync('sh', ['-c', 'command -v redis-server || command -v valkey-server'], { encoding: 'utf8' }).trim();
}
