import { expect, test } from 'vitest';
import { UsageError } from '../../src/core/issue.ts';
import { type Place, sayWhatBecame, withdrawAnswer } from '../../src/doubt/second-person.ts';
import { answersFor, historyFor } from '../../src/doubt/unseen.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { JOURNAL_JOB, journal, type Office, openOffice, voucher } from '../importing/office.ts';

const SECOND = `${JOURNAL_JOB}doubt: { confirm: second-person }\n`;
const booked = { became: 'booked', reason: 'voucher 7' } as const;
const not = { became: 'not-booked', reason: 'no such voucher' } as const;

async function doubtful(content = journal(voucher(1, 1))) {
  const office = await openOffice({ jobs: { journal: SECOND } });
  await office.next('reset-after');
  const { row } = await office.book('a.csv', content);
  return { office, row: await office.ledger.imports.byNum(row.num) };
}

const as = (office: Office, who: string) => ({ ...office.ports, who });
const states = async (office: Office, row: ImportRow) => (await office.batches(row)).map(({ state }) => state);
const decided = async (office: Office, row: ImportRow) =>
  (await office.ledger.doubts.decisions(row.num)).map(({ who, became, reason }) => [who, became, reason]);

/** What a person sees of answers, and of the history, in one text. */
async function seenBy(office: Office, row: ImportRow, who: string, place: Place): Promise<string> {
  const told = [];
  for (const batch of await office.batches(row)) told.push(await answersFor(batch, { who, place }, office.ports));
  return JSON.stringify([told, await historyFor(row, { who, place }, office.ports)]);
}

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

test('two people who say the same settle it, in both names and with both reasons; one alone does not', async () => {
  const { office, row } = await doubtful();
  // Nobody answers twice within a millisecond: the older answer is named.
  let at = office.ports.now();
  const now = () => ++at;
  const say = (who: string, reason: string) =>
    sayWhatBecame(row, 1, { ...booked, reason }, 'command-line', { ...as(office, who), now });
  expect(await say('kari', 'voucher 7')).toEqual({ outcome: 'proposed', entries: 1 });
  expect(await say('kari', 'voucher 7, page 2')).toEqual({ outcome: 'proposed', entries: 1 });
  // A name that looks the same is the same person.
  expect(await say(' KARI', 'voucher 7')).toMatchObject({ outcome: 'proposed' });
  expect(await states(office, row)).toEqual(['in-doubt']);
  expect(await say('ola', 'I see it')).toEqual({ outcome: 'decided', state: 'completed', entries: 1 });
  expect(await decided(office, row)).toEqual([['kari and ola', 'booked', 'kari: voucher 7, page 2; ola: I see it']]);
  expect(await office.ledger.proposals.ofImport(row.num)).toEqual([]);
});

test('whoever has not answered sees that somebody has, and not what; who has sees what differs', async () => {
  const { office, row } = await doubtful();
  await sayWhatBecame(row, 1, booked, 'dashboard', as(office, 'kari'));
  for (const [who, place] of [
    ['ola', 'dashboard'],
    ['kari', 'command-line'],
    ['', undefined],
  ] as const) {
    const seen = await seenBy(office, row, who, place);
    expect(seen).toContain('kari');
    expect(seen).not.toMatch(/voucher 7|not-booked|"booked"|"became"/);
  }
  expect(await seenBy(office, row, 'kari', 'dashboard')).toContain('voucher 7');
  expect(await sayWhatBecame(row, 1, not, 'dashboard', as(office, 'ola'))).toMatchObject({ outcome: 'proposed' });
  for (const who of ['kari', 'ola'])
    expect(await seenBy(office, row, who, 'dashboard')).toMatch(/voucher 7.*no such voucher/);
  expect(await decided(office, row)).toEqual([]);
});

