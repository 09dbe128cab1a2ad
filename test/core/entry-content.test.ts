import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalText } from '../../src/core/canonical-text.ts';
import {
  amountIdentity,
  baseContent,
  CONTENT_FIELDS,
  type ContentField,
  compareContents,
  contentOf,
  daysOf,
  keyIdentity,
  nthContent,
  type SourceRow,
} from '../../src/core/entry-content.ts';
import { canonicalKey } from '../../src/reading/entry-key.ts';
import { relationOf } from '../../src/reading/same-voucher.ts';

const source = (values: Partial<SourceRow> = {}): SourceRow => ({
  row: 2,
  date: '2026-01-05',
  units: 100,
  account: '1920',
  contraAccount: '',
  vat: '3',
  contraVat: '',
  description: 'Rema 1000',
  balance: '',
  ...values,
});
const two = [source(), source({ units: -100, account: '3000' })];
const content = (rows: readonly SourceRow[], fields: readonly ContentField[] = CONTENT_FIELDS, scale = 2) =>
  contentOf(rows, fields, scale);

describe('what the file says of an entry', () => {
  test.each<[string, readonly SourceRow[], number?]>([
    ['the order of rows', [...two].reverse()],
    ['the rows they stand in', two.map((row) => ({ ...row, row: 99 }))],
    ['rows of zero', [...two, source({ units: 0, account: '7770' })]],
    ['the decimals that the job reads', two.map((row) => ({ ...row, units: row.units * 100 })), 4],
    ['the same, with fewer', two.map((row) => ({ ...row, units: row.units / 100 })), 0],
  ])('does not change with %s', (_, rows, scale) => {
    expect(content(rows, CONTENT_FIELDS, scale)).toBe(content(two));
  });

  test.each<[string, Partial<SourceRow>]>([
    ['an amount', { units: 101 }],
    ['the sign', { units: -100 }],
    ['a date', { date: '2026-01-06' }],
    ['an account', { account: '1921' }],
    ['a VAT code', { vat: '' }],
    ['a text', { description: 'rema 1000' }],
    ['an amount beyond 32 bits', { units: 100 + 2 ** 32 }],
  ])('changes with %s', (_, values) => {
    expect(content([source(values), two[1]!])).not.toBe(content(two));
    expect(compareContents(content([source(values), two[1]!]), content(two)).same).toBe(false);
  });

  test('changes with a row more, and with a row twice', () => {
    expect(content([...two, source({ units: 1 })])).not.toBe(content(two));
    expect(content([...two, ...two])).not.toBe(content(two));
  });

  test('an amount that has no two decimals is the same amount at any scale that can hold it', () => {
    const of = (units: number, scale: number) => content([source({ units })], [], scale);
    expect(of(12_345, 3)).toBe(of(1_234_500, 5));
    expect(of(12_345, 3)).not.toBe(of(12_34, 2));
  });

  test('texts are bound to the amounts of their rows', () => {
    const texts = (a: string, b: string) => [source({ description: a }), source({ units: -100, description: b })];
    expect(content(texts('x', 'y'))).not.toBe(content(texts('y', 'x')));
  });

  test('several dates are listed, very many as a span', () => {
    const on = (...dates: string[]) => daysOf(content(dates.map((date) => source({ date }))));
    expect(on('2026-02-01', '2026-01-01', '2026-02-01')).toEqual(['2026-01-01', '2026-02-01']);
    const all = Array.from({ length: 60 }, (_, at) => `2026-0${1 + (at % 9)}-${10 + Math.floor(at / 9)}`);
    expect(on(...all)).toHaveLength(2);
    expect(daysOf(content([source({ date: '' })]))).toEqual([]);
  });

  test('the n-th of equal ones has a claim of its own', () => {
    const claims = [0, 1, 2, 11].map((n) => nthContent(content(two), n));
    expect(new Set(claims).size).toBe(4);
    expect(claims.map(baseContent)).toEqual(claims.map(() => content(two)));
  });
});

