import { describe, expect, it, test } from 'vitest';
import type { Cell } from '../../../src/core/cell.ts';
import { read, rowReader, shown } from '../../reading/reading-rows.ts';

const BASE = 'columns: { entry: Nr, date: Dato, account: Konto, amount: Beløp, description: Tekst }\n';
const HEADER = 'Nr Dato Konto Beløp Tekst';
const lines = (yaml: string, header: string, ...cells: Cell[]) => read(yaml, header, ...cells)!.lines.map(shown);
const codes = (yaml: string, header: string, ...cells: Cell[]) =>
  (read(yaml, header, ...cells)!.issues ?? []).map(({ code, column }) => `${code} ${column}`);

describe('the ways in which a row says its amount', () => {
  it.each<[string, string, string, Cell[], string[]]>([
    ['signed', BASE, HEADER, ['1', '05.01.2026', '1920', '-12,50', 'x'], ['1920 -1250']],
    ['negate', `${BASE}negate: true`, HEADER, ['1', '05.01.2026', '1920', '-12,50', 'x'], ['1920 1250']],
    [
      'a flag for debit',
      `${BASE}sign: { column: SH, debit: [S, Bij], credit: [H, Af] }`,
      `${HEADER} SH`,
      ['1', '05.01.2026', '1920', '12,50', 'x', ' s '],
      ['1920 1250'],
    ],
    [
      'a flag for credit',
      `${BASE}sign: { column: SH, debit: [S, Bij], credit: [H, Af] }`,
      `${HEADER} SH`,
      ['1', '05.01.2026', '1920', '12,50', 'x', 'AF'],
      ['1920 -1250'],
    ],
    [
      'debit column',
      'columns: { entry: Nr, date: D, account: K, debit: Debet, credit: Kredit }',
      'Nr D K Debet Kredit',
      ['1', '05.01.2026', '1920', '12,50', ''],
      ['1920 1250'],
    ],
    [
      'credit column',
      'columns: { entry: Nr, date: D, account: K, debit: Debet, credit: Kredit }',
      'Nr D K Debet Kredit',
      ['1', '05.01.2026', '1920', '0,00', '12,50'],
      ['1920 -1250'],
    ],
    [
      'negative credits, declared',
      'columns: { entry: Nr, date: D, account: K, debit: Debet, credit: Kredit }\ncreditSign: negative',
      'Nr D K Debet Kredit',
      ['1', '05.01.2026', '1920', '', '-12,50'],
      ['1920 -1250'],
    ],
    [
      'account and contra account',
      'columns: { date: D, account: K, amount: A, contraAccount: M }',
      'D K A M',
      ['05.01.2026', '1920', '-12,50', '4300'],
      ['1920 -1250', '4300 1250'],
    ],
    [
      'contra account, each with its VAT code',
      'columns: { date: D, account: K, amount: A, contraAccount: M, vat: V, contraVat: W }',
      'D K A M V W',
      ['05.01.2026', '1920', '-12,50', '4300', '3', '1'],
      ['1920 -1250 [3]', '4300 1250 [1]'],
    ],
    [
      'a debit and a credit account; vat is the debit side’s',
      'columns: { date: D, debitAccount: K, creditAccount: M, amount: A, vat: V }',
      'D K M A V',
      ['05.01.2026', '5000', '1920', '12,50', '1'],
      ['5000 1250 [1]', '1920 -1250'],
    ],
    [
      'debitVat and creditVat',
      'columns: { date: D, debitAccount: K, creditAccount: M, amount: A, debitVat: V, creditVat: W }',
      'D K M A V W',
      ['05.01.2026', '5000', '3000', '12,50', '1', '3'],
      ['5000 1250 [1]', '3000 -1250 [3]'],
    ],
    [
      'a debit account alone',
      'columns: { entry: Nr, date: D, debitAccount: K, creditAccount: M, amount: A, vat: V }',
      'Nr D K M A V',
      ['1', '05.01.2026', '5000', '', '12,50', '1'],
      ['5000 1250 [1]'],
    ],
    [
      'a credit account alone has the code of the row',
      'columns: { entry: Nr, date: D, debitAccount: K, creditAccount: M, amount: A, vat: V }',
      'Nr D K M A V',
      ['1', '05.01.2026', '', '3000', '12,50', '3'],
      ['3000 -1250 [3]'],
    ],
    [
      'a credit account alone with a code of its own',
      'columns: { entry: Nr, date: D, debitAccount: K, creditAccount: M, amount: A, debitVat: V, creditVat: W }',
      'Nr D K M A V W',
      ['1', '05.01.2026', '', '3000', '12,50', '', '3'],
      ['3000 -1250 [3]'],
    ],
    [
      'an account alone where a default says the other',
      'columns: { entry: Nr, date: D, debitAccount: K, creditAccount: M, amount: A }\ndefaults: { creditAccount: "1920" }',
      'Nr D K M A',
      ['1', '05.01.2026', '5000', '', '12,50'],
      ['5000 1250', '1920 -1250'],
    ],
  ])('%s', (_, yaml, header, cells, expected) => {
    const reading = read(yaml, header, ...cells)!;
    expect(reading.issues).toBeUndefined();
    expect(reading.lines.map(shown)).toEqual(expected);
    expect(reading.key).toBe(header.startsWith('Nr') ? '1' : undefined);
  });

  test('a zero is never a negative zero', () => {
    for (const line of read(`${BASE}negate: true`, HEADER, '1', '05.01.2026', '1920', '0,00', 'x')!.lines)
      expect(Object.is(line.units, 0)).toBe(true);
    const pair = read(
      'columns: { date: D, debitAccount: K, creditAccount: M, amount: A }',
      'D K M A',
      '05.01.2026',
      '5000',
      '1920',
      '0',
    )!;
    for (const line of pair.lines) expect(Object.is(line.units, 0)).toBe(true);
  });

  test('another flag, and both columns filled, are issues', () => {
    expect(
      codes(
        `${BASE}sign: { column: SH, debit: S, credit: H }`,
        `${HEADER} SH`,
        '1',
        '05.01.2026',
        '1920',
        '1',
        'x',
        'D',
      ),
    ).toEqual(['sign-unknown SH']);
    // A minus beside a flag may say the same once more, or turn it around.
    const flagged = `${BASE}sign: { column: SH, debit: S, credit: H }`;
    expect(codes(flagged, `${HEADER} SH`, '1', '05.01.2026', '1920', '-1', 'x', 'H')).toHaveLength(1);
    const two = 'columns: { entry: Nr, date: D, account: K, debit: Debet, credit: Kredit }';
    expect(codes(two, 'Nr D K Debet Kredit', '1', '05.01.2026', '1920', '1', '2')).toEqual(['debit-and-credit Debet']);
    expect(codes(two, 'Nr D K Debet Kredit', '1', '05.01.2026', '1920', '', '')).toEqual(['field-missing Debet']);
  });
});

