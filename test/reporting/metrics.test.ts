import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bookings } from '../../src/kinds/all.ts';
import { IMPORT_TOTALS } from '../../src/ledger/import-list.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import type { RunDetail, RunOutcome } from '../../src/ledger/runs.ts';
import { openSqlite } from '../../src/ledger/sqlite-database.ts';
import { createMetrics, type MetricsPorts } from '../../src/reporting/metrics.ts';
import { createClient } from '../../src/service/client.ts';
import { journal, openOffice, voucher } from '../importing/office.ts';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The text format, strictly: a line that is none fails. */
function parse(text: string): Sample[] {
  const told = new Set<string>();
  return text.split('\n').flatMap((line): Sample[] => {
    if (line === '') return [];
    const comment = /^# (HELP|TYPE) ([a-z_0-9]+) \S/.exec(line);
    if (comment !== null) {
      told.add(comment[2]!);
      return [];
    }
    const sample = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (sample === null) throw new Error(`no line of metrics: ${line}`);
    const [, name = '', inner = '', value] = sample;
    if (!told.has(name) && !told.has(name.replace(/_(bucket|sum|count)$/, '')))
      throw new Error(`not described: ${name}`);
    const labels = Object.fromEntries([...inner.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, key, held]) => [key, held]));
    return [{ name, labels, value: Number(value) }];
  });
}

const ports = (of: Pick<MetricsPorts, 'ledger'> & Partial<MetricsPorts>): MetricsPorts => ({
  version: '1.2.3',
  services: ['main', 'other'],
  depths: async () => ({}),
  ...of,
});

async function scrape(metrics: ReturnType<typeof createMetrics>) {
  const { type, text } = await metrics.metrics();
  expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
  const samples = parse(text);
  const value = (name: string, labels: Record<string, string> = {}) =>
    samples.find(
      (each) => each.name === name && Object.entries(labels).every(([key, held]) => each.labels[key] === held),
    )?.value;
  return { text, samples, value };
}

