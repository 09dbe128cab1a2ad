import { expect, test } from 'vitest';
import { JOURNAL_JOB, journal, openOffice, voucher } from './office.ts';

const PROBE = `probe: { path: "/api/biz/journalentrylines?filter=Description eq '{description}'&top=20" }\n`;
const said = async (office: Awaited<ReturnType<typeof openOffice>>) =>
  (await office.booked()).entries.map(({ lines }) => lines.map(({ Description }) => Description));

test('descriptions are sent in canonical form, and are compared as the file has them', async () => {
  const office = await openOffice({ jobs: { journal: JOURNAL_JOB } });
  const odd = voucher(1, 1, ' Bla\u030abær\u00a0 og  kaffe\t');
  await office.book('a.csv', journal(odd));
  expect(await said(office)).toEqual([['Bl\u00e5bær og kaffe', 'Bl\u00e5bær og kaffe']]);
  const { receipt } = await office.book('b.csv', journal(odd, voucher(2, 2)));
  expect(receipt).toMatchObject({ entries: { duplicate: 1, booked: 1 } });
});

test('text and marker fit what the service takes: the text is shortened, and said so', async () => {
  const service = `${PROBE}descriptionMax: 120\n`;
  const office = await openOffice({ service, jobs: { journal: JOURNAL_JOB } });
  const file = journal(
    voucher(1, 1, 'kort'),
    voucher(2, 2, 'a'.repeat(91)),
    voucher(3, 3, 'b'.repeat(90)),
    voucher(4, 4, 'c'.repeat(121)),
    voucher(5, 5, `  ${'d'.repeat(60)}  `),
  );
  const { row, receipt } = await office.book('a.csv', file);
  const marker = ` #${(await office.ledger.imports.byNum(row.num)).id}-1`;
  expect(marker).toHaveLength(30);
  const lines = await said(office);
  expect(lines.map(([first]) => first)).toEqual([
    `kort${marker}`,
    `${'a'.repeat(90)}${marker}`,
    `${'b'.repeat(90)}${marker}`,
    `${'d'.repeat(60)}${marker}`,
  ]);
  expect(receipt).toMatchObject({
    state: 'partly-booked',
    entries: { booked: 4, held: 1 },
    issues: [
      {
        code: 'description-too-long',
        column: 'Tekst',
        rows: 2,
        message: 'The description has 121 characters; the service takes 120.',
      },
    ],
    remarks: [
      { code: 'description-shortened', column: 'Tekst', rows: 2, message: expect.stringContaining('120 characters') },
    ],
  });
});

test('without a probe nothing is shortened: what is longer than the service takes is held', async () => {
  const office = await openOffice({ service: 'descriptionMax: 255\n', jobs: { journal: JOURNAL_JOB } });
  const { receipt } = await office.book(
    'a.csv',
    journal(voucher(1, 1, 'a'.repeat(255)), voucher(2, 2, 'b'.repeat(256))),
  );
  expect(receipt).toMatchObject({ entries: { booked: 1, held: 1 }, issues: [{ code: 'description-too-long' }] });
  expect(receipt.remarks ?? []).toEqual([]);
  expect(await said(office)).toEqual([['a'.repeat(255), 'a'.repeat(255)]]);
});
