import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CliContext, Output } from '../../src/cli/context.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { authenticate } from '../../src/http/auth/identify.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilag-token-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function bilag(...args: string[]) {
  const said = { out: '', err: '' };
  const output = (to: 'out' | 'err'): Output => ({
    write: (text) => void (said[to] += text),
    isTerminal: false,
    columns: undefined,
    stream: undefined,
  });
  const context = { cwd: folder, env: {}, out: output('out'), err: output('err'), now: Date.now } as CliContext;
  return { code: await runCli(args, context, '0'), ...said };
}

describe('bilag token', () => {
  test.each(['kari', 'Kari "K" Nordmann', 'x: { } #'])(
    'prints a token once, and what %j has to have in bilag.yaml',
    async (name) => {
      const { code, out, err } = await bilag('token', name, '--role', 'operator');
      expect(code).toBe(0);
      expect(out).toMatch(/^bilag_[A-Za-z0-9_-]{43}\n$/);
      expect(err).not.toContain(out.trim());
      const [lines] = /^users:\n.*\n/m.exec(err)!;
      await writeFile(join(folder, 'bilag.yaml'), lines);
      const { users } = await readConfig({ cwd: folder, env: { BILAG_DASHBOARD: '0.0.0.0:4747' } });
      expect(authenticate(`Bearer ${out.trim()}`, users)).toMatchObject({ name, role: 'operator' });
      expect((await bilag('token', name, '--role', 'operator')).out).not.toBe(out);
    },
  );

  test.each([
    [['kari', '--role', 'viewr'], /Did you mean viewer/],
    [['kari'], /--role/],
    [['', '--role', 'viewer'], /can't be called/],
    [['a\nb', '--role', 'viewer'], /can't be called/],
    [['$HOME', '--role', 'viewer'], /can't be called/],
  ])('%j is refused', async (args, words) => {
    const { code, out, err } = await bilag('token', ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(words);
  });
});