test('a third person reads neither of two answers that differ, and settles it with one of their own', async () => {
  const { office, row } = await doubtful();
  await sayWhatBecame(row, 1, booked, 'dashboard', as(office, 'kari'));
  await sayWhatBecame(row, 1, not, 'dashboard', as(office, 'ola'));
  const seen = await seenBy(office, row, 'liv', 'dashboard');
  expect(seen).toMatch(/kari.*ola/);
  expect(seen).not.toMatch(/voucher 7|no such voucher|"became"/);
  expect(await sayWhatBecame(row, 1, booked, 'dashboard', as(office, 'liv'))).toMatchObject({ outcome: 'decided' });
  expect(await decided(office, row)).toEqual([['kari and liv', 'booked', 'kari: voucher 7; liv: voucher 7']]);
  // It is settled: everybody may read what was said.
  expect(await seenBy(office, row, 'per', 'dashboard')).toMatch(/voucher 7.*no such voucher/);
});

test('one changes the answer to what the other said: settled, and the first answer counts no more', async () => {
  const { office, row } = await doubtful();
  await sayWhatBecame(row, 1, not, 'dashboard', as(office, 'kari'));
  await sayWhatBecame(row, 1, booked, 'dashboard', as(office, 'ola'));
  await sayWhatBecame(row, 1, booked, 'dashboard', as(office, 'kari'));
  expect(await decided(office, row)).toEqual([['ola and kari', 'booked', 'ola: voucher 7; kari: voucher 7']]);
  expect((await office.events(row)).filter((what) => what === 'proposed')).toHaveLength(3);
});

test('a withdrawn answer counts no more, and is told to nobody else before it is settled', async () => {
  const { office, row } = await doubtful();
  await sayWhatBecame(row, 1, booked, 'dashboard', as(office, 'kari'));
  const withdraw = (who: string, reason: string, place: Place = 'dashboard') =>
    withdrawAnswer(row, 1, reason, place, as(office, who));
  expect(await refusal(() => withdraw('ola', 'x'))).toContain('no answer about batch 1');
  expect(await refusal(() => withdraw('kari', 'x', 'command-line'))).toContain('no answer about batch 1');
  expect(await refusal(() => withdraw('kari', ' '))).toContain('A reason is needed');
  await withdraw('kari', 'it was last year’s voucher');
  expect(await refusal(() => withdraw('kari', 'x'))).toContain('no answer about batch 1');
  const seen = await seenBy(office, row, 'ola', 'dashboard');
  expect(seen).toContain('proposal-withdrawn');
  expect(seen).not.toMatch(/voucher 7|last year|"became"/);
  expect(await seenBy(office, row, 'kari', 'dashboard')).toContain('last year');
  expect(await sayWhatBecame(row, 1, booked, 'dashboard', as(office, 'ola'))).toMatchObject({ outcome: 'proposed' });
  expect(await decided(office, row)).toEqual([]);
});

test.each<[Place, Place]>([
  ['dashboard', 'command-line'],
  ['command-line', 'dashboard'],
])(
  'an answer in the %s and one in the %s may be one person’s: they settle nothing, show each other nothing, and keep nobody out',
  async (one, other) => {
    const { office, row } = await doubtful();
    await sayWhatBecame(row, 1, booked, one, as(office, 'kari'));
    expect(await sayWhatBecame(row, 1, booked, other, as(office, 'kn'))).toMatchObject({ outcome: 'proposed' });
    expect(await states(office, row)).toEqual(['in-doubt']);
    // Who answers there to read what was said here has read nothing.
    expect(
      JSON.stringify(await answersFor((await office.batches(row))[0]!, { who: 'kn', place: other }, office.ports)),
    ).toMatch(/"who":"kari","at":\d+,"place":"[a-z-]+","isMine":false\}/);
    expect(await sayWhatBecame(row, 1, booked, other, as(office, 'ola'))).toMatchObject({ outcome: 'decided' });
    expect(await decided(office, row)).toMatchObject([['kn and ola', 'booked', expect.anything()]]);
  },
);

test('where nobody says who they are, nothing is kept', async () => {
  const { office, row } = await doubtful();
  expect(await refusal(() => sayWhatBecame(row, 1, booked, undefined, as(office, 'kari')))).toContain(
    'Configure users',
  );
  expect(await office.ledger.proposals.ofImport(row.num)).toEqual([]);
});

