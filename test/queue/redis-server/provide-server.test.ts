import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/core/issue.ts';
import { identifyServer } from '../../../src/queue/redis-server/find-server.ts';
import { provideRedisServer } from '../../../src/queue/redis-server/provide-server.ts';
import { cleanHomes, realServer, script, temporaryHome } from './temporary-home.ts';

afterAll(cleanHomes);

const DPKG_DEB = '/usr/bin/dpkg-deb';
const SYSTEM = 'PATH=/usr/bin:/bin';

/** A machine whose PATH is one folder: a home, and what is called with what arguments. */
async function machine(...below: string[]) {
  const home = await temporaryHome(...below);
  const bin = join(home, '..', 'bin');
  await mkdir(bin);
  const calls = join(bin, 'calls');
  const lines: string[] = [];
  const env = { PATH: bin };
  return {
    home,
    bin,
    env,
    lines,
    program: (name: string, ...body: string[]) =>
      script(join(bin, name), SYSTEM, `echo "${name} $*" >> '${calls}'`, ...body),
    calls: async () => (existsSync(calls) ? (await readFile(calls, 'utf8')).trim().split('\n') : []),
    provide: (options: { root?: boolean; platform?: NodeJS.Platform }) =>
      provideRedisServer({ env, home, log: (line) => lines.push(line), ...options }),
  };
}

/** A shell script that is the real server under another name. */
const serverScript = (...before: string[]) => ['#!/bin/sh', ...before, `exec '${realServer()}' "$@"`, ''].join('\n');

/** A package as Debian makes them, with a server in it and a library. */
async function buildPackage(folder: string): Promise<string> {
  const root = join(folder, 'package');
  await mkdir(join(root, 'DEBIAN'), { recursive: true });
  await mkdir(join(root, 'usr/bin'), { recursive: true });
  await mkdir(join(root, 'usr/lib/some-machine'), { recursive: true });
  const control = [
    'Package: redis-tools',
    'Version: 1',
    'Architecture: all',
    'Maintainer: A <a@b.example>',
    'Description: x',
    '',
  ];
  await writeFile(join(root, 'DEBIAN/control'), control.join('\n'));
  const seen = `[ -n "$SEEN" ] && echo "$LD_LIBRARY_PATH" > "$SEEN"`;
  await writeFile(join(root, 'usr/bin/redis-check-rdb'), serverScript(seen), { mode: 0o755 });
  await writeFile(join(root, 'usr/lib/some-machine/libexample.so.1'), '');
  execFileSync(DPKG_DEB, ['-b', root, join(folder, 'redis-tools_1_all.deb')], { stdio: 'ignore' });
  return join(folder, 'redis-tools_1_all.deb');
}

