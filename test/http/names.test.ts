import { describe, expect, test } from 'vitest';
import { attachment, clientFileName, dispositionName, FILE_NAME_MAX_BYTES, headerName } from '../../src/http/files.ts';

describe('the name that a client gives a file', () => {
  test.each([
    ['january.csv', 'january.csv'],
    ['../../etc/passwd', 'passwd'],
    ['/etc/passwd', 'passwd'],
    ['C:\\x.csv', 'x.csv'],
    ['C:x.csv', 'x.csv'],
    ['..\\..\\windows\\x.csv', 'x.csv'],
    ['a/b\\c.csv', 'c.csv'],
    ['a\0.csv', 'a.csv'],
    ['a\r\nX-Evil: 1.csv', 'aX-Evil: 1.csv'],
    ['\u202Evsc.exe', 'vsc.exe'],
    ['\uFEFFbøker.csv', 'bøker.csv'],
    ['bo\u0308ker.csv', 'böker.csv'],
    ['  a b.csv ', 'a b.csv'],
    ['økonomi 📈.xlsx', 'økonomi 📈.xlsx'],
    ['', undefined],
    ['.', undefined],
    ['..', undefined],
    ['a/..', undefined],
    ['x/', undefined],
    ['\0\0', undefined],
  ])('%j is %j', (given, expected) => {
    expect(clientFileName(given)).toBe(expected);
  });

  test.each([
    [`${'a'.repeat(1_000)}.csv`, '.csv'],
    [`${'ø'.repeat(1_000)}.xlsx`, '.xlsx'],
    [`${'📈'.repeat(300)}.csv`, '.csv'],
    [`a.${'b'.repeat(1_000)}`, ''],
  ])('%# that is too long is cut between letters, and keeps its ending', (given, ending) => {
    const name = clientFileName(given)!;
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(FILE_NAME_MAX_BYTES);
    expect(Buffer.byteLength(name)).toBeGreaterThan(FILE_NAME_MAX_BYTES - 8);
    expect(name.endsWith(ending)).toBe(true);
    expect(given.startsWith(name.slice(0, name.length - ending.length))).toBe(true);
    expect(Buffer.from(name).toString()).toBe(name);
  });
});

describe('the name in a header', () => {
  const nasty = [
    'a"b.csv',
    'a\\b.csv',
    'a\r\nSet-Cookie: x=1.csv',
    'a;b.csv',
    'bøker.csv',
    '日本.csv',
    "it's 100%.csv",
    'a\0b.csv',
    '📈.csv',
  ];

  test.each(nasty)('%j goes out in one line of ASCII, and comes back as it was', (name) => {
    const header = attachment(name);
    expect(header).toMatch(
      /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+$/,
    );
    expect(dispositionName(header)).toBe(name);
  });

  test.each([
    ['form-data; name="file"; filename="a.csv"', 'a.csv'],
    ['attachment; filename=a.csv', 'a.csv'],
    ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
    ['attachment; filename="C:\\temp\\a.csv"', 'C:\\temp\\a.csv'],
    ["attachment; filename=x; filename*=UTF-8''%ff", 'x'],
    ['attachment; filename="b\u00c3\u00b8ker.csv"', 'bøker.csv'],
    ['attachment; filename="b\u00f8ker.csv"', 'bøker.csv'],
    ['attachment', undefined],
  ])('%j says %j', (header, expected) => {
    expect(dispositionName(header)).toBe(expected);
  });

  test('of its own is percent-encoded, or as it is', () => {
    expect(headerName('b%C3%B8ker.csv')).toBe('bøker.csv');
    expect(headerName('100%.csv')).toBe('100%.csv');
    expect(headerName('%ff.csv')).toBe('%ff.csv');
  });
});
