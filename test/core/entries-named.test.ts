import { describe, expect, it } from 'vitest';
import { entriesNamed } from '../../src/core/entry-names.ts';
import type { BatchEntry } from '../../src/core/states.ts';

function batch(...entries: [key: string, rows: string][]): BatchEntry[] {
  return entries.map(([key, rows], seq) => ({
    seq,
    key,
    rows,
    rowCount: 1,
    date: '2026-01-05',
    identity: seq,
    content: String(seq),
    lineCount: 1,
    length: 1,
  }));
}
const named = (values: string[], entries: BatchEntry[]) => [...entriesNamed(values, entries)].map(({ seq }) => seq);

describe('entries named by a person', () => {
  const keyed = batch(['17', '2-3'], ['18', '17'], ['A, B', '4-5,9']);
  it('by key, one or several to a value', () => {
    expect(named(['17'], keyed)).toEqual([0]);
    expect(named(['18, 17'], keyed)).toEqual([1, 0]);
    expect(named(['18', '18', '17,'], keyed)).toEqual([1, 0]);
  });

  it('by rows as they are listed; a bare number is a key where entries have keys', () => {
    expect(named(['row 17', 'rows 2-3'], keyed)).toEqual([1, 0]);
    expect(() => named(['2-3'], keyed)).toThrow('"2-3"');
  });

  it('a key or rows that hold a comma', () => {
    expect(named(['A, B'], keyed)).toEqual([2]);
    expect(named(['17,A,B,18'], batch(['17', '2'], ['A,B', '3'], ['18', '4']))).toEqual([0, 1, 2]);
    expect(named(['rows 4-5,9,17'], keyed)).toEqual([2, 0]);
  });

  it('by bare rows where entries have no key', () => {
    const bare = batch(['', '2'], ['', '3-4,7'], ['', 'c1:5']);
    expect(named(['2', '3-4,7'], bare)).toEqual([0, 1]);
    expect(named(['row 2,c1:5'], bare)).toEqual([0, 2]);
  });

  it('a key that several have says how else to name them', () => {
    const twice = batch(['17', '2-3'], ['17', '8']);
    expect(() => named(['17'], twice)).toThrow(
      expect.objectContaining({ suggestion: expect.stringContaining('"rows 2-3", "row 8"') }),
    );
    expect(named(['row 8'], twice)).toEqual([1]);
  });

  it('none, or one that is not there, lists what there is', () => {
    const suggestion = expect.stringContaining('17, 18, A, B');
    expect(() => named(['', ' , '], keyed)).toThrow(expect.objectContaining({ suggestion }));
    expect(() => named(['99'], keyed)).toThrow(expect.objectContaining({ suggestion }));
    const many = batch(...Array.from({ length: 500 }, (_, at): [string, string] => [`k${at}`, String(at + 2)]));
    expect(() => named(['x'], many)).toThrow(
      expect.objectContaining({ suggestion: expect.stringContaining('and 480 more') }),
    );
  });
});
