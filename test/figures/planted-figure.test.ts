import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Driver, startDriver } from '../e2e/driver.ts';
import { randomFrom } from '../random-from.ts';

/**
 * Files of invoices with net, VAT and gross, made from a seed, in each of which one figure is wrong: digits swapped, or another
 * VAT code. Exactly that row is held, and all others stand in the books with the gross. decimal.js says what is right.
 */
const FILES = 16;
const ROWS = 40;
const SEED = 20_260_303;
const WITHIN_MS = 120_000;

const CODES = [
  { code: '1', percent: '25', other: '11' },
  { code: '11', percent: '15', other: '13' },
  { code: '12', percent: '11.11', other: '11' },
  { code: '13', percent: '12', other: '1' },
] as const;
const FORMS = [
  ['gross', 'net', 'vat'],
  ['gross', 'net'],
  ['gross', 'vat'],
  ['net', 'vat'],
] as const;
type Figure = (typeof FORMS)[0][number];
const HEADERS = { gross: 'Brutto', net: 'Netto', vat: 'Mva' };

let driver: Driver;
beforeAll(async () => {
  driver = await startDriver();
});
afterAll(() => driver.close());

describe('one wrong figure in a file', () => {
  it.each(Array.from({ length: FILES }, (_, at) => at))(
    'file %i: its row is held, the others are booked right',
    async (at) => {
      const random = randomFrom(SEED + at);
      const form: readonly Figure[] = FORMS[at % FORMS.length]!;
      const negate = at % 3 === 2;
      const rows = Array.from({ length: ROWS }, (_, no) => makeRow(at * 1_000 + no, random));
      const planted = rows.filter(({ code }) => code !== '')[Math.floor(random() * 30)]!;
      const wrong = plant(planted, [...form, 'code'][Math.floor(at / FORMS.length) % (form.length + 1)]!);
      const file = rows.map((row) => lineOf(row === planted ? wrong : row, form)).join('\n');
      const header = ['Nr', 'Dato', 'Konto', ...form.map((figure) => HEADERS[figure]), 'Kode', 'Tekst'].join(';');
      const amount = form.map((figure) => `${figure}: ${HEADERS[figure]}`).join(', ');
      const imported = await driver.importFile(
        `${header}\n${file}\n`,
        `kind: bookings
columns: { entry: Nr, date: Dato, account: Konto, amount: { ${amount} }, vat: Kode, description: Tekst }
defaults: { contraAccount: "2400" }
negate: ${negate}
`,
      );
      const { receipt, booked } = imported;
      expect(receipt?.mismatches).toEqual([]);
      expect(receipt?.issues.map(({ code, row, rows: held }) => [code, row, held])).toEqual([
        [expect.stringMatching(/^(gross|vat)-differs$/), String((planted.no % 1_000) + 2), 1],
      ]);
      const said = booked.map(({ lines: [first] }) => [first!.Description, first!.Amount, first!.VatCode ?? '']);
      const right = rows
        .filter((row) => row !== planted)
        .map(({ no, gross, code }) => [`Faktura ${no}`, (negate ? gross.negated() : gross).toFixed(2), code]);
      expect(said.sort()).toEqual(right.sort());
    },
    WITHIN_MS,
  );
});

interface Row {
  readonly no: number;
  readonly account: string;
  readonly code: string;
  readonly net: Decimal;
  readonly vat: Decimal;
  readonly gross: Decimal;
}

function makeRow(no: number, random: () => number): Row {
  const taxed = random() < 0.85;
  const { code, percent } = taxed ? CODES[Math.floor(random() * CODES.length)]! : { code: '', percent: '0' };
  // Two different digits stand before the hundreds, so that they can be swapped.
  const net = new Decimal(Math.floor(random() * 9_000_000) + 1_200_000).div(100).mul(random() < 0.15 ? -1 : 1);
  const vat = net.mul(percent).div(100).toDecimalPlaces(2);
  return { no, account: '6800', code, net, vat, gross: net.plus(vat) };
}

function plant(row: Row, what: string): Row {
  if (what === 'code') return { ...row, code: CODES.find(({ code }) => code === row.code)!.other };
  return { ...row, [what]: swapped(row[what as Figure]) };
}

/** With two neighbouring digits of the whole units swapped; where all are equal the first is another. */
function swapped(amount: Decimal): Decimal {
  const [whole = '', decimals = ''] = amount.abs().toFixed(2).split('.');
  const at = [...whole].findIndex((digit, index) => index + 1 < whole.length && digit !== whole[index + 1]);
  const mixed =
    at < 0
      ? `${(Number(whole[0]) % 9) + 1}${whole.slice(1)}`
      : whole.slice(0, at) + whole[at + 1] + whole[at] + whole.slice(at + 2);
  return new Decimal(`${mixed}.${decimals}`).mul(amount.isNegative() ? -1 : 1);
}

function lineOf({ no, account, code, ...figures }: Row, form: readonly Figure[]): string {
  const amounts = form.map((figure) => figures[figure].toFixed(2).replace('.', ','));
  const day = String(((no % 1_000) % 28) + 1).padStart(2, '0');
  return [no, `${day}.01.2026`, account, ...amounts, code, `Faktura ${no}`].join(';');
}
