import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isCutOff } from '../../../src/arriving/inbox/cut-off.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilag-cut-off-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'a.csv');
const judge = (content: string | Buffer) => {
  writeFileSync(path, content);
  return isCutOff(path);
};
const utf16 = (text: string, swap = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return swap ? bytes.swap16() : bytes;
};
/** More than is read at a time, and so long that a quote stands at every place of the seam. */
const long = (row: string, shift: number) =>
  `${'x'.repeat(shift)}\n${row.repeat(Math.ceil((1024 * 1024) / row.length) + 9)}`;

describe('a text is whole', () => {
  test.each([
    ['with a line end behind every line', 'a;b\n1;2\n'],
    ['with another line end', 'a;b\r\n1;2\r\n'],
    ['with an old line end', 'a;b\r1;2\r'],
    ['of one line without an end', 'a;b'],
    ['with nothing in it', ''],
    ['with quoted cells', '"a";"b"\n"1";"x ""y"" z"\n""; "2"\n'],
    ['with line ends and delimiters inside quotes', '"a\n;b";1\n'],
    ['with a quote inside a cell', 'a;b\n12" skjerm;5\' 10"\nx;"3"" rør"\n'],
    ['with an empty quoted cell at its end', 'a;b\n1;""\n'],
    ['in UTF-8 with a mark', '\ufeff"a";b\n"é";2\n'],
  ])('%s', async (_, text) => {
    expect(await judge(text)).toBe(false);
  });

  test('in UTF-16, also where a character looks like a quote or a line end by half', async () => {
    for (const swap of [false, true]) {
      expect(await judge(utf16('a;b\r\n"\u2200\u0a22\u220a";Ċ\r\n', swap))).toBe(false);
      expect(await judge(utf16('a;b\n1;Ċ', swap))).toBe(true);
      expect(await judge(utf16('a;b\n1;"x\n', swap))).toBe(true);
    }
  });
});

describe('a text is cut off', () => {
  test.each([
    ['in a line', 'a;b\n1;2'],
    ['before the first line is whole', 'a;b\n1'],
    ['in a line end', 'a;b\r\n1;2\r'],
    ['inside quotes', 'a;b\n1;"x\n'],
    ['inside quotes behind doubled ones', 'a;b\n1;"x ""y\n'],
    ['inside quotes of a cell behind blanks', 'a;b\n1; "x\n'],
    ['where a disk was only promised', `a;b\n1;2\n${'\0'.repeat(100)}`],
  ])('%s', async (_, text) => {
    expect(await judge(text)).toBe(true);
  });

  test('wherever the pieces that it is read in meet', async () => {
    for (let shift = 0; shift < 12; shift++) {
      expect(await judge(long('"a""b"; "c"\n', shift))).toBe(false);
      expect(await judge(`${long('"a""b"; "c"\n', shift)}"d""`)).toBe(true);
    }
  });
});

describe('others', () => {
  test('a workbook is whole with the end of its ZIP, whatever comment follows', async () => {
    const end = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
    const start = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(200_000, 1)]);
    expect(await judge(start)).toBe(true);
    expect(await judge(Buffer.concat([start, end]))).toBe(false);
    expect(await judge(Buffer.concat([start, end, Buffer.alloc(65_535, 2)]))).toBe(false);
  });

  test('what is not there, or leads elsewhere, is not judged', async () => {
    expect(await isCutOff(join(folder, 'absent.csv'))).toBe(false);
    writeFileSync(path, 'a;b\n1');
    symlinkSync(path, join(folder, 'link.csv'));
    expect(await isCutOff(join(folder, 'link.csv'))).toBe(false);
  });
});
