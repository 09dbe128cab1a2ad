import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type * as TrialModule from '../../src/correcting/dry-run.ts';
import type * as PreviewModule from '../../src/importing/plan-preview.ts';
import type { PlanFacts } from '../../src/reading/plan-ports.ts';
import type * as ReceiptModule from '../../src/reporting/receipt.ts';
import { journal, load, type Office, openOffice, voucher } from '../importing/office.ts';

const { tryFile } = await load<typeof TrialModule>('correcting/dry-run.js');
const { receiptOf } = await load<typeof ReceiptModule>('reporting/receipt.js');
const { previewOf } = await load<typeof PreviewModule>('importing/plan-preview.js');

const WRONG = voucher(2, 20).replaceAll('3000', '9');

async function tried(office: Office, content: string, job = 'journal') {
  const { ports } = office;
  const path = office.file('tried.csv', content);
  const { job: definition, hash } = await ports.job(job);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = {
    path,
    file: 'tried.csv',
    sha256,
    bytes: statSync(path).size,
    jobName: job,
    job: definition,
    jobHash: hash,
  };
  const folder = join(office.folder, 'trial');
  return tryFile(
    file,
    ports,
    async (row, ledger) => ({
      row,
      receipt: await receiptOf(row.num, ledger, 0),
      preview: row.facts === null ? undefined : await previewOf(row, JSON.parse(row.facts) as PlanFacts, ledger),
    }),
    { folder },
  );
}

test('a trial comes to what the plan of an import comes to, and nothing of it stands in the ledger', async () => {
  const office = await openOffice();
  await office.book('before.csv', journal(voucher(1, 10)));
  const content = journal(voucher(1, 10), WRONG, voucher(3, 30));
  const before = (await office.ledger.imports.list(10)).length;
  const trial = await tried(office, content);
  expect(await office.ledger.imports.list(10)).toHaveLength(before);

  const row = await office.take('planned.csv', content, 'journal', { book: false });
  await office.plan(row);
  const planned = await office.ledger.imports.byNum(row.num);
  const { import: _, file: __, duration: ___, ...expected } = await office.receipt(row);
  expect(trial.receipt).toMatchObject(expected);
  expect(expected.entries).toMatchObject({ planned: 3, pending: 1, held: 1, duplicate: 1 });
  expect(trial.preview).toEqual(await previewOf(planned, JSON.parse(planned.facts!) as PlanFacts, office.ledger));
  expect(trial.preview?.duplicates).toEqual([expect.stringContaining('before.csv')]);
});

test('a file that can’t be taken is rejected in a trial too, with the reason', async () => {
  const office = await openOffice();
  const { row, preview } = await tried(office, 'Dato;Beløp\n01.01.2026;1,00\n');
  expect(row.state).toBe('rejected');
  expect(JSON.parse(row.reason!)).toMatchObject({ code: 'column-missing' });
  expect(preview).toBeUndefined();
});

test('a trial that nobody waits for ends', async () => {
  const office = await openOffice();
  const path = office.file('tried.csv', journal(voucher(1, 10)));
  const { job, hash } = await office.ports.job('journal');
  const file = { path, file: 'tried.csv', sha256: '', bytes: 1, jobName: 'journal', job, jobHash: hash };
  const folder = join(office.folder, 'trial');
  const leaving = new AbortController();
  const ended = tryFile(file, office.ports, (row) => row.state, { folder, signal: leaving.signal });
  leaving.abort(new Error('Nobody waits.'));
  await expect(ended).rejects.toThrow('Nobody waits.');
  expect(readFileSync(path, 'utf8')).toBe(journal(voucher(1, 10)));
  expect(existsSync(join(office.folder, 'home', 'scratch'))).toBe(false);
});