describe('two contents are compared by the fields that both have', () => {
  test('a column more changes nothing', () => {
    const before = content(two, ['account', 'description']);
    expect(compareContents(content(two), before)).toMatchObject({ same: true, differs: [] });
    const other = two.map((row) => ({ ...row, description: 'Kiwi' }));
    expect(compareContents(content(other), before)).toMatchObject({ same: false, differs: ['description'] });
    expect(compareContents(content(other), content(two, ['account'])).same).toBe(true);
  });

  test('what differs is named', () => {
    const other = [
      source({ units: 200, date: '2026-03-01' }),
      source({ units: -200, account: '3000', date: '2026-03-01' }),
    ];
    expect(compareContents(content(other), content(two)).differs).toEqual(expect.arrayContaining(['amount', 'date']));
  });

  test.each<[string, Partial<SourceRow>, Parameters<typeof relationOf>[2], ReturnType<typeof relationOf>]>([
    ['nothing', {}, undefined, 'same'],
    ['nothing, under any period', {}, 'file', 'same'],
    ['an amount', { units: 200 }, undefined, 'changed'],
    ['the date', { date: '2026-02-05' }, undefined, 'date-changed'],
    ['date and amount', { date: '2026-02-05', units: 200 }, undefined, undefined],
    ['the date within the month', { date: '2026-01-07' }, 'month', 'changed'],
    ['the date, in another month', { date: '2026-02-05' }, 'month', undefined],
    ['the date, in the same year', { date: '2026-02-05', units: 200 }, 'year', 'changed'],
    ['an amount, and numbers mean nothing elsewhere', { units: 200 }, 'file', undefined],
    ['an amount, with numbers a day', { units: 200 }, 'date', 'changed'],
  ])('same number, other %s, per %s: %s', (_, values, per, expected) => {
    expect(relationOf(content([source(values)]), content([source()]), per)).toBe(expected);
  });

  test('entries of several dates have a day in common, or not', () => {
    const on = (...dates: string[]) => content(dates.map((date, at) => source({ date, units: at + 1 })));
    expect(compareContents(on('2026-01-01', '2026-02-01'), on('2026-02-01')).dayInCommon).toBe(true);
    expect(compareContents(on('2026-01-01', '2026-03-01'), on('2026-02-01')).dayInCommon).toBe(false);
  });
});

describe('identities', () => {
  test('of a number: company, series and key, whatever the voucher says', () => {
    const ids = [
      keyIdentity('c', '')('1'),
      keyIdentity('d', '')('1'),
      keyIdentity('c', 'x')('1'),
      keyIdentity('c', '')('2'),
    ];
    expect(new Set(ids).size).toBe(4);
  });

  test('without a number: company, dates and amounts, whatever the text says', () => {
    const of = (values: Partial<SourceRow>, company = 'c') => amountIdentity(company)(content([source(values)]));
    expect(of({ description: 'other', account: '1' })).toBe(of({}));
    for (const other of [of({ units: 1 }), of({ date: '2026-01-06' }), of({}, 'd')]) expect(other).not.toBe(of({}));
  });
});

describe('canonical forms', () => {
  test.each([
    ['Kjøp\r\nRema', 'Kjøp\nRema'],
    ['Ka\u0308se', 'K\u00e4se'],
    ['1\u00a0000', '1 000'],
    ['  a \t b  ', 'a b'],
  ])('%j and %j are one text', (one, other) => expect(canonicalText(one)).toBe(canonicalText(other)));

  test('of what is canonical nothing changes, and all that comes out is canonical', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = canonicalText(text);
        expect(canonicalText(once)).toBe(once);
        expect(once).toBe(once.normalize('NFC').replace(/\s+/g, ' ').trim());
      }),
    );
  });

  test.each([
    ['1 015', '1015', true],
    ['1\u00a0015', '1015', true],
    ["12'015", '12015', true],
    ['A-7', 'a-7', true],
    ['0123', '123', false],
    ['1 01', '101', false],
    ['1.015', '1015', false],
  ])('keys %j and %j: same is %j', (one, other, same) => expect(canonicalKey(one) === canonicalKey(other)).toBe(same));
});
