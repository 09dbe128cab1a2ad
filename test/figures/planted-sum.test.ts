import { expect, test } from 'vitest';
import { openOffice } from '../importing/office.ts';
import { ERRORS, randomOf, swapped } from './statements.ts';

/**
 * Files with a sum below each group of rows and one below them all, made from a seed: sound ones give no remark, and one error
 * that is planted into a row gives one that names the sum of its group.
 */
const SEEDS = 24;
const JOB = `kind: bookings
columns: { date: Dato, amount: Beløp, description: Tekst }
defaults: { account: "1920", contraAccount: "7790" }
skip: [{ column: Tekst, matches: "^Sum" }]
`;

/** Rows of a group in minor units, as they are and as the sum says that they are. */
interface Group {
  readonly rows: number[];
  readonly sum: number;
}

test('a row that is missing, doubled, mistyped or turned is named by the sum below it', async () => {
  const office = await openOffice({ jobs: { sums: JOB } });
  for (let seed = 1; seed <= SEEDS; seed++) {
    const groups = makeGroups(seed);
    const at = seed % groups.length;
    for (const isSound of [true, false]) {
      if (!isSound) plant(groups[at]!.rows, ERRORS[seed % ERRORS.length]!);
      const { text, sumRows } = written(groups);
      const row = await office.take(`${seed}-${isSound}.csv`, text, 'sums', { book: false });
      await office.plan(row);
      const { entries, remarks = [] } = await office.receipt(row);
      const told = remarks.map(({ code, row: first }) => [code, first]);
      const planned = groups.reduce((sum, { rows }) => sum + rows.length, 0);
      expect({ seed, planned: entries.planned, held: entries.held, told }).toEqual({
        seed,
        planned,
        held: 0,
        told: isSound ? [] : [['sum-differs', String(sumRows[at])]],
      });
    }
  }
});

function makeGroups(seed: number): Group[] {
  const random = randomOf(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  return Array.from({ length: between(2, 6) }, () => {
    // Of three digits and more, which differ: swapped, it is another amount.
    const rows = Array.from({ length: between(3, 9) }, () => between(1_234, 9_876_543) * (random() < 0.5 ? -1 : 1));
    return { rows, sum: rows.reduce((sum, amount) => sum + amount, 0) };
  });
}

function plant(rows: number[], error: (typeof ERRORS)[number]): void {
  const amount = rows[1]!;
  if (error === 'missing') rows.splice(1, 1);
  else if (error === 'doubled') rows.splice(1, 0, amount);
  else rows[1] = error === 'digits' ? swapped(amount) : -amount;
}

function written(groups: readonly Group[]): { text: string; sumRows: number[] } {
  const lines = ['Dato;Tekst;Beløp'];
  const amountText = (units: number) => (units / 100).toFixed(2).replace('.', ',');
  const sumRows: number[] = [];
  for (const [at, { rows, sum }] of groups.entries()) {
    for (const [no, units] of rows.entries()) lines.push(`${10 + no}.01.2026;Kjøp ${at};${amountText(units)}`);
    lines.push(`;Sum ${at + 1};${amountText(sum)}`);
    sumRows.push(lines.length);
  }
  lines.push(`;Sum alt;${amountText(groups.reduce((all, { sum }) => all + sum, 0))}`);
  return { text: `${lines.join('\n')}\n`, sumRows };
}
