import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyHash } from '../../../src/core/batch-body.ts';
import { batchMarker, isMarked } from '../../../src/core/marker.ts';
import { entryTexts } from '../../../src/core/states.ts';
import { BodyWriter, type DescriptionLimit, freezeBatch, type SoundEntry } from '../../../src/kinds/bookings/body.ts';
import { group } from '../../reading/reading-rows.ts';

const ID = '01KB0000000000000000000000';
const descriptions = (body: string): string[][] =>
  (JSON.parse(body) as { DraftLines: { Description: string }[] }[]).map(({ DraftLines }) =>
    DraftLines.map(({ Description }) => Description),
  );
const sound = (...args: Parameters<typeof group>): SoundEntry => ({ group: group(...args), identity: 1, content: 'c' });

/** What is frozen, its body as text. */
function freeze(no: number, entries: readonly SoundEntry[], marker: string, limit?: DescriptionLimit) {
  const { body, totals, ...frozen } = freezeBatch(no, entries, new BodyWriter(2), marker, limit);
  return { ...frozen, body: body.toString(), totals: JSON.parse(totals) as Record<string, string> };
}

describe('the body of a request', () => {
  test('is exactly what the interface asks for', () => {
    const vat = { code: '3', typeId: 33, issue: undefined };
    const entries = [
      sound('1', [
        { units: 123456, description: 'Kjøp «1» "x"', vat },
        { units: -123456, number: '3000', description: '' },
      ]),
      sound('2', [{ units: 50, vatByAccount: true }, { units: -50 }], 2),
    ];
    const { body, totals, rows, lines } = freeze(1, entries, '');
    expect(body).toBe(
      '[{"DraftLines":[{"AccountID":11920,"Amount":1234.56,"Description":"Kjøp «1» \\"x\\"","FinancialDate":"2026-01-05","VatTypeID":33},' +
        '{"AccountID":13000,"Amount":-1234.56,"Description":"","FinancialDate":"2026-01-05"}]},' +
        '{"DraftLines":[{"AccountID":11920,"Amount":0.5,"Description":"text","FinancialDate":"2026-01-05","VatTypeID":5},' +
        '{"AccountID":11920,"Amount":-0.5,"Description":"text","FinancialDate":"2026-01-05"}]}]',
    );
    expect(totals).toMatchObject({ '1920': '123456', '3000': '-123456' });
    expect({ rows, lines }).toEqual({ rows: 4, lines: 4 });
  });

  test('the marker fits inside the description’s 500 characters, and never halves one of them', () => {
    const text = (description: string) =>
      JSON.parse(freeze(1, [sound('1', [{ description }])], ' #1-2').body)[0].DraftLines[0].Description;
    expect(text('Te')).toBe('Te #1-2');
    expect(text('x'.repeat(500))).toBe(`${'x'.repeat(495)} #1-2`);
    expect(text(`${'x'.repeat(494)}😀yyyyyy`)).toBe(`${'x'.repeat(494)} #1-2`);
  });

  test('it fits inside what the service takes, and whose text was shortened is told, once for a row', () => {
    const told: [number, number][] = [];
    const limit = { most: 30, shortened: (seq: number, row: number) => void told.push([seq, row]) };
    const entries = [
      sound(
        '1',
        [
          { row: 2, description: 'x'.repeat(25) },
          { row: 2, units: -100, description: 'x'.repeat(25) },
        ],
        1,
      ),
      sound(
        '2',
        [
          { row: 3, description: 'y'.repeat(26) },
          { row: 4, units: -100, description: 'z'.repeat(30) },
        ],
        2,
      ),
      sound(
        '3',
        [
          { row: 5, description: `${'v'.repeat(24)} w` },
          { row: 5, units: -100, description: 'w' },
        ],
        3,
      ),
    ];
    const said = descriptions(freeze(1, entries, ' #1-2', limit).body);
    expect(said.flat().every((text) => text!.length <= 30 && text!.endsWith(' #1-2'))).toBe(true);
    expect(said).toEqual([
      [`${'x'.repeat(25)} #1-2`, `${'x'.repeat(25)} #1-2`],
      [`${'y'.repeat(25)} #1-2`, `${'z'.repeat(25)} #1-2`],
      // No two blanks in a row where the cut falls behind one.
      [`${'v'.repeat(24)} #1-2`, 'w #1-2'],
    ]);
    expect(told).toEqual([
      [2, 3],
      [2, 4],
      [3, 5],
    ]);
  });

  test('without a text it stands alone, and is found again', () => {
    const [[first]] = descriptions(freeze(1, [sound('1', [{ description: '' }])], ' #imp-1').body) as [[string]];
    expect(first).toBe('#imp-1');
    expect(isMarked(first, ' #{import}-{batch}', 'imp', 1)).toBe(true);
    expect(isMarked(`x${first}`, ' #{import}-{batch}', 'imp', 1)).toBe(false);
  });

  test('an entry’s own number stands in its marker, and the marker is found again, whole', () => {
    const template = ' #{import}-{batch}.{entry}';
    const marker = batchMarker(template, ID, 12);
    const entries = [1, 10, 100_000].map((seq) => sound(String(seq), [{ description: 'y'.repeat(500) }, {}], seq));
    const said = descriptions(freeze(12, entries, marker).body);
    expect(said.map(([first]) => first!.length)).toEqual([500, 500, 500]);
    expect(said.map(([first]) => first!.replace(/^y+/, ''))).toEqual([
      ` #${ID}-12.1`,
      ` #${ID}-12.10`,
      ` #${ID}-12.100000`,
    ]);
    for (const [at, { group: each }] of entries.entries()) {
      for (const text of said[at]!) expect(isMarked(text, template, ID, each.seq), text).toBe(true);
      for (const other of [0, 2, each.seq + 1]) expect(isMarked(said[at]![0]!, template, ID, other)).toBe(false);
    }
  });

  test('text that is only like a marker is none', () => {
    const is = (text: string) => isMarked(text, ' #{import}-{batch}', ID, 1);
    expect([is(`a #${ID}-7`), is(`a #${ID}-70`)]).toEqual([true, true]);
    for (const text of [`a #${ID}-`, `a #${ID}-7 `, `a #${ID}-x`, `a #${ID}-0`, `a${ID}-7`, 'a #1-7', 'a', ''])
      expect(is(text), text).toBe(false);
    expect(isMarked('anything', '', ID, 1)).toBe(false);
    // Letters that mean something in a pattern are letters.
    expect(isMarked(`a.(${ID})*1+`, '.({import})*{batch}+', ID, 1)).toBe(true);
    expect(isMarked(`ax(${ID})*1+`, '.({import})*{batch}+', ID, 1)).toBe(false);
  });

  test('an account without an ID is a mistake of ours, and stops it', () => {
    const entry = sound('1', [{}]);
    entry.group.lines[0]!.account.lookup = { found: 'none' };
    expect(() => freeze(1, [entry], '')).toThrow(/has no ID/);
  });

  test('each entry’s text can be found in it again, whatever it says; sums are exact beyond a double', () => {
    const line = fc.record({
      units: fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
      description: fc.string({ unit: 'binary' }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        (vouchers) => {
          const frozen = freeze(
            1,
            vouchers.map((lines, at) => sound(String(at), lines, at)),
            '',
          );
          const parsed = JSON.parse(frozen.body) as { DraftLines: { Amount: number; Description: string }[] }[];
          const texts = entryTexts(frozen.body, frozen.entries);
          expect(texts.map((text) => JSON.parse(text))).toEqual(parsed);
          expect(parsed.map(({ DraftLines }) => DraftLines.map(({ Description }) => Description))).toEqual(
            vouchers.map((lines) => lines.map(({ description }) => description)),
          );
          const sum = vouchers.flat().reduce((total, { units }) => total + BigInt(units), 0n);
          expect(frozen.totals['1920']).toBe(String(sum));
          expect(JSON.stringify(JSON.parse(frozen.body)).includes('e+')).toBe(false);
        },
      ),
    );
  });

  test('its hash changes with every byte', () => {
    expect(bodyHash(Buffer.from('[1]'))).not.toBe(bodyHash(Buffer.from('[2]')));
    expect(bodyHash(Buffer.from('[1]'))).toBe(bodyHash(Buffer.from('[1]')));
  });
});
