import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import type { VatType } from '../../../src/core/records.ts';
import { AccountSlots } from '../../../src/kinds/bookings/accounts.ts';
import { VatSettler } from '../../../src/kinds/bookings/settle-vat.ts';
import type { Line, RowReading, VatSaid } from '../../../src/reading/row-context.ts';
import { account, job } from '../../reading/reading-rows.ts';

const type = (id: number, code: string, percent: string | undefined, output: boolean): VatType => ({
  id,
  code,
  name: `Type ${code}`,
  percent,
  output,
});
const TYPES = [
  type(1, '1', '25', false),
  type(2, '11', '15', false),
  type(3, '3', '25', true),
  type(4, '31', '15', true),
  type(5, '0', '0', false),
  type(6, '5', '0', true),
  type(7, '86', '25', false),
  type(8, '12', '11.11', false),
  type(9, '99', undefined, false),
  type(10, '13', '12.34567', true),
];

interface RowOf {
  readonly said?: Partial<VatSaid>;
  /** VAT type ID of the line; of the account's default. */
  readonly typeId?: number;
  readonly byAccount?: boolean;
  readonly accountType?: number | null;
  readonly vat?: string;
}

function settle({ said, typeId, byAccount = false, accountType = null, vat = '' }: RowOf) {
  const met: number[] = [];
  const yaml = `columns: { entry: a, date: b, account: c, amount: { gross: Brutto, net: Netto, vat: Mva } }\nvat: { percent: "Mva %"${vat} }`;
  const columns = { figures: { gross: 'Brutto', net: 'Netto', vat: 'Mva' }, percent: 'Mva %' };
  const settler = new VatSettler({ types: TYPES, job: job(yaml), columns, met: (id) => met.push(id) });
  const slot = new AccountSlots({}).slot('4300');
  slot.lookup = { found: 'one', account: account('4300', accountType) };
  const known = TYPES.find(({ id }) => id === typeId);
  const line: Line = {
    row: 2,
    account: slot,
    units: 0,
    description: '',
    date: '2026-01-05',
    vat: known && { code: known.code, typeId: known.id, issue: undefined },
    vatByAccount: byAccount,
  };
  const reading: RowReading = {
    row: 2,
    key: undefined,
    group: '',
    sourceKey: '',
    source: undefined,
    lines: [line],
    vat: { figures: undefined, percent: undefined, byPercent: false, declined: false, ...said },
    side: undefined,
    issues: undefined,
  };
  settler.settle(reading);
  const issue = reading.issues?.[0];
  return {
    code: line.vat?.code,
    met,
    issue: issue && `${issue.code} ${issue.column}: ${issue.message}`,
    suggestion: issue?.suggestion,
    facts: settler.facts(),
  };
}

const figures = (net: number, vat: number) => ({ net, vat, gross: net + vat });
const fits = (net: number, vat: number, more: RowOf) => settle({ said: { figures: figures(net, vat) }, ...more });

describe('net and VAT are checked against the VAT type', () => {
  test('to the hundredth', () => {
    expect(fits(10_000, 2_500, { typeId: 1 }).issue).toBeUndefined();
    expect(fits(-10_000, -2_500, { typeId: 1 }).issue).toBeUndefined();
    expect(fits(3_333, 834, { typeId: 1 }).issue).toBeUndefined();
    expect(fits(3_333, 835, { typeId: 1 }).issue).toMatch(/^vat-differs/);
    expect(fits(3_333, 835, { typeId: 1, vat: ', tolerance: "0.02"' }).issue).toBeUndefined();
    expect(fits(1_000_000, 111_100, { typeId: 8 }).issue).toBeUndefined();
    expect(fits(7_205_759_403_792_000, 1_801_439_850_948_000, { typeId: 1 }).issue).toBeUndefined();
    expect(fits(7_205_759_403_792_000, 1_801_439_850_948_002, { typeId: 1 }).issue).toMatch(/^vat-differs/);
  });

  test('a wrong code names the figures, the percentage and what was expected', () => {
    expect(fits(10_000, 1_500, { typeId: 1 }).issue).toBe(
      'vat-differs Mva: VAT code 1 (25 %) makes 25.00 of VAT on a net of 100.00, and the row has 15.00 (gross 115.00).',
    );
  });

  test('nothing is checked against a type whose percentage the service does not tell, and that is said', () => {
    const { issue, facts } = fits(10_000, 1_500, { typeId: 9 });
    expect(issue).toBeUndefined();
    expect(facts.vatUnchecked).toEqual(['99']);
  });

  test('without VAT: no code, or one of 0 %', () => {
    expect(fits(10_000, 0, {}).issue).toBeUndefined();
    expect(fits(10_000, 0, { typeId: 5 }).issue).toBeUndefined();
    expect(fits(10_000, 2_500, { typeId: 5 }).issue).toMatch(/^vat-differs/);
    expect(fits(10_000, 0, { typeId: 1 }).suggestion).toContain('vat: { reverse: ["1"] }');
  });

  test('VAT without a code would be lost, unless the job says that none is meant', () => {
    const { issue } = fits(10_000, 2_500, {});
    expect(issue).toBe('vat-differs Mva: The row has VAT in column Mva and no VAT code: its VAT would be lost.');
    const declined = { said: { figures: figures(10_000, 2_500), declined: true } };
    expect(settle(declined).issue).toBeUndefined();
  });

  test("the account's own type counts where the job says so", () => {
    expect(fits(10_000, 2_500, { byAccount: true, accountType: 1 }).issue).toBeUndefined();
    expect(fits(10_000, 1_500, { byAccount: true, accountType: 1 }).issue).toMatch(/^vat-differs/);
    expect(fits(10_000, 2_500, { byAccount: true }).issue).toMatch(/would be lost/);
  });

  test('with reverse charge the row shows no VAT', () => {
    const reverse = { typeId: 7, vat: ', reverse: "86"' };
    expect(fits(10_000, 0, reverse).issue).toBeUndefined();
    expect(fits(10_000, 2_500, reverse).issue).toMatch(/reverse charge/);
    expect(settle({ ...reverse, said: { percent: '0' } }).issue).toBeUndefined();
  });
});

