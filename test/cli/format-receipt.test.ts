import { describe, expect, it } from 'vitest';
import { RECEIPT_ACCOUNTS, receiptLines } from '../../src/cli/output/receipt.ts';
import { plain, type Style } from '../../src/cli/output/text.ts';
import { type Receipt, receiptJson } from '../../src/reporting/receipt.ts';

const ID = '01M7Y73SATMM7T4NXAPR99KCGY';
const names = new Map([['1920', 'Bank']]);

function receipt(values: Partial<Receipt> = {}): Receipt {
  return {
    import: ID,
    job: 'bookings',
    file: 'january.csv',
    state: 'completed',
    rows: { read: 1000, booked: 996, held: 0, rejected: 0, duplicate: 0, skipped: 4, inDoubt: 0, pending: 0 },
    entries: { planned: 320, booked: 320, held: 0, rejected: 0, duplicate: 0, inDoubt: 0, pending: 0 },
    contacts: { created: 0, existing: 0, held: 0, rejected: 0, inDoubt: 0 },
    totals: {
      debit: '123456.00',
      credit: '-123456.00',
      accounts: [
        { account: '1920', file: '-123456.00', booked: '-123456.00' },
        { account: '3000', file: '123456.00', booked: '123456.00' },
      ],
    },
    issues: [],
    duration: 12.3,
    mismatches: [],
    ...values,
  };
}

const shown = (values: Partial<Receipt> = {}, heldDuplicates = 0) =>
  receiptLines({ receipt: receipt(values), heldDuplicates, names }, plain).join('\n');

