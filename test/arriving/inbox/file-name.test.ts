import { describe, expect, test } from 'vitest';
import { isNeverTaken, nameText, ownName, sidecarName, withId } from '../../../src/arriving/inbox/files.ts';

const ID = '01M7Y73SATMM7T4NXAPR99KCGY';

describe('names of files in the inbox', () => {
  test('an id goes before the ending', () => {
    expect(withId('bank.csv', ID)).toBe(`bank.${ID}.csv`);
    expect(withId('bank', ID)).toBe(`bank.${ID}`);
    expect(withId(`a.${'x'.repeat(30)}`, ID)).toBe(`a.${'x'.repeat(30)}.${ID}`);
  });

  test('what would be too long is shortened at a character, keeps its ending and stays its own', () => {
    const one = `${'æ'.repeat(125)}1.csv`;
    const two = `${'æ'.repeat(125)}2.csv`;
    for (const make of [(name: string) => withId(name, ID), (name: string) => sidecarName(name, 'receipt')]) {
      expect(Buffer.byteLength(make(one))).toBeLessThanOrEqual(255);
      expect(make(one)).not.toBe(make(two));
      expect(make(one)).not.toContain('\uFFFD');
    }
    expect(withId(one, ID)).toMatch(/~[0-9a-f]{8}\.01M7Y73SATMM7T4NXAPR99KCGY\.csv$/);
    expect(ownName(one)).toBe(one);
    // While it is written it has 19 bytes more.
    expect(Buffer.byteLength(sidecarName(one, 'failed')) + 19).toBeLessThanOrEqual(255);
  });

  test('bytes that are no UTF-8 are read as Latin-1', () => {
    expect(nameText(Buffer.from('bilæg.csv', 'latin1'))).toBe('bilæg.csv');
    expect(nameText(Buffer.from('bilæg.csv'))).toBe('bilæg.csv');
    expect(nameText(Buffer.from('e\u0301.csv'))).toBe('e\u0301.csv');
  });

  test.each(['a.csv.part', 'a.TMP', '~$a.xlsx', '.a.csv', 'a.csv.done', 'a.csv.reason.txt', 'a.csv.receipt.json'])(
    '%s is never taken',
    (name) => expect(isNeverTaken(name)).toBe(true),
  );

  test.each(['a.csv', 'part.csv', 'a~$.xlsx', 'a.csv.failed.xlsx', 'reason.txt', 'done'])('%s may be taken', (name) =>
    expect(isNeverTaken(name)).toBe(false),
  );
});
