import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/core/nearest.ts';

describe('nearest', () => {
  it.each([
    ['acount', ['amount', 'account', 'date'], 'account'],
    ['contra_account', ['account', 'contraAccount'], 'contraAccount'],
    ['Belop', ['Bilagsnr', 'Beløp'], 'Beløp'],
    ['bnak', ['bank', 'payroll'], 'bank'],
    ['Mva', ['Konto', 'Mva-kode'], 'Mva-kode'],
    ['vatcode', ['date', 'vat'], 'vat'],
    ['tx', ['tz', 'cron'], 'tz'],
  ])('of %s in %j is %s', (word, known, expected) => {
    expect(nearest(word, known)).toBe(expected);
  });

  it.each([
    ['frobnicate', ['account', 'amount']],
    ['Dato', ['Konto', 'Sum']],
    ['x', ['account']],
    ['account', []],
  ])('of %s in %j is nothing', (word, known) => {
    expect(nearest(word, known)).toBeUndefined();
  });
});