describe('issues', () => {
  test('all of a row are collected', () => {
    const yaml = `${BASE.replace(' }', ', vat: Mva }')}`;
    const found = codes(yaml, `${HEADER} Mva`, '', '31.02.2026', '', 'ti', 'x'.repeat(501), '99');
    expect(found.sort()).toEqual(
      [
        'amount-invalid Beløp',
        'date-invalid Dato',
        'description-too-long Tekst',
        'field-missing Konto',
        'field-missing Nr',
        'vat-unknown Mva',
      ].sort(),
    );
  });

  test('a row that is missing everything says so once for each field', () => {
    expect(codes(BASE, HEADER, '', '', '', '', '').sort()).toEqual([
      'field-missing Beløp',
      'field-missing Dato',
      'field-missing Konto',
      'field-missing Nr',
    ]);
  });

  test('error values of a workbook, unknown and ambiguous VAT codes', () => {
    const yaml = BASE.replace(' }', ', vat: Mva }');
    expect(codes(yaml, `${HEADER} Mva`, '1', '05.01.2026', { kind: 'error', text: '#REF!' }, '1', 'x', '9')).toContain(
      'cell-error Konto',
    );
    expect(codes(yaml, `${HEADER} Mva`, '1', '05.01.2026', '1920', '1', 'x', '9')).toEqual(['vat-unknown Mva']);
    expect(codes(yaml, `${HEADER} Mva`, '1', '05.01.2026', '1920', '1', 'x', '7')).toEqual(['vat-ambiguous Mva']);
  });

  test('a row with more values than the file has columns is an issue, however well it reads, and the only one', () => {
    expect(codes(BASE, HEADER, '1', 'x', 'y', 'z', 'Te', ' kaffe')).toEqual(['row-too-wide undefined']);
    expect(codes(BASE, HEADER, '1', '05.01.2026', '1920', '1', 'Te', ' kaffe')).toEqual(['row-too-wide undefined']);
    expect(read(BASE, HEADER, '1', '05.01.2026', '1920', '1', 'Te', '', ' ')!.issues).toBeUndefined();
  });
});

