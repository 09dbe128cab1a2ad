import { expect, test } from 'vitest';
import type * as ProbeModule from '../../src/doubt/probe.ts';
import { resolveDoubt } from '../../src/doubt/resolve.ts';
import { JOURNAL_JOB, journal, load, type Office, openOffice, voucher } from '../importing/office.ts';

const { probeDoubts } = await load<typeof ProbeModule>('doubt/probe.js');
const PROBE = `rejection: unknown
probe: { path: "/api/biz/journalentrylines?filter=Description eq '{description}'&top=20", quiet: 100ms, looks: 2, every: 20ms }
`;
const LOCKED = voucher(3, 3, 'locked', '31.12.2019');
const five = journal(voucher(1, 1), voucher(2, 2), LOCKED, voucher(4, 4), voucher(5, 5));
let controls = 0;
/** A booking that the service confirms, with a long text: what is not found then is not there. */
const bookControl = (office: Office) =>
  office.book(`control-${++controls}.csv`, journal(voucher(100 + controls, controls, 'Kontroll'.padEnd(300, 'x'))));
const states = async (office: Office, row: { num: number }) => (await office.batches(row)).map(({ state }) => state);
const declareNotBooked = async (office: Office, row: { num: number }, no: number) =>
  resolveDoubt(await office.ledger.imports.byNum(row.num), no, 'not-booked', 'looked', office.ports);

test('refused together where a part may have been booked, and none was: one by one they are certain', async () => {
  const office = await openOffice({ service: 'rejection: unknown', jobs: { journal: JOURNAL_JOB } });
  const { row, receipt } = await office.book('a.csv', five);
  expect(receipt).toMatchObject({ state: 'in-doubt', entries: { inDoubt: 5 } });
  expect(await declareNotBooked(office, row, 1)).toMatchObject({ state: 'posting', entries: 5 });
  expect(await states(office, row)).toEqual(['split', 'ready', 'ready', 'ready', 'ready', 'ready']);
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({
    state: 'partly-booked',
    entries: { booked: 4, rejected: 1, inDoubt: 0 },
    mismatches: [],
  });
  expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 4', 'Bilag 5']);
});

test('with a probe it comes to rest by itself, and is not sent for ever', async () => {
  const office = await openOffice({ service: PROBE, jobs: { journal: JOURNAL_JOB } });
  const { row } = await office.book('a.csv', five);
  await bookControl(office);
  const end = Date.now() + 60_000;
  while ((await office.receipt(row)).state !== 'partly-booked' && Date.now() < end) {
    await probeDoubts(office.ports, new AbortController().signal);
    await office.turn(row);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(await office.receipt(row)).toMatchObject({ entries: { booked: 4, rejected: 1, inDoubt: 0 }, mismatches: [] });
  expect(await office.call('GET', 'booked')).toMatchObject({ count: 5 });
});

test('answered twice without a success, it is sent in halves: what the service can not take is narrowed down', async () => {
  const office = await openOffice({ jobs: { journal: JOURNAL_JOB } });
  await office.next('500', '500');
  const { row } = await office.book('a.csv', journal(voucher(1, 1), voucher(2, 2), voucher(3, 3)));
  await declareNotBooked(office, row, 1);
  expect(await states(office, row)).toEqual(['ready']);
  await office.post(row);
  expect(await states(office, row)).toEqual(['in-doubt']);
  await declareNotBooked(office, row, 1);
  expect((await office.batches(row)).map(({ state, entries }) => [state, entries])).toEqual([
    ['split', 3],
    ['ready', 2],
    ['ready', 1],
  ]);
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 3 }, mismatches: [] });
  expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
});

test('one entry that is in doubt again and again is left to a person', async () => {
  const office = await openOffice({ service: PROBE, jobs: { journal: JOURNAL_JOB } });
  await office.next('500');
  const { row } = await office.book('a.csv', journal(voucher(1, 1)));
  const end = Date.now() + 60_000;
  const batch = async () => (await office.batches(row))[0]!;
  await bookControl(office);
  // After the fifth it has many more occasions.
  for (
    let more = 200;
    more > 0 && (await batch()).attempts < 9 && Date.now() < end;
    more -= (await batch()).attempts < 5 ? 0 : 1
  ) {
    await probeDoubts(office.ports, new AbortController().signal);
    if ((await batch()).state === 'ready') {
      await office.next('500');
      await office.turn(row);
      await bookControl(office);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(await office.batches(row)).toMatchObject([{ state: 'in-doubt', attempts: 5 }]);
  expect((await office.texts()).every((text) => text.startsWith('Kontroll'))).toBe(true);
});
