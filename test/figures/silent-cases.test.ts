import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';

/**
 * Files whose figures bilag once booked, or proposed, without a word. A case is a folder below `cases`: the file, its
 * job `job.yaml`, a `bilag.yaml` where one is needed (`{{url}}` is the service), the command lines in `commands` (else the
 * plan of the file, and what the import of it comes to), `before.txt`, what bilag said when the case was found, and
 * `after.txt`, what it says now. `RECORD_CASES=before` or `=after` writes the one that is missing or changed, to be read
 * before it is kept.
 */
const CASES = fileURLToPath(new URL('cases/', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RECORD = process.env['RECORD_CASES'];
const WITHIN_MS = 400_000;
const OWN = ['job.yaml', 'bilag.yaml', 'commands', 'before.txt', 'after.txt'];

const names = readdirSync(CASES).sort();
const seen = new Map<string, string>();
let folder: string;
let sandbox: Sandbox;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bilag-cases-')));
  sandbox = await startSandbox();
  const cases = [];
  for (const name of names) {
    const cwd = join(folder, name);
    await cp(join(CASES, name), cwd, { recursive: true });
    await mkdir(join(cwd, 'jobs'));
    await cp(join(cwd, 'job.yaml'), join(cwd, 'jobs', 'job.yaml'));
    // One service for all: its name for the books keeps the entries of a case from being duplicates of another's.
    const config = join(cwd, 'bilag.yaml');
    const services = existsSync(config)
      ? readFileSync(config, 'utf8')
      : `services:\n  main:\n    baseUrl: {{url}}\n    company: ${name}\n`;
    writeFileSync(config, services.replaceAll('{{url}}', sandbox.url));
    cases.push({ cwd, commands: commandsOf(name) });
  }
  const child = spawn(process.execPath, [join(ROOT, 'test/figures/run-cases.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: folder, BILAG_REDIS_SERVER: process.env['BILAG_REDIS_SERVER'] },
  });
  child.stdin.end(JSON.stringify({ build: join(ROOT, 'build'), cases }));
  const said = JSON.parse(await text(child.stdout)) as string[];
  for (const [at, name] of names.entries()) seen.set(name, plain(said[at]!));
}, WITHIN_MS);

afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('figures that were wrong in silence', () => {
  it.each(names)('%s', (name) => {
    const [before, after] = [join(CASES, name, 'before.txt'), join(CASES, name, 'after.txt')];
    if (RECORD === 'after') writeFileSync(after, seen.get(name)!);
    if (RECORD === 'before' && !existsSync(before)) writeFileSync(before, seen.get(name)!);
    if (RECORD === 'before') return;
    expect(seen.get(name)).toBe(readFileSync(after, 'utf8'));
    expect(seen.get(name), 'what bilag said when the case was found').not.toBe(readFileSync(before, 'utf8'));
  });
});

function commandsOf(name: string): string[][] {
  const commands = join(CASES, name, 'commands');
  if (existsSync(commands)) {
    const lines = readFileSync(commands, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => line.split(' '));
  }
  const files = readdirSync(join(CASES, name)).filter((file) => !OWN.includes(file));
  return files.sort().map((file) => ['plan', file, '--job', 'job']);
}

/** Without what differs from run to run. */
function plain(said: string): string {
  return (
    said
      .replaceAll(folder, '')
      .replaceAll(sandbox.url, '{{url}}')
      .replace(/\b01[0-9A-HJKMNP-TV-Z]{24}\b/g, '{{import}}')
      // How long it took, which is not told where it took no time.
      .replace(/ · \d+([.,]\d+)? (ms|s)$/gm, '')
      .replace(/\b\d+([.,]\d+)? (ms|s)\b/g, '{{time}}')
  );
}