describe('order: skips by column, conversion, rules, defaults, skips by field, mappings', () => {
  test('a skipped row has no issues', () => {
    expect(
      read(`${BASE}skip: [{ column: Konto, matches: "^$|^Sum" }]`, HEADER, '', 'x', 'Sum alt', 'y', ''),
    ).toBeUndefined();
  });

  test('skips by field see what rules and defaults set, before mappings', () => {
    const yaml = `${BASE}rules: [{ when: { description: gebyr }, set: { account: "7770" } }]\naccounts: { "7770": "7771" }\n`;
    const cells = ['1', '05.01.2026', '', '1', 'Gebyr'];
    expect(lines(yaml, HEADER, ...cells)).toEqual(['7771 100']);
    expect(read(`${yaml}skip: [{ field: account, equals: "7770" }]`, HEADER, ...cells)).toBeUndefined();
    expect(read(`${yaml}skip: [{ field: account, equals: "7771" }]`, HEADER, ...cells)).toBeDefined();
  });

  test('an amount is compared as a number', () => {
    const yaml = `${BASE}skip: [{ field: amount, equals: "0" }]`;
    for (const zero of ['0', '0,00', '-0,0', 0])
      expect(read(yaml, HEADER, '1', '05.01.2026', '1920', zero, 'x'), String(zero)).toBeUndefined();
    expect(read(yaml, HEADER, '1', '05.01.2026', '1920', '', 'x')!.issues).toHaveLength(1);
  });

  test('a wrong cell is never skipped as an empty or a zero one', () => {
    const two =
      'columns: { entry: Nr, date: D, account: K, debit: Debet, credit: Kredit }\nskip: [{ field: amount, equals: "0" }]';
    expect(read(two, 'Nr D K Debet Kredit', '1', '05.01.2026', '1920', '0', '0,00')).toBeUndefined();
    expect(codes(two, 'Nr D K Debet Kredit', '1', '05.01.2026', '1920', 'l00', '0,00')).toEqual([
      'amount-invalid Debet',
    ]);
    expect(
      codes(`${BASE}skip: [{ field: amount, matches: "^$" }]`, HEADER, '1', '05.01.2026', '1920', 'ti', 'x'),
    ).toEqual(['amount-invalid Beløp']);
    expect(codes(`${BASE}skip: [{ field: date, matches: "^$" }]`, HEADER, '1', '31.02.2026', '1920', '1', 'x')).toEqual(
      ['date-invalid Dato'],
    );
  });
});

describe('rules and defaults', () => {
  const card = 'columns: { date: D, amount: A, description: T, account: K, contraAccount: M }\n';
  const value = (yaml: string, ...cells: Cell[]) => lines(card + yaml, 'D A T K M', ...cells);

  test('for each field the first match wins; fields of a later rule still count', () => {
    const yaml = `rules:
  - { when: { description: "rema|kiwi" }, set: { contraAccount: "4300" } }
  - { when: { description: kiwi }, set: { contraAccount: "4400", contraVat: "1" } }
  - { when: { description: "." }, set: { contraAccount: "7790" } }
`;
    expect(value(yaml, '05.01.2026', '-1', 'KIWI 505', '1920', '')).toEqual(['1920 -100', '4300 100 [1]']);
    expect(value(yaml, '05.01.2026', '-1', 'Rema', '1920', '')).toEqual(['1920 -100', '4300 100']);
    expect(value(yaml, '05.01.2026', '-1', 'Annet', '1920', '')).toEqual(['1920 -100', '7790 100']);
  });

  test('a filled cell stands, unless the rule overrides', () => {
    const rule = '{ when: { description: kiwi }, set: { contraAccount: "4300" }';
    expect(value(`rules: [${rule} }]`, '05.01.2026', '-1', 'Kiwi', '1920', '5555')).toEqual(['1920 -100', '5555 100']);
    expect(value(`rules: [${rule}, override: true }]`, '05.01.2026', '-1', 'Kiwi', '1920', '5555')).toEqual([
      '1920 -100',
      '4300 100',
    ]);
  });

  test('all of when must match; by header, and by field', () => {
    const yaml =
      'rules: [{ when: { description: kiwi, column: { M: "^x$" } }, set: { contraAccount: "4300" }, override: true }]';
    expect(value(yaml, '05.01.2026', '-1', 'Kiwi', '1920', 'X')).toEqual(['1920 -100', '4300 100']);
    expect(value(yaml, '05.01.2026', '-1', 'Kiwi', '1920', '5')).toEqual(['1920 -100', '5 100']);
    expect(value(yaml, '05.01.2026', '-1', 'Rema', '1920', 'x')).toEqual(['1920 -100', 'x 100']);
  });

  test('a wrong cell is no empty cell: no default hides it, an overriding rule may replace it', () => {
    expect(codes(`${BASE}defaults: { amount: "5" }`, HEADER, '1', '05.01.2026', '1920', 'ti', 'x')).toEqual([
      'amount-invalid Beløp',
    ]);
    expect(lines(`${BASE}defaults: { amount: "5" }`, HEADER, '1', '05.01.2026', '1920', '', 'x')).toEqual(['1920 500']);
    expect(
      lines(
        `${BASE}rules: [{ when: { description: x }, set: { amount: "7" }, override: true }]`,
        HEADER,
        '1',
        '05.01.2026',
        '1920',
        'ti',
        'x',
      ),
    ).toEqual(['1920 700']);
  });

  test('placeholders take the file, the row and the fields', () => {
    const yaml = `${BASE}defaults: { description: "{file} {entry} {row} {amount}" }`;
    expect(read(yaml, HEADER, '7', '05.01.2026', '1920', '1,5', ' ')!.lines[0]!.description).toBe('a.csv 7 2 1.50');
  });

  test('the description cell is what the file says, whatever is sent', () => {
    const yaml = `${BASE}defaults: { description: "{file}" }\nrules: [{ when: { description: kiwi }, set: { description: Mat }, override: true }]`;
    const said = (text: string) => {
      const { lines, source } = read(yaml, HEADER, '1', '05.01.2026', '1920', '1', text)!;
      return [lines[0]!.description, source!.description];
    };
    expect(said('Kiwi  5')).toEqual(['Mat', 'Kiwi 5']);
    expect(said('')).toEqual(['a.csv', '']);
    expect(said(' te ')).toEqual(['te', 'te']);
  });
});

