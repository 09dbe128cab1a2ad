import { expect, test } from 'vitest';
import { lookupAccount } from '../../src/service/accounts.ts';
import { ServiceMisconfigured, ServiceUnavailable, ServiceUnexpected } from '../../src/service/errors.ts';
import { type Answer, service } from './service.ts';

const BANK = { ID: 17, AccountNumber: 1920, AccountName: 'Bank', VatTypeID: null };

async function lookup(number: string, answer: Answer) {
  const { client, asked } = await service(() => answer);
  return { found: await lookupAccount(client, number), asked };
}

test('asks exactly as section 4.2 of the interface says, encoded', async () => {
  const { found, asked } = await lookup('1920', { body: [BANK] });
  const query = 'filter=AccountNumber%20eq%201920&select=ID,AccountNumber,AccountName,VatTypeID';
  expect(asked).toEqual([`/api/biz/accounts?${query}`]);
  expect(found).toEqual({ found: 'one', account: { id: 17, number: '1920', name: 'Bank', vatTypeId: null } });
});

test.each<[string, unknown[]]>([
  ['numbers as text', [{ ID: '17', AccountNumber: '1920', AccountName: 'Bank', VatTypeID: '' }]],
  ['the default VAT type left out', [{ ID: 17, AccountNumber: 1920, AccountName: 'Bank' }]],
  ['unfiltered', [{ ...BANK, ID: 1, AccountNumber: 1921 }, BANK, { ...BANK, ID: 3, AccountNumber: 192 }]],
  ['a deleted one of the same number', [{ ...BANK, ID: 3, Deleted: true }, BANK, { ...BANK, Deleted: 'true', ID: 4 }]],
  ['the same record twice', [BANK, { ...BANK, Deleted: false }]],
  ['what is no record', [null, 7, [BANK], 'x', BANK]],
])('the one that was asked for, though the reply has %s', async (_name, body) => {
  const { found } = await lookup('1920', { body });
  expect(found).toEqual({ found: 'one', account: { id: 17, number: '1920', name: 'Bank', vatTypeId: null } });
});

test('the default VAT type, as number or text', async () => {
  for (const VatTypeID of [5, '5']) {
    const { found } = await lookup('1920', { body: [{ ...BANK, VatTypeID }] });
    expect(found).toMatchObject({ found: 'one', account: { vatTypeId: 5 } });
  }
});

test('none: an empty reply, deleted only', async () => {
  for (const body of [[], [{ ...BANK, Deleted: true }]]) {
    expect((await lookup('1920', { body })).found).toEqual({ found: 'none' });
  }
});

test('others only: the service did not use the filter, so nothing is known of this one', async () => {
  const body = [{ ...BANK, AccountNumber: 1930 }];
  await expect(lookup('1920', { body })).rejects.toThrow(/expected the account 1920 or an empty list, by the filter/);
});

test('several accounts of one number', async () => {
  const { found } = await lookup('1920', { body: [BANK, { ...BANK, ID: 18 }] });
  expect(found).toEqual({ found: 'several', count: 2 });
});

test.each(['', ' 1920', '0123', '12.5', '12,5', '-5', '1e3', 'abc', '1 or 1 eq 1', '1234567890123456', '١٢٣'])(
  'what is not a whole number is never sent: %j',
  async (number) => {
    const { found, asked } = await lookup(number, { body: [BANK] });
    expect(found).toEqual({ found: 'none' });
    expect(asked).toEqual([]);
  },
);

test.each<[string, object]>([
  ['no ID', { ID: null }],
  ['an ID that is not a whole number', { ID: 1.5 }],
  ['a VAT type that can not be read: it must not pass for "no VAT"', { VatTypeID: 'high' }],
  ['an expanded VAT type', { VatTypeID: { ID: 5 } }],
])('an account with %s is no answer to go on with', async (_name, changes) => {
  const { client } = await service(() => ({ body: [{ ...BANK, ...changes }] }));
  const error = await lookupAccount(client, '1920').catch((each) => each);
  expect(error).toBeInstanceOf(ServiceUnexpected);
  expect(error.message).toMatch(
    /^service main answered GET \/api\/biz\/accounts with \{"ID".*; expected an account 1920/,
  );
});

test('failures say what to do next', async () => {
  const words = { body: { Message: 'ord' } };
  const down = await service(() => ({ status: 503, headers: { 'retry-after': '9' }, ...words }));
  const error = await lookupAccount(down.client, '1').catch((each) => each);
  expect(error).toBeInstanceOf(ServiceUnavailable);
  expect(error).toMatchObject({ retryAfter: 9_000, message: expect.stringContaining('503: ord') });
  const refused = await service(() => ({ status: 401, ...words }));
  await expect(lookupAccount(refused.client, '1')).rejects.toBeInstanceOf(ServiceMisconfigured);
  const object = await service(() => words);
  await expect(lookupAccount(object.client, '1')).rejects.toThrow(ServiceUnexpected);
  await expect(lookupAccount(object.client, '1')).rejects.toThrow(/expected an array/);
});
