import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openOffice } from '../importing/office.ts';
import { drafting, sample } from './drafting.ts';
import { serve } from './serve.ts';

const jobOf = (code: string) => sample(`errors/jobs/${code}.yaml`).toString();

async function open(code: string, job = jobOf(code)) {
  const office = await openOffice({ jobs: { [code]: job } });
  const server = await serve(office);
  const jobFile = join(office.folder, 'jobs', `${code}.yaml`);
  return { office, server, ...drafting(server), job: () => readFileSync(jobFile, 'utf8') };
}

/** The file of a question, an answer to it, the line that the job has by it, and amounts or days that only this answer reads so. */
const QUESTIONS = [
  ['date-ambiguous.csv', { dates: 'M/d/yyyy' }, 'dates: "M/d/yyyy"', '2026-03-04'],
  ['date-ambiguous.csv', { dates: 'd/M/yyyy' }, 'dates: "d/M/yyyy"', '2026-04-03'],
  ['date-mixed.csv', { dates: 'd/M/yyyy' }, 'dates: "d/M/yyyy"', '2026-03-17'],
  ['decimal-ambiguous.csv', { decimal: '.' }, 'decimal: "."', '1.25'],
  ['decimal-ambiguous.csv', { decimal: ',' }, 'decimal: ","', '1250.00'],
  ['decimal-mixed.csv', { decimal: ',' }, 'decimal: ","', '412.50'],
  ['sheets-several.xlsx', { sheets: 'all' }, 'sheets: "all"', undefined],
  ['sheets-several.xlsx', { sheet: 'Januar' }, 'sheet: "Januar"', undefined],
  ['rows-hidden.xlsx', { hidden: 'skip' }, 'hidden: "skip"', undefined],
  ['rows-hidden.xlsx', { hidden: 'take' }, 'hidden: "take"', undefined],
  ['encoding-doubtful.csv', { encoding: 'cp850' }, 'encoding: "cp850"', 'Kjøp på lager'],
  ['credit-sign-ambiguous.csv', { creditSign: 'negative' }, 'creditSign: "negative"', '-412.50'],
  ['currency-mixed.csv', { currency: 'NOK' }, 'currency: "NOK"', '10.00'],
] as const;

