import { join } from 'node:path';
import { expect, test } from 'vitest';
import type * as BackupModule from '../../src/doubt/backup.ts';
import { JOURNAL_JOB as JOB, journal, load, openOffice, voucher } from '../importing/office.ts';
import { portsOf, serve } from './serve.ts';

const { backUp } = await load<typeof BackupModule>('doubt/backup.js');

test('the queues say what waits, since when, and what failed within a day', async () => {
  const office = await openOffice({ jobs: { bank: 'kind: bookings\ncolumns: { date: Dato }\n', journal: JOB } });
  const { ledger } = office;
  const now = Date.now();
  const counts = [
    { name: 'plan-here', of: 'plan', owner: 'here', waiting: 0, running: 1, later: 0, oldest: undefined },
    { name: 'post-main', of: 'post', owner: 'main', waiting: 4, running: 2, later: 1, oldest: now - 60_000 },
  ] as const;
  const { runtimeStatus } = await portsOf(office);
  const ports = { runtimeStatus: { ...runtimeStatus, queues: async () => ({ counts, rests: {} }) } };
  const server = await serve(office, { ports });
  const nonsense = await office.take('a.csv', 'x;y\n1;2\n');
  await office.plan(nonsense);
  await office.next('reset-after');
  const doubted = await office.take('b.csv', journal(voucher(1, 1)));
  await office.plan(doubted);
  await office.turn(doubted);
  await ledger.runs.claim({ id: 'r', job: 'bank', due_at: now, manual: 0, holder: 'x', until: now + 60_000 }, now);
  await ledger.runs.end('r', now, 'failed', { files: {}, imports: [] });
  await ledger.runs.setSchedule({ job: 'bank', cron: '0 6 * * *', tz: 'Europe/Oslo', since: now });
  const { queues, backup } = (await server.get('/api/operation')).json;
  expect(queues).toEqual([
    { name: 'plan-here', of: 'plan', waiting: 0, running: 1, later: 0, failed: 1 },
    {
      ...{ name: 'post-main', of: 'post', service: 'main', waiting: 4, running: 2, later: 1, failed: 1 },
      oldest: new Date(now - 60_000).toISOString(),
    },
    { name: 'runs', of: 'fetch', waiting: 0, running: 0, later: 1, failed: 1 },
  ]);
  expect(backup).toBeUndefined();
});

test('the ledger says when it was last backed up', async () => {
  const office = await openOffice();
  const server = await serve(office);
  expect((await server.get('/api/operation')).json.backup).toBeUndefined();
  const { at } = await backUp(join(office.folder, 'backup'), office.ports);
  expect((await server.get('/api/operation')).json.backup).toBe(new Date(at).toISOString());
});