test('two who answer at once: the same settles it, once; the opposite stands side by side', async () => {
  const { office, row } = await doubtful();
  const both = await Promise.all(
    ['kari', 'ola', 'liv'].map((who) =>
      sayWhatBecame(row, 1, booked, 'dashboard', as(office, who)).catch((error: unknown) => error as UsageError),
    ),
  );
  const outcomes = both.map((each) => (each instanceof UsageError ? each.message : each.outcome));
  expect(outcomes).toEqual(['proposed', 'decided', expect.stringContaining('is not in doubt; it is booked')]);
  expect(await decided(office, row)).toHaveLength(1);

  const { office: another, row: open } = await doubtful();
  const said = await Promise.all([
    sayWhatBecame(open, 1, booked, 'dashboard', as(another, 'kari')),
    sayWhatBecame(open, 1, not, 'dashboard', as(another, 'ola')),
  ]);
  expect(said.map(({ outcome }) => outcome)).toEqual(['proposed', 'proposed']);
  expect(await another.ledger.proposals.ofImport(open.num)).toHaveLength(2);
});

test('what somebody said who may not answer any more counts no more', async () => {
  const { office, row } = await doubtful();
  await sayWhatBecame(row, 1, not, 'dashboard', as(office, 'ola'), { mayAnswer: ['ola', 'kari', 'per'] });
  const now = { mayAnswer: ['kari', 'per'] };
  const say = (who: string) => sayWhatBecame(row, 1, not, 'dashboard', as(office, who), now);
  expect(await say('kari')).toEqual({ outcome: 'proposed', entries: 1 });
  expect(await say('per')).toMatchObject({ outcome: 'decided' });
  expect(await decided(office, row)).toMatchObject([['kari and per', 'not-booked', expect.any(String)]]);
});

test('what two say of other entries is not the same; of the same in any order it is', async () => {
  const { office, row } = await doubtful(journal(voucher(1, 1), voucher(2, 2), voucher(3, 3)));
  const { entries } = await office.ledger.posting.body(row.num, 1);
  const [first, second] = entries.map(({ seq }) => seq) as [number, number];
  const say = (who: string, seqs?: readonly number[]) =>
    sayWhatBecame(row, 1, booked, 'dashboard', as(office, who), { seqs });
  expect((await say('kari', [second, first])).outcome).toBe('proposed');
  expect((await say('ola')).outcome).toBe('proposed');
  expect((await say('liv', [first])).outcome).toBe('proposed');
  expect(await say('ola', [first, second])).toMatchObject({ outcome: 'decided', entries: 2, rest: { entries: 1 } });
  expect(await states(office, row)).toEqual(['split', 'booked', 'in-doubt']);
  // What is left is in doubt about the same request: who answers next is told nothing of what was said of all.
  const history = JSON.stringify(await historyFor(row, { who: 'per', place: 'dashboard' }, office.ports));
  expect(history.match(/\\"unseen\\":true/g)).toHaveLength(4);
});

test('an answer that was decided and is taken back says in its reason nothing to the next who answers', async () => {
  const { takeAnswerBack } = await import('../../src/doubt/take-answer-back.ts');
  const { office, row } = await doubtful();
  for (const who of ['kari', 'ola']) await sayWhatBecame(row, 1, booked, 'dashboard', as(office, who));
  await takeAnswerBack(row, 1, 'the voucher is another customer’s', as(office, 'kari'));
  await sayWhatBecame(row, 1, { ...not, reason: 'I looked twice' }, 'dashboard', as(office, 'kari'));
  const seen = await seenBy(office, row, 'liv', 'dashboard');
  expect(seen).toContain('answer-taken-back');
  expect(seen).not.toMatch(/another customer|I looked twice|not-booked/);
  expect(await seenBy(office, row, 'kari', 'dashboard')).toMatch(/another customer.*I looked twice/);
});

test('what can’t be carried out is not kept', async () => {
  const { office, row } = await doubtful();
  const kari = as(office, 'kari');
  await refusal(() => sayWhatBecame(row, 1, { ...booked, reason: ' ' }, 'dashboard', kari));
  await refusal(() => sayWhatBecame(row, 9, booked, 'dashboard', kari));
  await refusal(() => sayWhatBecame(row, 1, booked, 'dashboard', kari, { entries: ['77'] }));
  await refusal(() => sayWhatBecame(row, 1, booked, 'dashboard', kari, { attempt: 'another' }));
  expect(await office.ledger.proposals.ofImport(row.num)).toEqual([]);
  expect(await office.events(row)).not.toContain('proposed');
});