describe('a question about a file', () => {
  test.each(QUESTIONS)(
    'of %s is answered by %j, tried, booked so, and remembered by its job',
    async (file, answers, line, shows) => {
      const code = file.split('.')[0]!;
      const { office, bring, plan, book, job } = await open(code);
      const before = job();
      const { draft } = (await bring(file, sample(`errors/${file}`))).json;
      const asked = (await plan(draft, { job: code })).plan.receipt;
      expect(asked).toMatchObject({ state: 'rejected', reason: { code } });
      const [value] = Object.values(answers);
      const choices: { value: string }[] = asked.reason.choices;
      expect(choices.length).toBeGreaterThan(1);
      if (value !== 'all') expect(choices.map((choice) => choice.value)).toContain(value);

      const tried = await plan(draft, { job: code, answers });
      expect(tried.plan.receipt).toMatchObject({ state: 'planned' });
      if (shows !== undefined) expect(JSON.stringify(tried.plan.bookings.first)).toContain(`"${shows}"`);
      // Nothing is remembered of what was only tried.
      expect(job()).toBe(before);

      const taken = await book(draft, { job: code, hash: tried.plan.hash, answers });
      expect(taken.status).toBe(202);
      expect(job()).toContain(line);
      for (const said of before.split('\n').filter((each) => each.startsWith('#'))) expect(job()).toContain(said);
      const [row] = await office.ledger.imports.list(1);
      // What is planned by the job as it stands now is what was tried.
      await office.plan(row!);
      const { entries, rows, totals } = await office.receipt(row!);
      expect([entries, rows, totals.debit]).toEqual([
        tried.plan.receipt.entries,
        tried.plan.receipt.rows,
        tried.plan.receipt.debit,
      ]);
    },
  );

  test('is asked once: the next file of the job is read by the answer', async () => {
    const { bring, plan, book } = await open('date-ambiguous');
    const text = sample('errors/date-ambiguous.csv').toString();
    const { draft } = (await bring('a.csv', text)).json;
    const answers = { dates: 'd/M/yyyy' };
    const { hash } = (await plan(draft, { job: 'date-ambiguous', answers })).plan;
    await book(draft, { job: 'date-ambiguous', hash, answers });
    const next = (await bring('b.csv', text.replaceAll('928', '938'))).json;
    const { plan: found } = await plan(next.draft, { job: 'date-ambiguous' });
    expect(found.receipt.state).toBe('planned');
    expect(found.bookings.first[0].lines[0].date).toBe('2026-04-03');
  });

  test('about numbers that start again can be said for all files of the job', async () => {
    const { bring, plan, book, job } = await open('numbers-restart');
    const { draft } = (await bring('numbers-restart.csv', sample('errors/numbers-restart.csv'))).json;
    expect((await plan(draft, { job: 'numbers-restart' })).plan.receipt.entries).toMatchObject({ held: 1, pending: 1 });
    const answers = { per: 'date' };
    const { receipt, hash } = (await plan(draft, { job: 'numbers-restart', answers })).plan;
    expect(receipt.entries.held).toBeLessThan(receipt.entries.planned);
    expect((await book(draft, { job: 'numbers-restart', hash, answers })).status).toBe(202);
    expect(job()).toContain('per: date');
  });

  test('changes nothing that the job says, and books nothing where it can’t be remembered', async () => {
    const says = jobOf('date-ambiguous').replace('\ncolumns:', '\nfile: { dates: [d/M/yyyy] }\ncolumns:');
    expect(says).toContain('dates:');
    const { office, bring, book, job } = await open('date-ambiguous', says);
    const { draft } = (await bring('a.csv', sample('errors/date-ambiguous.csv'))).json;
    const refused = await book(draft, { job: 'date-ambiguous', answers: { dates: 'M/d/yyyy' } });
    expect(refused.status).toBe(409);
    expect(refused.json.error.message).toContain('file.dates is set already');
    expect(job()).toBe(says);
    expect(await office.ledger.imports.list(10)).toEqual([]);
  });

  test('that rejected an import is answered by its stored file, and the same import goes on', async () => {
    const { office, server, plan, book } = await open('decimal-ambiguous');
    const { row } = await office.book(
      'purring.csv',
      sample('errors/decimal-ambiguous.csv').toString(),
      'decimal-ambiguous',
    );
    expect((await server.get(`/api/imports/${row.id}`)).json).toMatchObject({
      state: 'rejected',
      reason: { code: 'decimal-ambiguous', choices: [{ value: ',' }, { value: '.' }] },
    });
    const { status, json } = await server.post(`/api/imports/${row.id}/draft`);
    expect([status, json.file]).toEqual([201, 'purring.csv']);
    const answers = { decimal: ',' };
    const { receipt, hash } = (await plan(json.draft, { job: 'decimal-ambiguous', answers })).plan;
    expect(receipt.state).toBe('planned');
    const taken = await book(json.draft, { job: 'decimal-ambiguous', hash, answers });
    expect(taken.json).toMatchObject({ import: row.id, how: 'again' });
    await office.plan(row);
    expect((await office.receipt(row)).state).toBe('posting');
  });

  test('that was tried otherwise than it is booked is refused', async () => {
    const { office, bring, plan, book, job } = await open('date-ambiguous');
    const before = job();
    const { draft } = (await bring('a.csv', sample('errors/date-ambiguous.csv'))).json;
    const { hash } = (await plan(draft, { job: 'date-ambiguous', answers: { dates: 'd/M/yyyy' } })).plan;
    const refused = await book(draft, { job: 'date-ambiguous', hash, answers: { dates: 'M/d/yyyy' } });
    expect([refused.status, refused.json.error.code]).toEqual([409, 'job-changed']);
    expect(job()).toBe(before);
    expect(await office.ledger.imports.list(10)).toEqual([]);
  });
});
