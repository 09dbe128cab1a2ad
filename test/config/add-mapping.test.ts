import { describe, expect, test } from 'vitest';
import { parseJob } from '../../src/config/read-job.ts';
import { addMapping } from '../../src/config/write-job.ts';

const JOB = `# Bookings of the shop
kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst } # as exported
onDuplicate: hold
`;
const accounts = (from: string[], to: string) => ({ section: 'accounts', from, to }) as const;

describe('a mapping that a job is to remember', () => {
  test('is added to a job that has none: all else stays as it is written', () => {
    const text = addMapping(JOB, 'shop.yaml', accounts(['0123', '9'], '3000'));
    expect(text).toBe(`${JOB}accounts:\n  "0123": "3000"\n  "9": "3000"\n`);
    expect(parseJob(text, 'shop.yaml')).toMatchObject({ accounts: { '0123': '3000', '9': '3000' } });
  });

  test('takes the place of what the value was sent as before, and stands in a group on one line too', () => {
    const text = addMapping(`${JOB}accounts: { "9": "3000", "8": "3001" }\n`, 'shop.yaml', accounts(['9'], '3100'));
    expect(text).toBe(`${JOB}accounts: { "9": "3100", "8": "3001" }\n`);
  });

  test('of VAT codes stands beside what vat has already; line ends stay', () => {
    const before = `${JOB}vat:\n    default: none\n`.replaceAll('\n', '\r\n');
    const text = addMapping(before, 'shop.yaml', { section: 'vat.codes', from: ['3H'], to: '3' });
    expect(text).toBe(`${before}    codes:\r\n        "3H": "3"\r\n`);
  });

  test('is refused where the job would be wrong, or keeps no group of keys there', () => {
    expect(() => addMapping(JOB, 'shop.yaml', accounts(['9'], ''))).toThrow(/accounts/);
    expect(() => addMapping(`${JOB}accounts: none\n`, 'shop.yaml', accounts(['9'], '3000'))).toThrow(
      /not a group of keys/,
    );
    expect(() => addMapping('kind: [', 'shop.yaml', accounts(['9'], '3000'))).toThrow(/shop.yaml/);
  });
});
