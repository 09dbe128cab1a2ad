import { expect, test } from 'vitest';
import { type Account, soundAccount, sumUp } from './account.ts';

const { judgeSame } = await import(new URL('../../chaos/same/judge.mjs', import.meta.url).href);

const OTHER = 'february.csv';

/** What the files were made of: the sound account's entries, and what a command said while another import waited. */
function sameAccount(): Account {
  const account = soundAccount();
  const [file] = account.files;
  account.expect = file.entries.map(({ text, times, lines }: Account) => ({
    text,
    times,
    books: [linesOf(lines)],
  }));
  const { rows_read: read } = account.ledger.imports[0];
  Object.assign(file, { rows: read, entries: [] });
  const counts = { booked: read - 2, held: 1, rejected: 1, duplicate: 0, inDoubt: 0, pending: 0 };
  const receipt = { file: file.name, state: 'partly-booked', issues: [], mismatches: [] };
  account.shown = [
    {
      num: 1,
      id: 'ONE',
      receipt: { ...receipt, rows: { read, skipped: 0, ...counts }, entries: { planned: read, ...counts } },
    },
  ];
  const waiting = { booked: 1, held: 0, rejected: 0, duplicate: 0, inDoubt: 0, pending: 2 };
  account.steps = [
    {
      name: 'the import that waits',
      code: 4,
      codes: [4],
      err: '',
      waits: { names: [file.name], entries: 2 },
      asks: { code: 'text-changed', entries: 1 },
      receipt: {
        ...{ file: OTHER, state: 'posting', mismatches: [] },
        rows: { read: 3, skipped: 0, ...waiting },
        entries: { planned: 3, ...waiting },
        issues: [{ code: 'text-changed', entries: 1 }],
        waiting: [{ import: 'ONE', file: file.name, entries: 2, state: 'in-doubt' }],
      },
    },
  ];
  return account;
}

const linesOf = (lines: readonly Account[]) =>
  lines
    .map(({ account, amount, date }) => `${account} ${Math.round(Number(amount) * 100)} ${date}`)
    .sort()
    .join(', ');

/** Findings by list and kind. */
function found(bend: (account: Account) => void): string[] {
  const account = sameAccount();
  bend(account);
  const { doubt, ...lists } = judgeSame({ rejection: 'whole', ...account });
  const all = [...Object.entries<Account[]>(lists), ['missed', doubt.missed] as const];
  return [...new Set(all.flatMap(([list, findings]) => findings.map(({ what }: Account) => `${list}:${what}`)))].sort();
}

const step = ({ steps }: Account) => steps[0];
const copies = ({ booked }: Account, text: string) =>
  booked.entries.filter(({ lines }: Account) => lines[0].Description.startsWith(text));

test('finds nothing where every entry stands as it was made, and waited for the right import', () => {
  expect(found(() => undefined)).toEqual([]);
});

test.each<[string, (account: Account) => void, string[]]>([
  [
    'one of two equal purchases is not there',
    (account) => {
      account.booked.entries.splice(account.booked.entries.indexOf(copies(account, 'Kaffe')[0]), 1);
      sumUp(account.booked);
    },
    ['lost:lost', 'totals:books-differ'],
  ],
  [
    'an entry stands there twice',
    (account) => {
      account.booked.entries.push(copies(account, 'Faktura 1')[0]);
      sumUp(account.booked);
    },
    ['totals:books-differ', 'twice:twice'],
  ],
  [
    'what people did not want stands there',
    (account) => {
      account.expect.find(({ text }: Account) => text === 'Faktura 1').times = 0;
    },
    ['unexpected:not-wanted'],
  ],
  [
    'it stands there under accounts that no version of the job says',
    (account) => {
      copies(account, 'Faktura 1')[0].lines[0].AccountNumber = 1500;
      sumUp(account.booked);
    },
    ['lost:lost', 'unexpected:otherwise'],
  ],
  ['it is none of the files', ({ expect: items }) => items.splice(0, 1), ['unexpected:unknown']],
  [
    'a batch waits for ever',
    ({ ledger }) => Object.assign(ledger.batches[1], { state: 'waiting' }),
    ['totals:state-wrong', 'unsettled:batch-waits', 'unsettled:waits-for-ever'],
  ],
  [
    'a receipt names somebody to wait for at the end',
    ({ shown }) => Object.assign(shown[0].receipt, { waiting: [{ import: 'TWO', file: OTHER, entries: 1 }] }),
    ['totals:waits'],
  ],
  [
    'a receipt does not add up',
    ({ shown }) => Object.assign(shown[0].receipt.entries, { duplicate: 1 }),
    ['totals:receipt-differs'],
  ],
  ['a file has more rows than were read', ({ files }) => Object.assign(files[0], { rows: 9 }), ['totals:rows-read']],
  ['a command ends with another code', (account) => Object.assign(step(account), { code: 0 }), ['steps:exit-code']],
  [
    'what waits is called a duplicate',
    (account) => {
      const { receipt } = step(account);
      delete receipt.waiting;
      Object.assign(receipt, { state: 'completed' });
    },
    ['steps:waits'],
  ],
  [
    'it waits for another import',
    (account) => Object.assign(step(account).receipt.waiting[0], { import: 'TWO', file: OTHER }),
    ['steps:waits'],
  ],
  ['nothing is asked', (account) => Object.assign(step(account).receipt, { issues: [] }), ['steps:asked']],
  [
    'an entry is in the ledger twice',
    ({ ledger }) => ledger.entries.push({ ...ledger.entries[0] }),
    ['totals:rows-differ', 'totals:sums-differ'],
  ],
])('%s', (_, bend, wanted) => {
  expect(found(bend)).toEqual(wanted);
});