test('what real imports left behind', async () => {
  const office = await openOffice();
  const metrics = createMetrics(
    ports({ ledger: office.ledger, depths: async () => ({ 'plan-4f1c2ab9': 2, 'plan-other': 1, 'post-main': 3 }) }),
  );
  const { row: good } = await office.book('well-booked.csv', journal(voucher(1, 100), voucher(2, 20)));
  const { row: held } = await office.book(
    'half-held.csv',
    `${journal(voucher(3, 3))}4;05.01.2026;9999;1,00;Sperret\n4;05.01.2026;3000;-1,00;Sperret\n7;05.01.2026;0815;1,00;Ukjent\n7;05.01.2026;3000;-1,00;Ukjent\n`,
  );
  await office.next('500-after');
  const { row: doubtful } = await office.book('doubtful.csv', journal(voucher(5, 5)));
  await office.take('waits.csv', journal(voucher(6, 6)));

  const { text, samples, value } = await scrape(metrics);
  expect(
    samples
      .filter(({ name }) => name === 'bilag_imports')
      .map(({ labels, value }) => [labels['state'], value])
      .sort(),
  ).toEqual([
    ['completed', 1],
    ['in-doubt', 1],
    ['partly-booked', 1],
    ['planning', 1],
  ]);
  expect(value('bilag_rows', { outcome: 'booked' })).toBe(6);
  expect(value('bilag_rows', { outcome: 'held' })).toBe(2);
  expect(value('bilag_rows', { outcome: 'in-doubt' })).toBe(2);
  expect(value('bilag_rows', { outcome: 'rejected' })).toBe(2);
  expect(value('bilag_rows', { outcome: 'skipped' })).toBe(0);
  expect(value('bilag_batches_in_doubt', { service: 'main' })).toBe(1);
  expect(value('bilag_batches_in_doubt', { service: 'other' })).toBe(0);
  expect(value('bilag_queue_depth', { queue: 'plan' })).toBe(3);
  expect(value('bilag_queue_depth', { queue: 'post-main' })).toBe(3);
  expect(value('bilag_notices_waiting')).toBe(0);
  expect(value('bilag_build_info', { version: '1.2.3', node: process.versions.node })).toBe(1);
  expect(value('bilag_process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  const last = (await office.ledger.imports.byNum(good.num)).finished_at! / 1_000;
  expect(value('bilag_job_last_success_timestamp_seconds', { job: 'journal' })).toBeCloseTo(last, 2);

  // One prefix, base units, and nothing that names a file, an import or a machine.
  expect(samples.filter(({ name }) => !name.startsWith('bilag_'))).toEqual([]);
  expect(samples.filter(({ name }) => /_(ms|milliseconds|kb|megabytes)(_|$)/.test(name))).toEqual([]);
  for (const secret of [...[good, held, doubtful].flatMap(({ id, file, sha256 }) => [id, file, sha256]), '4f1c2ab9'])
    expect(text).not.toContain(secret);

  // Settled, it is in doubt no longer, and says so in a zero.
  const [batch] = await office.ledger.doubts.list();
  await office.ledger.doubts.decide(doubtful.num, batch!.no, batch!.attempt!, {
    became: 'booked',
    at: Date.now(),
    who: 'me',
    reason: 'seen',
  });
  expect((await scrape(metrics)).value('bilag_batches_in_doubt', { service: 'main' })).toBe(0);
});

test('a run is no success whose import was rejected, nor one that met such a file again, nor one of the future', async () => {
  const office = await openOffice();
  const { runs } = office.ledger;
  const metrics = createMetrics(ports({ ledger: office.ledger }));
  const began = Date.now() - 60_000;
  const ran = async (seconds: number, outcome: RunOutcome, more: Partial<RunDetail> = {}) => {
    const at = began + seconds * 1_000;
    const id = `RUN${seconds}`;
    await runs.claim({ id, job: 'bank', due_at: at, manual: 1, holder: 'me', until: at + 1_000 }, at);
    await runs.end(id, at, outcome, { files: {}, imports: [], ...more });
    return at / 1_000;
  };
  const last = async () => (await scrape(metrics)).value('bilag_job_last_success_timestamp_seconds', { job: 'bank' });
  expect(await last()).toBeUndefined();
  const { row } = await office.book('wrong.csv', 'Navn;Feil\nx;y\n');
  expect((await office.ledger.imports.byNum(row.num)).state).toBe('rejected');
  await ran(1, 'ok', { imports: [row.id] });
  expect(await last()).toBeUndefined();
  const good = await ran(2, 'nothing-new');
  expect(await last()).toBe(good);
  await ran(3, 'nothing-new', { rejected: 1 });
  await ran(4, 'failed');
  await ran(3_600, 'ok');
  expect(await last()).toBe(good);
  const { row: booked } = await office.book('good.csv', journal(voucher(1, 1)));
  const better = await ran(5, 'ok', { imports: [booked.id] });
  expect(await last()).toBe(better);
});

/** What rounding may add to a handful of requests, in seconds. */
const ROUNDED_S = 0.01;

test('requests are counted by what became of them, in seconds', async () => {
  const office = await openOffice();
  const metrics = createMetrics(ports({ ledger: office.ledger }));
  const { options } = office.ports.service('main').client;
  const client = createClient(options, Date.now, (seen) => metrics.observeRequest('main', seen));
  const gone = createClient({ ...options, baseUrl: 'http://127.0.0.1:9' }, Date.now, (seen) =>
    metrics.observeRequest('other', seen),
  );
  const began = performance.now();
  try {
    await office.next('422', '500-after', '429', '401');
    for (let i = 0; i < 4; i++) await client.send(bookings.steps.book.request, '[]', { entries: 1 });
    await client.get('/api/biz/vattypes?top=1');
    await client.get('/api/biz/nothing-of-the-kind');
    await gone.send(bookings.steps.book.request, '[]', { entries: 1 });
    await gone.get('/api/biz/vattypes');
  } finally {
    await Promise.all([client.close(), gone.close()]);
  }
  const tookS = (performance.now() - began) / 1_000 + ROUNDED_S;
  const { samples } = await scrape(metrics);
  const counted = samples
    .filter(({ name }) => name === 'bilag_service_request_duration_seconds_count')
    .map(({ labels, value }) => `${labels['service']} ${labels['operation']} ${labels['outcome']} ${value}`);
  expect(counted.sort()).toEqual([
    'main book in-doubt 1',
    'main book misconfigured 1',
    'main book not-applied 1',
    'main book rejected 1',
    'main look-up answered 1',
    'main look-up misconfigured 1',
    'other book not-applied 1',
    'other look-up unavailable 1',
  ]);
  const sums = samples.filter(({ name }) => name === 'bilag_service_request_duration_seconds_sum');
  // One after the other, they took no longer than all of it; as milliseconds they would be a thousand times as much.
  for (const { value } of sums) expect(value).toBeLessThanOrEqual(tookS);
});

test('a queue that can not be asked is left out, and everything else is told', async () => {
  const office = await openOffice();
  for (const depths of [
    async () => undefined,
    () => Promise.reject(new Error('away')),
    () => new Promise<never>(() => undefined),
  ]) {
    const { samples, value } = await scrape(createMetrics(ports({ ledger: office.ledger, depths })));
    expect(samples.filter(({ name }) => name === 'bilag_queue_depth')).toEqual([]);
    expect(value('bilag_notices_waiting')).toBe(0);
  }
});

test('ten thousand imports are one question, answered from an index alone', async () => {
  const office = await openOffice();
  const path = join(office.folder, 'large', 'ledger.db');
  const db = openSqlite(path, 1_000);
  const counts = JSON.stringify({
    rows: { read: 11, booked: 3, held: 2, rejected: 1, duplicate: 1, skipped: 1, inDoubt: 1, pending: 2 },
  });
  await db.write(async (tx) => {
    for (let i = 0; i < 10_000; i++) {
      await tx.run(
        `insert into import (id, job, kind, service, company, file, sha256, bytes, state, book, host, created_at, created_by, counts, file_totals)
         values (?, ?, 'bookings', 'main', '', 'x.csv', ?, 1, ?, 1, 'here', 0, 'me', ?, ?)`,
        `id${i}`,
        `job${i % 7}`,
        String(i),
        i % 10 === 0 ? 'in-doubt' : 'completed',
        i % 100 === 0 ? null : counts,
        'x'.repeat(500),
      );
    }
  });
  const plan = (await db.all<{ detail: string }>(`explain query plan ${IMPORT_TOTALS}`)).map(({ detail }) => detail);
  db.close();
  expect(plan).toEqual(['SCAN import USING COVERING INDEX import_totals']);
  const ledger = openLedger(`sqlite:${path}`);
  let asked = 0;
  const totals = {
    ...ledger.totals,
    async imports() {
      asked++;
      return await ledger.totals.imports();
    },
  };
  try {
    const { value } = await scrape(
      createMetrics(ports({ ledger: { totals, read: (work) => work({ ...ledger, totals }) } })),
    );
    expect(asked).toBe(1);
    expect(value('bilag_imports', { state: 'completed' })).toBe(9_000);
    expect(value('bilag_imports', { state: 'in-doubt' })).toBe(1_000);
    expect(value('bilag_rows', { outcome: 'booked' })).toBe(9_900 * 3);
    expect(value('bilag_rows', { outcome: 'pending' })).toBe(9_900 * 2);
  } finally {
    ledger.close();
  }
});
