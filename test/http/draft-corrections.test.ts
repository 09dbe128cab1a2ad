import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { jobHash, parseJob } from '../../src/config/read-job.ts';
import type { JobAnswers } from '../../src/core/job-answers.ts';
import { openOffice } from '../importing/office.ts';
import { drafting, sample, sampleJob } from './drafting.ts';
import { serve } from './serve.ts';

const SUSPENSE = /^ {2}contraAccount: .*\n/m;
/** The statement's job without the account for what no rule knows. */
const bankJob = sampleJob('bank').replace(SUSPENSE, '');

async function open(name: string, job = sample(`errors/jobs/${name}.yaml`).toString()) {
  const office = await openOffice({ jobs: { [name]: job } });
  const server = await serve(office);
  const read = () => readFileSync(join(office.folder, 'jobs', `${name}.yaml`), 'utf8');
  return { office, server, ...drafting(server), job: read };
}

type Cause = { code: string; value?: string; answer?: { key: string; proposal?: object } };
const causesIn = (plan: { receipt: { issues: Cause[] } }) => plan.receipt.issues;

/** Lines of a file, as csv-parse reads it, under a mapping: what the books must hold. */
function linesOf(file: string, accounts: Readonly<Record<string, string>> = {}): string[] {
  const rows: Record<string, string>[] = parse(sample(file), { delimiter: ';', columns: true, bom: true });
  const decimal = (text = '') => Number(text.replaceAll(/\s/g, '').replace(',', '.')).toFixed(2);
  return rows
    .map((row) => `${accounts[row['Konto']!] ?? row['Konto']} ${decimal(row['Beløp'])} ${row['Tekst']}`)
    .sort();
}

/** A sample, how much of it is held, what is decided of each cause, lines that the job has by it, and what is booked then. */
const DECISIONS: readonly (readonly [string, number, JobAnswers, string, Readonly<Record<string, string>>])[] = [
  ['account-unknown', 2, { accounts: { 3015: '3010' } }, '"3015": "3010"', { 3015: '3010' }],
  [
    'account-invalid',
    2,
    { accounts: { kasse: '1900', '01500': '1500' } },
    '"kasse": "1900"',
    { kasse: '1900', '01500': '1500' },
  ],
  ['vat-unknown', 1, { vatCodes: { 25: '1' } }, '"25": "1"', {}],
];

