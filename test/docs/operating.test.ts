import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { LOG_EVENTS } from '../../src/core/log.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { createMetrics } from '../../src/reporting/metrics.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const operating = text('docs', 'operating.md');

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-operating-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('names every metric that there is, and none that there is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-operating-'));
  const ledger = openLedger(`sqlite:${join(folder, 'ledger.db')}`);
  try {
    const metrics = createMetrics({ version: '1', ledger, services: [], depths: async () => undefined });
    const there = [...(await metrics.metrics()).text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!);
    const own = there.filter((name) => !/^bilag_(process|nodejs)_/.test(name));
    const table = [...operating.matchAll(/^\| `(bilag_[a-z_]+)`/gm)].map(([, name]) => name!);
    expect(table.sort()).toEqual(own.sort());
    const named = [...operating.matchAll(/\bbilag_[a-z_]+\b(?!\*)/g)].map(([name]) =>
      name.replace(/_(count|sum|bucket)$/, ''),
    );
    expect(named.filter((name) => !there.includes(name) && !/^bilag_(process|nodejs)_$/.test(name))).toEqual([]);
  } finally {
    ledger.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('lists every event that is logged, with how grave it is and what it means', () => {
  const rows = [...text('docs', 'log-events.md').matchAll(/^\| `([a-z-]+)` +\| (\w+) +\| (.+?) +\|$/gm)];
  const listed = Object.fromEntries(rows.map(([, name, severity, meaning]) => [name, [severity, meaning]]));
  expect(listed).toEqual(LOG_EVENTS);
  expect(rows).toHaveLength(Object.keys(LOG_EVENTS).length);
});

it('names files that there are, and is short enough to be read', () => {
  const linked = [...operating.matchAll(/\]\(\.\.\/([^)]+)\)/g), ...operating.matchAll(/`(test\/[^`]+)`/g)];
  expect(linked.length).toBeGreaterThan(1);
  for (const [, path] of linked) text(path!);
  expect(operating.split('\n').length).toBeLessThan(250);
});

describe('the unit for systemd', () => {
  const unit = text('examples', 'bilag.service');

  it('lets requests under way end: longer than the longest that a service has unless it says more', () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1]);
    // timeout.connect, timeout.reply, and what the process needs beyond it to leave.
    expect(seconds).toBeGreaterThanOrEqual(5 + 60 + 5);
  });

  it('is sound, and gives bilag little', (context) => {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return context.skip('there is no systemd here');
    inFolder((folder) => {
      const path = join(folder, 'bilag.service');
      writeFileSync(path, unit.replace('/usr/bin/node', process.execPath));
      const verified = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
      const about = `${verified.stdout}${verified.stderr}`.split('\n').filter((line) => line.includes('bilag'));
      expect(about).toEqual([]);
      // Of 100, where a service without any of this has 96.
      const exposed = ['security', '--offline=true', '--threshold=25', path];
      expect(spawnSync('systemd-analyze', exposed, { encoding: 'utf8' }).status).toBe(0);
    });
  });
});

describe('the example for containers', () => {
  const { bilag } = (parse(text('docker-compose.yml')) as { services: Record<string, Record<string, unknown>> })
    .services as {
    bilag: { stop_grace_period: string; healthcheck: { test: string[] } };
  };

  it('is healthy when bilag is ready, and not when it is not, or does not answer', async () => {
    let status = 200;
    const server = createServer((request, reply) => {
      reply.writeHead(request.url === '/health/ready' ? status : 404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const [how, command, ...args] = bilag.healthcheck.test;
    expect([how, command]).toEqual(['CMD', 'node']);
    const asked = args.map((arg) => arg.replace('127.0.0.1:4747', `127.0.0.1:${port}`));
    expect(asked).not.toEqual(args);
    const healthy = () =>
      new Promise<number | null>((resolve) => {
        spawn(process.execPath, asked, { stdio: 'ignore' }).on('close', resolve);
      });
    expect(await healthy()).toBe(0);
    status = 503;
    expect(await healthy()).toBe(1);
    await new Promise((resolve) => server.close(resolve));
    expect(await healthy()).toBe(1);
  });

  it('lets requests under way end', () => {
    expect(bilag.stop_grace_period).toMatch(/^(9\d|\d{3})s$/);
  });
});
