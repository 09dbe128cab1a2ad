import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkServer, checkServices } from '../../src/cli/doctor/connections.ts';
import { checkClock, checkDisk } from '../../src/cli/doctor/doctor-command.ts';
import { checkInbox } from '../../src/cli/doctor/jobs.ts';
import { checkLedger } from '../../src/cli/doctor/ledger.ts';
import type { Config, Service } from '../../src/config/config.ts';
import { LEAST_ROOM_BYTES } from '../../src/core/disk.ts';

let folder: string;
let config: Config;
const servers: Server[] = [];
const mounts: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilag-doctor-'));
  config = {
    home: join(folder, 'home'),
    ledgerPath: join(folder, 'home', 'ledger.db'),
    inbox: join(folder, 'inbox'),
    jobs: join(folder, 'jobs'),
  } as Config;
  await mkdir(config.jobs);
  for (const job of ['bank', 'payroll']) await writeFile(join(config.jobs, `${job}.yaml`), 'kind: bookings\n');
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.closeAllConnections();
  for (const path of mounts.splice(0)) spawnSync('umount', ['-l', path]);
  await rm(folder, { recursive: true, force: true });
});

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}
const put = async (...path: string[]) => {
  await mkdir(join(config.inbox, ...path.slice(0, -1)), { recursive: true });
  await writeFile(join(config.inbox, ...path), 'x');
};
/** A disk of its own; false where it can't be mounted. */
async function mount(path: string, options: string): Promise<boolean> {
  await mkdir(path, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status !== 0) return false;
  mounts.push(path);
  return true;
}
const UNMOUNTABLE = 'a disk of its own can only be mounted by root, on Linux';

describe('a service', () => {
  it('is told of without what may be a key in its address', async () => {
    const port = await serve((_request, reply) => reply.writeHead(404).end());
    const main = { ...({ name: 'main' } as Service), baseUrl: `http://127.0.0.1:${port}/v2/k9X1zQ77pLm4` };
    const [said] = await checkServices({ ...config, services: { main } });
    expect(said).toMatchObject({ ok: false });
    expect(said!.what).toMatch(`service main: http://127.0.0.1:${port}/v2/`);
    expect(JSON.stringify(said)).not.toContain('k9X1zQ77pLm4');
  });
});

