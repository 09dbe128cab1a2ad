import { expect, test } from 'vitest';
import { UsageError } from '../../src/core/issue.ts';
import { confirmProposal, type Place, rejectProposal, sayWhatBecame } from '../../src/doubt/second-person.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { JOURNAL_JOB, journal, type Office, openOffice, voucher } from '../importing/office.ts';

const SECOND = `${JOURNAL_JOB}doubt: { confirm: second-person }\n`;
const booked = { became: 'booked', reason: 'voucher 7' } as const;

async function doubtful() {
  const office = await openOffice({ jobs: { journal: SECOND } });
  await office.next('reset-after');
  const { row } = await office.book('a.csv', journal(voucher(1, 1)));
  return { office, row: await office.ledger.imports.byNum(row.num) };
}

const as = (office: Office, who: string) => ({ ...office.ports, who });
const states = async (office: Office, row: ImportRow) => (await office.batches(row)).map(({ state }) => state);

/** What it says to a person when it refuses. */
async function refusal(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof UsageError) return `${error.message} ${error.suggestion}`;
    throw error;
  }
  throw new Error('It was not refused.');
}

test('on the command line two users of the system are two people; one is not', async () => {
  const { office, row } = await doubtful();
  const said = await sayWhatBecame(row, 1, booked, 'command-line', as(office, 'kari'));
  expect(said).toEqual({ outcome: 'proposed', entries: 1 });
  const same = await refusal(() => confirmProposal(row, 1, { became: 'booked' }, 'command-line', as(office, 'kari')));
  expect(same).toContain('wants another person’s word');
  expect(await confirmProposal(row, 1, { became: 'booked' }, 'command-line', as(office, 'ola'))).toEqual({
    state: 'completed',
    entries: 1,
  });
  expect(await office.ledger.doubts.decisions(row.num)).toMatchObject([{ who: 'kari and ola' }]);
});

test.each<[Place, Place]>([
  ['dashboard', 'command-line'],
  ['command-line', 'dashboard'],
  ['dashboard', undefined],
])('said in the %s it is not confirmed in the %s: one person may have a name in each', async (one, other) => {
  const { office, row } = await doubtful();
  await sayWhatBecame(row, 1, booked, one, as(office, 'kari'));
  await refusal(() => confirmProposal(row, 1, {}, other, as(office, 'kn')));
  expect(await states(office, row)).toEqual(['in-doubt']);
  expect(await office.ledger.doubts.decisions(row.num)).toEqual([]);
});

test('what one confirms is what one saw: the opposite, proposed meanwhile, is not', async () => {
  const { office, row } = await doubtful();
  await sayWhatBecame(row, 1, { ...booked, became: 'not-booked' }, 'command-line', as(office, 'kari'));
  await refusal(() => confirmProposal(row, 1, { became: 'booked' }, 'command-line', as(office, 'ola')));
  expect(await states(office, row)).toEqual(['in-doubt']);
});

test('taken back by another process in the very moment of the decision, nothing is decided', async () => {
  const { office, row } = await doubtful();
  await sayWhatBecame(row, 1, booked, 'dashboard', as(office, 'kari'));
  let gone = false;
  const { doubts } = office.ledger;
  // Between the look at the proposal and the decision.
  const decide: typeof doubts.decide = async (...given) => {
    if (!gone) await rejectProposal(row, 1, {}, 'I was wrong', as(office, 'kari'));
    gone = true;
    return doubts.decide(...given);
  };
  const ports = { ...as(office, 'ola'), ledger: { ...office.ledger, doubts: { ...doubts, decide } } };
  expect(await refusal(() => confirmProposal(row, 1, {}, 'dashboard', ports))).toContain('has changed meanwhile');
  expect(await states(office, row)).toEqual(['in-doubt']);
  expect(await office.events(row)).toContain('proposal-withdrawn');
});

test('two who propose at once: one proposal stands, the other is told of it', async () => {
  const { office, row } = await doubtful();
  const said = await Promise.allSettled([
    sayWhatBecame(row, 1, booked, 'dashboard', as(office, 'kari')),
    sayWhatBecame(row, 1, { ...booked, became: 'not-booked' }, 'dashboard', as(office, 'ola')),
  ]);
  expect(said.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = said.find((each) => each.status === 'rejected')!;
  expect(String(refused.reason)).toMatch(/has proposed that batch 1/);
});

test('what can’t be carried out is not proposed', async () => {
  const { office, row } = await doubtful();
  const kari = as(office, 'kari');
  await refusal(() => sayWhatBecame(row, 1, { ...booked, reason: ' ' }, 'dashboard', kari));
  await refusal(() => sayWhatBecame(row, 9, booked, 'dashboard', kari));
  await refusal(() => sayWhatBecame(row, 1, booked, 'dashboard', kari, { entries: ['77'] }));
  await refusal(() => sayWhatBecame(row, 1, booked, 'dashboard', kari, { attempt: 'another' }));
  expect(await office.ledger.proposals.of((await office.batches(row))[0]!)).toBeUndefined();
});