describe('a receipt for people', () => {
  it('names file, job, whole id, state, counts, and totals with the names of accounts', () => {
    const text = shown();
    expect(text).toContain('✓ january.csv: completed');
    expect(text).toContain(`job bookings · import ${ID}`);
    expect(text).toMatch(/in the file +1 000 +320/);
    expect(text).toMatch(/booked +996 +320/);
    expect(text).toMatch(/skipped +4$/m);
    expect(text).toMatch(/1920 +Bank +-123 456\.00 +-123 456\.00/);
    expect(text).not.toContain('Next');
    expect(text).not.toMatch(/on hold|in doubt|refused/);
  });

  it('explains what duplicates have on other accounts than the job would use today', () => {
    const sides = { debit: '0.00', credit: '0.00' };
    const of = { account: '6540', file: '0.00', booked: '0.00', already: '40.50', remapped: '40.50' };
    const text = shown({ totals: { ...receipt().totals, accounts: [of], already: sides, remapped: sides } });
    expect(text).toMatch(/account +file +remapped +booked +already booked/);
    expect(text).toContain('remapped: already booked, on other accounts than the job would use today');
    expect(shown()).not.toContain('remapped');
  });

  it('says what waits, why, and what to do', () => {
    const text = shown({
      state: 'partly-booked',
      rows: { ...receipt().rows, booked: 584, held: 412 },
      entries: { ...receipt().entries, booked: 232, held: 88 },
      issues: [
        {
          code: 'account-unknown',
          column: 'Konto',
          value: '3015',
          row: '6',
          rows: 412,
          entries: 88,
          message: 'Account 3015 is unknown to the service.',
          suggestion: 'Create it in the service.',
        },
      ],
    });
    expect(text).toContain('! january.csv: partly booked');
    expect(text).toMatch(/on hold +412 +88/);
    expect(text).toContain('412 rows in 88 vouchers, first in row 6  account-unknown');
    expect(text).toContain('Account 3015 is unknown to the service.');
    expect(text).toContain('Create it in the service.');
    expect(text).toContain(`bilag failed ${ID} --out failed.xlsx`);
    expect(text).toContain(`bilag retry ${ID} --file failed.xlsx`);
  });

  it('sends a doubt to a person', () => {
    const text = shown({
      state: 'in-doubt',
      rows: { ...receipt().rows, booked: 0, inDoubt: 996 },
      entries: { ...receipt().entries, booked: 0, inDoubt: 320 },
    });
    expect(text).toMatch(/in doubt +996 +320/);
    expect(text).toContain(`bilag resolve ${ID} BATCH`);
    expect(text).not.toContain('bilag failed');
  });

  it('adds up for each account also where entries wait beside a doubt, and names whose doubt they wait for', () => {
    const account = { account: '1920', file: '30.00', booked: '0.00', inDoubt: '10.00', pending: '20.00' };
    const text = shown({
      state: 'in-doubt',
      rows: { ...receipt().rows, booked: 0, inDoubt: 2, pending: 2 },
      entries: { ...receipt().entries, booked: 0, inDoubt: 1, pending: 1 },
      totals: { debit: '30.00', credit: '-30.00', accounts: [account] },
      waiting: [{ import: '01OTHER', file: 'b.csv', entries: 1, state: 'in-doubt' }],
    });
    expect(text).toMatch(/account +file +booked +in doubt +to be booked/);
    expect(text).toMatch(/1920 .*30\.00 +0\.00 +10\.00 +20\.00/);
    expect(text).toMatch(/bilag show 01OTHER\n +shows what is in doubt in b\.csv; vouchers of this file wait for it/);
  });

  it('says what an import waits for where nothing else of it is left, and names the doubt to settle first', () => {
    const text = shown({
      state: 'posting',
      rows: { ...receipt().rows, booked: 2, pending: 4 },
      entries: { ...receipt().entries, planned: 6, booked: 2, pending: 4 },
      waiting: [{ import: '01OTHER', file: 'b.csv', entries: 4, state: 'in-doubt' }],
    });
    expect(text).toContain('… january.csv: waits for another import');
    expect(text).toMatch(/Next\n +bilag show 01OTHER\n +shows what is in doubt in b\.csv/);
    const some = shown({
      state: 'posting',
      entries: { ...receipt().entries, planned: 6, booked: 1, pending: 5 },
      waiting: [{ import: '01OTHER', file: 'b.csv', entries: 4, state: 'in-doubt' }],
    });
    expect(some).toContain('… january.csv: posting');
  });

  it('gives the reason of a rejected file, and no counts', () => {
    const text = shown({
      state: 'rejected',
      totals: { debit: '0.00', credit: '0.00', accounts: [] },
      reason: { code: 'column-missing', message: 'The file has no column "Konto".', suggestion: 'Add it.' },
    });
    expect(text).toContain('✗ january.csv: rejected; nothing was booked');
    expect(text).toContain('The file has no column "Konto".');
    expect(text).toContain('Add it.');
    expect(text).not.toContain('in the file');
  });

  it('says a mismatch first and in red', () => {
    const tones: Style = (tone, text) => `<${tone}>${text}</${tone}>`;
    const [first, second] = receiptLines(
      {
        receipt: receipt({ mismatches: ['1000 rows were read, and 999 are accounted for.'] }),
        heldDuplicates: 0,
        names,
      },
      tones,
    );
    expect(first).toContain('<red>');
    expect(first).toContain('DOES NOT ADD UP');
    expect(second).toContain('999 are accounted for');
  });

  it('lists a bounded number of accounts, and says where the others are', () => {
    const accounts = Array.from({ length: RECEIPT_ACCOUNTS + 180 }, (_, i) => ({
      account: String(1000 + i),
      file: '1.00',
      booked: '1.00',
    }));
    const text = shown({ totals: { debit: '1.00', credit: '-1.00', accounts } });
    expect(text).toContain(`… and 180 more accounts: bilag show ${ID} --out trail.xlsx`);
    expect(text).toMatch(new RegExp(`^ +${1000 + RECEIPT_ACCOUNTS - 1} `, 'm'));
    expect(text).not.toMatch(new RegExp(`^ +${1000 + RECEIPT_ACCOUNTS} `, 'm'));
  });

  it('speaks of contacts: what exists is nothing wrong, and a matching that may have missed some comes first', () => {
    const text = shown({
      kind: 'contacts',
      state: 'partly-booked',
      rows: { ...receipt().rows, read: 9, booked: 3, duplicate: 4, held: 2, skipped: 0 },
      entries: { planned: 10, booked: 4, held: 2, rejected: 0, duplicate: 4, inDoubt: 0, pending: 0 },
      customFields: { created: 1, existing: 0, held: 0, rejected: 0, inDoubt: 0 },
      totals: { debit: '0.00', credit: '0.00', accounts: [] },
      remarks: [
        { code: 'matching-incomplete', rows: 0, entries: 0, message: 'The list could not be read to its end.' },
        { code: 'email-several', row: '3', rows: 2, entries: 2, message: 'The first of each is used.' },
      ],
      issues: [
        { code: 'contact-exists', row: '4', rows: 4, entries: 4, message: 'They are there.', settled: true },
        { code: 'phone-invalid', row: '6', rows: 2, entries: 2, message: 'No phone number.' },
      ],
    });
    expect(text).toContain('january.csv: partly created');
    expect(text).toMatch(/created +3\n +exist already +4\n +on hold +2\n +custom fields: 1 created\n/);
    expect(text).toMatch(/What exists already\n +4 rows, first in row 4 .*\n +They are there\./);
    expect(text).toMatch(/Problems found\n +2 rows, first in row 6 +phone-invalid/);
    expect(text).toMatch(/Worth knowing\n +2 rows, first in row 3 +email-several/);
    expect(text.indexOf('could not be read to its end')).toBeLessThan(text.indexOf('in the file'));
    expect(text).not.toMatch(/entr(y|ies)|booked/);
  });

  it('has no colours where none are wanted', () => {
    expect(shown()).not.toContain('\u001b');
  });
});

describe('a receipt for programs', () => {
  it('has the fixed keys, and extra ones only when they say something', () => {
    expect(Object.keys(receiptJson(receipt()))).toEqual([
      'import',
      'job',
      'file',
      'state',
      'rows',
      'entries',
      'contacts',
      'totals',
      'issues',
      'duration',
    ]);
    expect(receiptJson(receipt({ mismatches: ['x'] }))).toHaveProperty('mismatches', ['x']);
  });

  it('has plain decimals', () => {
    expect(receiptJson(receipt())).toMatchObject({ totals: { debit: '123456.00' } });
  });
});
