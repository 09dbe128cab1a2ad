import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutBatch, sentLines } from '../../src/core/batch-body.ts';
import { BodyWriter, freezeBatch } from '../../src/kinds/bookings/body.ts';
import { group } from '../reading/reading-rows.ts';

const key = (scale: number) => ({ accounts: { 11920: ['1920', 'Bank'], 13000: ['3000', 'Salg'] } as const, scale });

test('the texts of kept entries are the same to the letter, and all control totals are those of freezing them alone', () => {
  const line = fc.record({
    units: fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
    number: fc.constantFrom('1920', '3000'),
    description: fc.string({ unit: 'binary' }),
  });
  const vouchers = fc.array(fc.tuple(fc.boolean(), fc.array(line, { minLength: 1, maxLength: 4 })), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(vouchers, fc.integer({ min: 0, max: 4 }), (all, scale) => {
      const entries = all.map(([, lines], at) => ({
        group: group(`k${at}`, lines, at),
        identity: at,
        content: `c${at}`,
      }));
      const writer = new BodyWriter(scale);
      const whole = freezeBatch(1, entries, writer, '');
      const kept = new Set(whole.entries.filter((_, at) => all[at]![0]));
      const cut = cutBatch(9, { ...whole, body: whole.body.toString() }, (entry) => kept.has(entry), key(scale));
      const alone = freezeBatch(
        9,
        entries.filter((_, at) => all[at]![0]),
        writer,
        '',
      );
      expect(cut.body.toString()).toBe(alone.body.toString());
      expect(cut.entries).toEqual(alone.entries);
      expect({ rows: cut.rows, lines: cut.lines, totals: cut.totals }).toEqual({
        rows: alone.rows,
        lines: alone.lines,
        totals: alone.totals,
      });
    }),
  );
});

test('lines are read back as they were sent', () => {
  const body =
    '{"DraftLines":[{"AccountID":11920,"Amount":-9007199254740.99,"Description":"x","FinancialDate":"2026-01-05","VatTypeID":3},{"AccountID":7,"Amount":0,"Description":"","FinancialDate":"2026-01-05"}]}';
  expect(sentLines(body, key(2))).toEqual([
    { account: '1920', units: -900719925474099, description: 'x', date: '2026-01-05', vatTypeId: 3 },
    { account: '7', units: 0, description: '', date: '2026-01-05', vatTypeId: undefined },
  ]);
});
