import { expect, test } from 'vitest';
import { type Account, soundAccount } from './account.ts';

const { judgeMends } = await import(new URL('../../chaos/mends/judge.mjs', import.meta.url).href);

const ACCOUNT = 2;

/** As people left it: one entry was corrected, one of two equal ones is no duplicate, one is skipped, one waits for nobody. */
function mendedAccount(): Account {
  const account = soundAccount();
  const { files, ledger } = account;
  const [file] = files;
  const intents: Record<string, string[]> = {
    'Faktura 2': ['mend'],
    Kaffe: ['sound', 'book'],
    'Uten konto': ['skip'],
    Stengt: ['leave'],
  };
  file.vouchers = file.entries.flatMap(({ text, rows }: Account) =>
    rows.map((row: string, at: number) => ({
      text,
      intent: (intents[text] ?? ['sound'])[at],
      numbers: [Number(row)],
      planted: text === 'Faktura 2' ? [{ row: Number(row), column: ACCOUNT, wrong: '1998', right: '3000' }] : [],
    })),
  );
  const [mended] = file.vouchers.filter(({ intent }: Account) => intent === 'mend');
  const skipped = ledger.entries.find(({ state }: Account) => state === 'held');
  const reason = 'not ours, says kari';
  Object.assign(skipped, { state: 'skipped', skipped: JSON.stringify({ at: 1, who: 'kari', reason }) });
  ledger.batches[0].source = 1;
  const [row] = ledger.imports;
  row.rows_skipped = skipped.row_count;
  const sums = Object.entries<string>(JSON.parse(row.file_totals));
  const without = JSON.parse(skipped.totals);
  row.file_totals = JSON.stringify(
    Object.fromEntries(sums.map(([name, units]) => [name, String(BigInt(units) - BigInt(without[name] ?? 0))])),
  );
  const revision = { import: 1, seq: 3, row: mended.numbers[0], column: ACCOUNT, at: 1, undone_at: null };
  ledger.revisions = [{ ...revision, was: '1998', became: '3000', who: 'kari', correction: 1 }];
  ledger.corrections = [{ import: 1, no: 1, who: 'kari' }];
  const event = (what: string, detail: object) => ({
    ...{ import: 1, at: 1, who: 'kari', what, detail: JSON.stringify(detail) },
  });
  ledger.events = [
    event('mended', { cells: 1, entries: 1 }),
    event('skipped', { reason, entries: 1, rows: 1 }),
    event('correction', { correction: 1 }),
  ];
  const outcomes: Record<string, string> = { 'Uten konto': 'skipped', Stengt: 'rejected' };
  const rows = { read: row.rows_read, booked: row.rows_read - 2, rejected: 1, skipped: 1, pending: 0 };
  account.shown = [
    {
      num: 1,
      receipt: { rows },
      trail: file.vouchers.map(({ text, numbers }: Account) => ({
        rows: String(numbers[0]),
        outcome: outcomes[text] ?? 'booked',
      })),
    },
  ];
  const cells = [{ row: mended.numbers[0], column: ACCOUNT, value: '3000' }];
  account.promised = [
    { who: 'kari', step: 'revising', request: { cells }, answer: {} },
    { who: 'kari', step: 'skipping', request: {}, answer: { entries: 1 } },
    { who: 'kari', step: 'handing-in', request: {}, answer: {} },
  ];
  return { ...account, rejection: 'whole' };
}

function found(bend: (account: Account) => void): string[] {
  const account = mendedAccount();
  bend(account);
  const { doubt, ...lists } = judgeMends(account);
  const all = [...Object.entries<Account[]>(lists), ['missed', doubt.missed] as const];
  return all.flatMap(([list, findings]) => findings.map(({ what }: Account) => `${list}:${what}`)).sort();
}

const revisionIn = ({ ledger }: Account) => ledger.revisions[0];
const skippedIn = ({ ledger }: Account) => ledger.entries.find(({ state }: Account) => state === 'skipped');

test('finds nothing where everybody got what they wanted', () => {
  expect(found(() => undefined)).toEqual([]);
});

test.each<[string, (account: Account) => void, string[]]>([
  [
    'what was submitted is not marked so',
    (account) => Object.assign(revisionIn(account), { correction: null }),
    ['history:revision-lost'],
  ],
  [
    'what was corrected is not what was typed',
    (account) => Object.assign(revisionIn(account), { became: '3100' }),
    ['history:promise-broken', 'history:revision-wrong'],
  ],
  [
    'a revision is gone that somebody was told of',
    ({ ledger }) => ledger.revisions.pop(),
    ['history:promise-broken', 'history:revision-lost'],
  ],
  ['a correction stands in no history', ({ ledger }) => ledger.events.pop(), ['history:correction-untold']],
  [
    'a correction was somebody else’s',
    ({ ledger }) => Object.assign(ledger.corrections[0], { who: 'ola' }),
    ['history:correction-untold', 'history:promise-broken'],
  ],
  [
    'what was skipped waits again',
    (account) => Object.assign(skippedIn(account), { state: 'held' }),
    ['history:skip-untold', 'totals:rows-differ', 'totals:row-skipped', 'totals:sums-differ', 'totals:trail-differs'],
  ],
  [
    'the original waits on beside what was booked',
    ({ ledger }) => ledger.entries.push({ ...skippedIn({ ledger }), seq: 99, state: 'held', rows: '3' }),
    ['totals:row-places', 'totals:rows-differ', 'totals:sums-differ', 'totals:trail-differs', 'unexpected:fate'],
  ],
  [
    'a receipt does not add up',
    ({ shown }) => Object.assign(shown[0].receipt.rows, { skipped: 0 }),
    ['totals:rows-differ'],
  ],
])('%s', (_, bend, wanted) => {
  expect([...new Set(found(bend))]).toEqual(expect.arrayContaining(wanted));
});