test('whole numbers and decimal.js agree', () => {
  const percents = { 1: '25', 2: '15', 8: '11.11', 10: '12.34567' };
  let held = 0;
  for (let step = 0; step < 400; step++) {
    const net = (step % 2 === 0 ? 1 : -1) * ((step * 7_919 * 10 ** (step % 9)) % 8_000_000_000_000);
    const typeId = ([1, 2, 8, 10] as const)[step % 4]!;
    const exact = new Decimal(net).mul(percents[typeId]).div(100);
    const vat = exact
      .toDecimalPlaces(0)
      .plus((step % 5) - 2)
      .toNumber();
    if (vat < 0 !== net < 0 && vat !== 0) continue;
    const right = exact.minus(vat).abs().lessThanOrEqualTo(1);
    expect(fits(net, vat, { typeId }).issue === undefined, `${net} ${vat} ${typeId}`).toBe(right);
    if (!right) held++;
  }
  expect(held).toBeGreaterThan(20);
});

describe('a percentage finds the VAT type', () => {
  const by = (percent: string, more: RowOf = {}) => settle({ said: { percent, byPercent: true }, ...more });

  test("the account's own type, if it has the percentage", () => {
    expect(by('25', { accountType: 1 })).toMatchObject({ code: '1', met: [1], issue: undefined });
    expect(by('25', { accountType: 3 })).toMatchObject({ code: '3' });
  });

  test('else the only one of its direction that has', () => {
    expect(by('15', { accountType: 1 })).toMatchObject({ code: '11' });
    expect(by('15', { accountType: 3 })).toMatchObject({ code: '31' });
    expect(by('25', { accountType: 4 })).toMatchObject({ code: '3' });
  });

  test('else it is asked once: several fit, or the account shows no side', () => {
    expect(by('25', { accountType: 2 })).toMatchObject({
      code: undefined,
      issue:
        'percent-unclear Mva %: The service has 3 VAT types of 25 %, and the account does not show which is meant.',
    });
    expect(by('11.11')).toMatchObject({
      issue:
        'percent-unclear Mva %: The service has a VAT type of 11.11 %, and the account does not show that it is meant.',
    });
    expect(by('17', { accountType: 1 }).issue).toBe('percent-unclear Mva %: The service has no VAT type of 17 %.');
  });

  test('what the job says of a percentage counts first', () => {
    expect(by('25', { accountType: 3, vat: ', percents: { "25,0 %": "1" }' })).toMatchObject({ code: '1' });
    expect(by('0', { vat: ', percents: { "0": none }' })).toMatchObject({ code: undefined, issue: undefined });
    expect(by('25', { vat: ', percents: { "25": "77" }' }).issue).toMatch(/^percent-unclear.*"77" for 25 %/);
  });

  test('the figures are checked against what it found', () => {
    const said = { percent: '25', byPercent: true, figures: figures(10_000, 1_500) };
    expect(settle({ said, accountType: 1 }).issue).toMatch(/^vat-differs/);
  });

  test('beside a code it has to be that of the code', () => {
    expect(settle({ said: { percent: '25' }, typeId: 1 }).issue).toBeUndefined();
    expect(settle({ said: { percent: '15' }, typeId: 1 }).issue).toBe(
      'vat-differs Mva %: Column Mva % says 15 %, and VAT code 1 has 25 %.',
    );
  });
});