describe('VAT falls from the cell to a rule, a default, the account', () => {
  const yaml = (more: string) => `${BASE.replace(' }', ', vat: Mva }')}${more}`;
  const vat = (more: string, code: string) =>
    lines(yaml(more), `${HEADER} Mva`, '1', '05.01.2026', '1920', '1', 'x', code)[0];

  it.each([
    ['the cell', '', '3', '1920 100 [3]'],
    ['none by default', '', '', '1920 100'],
    ['the account', 'vat: { default: account }', '', '1920 100 [by account]'],
    ['a default before the account', 'vat: { default: account }\ndefaults: { vat: "1" }', '', '1920 100 [1]'],
    ['a mapped code', 'vat: { codes: { 3H: "3" } }', '3H', '1920 100 [3]'],
    [
      'a code that maps to none, even where the account has one',
      'vat: { default: account, codes: { "0": none } }',
      '0',
      '1920 100',
    ],
    [
      'a rule that says none',
      'vat: { default: account }\nrules: [{ when: { description: x }, set: { vat: none } }]',
      '',
      '1920 100',
    ],
    ['a mapping is applied to a default too', 'vat: { codes: { H: "3" } }\ndefaults: { vat: H }', '', '1920 100 [3]'],
  ])('%s', (_, more, code, expected) => {
    expect(vat(more, code)).toBe(expected);
  });
});

describe('the key of an entry', () => {
  const compound = 'columns: { entry: { all: [Nr, Dato] }, date: Dato, account: Konto, amount: Beløp }';
  const key = (nr: Cell, date: Cell) => read(compound, 'Nr Dato Konto Beløp', nr, date, '1920', '1')!.key;

  test('is trimmed text; 0123 is not 123', () => {
    expect(read(BASE, HEADER, ' 0123 ', '05.01.2026', '1920', '1', 'x')!.key).toBe('0123');
    expect(read(BASE, HEADER, 123, '05.01.2026', '1920', '1', 'x')!.key).toBe('123');
  });

  test('made of several columns: an empty part is a part, all empty is none', () => {
    expect(key('1', '05.01.2026')).toBe('1 / 05.01.2026');
    expect(key('', '05.01.2026')).not.toBe(key('05.01.2026', ''));
    expect(key('', '')).toBe('');
  });

  test('different values never make one key', () => {
    const keys = [
      ['a / b', 'c'],
      ['a', 'b / c'],
      ['a //', 'b'],
      ['a', '// b'],
      ['a /', 'b'],
      ['a', '/ b'],
      ['a / b /', 'c'],
      ['/', '/'],
      ['/ /', ''],
    ];
    expect(new Set(keys.map(([a, b]) => key(a!, b!))).size).toBe(keys.length);
    expect(key('2026/1', 'x')).toBe('2026/1 / x');
  });

  test('groupOf agrees with what is read, with rules and without', () => {
    for (const more of [
      '',
      'rules: [{ when: { description: x }, set: { entry: "9" } }]',
      'defaults: { entry: "{description}" }',
    ]) {
      const { reader } = rowReader(`${BASE}${more}`, HEADER.split(' '));
      for (const cells of [
        ['', '05.01.2026', '1920', '1', 'x'],
        ['5', '05.01.2026', '1920', '1', 'y'],
        [' 5', '', '', '', ''],
      ]) {
        expect(reader.groupOf(cells, 2)).toBe(reader.read(cells, 2)!.group);
      }
    }
  });
});
