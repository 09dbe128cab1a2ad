import { describe, expect, it } from 'vitest';
import { findValues } from '../../src/core/find-values.ts';

const CHART = [
  { value: '1920', name: 'Bankinnskudd' },
  { value: '6100', name: 'Frakt, transport og forsikring' },
  { value: '6940', name: 'Porto' },
  { value: '69', name: 'Gammel porto' },
  { value: '7020', name: 'Vedlikehold av transportmidler' },
  { value: '7320', name: 'Reklame: avis og PORTAL' },
  { value: '8050', name: 'Annen renteinntekt, ø̈re' },
];
const found = (typed: string) => findValues(typed, CHART).map(({ value }) => value);

describe('what somebody types', () => {
  it.each([
    ['po', ['69', '6940', '7320', '6100', '7020'], 'a word that begins so comes before letters within one'],
    ['PORTO', ['69', '6940'], 'in capitals or small'],
    ['69', ['69', '6940'], 'first the number itself, then those that begin with it'],
    ['20', ['1920', '7020', '7320'], 'digits within a number'],
    ['trans 61', ['6100'], 'each word, in the number or in the name'],
    [' frakt  og ', ['6100'], 'blanks aside'],
    ['porto frakt', [], 'never only one of two words'],
    ['%', [], 'no letter stands for others'],
    ['', ['69', '1920', '6100', '6940', '7020', '7320', '8050'], 'nothing: all of them, by their numbers'],
  ])('%j finds %j: %s', (typed, expected) => {
    expect(found(typed)).toEqual(expected);
  });

  it('is compared as it reads, however its letters are composed', () => {
    expect(findValues('LØNN', [{ value: '5000', name: 'lønn'.normalize('NFD') }])).toHaveLength(1);
    expect(findValues('blåbær', [{ value: '4300', name: 'BLÅBÆR'.normalize('NFD') }])).toHaveLength(1);
  });
});
