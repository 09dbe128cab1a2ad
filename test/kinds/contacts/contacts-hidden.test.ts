import { expect, test } from 'vitest';
import type * as ProbeModule from '../../../src/doubt/probe.ts';
import { load, openOffice } from '../../importing/office.ts';
import { answersChanged } from './answers-changed.ts';

const { probeDoubts } = await load<typeof ProbeModule>('doubt/probe.js');

const JOB = `kind: contacts
columns: { name: Navn, email: E-post }
match: [email]
`;
const OLA = { Info: { Name: 'Nordmann, Ola', DefaultEmail: { EmailAddress: 'ola@example.no' } }, Comment: '' };
const FILE = 'Navn;E-post\nOla Nordmann;ola@example.no\n';

interface Row {
  readonly Info?: Record<string, unknown>;
}
const inList = (change: (row: Row) => Row) => (reply: unknown) =>
  Array.isArray(reply) ? reply.map((row: Row) => (row.Info === undefined ? row : change(row))) : reply;
const without = (key: string) =>
  inList(({ Info, ...row }) => {
    const { [key]: _, ...rest } = Info!;
    return { ...row, Info: rest };
  });

test.each([
  ['no e-mail addresses', without('DefaultEmail'), 1],
  ['null for them', inList(({ Info, ...row }) => ({ ...row, Info: { ...Info, DefaultEmail: null } })), 1],
  [
    'one contact without Info',
    inList(({ Info, ...row }) => (Info!['Name'] === 'Nordmann, Ola' ? row : { Info, ...row })),
    1,
  ],
  ['no phones, by which the job does not match', without('DefaultPhone'), 0],
])('a list that shows %s: who may not have been recognised is said', async (_what, change, remarks) => {
  const office = await openOffice({ jobs: { kunder: JOB } });
  await office.call('POST', 'contacts', [OLA]);
  const odd = await answersChanged(office, change);
  const { receipt } = await odd.book('a.csv', FILE, 'kunder');
  expect(receipt.remarks ?? []).toHaveLength(remarks);
  if (remarks > 0) expect(receipt.remarks).toMatchObject([{ code: 'matching-incomplete' }]);
  else expect(receipt.contacts).toMatchObject({ created: 0 });
});

test('in a list that hides e-mail addresses nobody is known to be absent', async () => {
  const office = await openOffice({ jobs: { kunder: JOB } });
  // The service spells the name in its own way, so that nothing tells whose contact it is.
  const change = inList(({ Info, ...row }) => {
    const { DefaultEmail: _, ...rest } = Info!;
    return { ...row, Info: { ...rest, Name: `${Info!['Name']} (kunde)` } };
  });
  const odd = await answersChanged(office, change, 'absence: { quiet: 50ms, looks: 2, every: 20ms }');
  await odd.call('POST', 'next', { faults: ['500-after'], path: 'POST /api/biz/contacts' });
  const { row } = await odd.book('a.csv', FILE, 'kunder');
  for (let n = 0; n < 40; n++) {
    await probeDoubts(odd.ports, new AbortController().signal);
    await odd.turn(row);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await odd.receipt(row)).state).toBe('in-doubt');
  expect(((await office.call('GET', 'contacts')) as { contacts: unknown[] }).contacts).toHaveLength(1);
});
