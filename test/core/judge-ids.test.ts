import { expect, test } from 'vitest';
import { type ComparedId, idExamples, judgeIds } from '../../src/core/judge-ids.ts';

const same = (code: string): ComparedId => ({ kind: 'account', code, id: 7, now: 7 });
const moved = (code: string): ComparedId => ({ kind: 'account', code, id: 7, now: 8 });
const kept = (code: string): ComparedId => ({ kind: 'vat-type', code, id: 7, now: 7 });
const gone = (code: string): ComparedId => ({ kind: 'vat-type', code, id: 7, now: null });

test.each([
  ['nothing to compare', [], 'same'],
  ['all as they were', [same('1920'), same('3000')], 'same'],
  ['some others', [same('1920'), moved('3000')], 'moved'],
  ['one that is gone', [same('1920'), gone('3')], 'moved'],
  ['one alone', [moved('3000')], 'moved'],
  ['all others', [moved('1920'), moved('3000')], 'other'],
  ['all accounts others, and VAT types as they were', [moved('1920'), moved('3000'), kept('3')], 'other'],
  ['VAT types alone others', [same('1920'), same('3000'), gone('3')], 'moved'],
  ['one account, and a VAT type as it was', [moved('1920'), kept('3')], 'moved'],
  ['all others or gone', [moved('1920'), gone('3')], 'other'],
] as const)('%s', (_, compared, verdict) => {
  expect(judgeIds(compared)).toBe(verdict);
});

test('names two examples, with what was known and what is', () => {
  expect(idExamples([same('1'), moved('1920'), gone('3'), moved('9')])).toBe(
    'account 1920 had the ID 7 and has 8 now, VAT type 3 had the ID 7 and is not there now',
  );
});