describe('provideRedisServer', () => {
  test('takes what is there, and says nothing', async () => {
    const { home, bin, lines, provide } = await machine('home');
    await writeFile(join(bin, 'redis-server'), serverScript(), { mode: 0o755 });
    expect(await provide({})).toBe(join(bin, 'redis-server'));
    expect(lines).toEqual([]);
    expect(await readdir(home)).toEqual([]);
  });

  test('as root on Debian: apt installs the program without the service, after an update where it is unknown', async () => {
    const { home, bin, env, lines, program, calls, provide } = await machine('home');
    await symlink(DPKG_DEB, join(bin, 'dpkg-deb'));
    await writeFile(join(bin, 'program'), serverScript(), { mode: 0o755 });
    await program(
      'apt-get',
      'if [ "$2" = update ]; then touch "$0.updated"; exit 0; fi',
      'if [ ! -e "$0.updated" ]; then echo "E: Unable to locate package redis-tools" >&2; exit 100; fi',
      `cp '${join(bin, 'program')}' '${join(bin, 'redis-check-rdb')}'`,
    );
    const path = await provide({ root: true, platform: 'linux' });
    expect(path).toBe(join(home, 'redis', 'redis-server'));
    expect(await readlink(path)).toBe(join(bin, 'redis-check-rdb'));
    expect(await identifyServer(path, env)).toMatchObject({ version: expect.stringMatching(/^\d/) });
    const install = 'apt-get -q install -y --no-install-recommends redis-tools';
    expect(await calls()).toEqual([install, 'apt-get -q update', install]);
    expect(lines).toEqual([
      'Redis is not installed; installing it with apt (package redis-tools, about 2 MB, no service)…',
      "apt doesn't have it at hand; updating apt's package lists (apt-get update)…",
      expect.stringMatching(/^Redis \d+\.\d+\.\d+ is installed\.$/),
    ]);
    const another = await temporaryHome();
    await provideRedisServer({ env, home: another, log: (line) => lines.push(line), platform: 'linux', root: false });
    expect(await calls(), 'a second home takes what is installed').toHaveLength(3);
  });

  test("waits while another program holds apt's lock", async () => {
    const { bin, program, calls, provide } = await machine('home');
    await symlink(DPKG_DEB, join(bin, 'dpkg-deb'));
    await writeFile(join(bin, 'program'), serverScript(), { mode: 0o755 });
    await program(
      'apt-get',
      'if [ ! -e "$0.tried" ]; then touch "$0.tried"; echo "E: Could not get lock /var/lib/dpkg/lock-frontend." >&2; exit 100; fi',
      `cp '${join(bin, 'program')}' '${join(bin, 'redis-check-rdb')}'`,
    );
    await provide({ root: true, platform: 'linux' });
    expect(await calls()).toHaveLength(2);
  });

  test.skipIf(!existsSync(DPKG_DEB))(
    'without root on Debian: unpacks the packages that are missing, once for all who ask at once',
    async () => {
      const { home, bin, env, lines, program, calls, provide } = await machine('a home å');
      await symlink(DPKG_DEB, join(bin, 'dpkg-deb'));
      for (const tool of ['tar', 'rm'])
        await symlink(execFileSync('which', [tool], { encoding: 'utf8' }).trim(), join(bin, tool));
      const deb = await buildPackage(bin);
      await program(
        'apt-get',
        'case "$*" in',
        '*update*) exit 0;;',
        '*State::Lists*-s*) echo "Inst liblzf1 (3.6-3 Debian:12)"; echo "Inst libc6 [2.35] (2.36 Debian:12)"; exit 0;;',
        `*State::Lists*download*) cp '${deb}' .; exit 0;;`,
        'esac',
        'echo "E: Unable to locate package redis-tools" >&2; exit 100',
      );
      const options = { root: false, platform: 'linux' } as const;
      const paths = await Promise.all([provide(options), provide(options), provide(options)]);
      const path = join(home, 'redis', 'redis-server');
      expect(paths).toEqual([path, path, path]);
      expect((await calls()).filter((call) => call.includes('download'))).toEqual([
        expect.stringMatching(/-q -o Dir::State::Lists=\S.* download redis-tools liblzf1$/),
      ]);
      expect(lines).toEqual([
        expect.stringMatching(
          /unpacking the distribution's packages into .*a home å\/redis \(about 2 MB, nothing is installed\)…$/,
        ),
        'apt has no current package lists; fetching them for this once (about 15 MB)…',
        expect.stringMatching(/^Redis \d+\.\d+\.\d+ is ready\.$/),
      ]);
      expect((await readdir(join(home, 'redis'))).sort()).toEqual(['debian', 'provide.lock', 'redis-server']);

      const moved = join(home, '..', 'moved');
      await cp(home, moved, { recursive: true, verbatimSymlinks: true });
      const seen = join(bin, 'seen');
      await identifyServer(join(moved, 'redis', 'redis-server'), { ...env, SEEN: seen });
      expect((await readFile(seen, 'utf8')).trim()).toBe(join(moved, 'redis/debian/usr/lib/some-machine'));
    },
  );

  test('apt without a network: what it said, and what to do', async () => {
    const { home, bin, program, provide } = await machine('home');
    await symlink(DPKG_DEB, join(bin, 'dpkg-deb'));
    await program(
      'apt-get',
      'case "$*" in *update*) echo "W: Failed to fetch http://deb.example/InRelease  Could not resolve" >&2; exit 0;; esac',
      'echo "E: Unable to locate package redis-tools" >&2; exit 100',
    );
    for (const root of [true, false]) {
      const providing = provide({ root, platform: 'linux' });
      await expect(providing).rejects.toThrow(
        /could not provide one\. "apt-get \w+ redis-tools" failed: Unable to locate package redis-tools\. apt-get update: Failed to fetch http:\/\/deb\.example\/InRelease Could not resolve\.$/,
      );
      await expect(providing).rejects.toBeInstanceOf(UsageError);
      await expect(providing).rejects.toHaveProperty('suggestion', expect.stringContaining('BILAG_REDIS_SERVER'));
    }
    expect(await readdir(join(home, 'redis'))).toEqual(['provide.lock']);
  });

  test("the distribution's Redis is too old", async () => {
    const { bin, lines, program, provide } = await machine('home');
    await symlink(DPKG_DEB, join(bin, 'dpkg-deb'));
    await program('apt-get', 'exit 0');
    const old = 'echo "Redis server v=6.0.16 sha=0"';
    await script(join(bin, 'redis-check-rdb'), old);
    await script(join(bin, 'redis-server'), old);
    await expect(provide({ root: true, platform: 'linux' })).rejects.toThrow(
      "The distribution's Redis is 6.0.16; bilag needs 6.2.0 or later.",
    );
    expect(lines).toEqual([`${join(bin, 'redis-server')} is version 6.0.16; bilag needs 6.2.0 or later.`]);
  });

  test('on macOS by Homebrew', async () => {
    const { bin, lines, program, calls, provide } = await machine('home');
    await writeFile(join(bin, 'program'), serverScript(), { mode: 0o755 });
    await program('brew', `cp '${join(bin, 'program')}' '${join(bin, 'redis-server')}'`);
    expect(await provide({ platform: 'darwin' })).toBe(join(bin, 'redis-server'));
    expect(await calls()).toEqual(['brew install redis']);
    expect(lines).toEqual(['Redis is not installed; installing it with Homebrew (brew install redis)…']);
  });

  test('Homebrew that fails is quoted', async () => {
    const { program, provide } = await machine('home');
    await program('brew', 'echo "Error: no bottle available" >&2; exit 1');
    await expect(provide({ platform: 'darwin' })).rejects.toHaveProperty(
      'suggestion',
      expect.stringMatching(/^"brew install redis" did not bring one: Error: no bottle available\. .*REDIS_URL\.$/),
    );
  });

  test.each([
    ['dnf', 'linux', /^Install one \(dnf install valkey\); or/],
    ['apk', 'linux', /^Install one \(apk add valkey\); or/],
    ['pacman', 'linux', /^Install one \(pacman -S valkey\); or/],
    ['none', 'linux', /^Install redis-server or valkey-server, 6\.2\.0 or later; or/],
    ['none', 'darwin', /^Install one \(brew install redis\); or/],
    ['none', 'win32', /^Run bilag in WSL/],
  ] as const)('elsewhere one line says what to install: %s on %s', async (manager, platform, suggestion) => {
    const { program, calls, provide } = await machine('home');
    await program(manager, 'exit 1');
    const providing = provide({ platform, root: true });
    await expect(providing).rejects.toThrow('bilag needs a Redis or Valkey server, and none is installed here.');
    await expect(providing).rejects.toHaveProperty('suggestion', expect.stringMatching(suggestion));
    expect(await calls()).toEqual([]);
  });
});
