import { beforeEach, expect, it } from 'vitest';
import { journal, json } from './bilag.ts';
import { withMovingClock } from './moving-clock.ts';
import { officeBesideSandbox } from './office-beside-sandbox.ts';

const { office, sandbox, control, booked } = officeBesideSandbox();
beforeEach(() => {
  // The service is what bilag.yaml says.
  delete office.env['ACCOUNTING_URL'];
});

const configure = (timing: string) =>
  office.write(
    'bilag.yaml',
    `services:
  main:
    baseUrl: ${sandbox.url}
    concurrency: 1
    probe:
      path: "/api/biz/journalentrylines?filter=Description eq '{description}'&top=20"
      ${timing}
`,
  );
/** In which a machine under load starts, plans, sends and looks once. */
const PATIENCE = '20s';
/** Two batches, one after the other: where the first is in doubt, the second shows that it would be found. */
const FILE = journal([
  { key: '1', amount: '10,00' },
  { key: '2', amount: '20,00' },
  { key: '3', amount: '30,00' },
]);
const ALONE = journal([{ key: '1', amount: '10,00' }]);

it('import waits while look-ups may settle a doubt, and books what was lost', async () => {
  await configure('quiet: 1s\n      looks: 2\n      every: 200ms');
  await office.write('a.csv', FILE);
  await control('next', { faults: ['reset-before'] });
  const ran = await withMovingClock(office, () => office.run('import', 'a.csv', '--job', 'journal', '--json'));
  expect(ran.err).toContain('a.csv: a batch is in doubt. bilag looks it up');
  // Which of the two batches the service cuts off, nobody knows: they are sent at once.
  const absent =
    /no longer in doubt: (none of its 2 vouchers was|its voucher was not) found in the service in 2 looks in a row/;
  expect(ran.err).toMatch(absent);
  expect(json(ran)).toMatchObject({ state: 'completed', entries: { planned: 3, booked: 3 } });
  expect(ran.code).toBe(0);
  expect(await booked()).toMatchObject({ count: 3 });
});

it('import leaves with 4 where nothing that was booked later proves an absence: a person decides', async () => {
  await configure('quiet: 1s\n      looks: 2\n      every: 200ms');
  await office.write('a.csv', ALONE);
  await control('next', { faults: ['reset-before'] });
  const ran = await office.run('import', 'a.csv', '--job', 'journal', '--json');
  expect(ran.code).toBe(4);
  const { import: id } = json(ran);
  const [batch] = json(await office.run('show', id, '--json')).batches;
  expect(batch).toMatchObject({ state: 'in-doubt', attempts: [{ outcome: 'in-doubt' }] });
  expect(batch.looks.at(-1)).toMatchObject({
    absent: 1,
    detail: expect.stringContaining('that proves nothing: no voucher that was booked later'),
  });
  expect(await booked()).toMatchObject({ count: 0 });
});

it('import leaves with 4 where its patience ends before; the looks are shown; the same command goes on with them', async () => {
  await configure('quiet: 1h');
  await office.write('a.csv', FILE);
  await control('next', { faults: ['reset-before'] });
  const ran = await office.run('import', 'a.csv', '--job', 'journal', '--json', '--wait', PATIENCE);
  expect(ran.err).toContain('Not settled yet; leaving.');
  expect(ran.code).toBe(4);
  const { import: id, state } = json(ran);
  expect(state).toBe('in-doubt');

  const shown = await office.run('show', id);
  expect(shown.out).toMatch(/Batch 1: IN DOUBT[\s\S]* looked up: vouchers absent: 1, 2/);
  const [batch] = json(await office.run('show', id, '--json')).batches;
  expect(batch).toMatchObject({
    state: 'in-doubt',
    attempts: [{ outcome: 'in-doubt' }],
    looks: [
      {
        began: expect.stringMatching(/^\d{4}-/),
        ended: expect.stringMatching(/^\d{4}-/),
        found: 0,
        absent: 2,
        unclear: 0,
        detail: expect.stringMatching(/^vouchers absent: 1, 2;/),
      },
    ],
  });

  await configure('quiet: 1s\n      looks: 2\n      every: 200ms');
  const again = await withMovingClock(office, () => office.run('import', 'a.csv', '--job', 'journal', '--json'));
  expect(json(again)).toMatchObject({ import: id, state: 'completed', entries: { booked: 3 } });
  expect(again.code).toBe(0);
  const history = json(await office.run('show', id, '--json')).history as { who: string; what: string }[];
  expect(history).toContainEqual(expect.objectContaining({ who: 'probe', what: 'resolved' }));
  expect(await booked()).toMatchObject({ count: 3 });
});

it('import does not wait for what nobody looks up', async () => {
  await office.write('bilag.yaml', `services: { main: { baseUrl: "${sandbox.url}" } }\n`);
  await office.write('a.csv', FILE);
  await control('next', { faults: ['reset-after'] });
  const ran = await office.run('import', 'a.csv', '--job', 'journal', '--json');
  expect(ran.code).toBe(4);
  expect(json(ran)).toMatchObject({ state: 'in-doubt', rows: { inDoubt: 4, booked: 2 } });
});
