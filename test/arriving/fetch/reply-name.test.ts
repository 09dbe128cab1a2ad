import { expect, test } from 'vitest';
import { replyName } from '../../../src/arriving/fetch/receive.ts';

const URL_OF = new URL('https://bank.example/exports/january.csv?x=1/2');
/** As it travels: each byte a character. */
const bytes = (text: string) => Buffer.from(text).toString('latin1');

test.each([
  ['attachment; filename="bank.csv"', 'bank.csv'],
  ['attachment; filename=bank.csv', 'bank.csv'],
  ['attachment;filename = bank.csv ; size=3', 'bank.csv'],
  ['ATTACHMENT; FILENAME="bank.csv"', 'bank.csv'],
  ['attachment; filename="a\\"b.csv"', 'a"b.csv'],
  ['attachment; filename="a;b.csv"', 'a;b.csv'],
  ["attachment; filename*=UTF-8''%C3%A5r.csv", 'år.csv'],
  ['attachment; filename*=utf-8\'nb\'%C3%A5r.csv; filename="ar.csv"', 'år.csv'],
  ['attachment; filename="ar.csv"; filename*=ISO-8859-1\'\'%E5r.csv', 'år.csv'],
  [bytes('attachment; filename="år.csv"'), 'år.csv'],
  ['attachment; filename="\xe5r.csv"', 'år.csv'],
  // A form that is not understood, or bytes that are none, leave the plain name.
  ['attachment; filename="a.csv"; filename*=KOI8-R\'\'%C1', 'a.csv'],
  ['attachment; filename="a.csv"; filename*=UTF-8\'\'%FF', 'a.csv'],
])('%s names %s', (header, name) => {
  expect(replyName(header, URL_OF)).toBe(name);
});

test.each([
  ['attachment; filename="../../etc/bank.csv"', 'bank.csv'],
  ['attachment; filename="C:\\\\Users\\\\me\\\\bank.csv"', 'bank.csv'],
  ["attachment; filename*=UTF-8''..%2F..%2Fbank.csv", 'bank.csv'],
  ["attachment; filename*=UTF-8''..%5Cbank.csv", 'bank.csv'],
  ["attachment; filename*=UTF-8''a%00b%0A%1B[31m.csv", 'ab[31m.csv'],
  ["attachment; filename*=UTF-8''vsc.%E2%80%AEtxt", 'vsc.txt'],
  ['attachment; filename=".bank.csv"', 'bank.csv'],
])('of %s only %s is taken', (header, name) => {
  expect(replyName(header, URL_OF)).toBe(name);
});

test.each([
  undefined,
  'attachment',
  'inline; filename=""',
  'attachment; filename=".."',
  'attachment; filename="a/"',
  'attachment; filename="unfinished',
])('without a name in %s the address names it', (header) => {
  expect(replyName(header, URL_OF)).toBe('january.csv');
});

test.each([
  ['https://bank.example/', undefined],
  ['https://bank.example', undefined],
  ['https://bank.example/a/', undefined],
  ['https://bank.example/%C3%A5r%20.csv', 'år .csv'],
  ['https://bank.example/..%2Fx.csv', 'x.csv'],
  ['https://bank.example/%E5.csv', '%E5.csv'],
  ['https://bank.example/export-2026', 'export-2026'],
  ['https://bank.example/550e8400-e29b-41d4-a716-446655440000', undefined],
])('%s is named %s', (url, name) => {
  expect(replyName(undefined, new URL(url))).toBe(name);
});

test('a long name is cut and keeps its ending', () => {
  const name = replyName(`attachment; filename="${'a'.repeat(10_000)}.xlsx"`, URL_OF)!;
  expect(name).toMatch(/^a+\.xlsx$/);
  expect(name.length).toBe(150);
});

test('a header that is made to be slow is not', () => {
  for (const text of [`filename="${'\\'.repeat(16_000)}`, ';'.repeat(16_000), ' ;filename'.repeat(1_600)]) {
    expect(replyName(text, URL_OF)).toBe('january.csv');
  }
});
