import { expect, test } from 'vitest';
import { refusedReferences } from '../../src/service/refused-references.ts';

const FACTS = {
  accounts: { 11: ['1920', 'Bank'], 12: ['3000', 'Salg'], 13: ['9999', 'Not sent'] },
  vatTypes: { 7: '3' },
} as const;
const line = (AccountID: number, VatTypeID?: number) => ({
  AccountID,
  ...(VatTypeID === undefined ? {} : { VatTypeID }),
});
const BODY = JSON.stringify([{ DraftLines: [line(11), line(12, 7)] }]);

test.each([
  ['a place', '[0].DraftLines[1].AccountID: There is no account.', ['account 3000']],
  ['the place of a VAT type', '[0].DraftLines[1].VatTypeID: Unknown.', ['vat-type 3']],
  ['an ID in words', 'Account with ID 12 does not exist', ['account 3000']],
  ['a number in words', 'Kontoen 1920 er sperret', ['account 1920']],
  ['a code in words', 'VAT code 3 is not valid', ['vat-type 3']],
  ['none, but speaks of accounts', 'Unknown account', ['account 1920', 'account 3000']],
  ['neither', 'The period is locked.', []],
  ['a line that was not sent', '[0].DraftLines[9].AccountID: no', []],
])('a refusal that names %s', (_, message, expected) => {
  expect(refusedReferences(message, BODY, FACTS).map(({ kind, code }) => `${kind} ${code}`)).toEqual(expected);
});
