import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { voucher } from '../office.ts';
import { openWatched, sheet, until } from './watched.ts';

describe('a watched folder', () => {
  test('takes a file in and puts it into done with its receipt', async () => {
    const watched = await openWatched();
    watched.watch();
    await until('the folders', () => existsSync(watched.path('card', 'failed')));
    watched.moveIn(sheet(voucher(1, 100)), 'journal', 'bank.csv');
    await watched.holds(['journal', 'done'], 'bank.csv', 'bank.csv.receipt.json');
    expect(watched.json('journal', 'done', 'bank.csv.receipt.json')).toMatchObject({
      state: 'completed',
      file: 'bank.csv',
    });
    expect(await watched.office.texts()).toEqual(['Bilag 1']);
    expect(watched.office.said).toEqual([]);
  });
});
