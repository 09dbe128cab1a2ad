import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import { hashPassword, readPasswordHash } from '../../src/config/users.ts';
import { checkPasswords } from '../../src/http/auth/sign-in.ts';
import { MAIN } from '../built.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilag-password-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs it with what a pipe brings. */
function piped(input: string, ...args: string[]) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [MAIN, 'password', ...args], { cwd: folder }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
    child.stdin!.end(input);
  });
}

/** Runs it on a terminal, and types each text when it is asked. @returns all that the terminal showed */
function typed(texts: readonly string[], ...args: string[]) {
  return new Promise<string>((resolve) => {
    const command = [process.execPath, MAIN, 'password', ...args].map((part) => `'${part}'`).join(' ');
    const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder });
    const left = [...texts];
    let shown = '';
    let asked = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      const questions = shown.match(/(Password|Once more): /g)?.length ?? 0;
      for (; asked < questions && left.length > 0; asked++) child.stdin.write(left.shift()!);
    });
    child.once('close', () => resolve(shown));
  });
}

const KARI = ['kari', '--role', 'operator'];

async function signsIn(lines: string, password: string) {
  writeFileSync(join(folder, 'bilag.yaml'), lines);
  const { users } = await readConfig({ cwd: folder, env: { BILAG_DASHBOARD: '0.0.0.0:4747' } });
  return checkPasswords(users)('kari', password);
}

describe('bilag password', () => {
  test('says what bilag.yaml has to know, and not the password', async () => {
    const { code, out, err } = await piped('riktig hest batteri\nmore\n', ...KARI);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^users:\n {2}- \{ name: "kari", role: operator, password: "scrypt:131072:8:1:[\w-]{22}:[\w-]{43}" \}\n$/,
    );
    expect(out + err).not.toContain('hest');
    expect(await signsIn(out, 'riktig hest batteri')).toMatchObject({ name: 'kari', role: 'operator' });
    expect(await signsIn(out, 'riktig hest batter')).toBeUndefined();
    expect(await signsIn(out, 'riktig hest batteri\n')).toBeUndefined();
  });

  test.each([
    ['is short', 'kort', /at least 12 characters/],
    ['is too long', 'x'.repeat(257), /at most 256 characters/],
    ['repeats itself', 'aaaaaaaaaaaaaaaa', /one character again/],
    ['is not there', '', /There is no password/],
  ])('refuses one that %s', async (_what, password, words) => {
    const { code, out, err } = await piped(password, ...KARI);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(words);
  });

  test('refuses the name as the password, and names and roles that are none', async () => {
    expect((await piped('KARI nordmann\n', 'Kari Nordmann', '--role', 'viewer')).err).toContain('must not be the name');
    expect((await piped('riktig hest batteri\n', 'kari', '--role', 'viewr')).err).toContain('Did you mean viewer');
    expect((await piped('riktig hest batteri\n', 'a\nb', '--role', 'viewer')).err).toContain("can't be called");
  });

  test('on a terminal asks twice, and shows nothing of what is typed', async () => {
    const shown = await typed(['riktig hest\x7f\x7f\x7f\x7fku batteri\r', 'riktig ku batteri\r'], ...KARI);
    expect(shown).not.toMatch(/riktig|batteri/);
    const [line] = /users:\s+- \{[^}]*\}/.exec(shown)!;
    expect(await signsIn(line.replaceAll('\r', ''), 'riktig ku batteri')).toMatchObject({ name: 'kari' });
    expect(await typed(['riktig hest batteri\r', 'riktig ku batteri\r'], ...KARI)).toContain(
      'The two passwords differ',
    );
    expect(await typed(['riktig\x03'], ...KARI)).not.toMatch(/users:|riktig/);
  });
});

describe('the hash of a password', () => {
  test('is another every time, and taken as it was made only', async () => {
    const work = { N: 2 ** 14, r: 8, p: 1 };
    const [one, two] = await Promise.all([hashPassword('x', work), hashPassword('x', work)]);
    expect(one).not.toBe(two);
    expect(readPasswordHash(one)).toMatchObject(work);
    const [, , , , salt, key] = one.split(':');
    for (const wrong of [
      'riktig hest batteri',
      one.slice(0, -1),
      `${one}x`,
      `scrypt:1024:8:1:${salt}:${key}`,
      `scrypt:16385:8:1:${salt}:${key}`,
      `scrypt:536870912:8:1:${salt}:${key}`,
      `scrypt:131072:32:1:${salt}:${key}`,
      `scrypt:16384:8:9:${salt}:${key}`,
      `scrypt:16384:8:0:${salt}:${key}`,
      `scrypt:16384:1:1:${salt}:${key}`,
      `scrypt:16384:8:1:${key}`,
    ])
      expect([wrong, readPasswordHash(wrong)]).toEqual([wrong, undefined]);
  });

  test.each([
    ['- { name: kari, role: viewer }', /needs a password \(bilag password NAME\), a token/],
    [
      '- { name: kari, role: viewer, password: hemmelig-passord }',
      /must be the hash that "bilag password NAME" prints/,
    ],
    ['- { name: kari, role: viewer, password: "scrypt:1024:8:1:x:y" }', /must be the hash/],
  ])('in bilag.yaml: %s is told, without the value', async (line, words) => {
    writeFileSync(join(folder, 'bilag.yaml'), `users:\n  ${line}\n`);
    const error = await readConfig({ cwd: folder, env: {} }).catch((thrown: Error) => thrown);
    expect(String((error as Error).message)).toMatch(words);
    expect(JSON.stringify(error) + String((error as Error).message)).not.toContain('hemmelig');
  });

  test('in bilag.yaml belongs to one name once; several tokens of a name are fine', async () => {
    const password = await hashPassword('riktig hest batteri', { N: 2 ** 14, r: 8, p: 1 });
    const token = `sha256:${'a'.repeat(64)}`;
    const kari = (secret: string) => `  - { name: kari, role: viewer, ${secret} }\n`;
    const read = (...lines: string[]) => {
      writeFileSync(join(folder, 'bilag.yaml'), `users:\n${lines.join('')}`);
      return readConfig({ cwd: folder, env: {} });
    };
    const [withPassword, withToken] = [kari(`password: "${password}"`), kari(`token: "${token}"`)];
    expect((await read(withPassword, withToken, withToken)).users).toHaveLength(3);
    await expect(read(withPassword, withPassword)).rejects.toThrow(/has a password in this list already/);
  });
});