describe('a cause that one decision settles, before anything is booked,', () => {
  test.each(DECISIONS)(
    'of %s is tried without a trace, taken back, booked so, and remembered by its job',
    async (name, held, answers, line, accounts) => {
      const { office, bring, plan, book, job } = await open(name);
      const before = job();
      const file = `errors/${name}.csv`;
      const { draft } = (await bring(`${name}.csv`, sample(file))).json;
      const first = (await plan(draft, { job: name })).plan;
      expect(first.receipt.entries).toMatchObject({ held });
      const [key, values] = Object.entries(answers)[0]!;
      const causes = causesIn(first);
      expect(causes.map((cause) => [cause.value, cause.answer?.key])).toEqual(
        expect.arrayContaining(Object.keys(values).map((value) => [value, key])),
      );

      const tried = (await plan(draft, { job: name, answers })).plan;
      expect([causesIn(tried), tried.receipt.entries.held]).toEqual([[], 0]);
      expect(tried.receipt.entries.pending).toBe(first.receipt.entries.pending + held);
      expect(Number(tried.bookings.debit)).toBeGreaterThan(Number(first.bookings.debit));
      expect(tried.bookings.debit).toBe(tried.receipt.debit);
      // Nothing is written: not the job, not an import, not a request, not a file.
      expect(job()).toBe(before);
      expect(await office.ledger.imports.list(10)).toEqual([]);
      expect((await office.booked()).count).toBe(0);
      expect(readdirSync(office.folder, { recursive: true }).filter((path) => `${path}`.includes('.trial'))).toEqual(
        [],
      );

      // Taken back, it is as it was.
      const back = (await plan(draft, { job: name })).plan;
      expect(back).toEqual(first);

      const again = (await plan(draft, { job: name, answers })).plan;
      expect((await book(draft, { job: name, hash: again.hash, answers })).status).toBe(202);
      expect(job()).toContain(line);
      const [row] = await office.ledger.imports.list(1);
      // What is planned by the job as it stands now is what was tried.
      expect(jobHash(parseJob(job(), 'job.yaml'))).toBe(again.hash);
      await office.plan(row!);
      await office.post(row!);
      const { entries, totals } = await office.booked();
      const lines = entries.flatMap((entry) => entry.lines);
      expect(lines.map((each) => `${each.AccountNumber} ${each.Amount} ${each.Description}`).sort()).toEqual(
        linesOf(file, accounts),
      );
      expect(Object.keys(totals)).not.toContain('3015');
      const said = (await office.ledger.imports.events(row!.num)).filter(({ what }) => what === 'remembered');
      expect(said.map(({ detail }) => JSON.parse(detail!).from)).toEqual(Object.keys(values).map((value) => [value]));
      // The next file of the job is read so, and nothing is offered.
      const next = (
        await bring('next.csv', sample(file).toString().replaceAll('\n91', '\n81').replaceAll('.2026', '.2025'))
      ).json;
      expect(causesIn((await plan(next.draft, { job: name })).plan)).toEqual([]);
    },
  );

  test('of rows without a contra account: one account for what no rule knows', async () => {
    const { office, bring, plan, book, job } = await open('bank', bankJob);
    const { draft } = (await bring('bank.csv', sample('bank.csv'))).json;
    const { receipt } = (await plan(draft, { job: 'bank' })).plan;
    expect(receipt.issues).toMatchObject([{ code: 'field-missing', answer: { key: 'contraAccount' } }]);
    const { held } = receipt.entries;
    expect(held).toBeGreaterThan(0);
    const answers = { contraAccount: '2990' };
    const tried = (await plan(draft, { job: 'bank', answers })).plan;
    expect(tried.receipt.entries).toMatchObject({ held: 0, pending: receipt.entries.pending + held });
    expect(job()).toBe(bankJob);
    expect((await book(draft, { job: 'bank', hash: tried.hash, answers })).status).toBe(202);
    expect(job()).toContain('contraAccount: "2990"');
    const [row] = await office.ledger.imports.list(1);
    await office.plan(row!);
    await office.post(row!);
    const { totals } = await office.booked();
    // As the job that said it from the beginning books the statement.
    const other = await open('bank', sampleJob('bank'));
    const same = (await other.bring('bank.csv', sample('bank.csv'))).json;
    const { bookings } = (await other.plan(same.draft, { job: 'bank' })).plan;
    const expected = new Map<string, number>();
    for (const { account, debit, credit } of bookings.accounts)
      expected.set(account, Math.round((Number(debit) + Number(credit)) * 100));
    expect(Math.round(Number(totals['2990']) * 100)).toBe(expected.get('2990'));
    expect(Math.round(Number(totals['1920']) * 100)).toBe(expected.get('1920'));
  });

  test('has what is most likely meant, with the reason, also where nobody read the chart before', async () => {
    const { bring, plan } = await open('account-unknown');
    const { draft } = (await bring('a.csv', sample('errors/account-unknown.csv'))).json;
    const [cause] = causesIn((await plan(draft, { job: 'account-unknown' })).plan);
    expect(cause!.answer).toMatchObject({ key: 'accounts', proposal: { value: '3010', why: { is: 'nearest' } } });
  });

  test('is not offered where the job says it already, and what the job says is never changed', async () => {
    const text = `${sample('errors/jobs/account-unknown.yaml')}accounts: { "3015": "3016" }\n`;
    const { office, bring, plan, book, job } = await open('account-unknown', text);
    const { draft } = (await bring('a.csv', sample('errors/account-unknown.csv'))).json;
    const answers = { accounts: { 3015: '3010' } };
    for (const tried of [{}, { answers }]) {
      const { plan: found } = await plan(draft, { job: 'account-unknown', ...tried });
      expect(causesIn(found)).toMatchObject([{ code: 'account-unknown', value: '3015', facts: { number: '3016' } }]);
      expect(causesIn(found)[0]!.answer).toBeUndefined();
    }
    const refused = await book(draft, { job: 'account-unknown', answers });
    expect(refused.status).toBe(409);
    expect(refused.json.error.message).toContain('accounts.3015 is set already');
    expect(job()).toBe(text);
    expect(await office.ledger.imports.list(10)).toEqual([]);
  });

  test('that could not stand in a job is refused by name', async () => {
    const { bring, start } = await open('account-unknown');
    const { draft } = (await bring('a.csv', sample('errors/account-unknown.csv'))).json;
    const refused = await start(draft, { job: 'account-unknown', answers: { accounts: { 3015: 'porto' } } });
    expect(refused.status).toBe(400);
    expect(refused.json.error.message).toContain('must be an account number of the service, in digits');
  });
});
