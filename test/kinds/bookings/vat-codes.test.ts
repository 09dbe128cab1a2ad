import { expect, test } from 'vitest';
import { vatCodes } from '../../../src/kinds/bookings/accounts.ts';
import { VAT } from '../../reading/reading-rows.ts';

const of = vatCodes(VAT, { H: '3', '0': 'none' });

test('a code is the service’s, or mapped to one, or to none', () => {
  expect(of('3')).toMatchObject({ code: '3', typeId: 33, issue: undefined });
  expect(of('H')).toMatchObject({ code: '3', typeId: 33 });
  expect(of('0')).toBeUndefined();
  expect(of('3')).toBe(of('3'));
});

test('unknown and ambiguous codes say what is known', () => {
  expect(of('9')).toMatchObject({ typeId: undefined, issue: { code: 'vat-unknown' } });
  expect(of('9')!.issue!.suggestion).toContain('The service knows 1, 3, 7');
  expect(of('7')).toMatchObject({ typeId: undefined, issue: { code: 'vat-ambiguous' } });
  expect(of('7')!.issue!.suggestion).toMatch(/A.*, .*B/);
  expect(of('constructor')).toMatchObject({ issue: { code: 'vat-unknown' } });
});

test('an unknown code names the one with the same number, or those of its percentage', () => {
  expect(of('01')!.issue).toMatchObject({ code: 'vat-unknown', facts: { near: '1' } });
  expect(of('01')!.issue!.suggestion).toMatch(/^Did you mean 1\? /);
  expect(of('02')!.issue!.facts).not.toHaveProperty('near');
  const { percent } = VAT.find(({ code }) => code === '1')!;
  for (const text of [`${percent}%`, `${percent} %`, `${percent},0 %`]) {
    expect(of(text)!.issue, text).toMatchObject({ code: 'vat-unknown', facts: { types: expect.any(Array) } });
    expect(of(text)!.issue!.suggestion).toContain(`VAT types of ${percent}`);
  }
  expect(of('1%')!.issue!.facts).not.toHaveProperty('types');
});
