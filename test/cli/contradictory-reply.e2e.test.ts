import { expect, it } from 'vitest';
import { journal, json } from './bilag.ts';
import { officeBesideSandbox } from './office-beside-sandbox.ts';

const { office, control, booked } = officeBesideSandbox();

it('one of two entries applied, and the reply says so: nothing is said to be booked, and the evidence says why', async () => {
  await office.write(
    'a.csv',
    journal([
      { key: '1', amount: '10,00' },
      { key: '2', amount: '20,00' },
    ]),
  );
  await control('next', { faults: ['half'] });
  const ran = await office.run('import', 'a.csv', '--job', 'journal', '--json');
  expect(ran.code).toBe(4);
  expect(json(ran)).toMatchObject({ state: 'in-doubt', entries: { planned: 2, booked: 0, inDoubt: 2 } });
  expect(await booked()).toMatchObject({ count: 1 });

  const { import: id } = json(ran);
  const shown = await office.run('show', id);
  expect(shown.out.replace(/\s+/g, ' ')).toMatch(
    /Batch 1: IN DOUBT; .*in-doubt: status 200, its reply lists 1 voucher, and 2 were sent/,
  );
  const [batch] = json(await office.run('show', id, '--json')).batches;
  expect(batch.attempts).toMatchObject([
    { outcome: 'in-doubt', evidence: { status: 200, contradiction: { what: 'count', said: '1', sent: 2 } } },
  ]);
});
