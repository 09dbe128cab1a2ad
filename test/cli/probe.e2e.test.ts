import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { journal, type Office, openOffice, type Ran } from './bilag.ts';

let sandbox: Sandbox;
let office: Office;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await call('POST', 'reset', {});
  office = await openOffice();
});
afterEach(() => office.leave());

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await fetch(`${sandbox.url}/sandbox/${path}`, { method, ...sent })).json();
}
const configure = (timing: string) =>
  office.write(
    'bilag.yaml',
    `services:
  main:
    baseUrl: ${sandbox.url}
    probe:
      path: "/api/biz/journalentrylines?filter=Description eq '{description}'&top=20"
      ${timing}
`,
  );
const json = ({ out }: Ran) => JSON.parse(out);
const FILE = journal([
  { key: '1', amount: '10,00' },
  { key: '2', amount: '20,00' },
]);

it('import waits while look-ups may settle a doubt, and books what was lost', async () => {
  await configure('quiet: 1s\n      looks: 2\n      every: 200ms');
  await office.write('a.csv', FILE);
  await call('POST', 'next', { faults: ['reset-before'] });
  const ran = await office.run('import', 'a.csv', '--job', 'journal', '--json');
  expect(ran.err).toContain('a.csv: a batch is in doubt. It is looked up in the service');
  expect(ran.err).toMatch(/no longer in doubt: none of its 2 entries was found in the service in 2 looks in a row/);
  expect(json(ran)).toMatchObject({ state: 'completed', entries: { planned: 2, booked: 2 } });
  expect(ran.code).toBe(0);
  expect(await call('GET', 'booked?summary=1')).toMatchObject({ count: 2 });
});

it('import leaves with 4 where its patience ends before; the looks are shown; the same command goes on with them', async () => {
  await configure('quiet: 1h');
  await office.write('a.csv', FILE);
  await call('POST', 'next', { faults: ['reset-before'] });
  const ran = await office.run('import', 'a.csv', '--job', 'journal', '--json', '--wait', '10s');
  expect(ran.err).toContain('Not settled yet; leaving.');
  expect(ran.code).toBe(4);
  const { import: id, state } = json(ran);
  expect(state).toBe('in-doubt');

  const shown = await office.run('show', id);
  expect(shown.out).toMatch(/Batch 1: IN DOUBT[\s\S]* looked up: absent: entry 1, entry 2/);
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
        detail: 'absent: entry 1, entry 2',
      },
    ],
  });

  await configure('quiet: 1s\n      looks: 2\n      every: 200ms');
  const again = await office.run('import', 'a.csv', '--job', 'journal', '--json');
  expect(json(again)).toMatchObject({ import: id, state: 'completed', entries: { booked: 2 } });
  expect(again.code).toBe(0);
  const history = json(await office.run('show', id, '--json')).history as { who: string; what: string }[];
  expect(history).toContainEqual(expect.objectContaining({ who: 'probe', what: 'resolved' }));
  expect(await call('GET', 'booked?summary=1')).toMatchObject({ count: 2 });
});

it('import does not wait for what nobody looks up', async () => {
  await office.write('bilag.yaml', `services: { main: { baseUrl: "${sandbox.url}" } }\n`);
  await office.write('a.csv', FILE);
  await call('POST', 'next', { faults: ['reset-after'] });
  const ran = await office.run('import', 'a.csv', '--job', 'journal', '--json');
  expect(ran.code).toBe(4);
  expect(json(ran)).toMatchObject({ state: 'in-doubt', rows: { inDoubt: 4 } });
});