describe('the inbox', () => {
  it('that is not there is not needed', async () => {
    expect(await checkInbox(config)).toEqual([{ ok: true, what: expect.stringContaining('you need none') }]);
  });

  it('with files that lie where none is taken, and files that wait for somebody', async () => {
    await put('bank', 'processing', 'january.csv');
    await put('bank', 'done', 'december.csv');
    await put('bank', 'done', 'december.csv.receipt.json');
    await put('bank', 'failed', 'november.csv');
    await put('bank', 'failed', 'november.csv.failed.xlsx');
    await put('bank', 'failed', 'november.csv.receipt.json');
    await put('payrol', 'a.csv');
    await put('payrol', 'b.csv');
    await put('loose.csv');
    await put('.hidden');
    await put('empty', '.keep');
    expect(await checkInbox(config)).toEqual([
      { ok: true, what: `inbox: ${config.inbox}` },
      { ok: false, what: 'inbox: 1 file in no folder of a job: loose.csv', remedy: expect.stringContaining('JOB') },
      { ok: true, what: 'inbox of bank: 1 file in failed/: november.csv', remedy: expect.stringContaining('beside') },
      {
        ok: false,
        what: 'inbox: there is no job payrol, so 2 files in its folder are not taken: a.csv, b.csv',
        remedy: expect.stringContaining('Did you mean payroll?'),
      },
    ]);
  });

  it('that can not be written', async (context) => {
    if (!(await mount(join(config.inbox, 'bank', 'failed'), 'ro'))) return context.skip(UNMOUNTABLE);
    expect((await checkInbox(config)).filter(({ ok }) => !ok)).toEqual([
      { ok: false, what: expect.stringMatching(/inbox of bank: .*failed can't be written/), remedy: expect.anything() },
    ]);
  });
});

describe('the ledger', () => {
  it('that is not there yet is created by the first import', async () => {
    expect(await checkLedger(config)).toMatchObject([{ ok: true, what: expect.stringContaining('none yet') }]);
  });

  it('that can not be seen is not said to be none', async () => {
    await symlink(config.home, config.home);
    const [said, ...more] = await checkLedger(config);
    expect(more).toEqual([]);
    expect(said).toMatchObject({ ok: false, remedy: expect.stringContaining('user') });
    expect(said!.what).toContain("can't be seen");
  });
});

describe('the disks', () => {
  it('are told once each, where what is to come would lie', async () => {
    expect(await checkDisk(config)).toEqual([{ ok: true, what: expect.stringMatching(/^disk: .* free$/) }]);
  });

  it('with little room', async (context) => {
    if (!(await mount(config.inbox, `size=${LEAST_ROOM_BYTES / 1024 ** 2 - 1}m`))) return context.skip(UNMOUNTABLE);
    expect((await checkDisk(config))[1]).toMatchObject({
      ok: false,
      what: 'disk of the inbox: 255 MB free',
      remedy: expect.stringContaining(config.inbox),
    });
  });
});

describe('the bilag that runs', () => {
  const at = (port: number) => checkServer({ dashboard: { host: '127.0.0.1', port } });

  it('is ready, is not and says why, or does not run', async () => {
    const answers = [
      [200, { ok: true, checks: [{ name: 'disk', ok: true, what: '9 GB free' }] }],
      [
        503,
        {
          ok: false,
          checks: [
            { name: 'redis', ok: false, what: 'Redis does not answer', remedy: 'Start it.' },
            { name: 'disk', ok: false },
            { name: 'ledger', ok: true },
          ],
        },
      ],
    ] as const;
    let turn = 0;
    const asked: string[] = [];
    const port = await serve((request, reply) => {
      asked.push(`${request.method} ${request.url}`);
      const [status, body] = answers[turn++]!;
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const name = `server: http://127.0.0.1:${port}`;
    expect(await at(port)).toEqual([{ ok: true, what: `${name} is ready` }]);
    expect(await at(port)).toEqual([
      { ok: false, what: `${name} is not ready: redis: Redis does not answer`, remedy: 'Start it.' },
      { ok: false, what: `${name} is not ready: disk: not well; its log says why` },
    ]);
    expect(asked).toEqual(['GET /health/ready', 'GET /health/ready']);
    servers[0]!.close();
    servers[0]!.closeAllConnections();
    expect(await at(port)).toEqual([
      { ok: true, what: `server: none at http://127.0.0.1:${port}`, remedy: expect.anything() },
    ]);
  });

  it('is another program', async () => {
    for (const body of ['<html>', '{}', '']) {
      const port = await serve((_, reply) => reply.end(body));
      expect(await at(port)).toMatchObject([
        { ok: false, what: expect.stringContaining('something other than bilag') },
      ]);
    }
  });
});

describe('the clock', () => {
  const service = (name: string, port: number) =>
    ({ name, baseUrl: `http://127.0.0.1:${port}/books` }) as unknown as Service;

  it('agrees with those of the services, or does not', async () => {
    const asked: unknown[] = [];
    const port = await serve((request, reply) => {
      asked.push([request.method, request.headers.authorization]);
      reply.writeHead(404).end();
    });
    const services = { main: service('main', port) };
    expect(await checkClock({ services }, Date.now)).toEqual([{ ok: true, what: 'clock: agrees with the services' }]);
    expect(await checkClock({ services }, () => Date.now() + 4 * 60_000)).toMatchObject([{ ok: true }]);
    const ahead = await checkClock({ services }, () => Date.now() + 60 * 60_000);
    expect(ahead).toMatchObject([{ ok: false, what: 'clock: this machine is 60 min ahead of service main' }]);
    expect(await checkClock({ services }, () => Date.now() - 7 * 60_000)).toMatchObject([
      { ok: false, what: 'clock: this machine is 7 min behind service main', remedy: expect.anything() },
    ]);
    expect(asked).toEqual(Array(4).fill(['HEAD', undefined]));
  });

  it('is not judged by a service that does not tell the time, or is away', async () => {
    const port = await serve((_, reply) => {
      reply.sendDate = false;
      reply.end();
    });
    expect(await checkClock({ services: { main: service('main', port), gone: service('gone', 9) } }, Date.now)).toEqual(
      [],
    );
  });
});
