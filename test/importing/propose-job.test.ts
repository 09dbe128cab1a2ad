import { describe, expect, it } from 'vitest';
import { lookAtColumn } from '../../src/importing/profile/profile-column.ts';
import { proposeJob } from '../../src/importing/profile/propose-job.ts';
import { findFigures } from '../../src/reading/find-figures.ts';

/** Proposes a job for a table as people type it; columns go by their headers. */
function propose(table: string) {
  const [headers = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split(';').map((cell) => cell.trim()));
  const columns = headers.map((header, index) =>
    lookAtColumn(
      index,
      header,
      rows.map((row) => row[index]),
    ),
  );
  const {
    kind,
    columns: proposed,
    sign,
    form,
    negate,
    figures,
    percent,
  } = proposeJob(columns, findFigures(columns, rows), rows);
  return {
    kind,
    form,
    figures,
    percent: percent === undefined ? undefined : headers[percent],
    name: proposed.filter(({ field }) => field === 'name').map(({ column }) => headers[column]),
    entry: proposed.filter(({ field }) => field === 'entry').map(({ column }) => headers[column]),
    fields: Object.fromEntries(proposed.map(({ field, column }) => [field, headers[column]])),
    why: Object.fromEntries(proposed.map(({ field, why }) => [field, why])),
    ...(sign === undefined ? {} : { sign: { debit: sign.debit, credit: sign.credit } }),
    negate: negate === true,
  };
}

describe('a proposal for a file with a running balance', () => {
  it('takes the amounts that the balance follows from, whatever they are called', () => {
    const { fields, why, negate } = propose(`
      Dato; Tekst; Beløp; Bokført; Saldo
      02.01.2026; Hotell; -100,00; -1140,00; 8860,00
      03.01.2026; Taxi; -20,00; -228,00; 8632,00
      04.01.2026; Innskudd; 500,00; 500,00; 9132,00
      05.01.2026; Kafé; -7,50; -85,00; 9047,00
      06.01.2026; Kafé; -3,00; -34,00; 9013,00`);
    expect(fields).toMatchObject({ date: 'Dato', description: 'Tekst', amount: 'Bokført', balance: 'Saldo' });
    expect(why).toMatchObject({ amount: 'balance' });
    expect(negate).toBe(false);
  });

  it('turns the amounts of a card that raise the debt', () => {
    const { fields, negate } = propose(`
      Dato; Tekst; Beløp; Saldo
      06.01.2026; Kafé; 34,00; -9034,00
      05.01.2026; Innbetaling; -500,00; -9000,00
      04.01.2026; Taxi; 228,00; -9500,00
      03.01.2026; Hotell; 1140,00; -9272,00
      02.01.2026; Taxi; 100,00; -8132,00`);
    expect(fields).toMatchObject({ amount: 'Beløp', balance: 'Saldo' });
    expect(negate).toBe(true);
  });

  it.each([
    ['out of the account', 'Debit', 'Credit', { debit: 'Credit', credit: 'Debit' }],
    ['into it', 'Credit', 'Debit', { debit: 'Debit', credit: 'Credit' }],
  ])('finds out that debit is money %s', (_, out, into, fields) => {
    const found = propose(`
      Date; Details; ${out}; ${into}; Balance
      2026-01-02; Rent; 1000.00; ; 4000.00
      2026-01-03; Sale; ; 250.00; 4250.00
      2026-01-04; Fee; 5.00; ; 4245.00
      2026-01-05; Sale; ; 80.00; 4325.00
      2026-01-06; Paper; 20.00; ; 4305.00`);
    expect(found.form).toBe('contra');
    expect(found.fields).toMatchObject(fields);
  });

  it.each([
    ['out of the account', 'D', 'C', { debit: ['C'], credit: ['D'] }],
    ['into it', 'C', 'D', { debit: ['D'], credit: ['C'] }],
  ])('finds out that D is money %s', (_, out, into, sign) => {
    const found = propose(`
      Date; Details; Amount; DC; Balance
      2026-01-02; Rent; 1000.00; ${out}; 4000.00
      2026-01-03; Sale; 250.00; ${into}; 4250.00
      2026-01-04; Fee; 5.00; ${out}; 4245.00
      2026-01-05; Sale; 80.00; ${into}; 4325.00
      2026-01-06; Paper; 20.00; ${out}; 4305.00`);
    expect(found).toMatchObject({ fields: { amount: 'Amount', balance: 'Balance' }, sign, negate: false });
  });

  it('goes by the names where the balance is one of something else', () => {
    const { fields, why } = propose(`
      Date; Details; Amount; Paid; Balance
      2026-01-02; Invoice 1; 1000.00; 0.00; 1000.00
      2026-01-03; Invoice 2; 250.00; 250.00; 0.00
      2026-01-04; Invoice 3; 5.00; 1.00; 4.00
      2026-01-05; Invoice 4; 80.00; 80.00; 0.00
      2026-01-06; Invoice 5; 20.00; 0.00; 20.00`);
    expect(fields).toMatchObject({ amount: 'Amount' });
    expect(fields).not.toHaveProperty('balance');
    expect(why).toMatchObject({ amount: 'name' });
  });
});

describe('a proposal for a statement without a balance', () => {
  it('takes debit for money out of the account', () => {
    const { fields } = propose(`
      Date; Details; Debit; Credit
      2026-01-02; Rent; 1000.00; 
      2026-01-03; Sale; ; 250.00`);
    expect(fields).toMatchObject({ debit: 'Credit', credit: 'Debit' });
  });

  it('leaves in and out, plus and minus, and the sides of a ledger as they are', () => {
    expect(
      propose(`
      Dato; Tekst; Inn; Ut
      02.01.2026; Leie; ; 1000,00
      03.01.2026; Salg; 250,00; `).fields,
    ).toMatchObject({ debit: 'Inn', credit: 'Ut' });
    expect(
      propose(`
      Dato; Tekst; Beløp; Fortegn
      02.01.2026; Leie; 1000,00; -
      03.01.2026; Salg; 250,00; +
      04.01.2026; Salg; 50,00; +
      05.01.2026; Leie; 70,00; -`).sign,
    ).toEqual({ debit: ['+'], credit: ['-'] });
    expect(
      propose(`
      Bilag; Dato; Konto; Debet; Kredit; Tekst
      1; 02.01.2026; 1920; 1000,00; ; Salg
      1; 02.01.2026; 3000; ; 1000,00; Salg`).fields,
    ).toMatchObject({ debit: 'Debet', credit: 'Kredit' });
  });
});

/** Rows of a statement under other names: money out, money in, and a third row that is out again. */
const inAndOut = (out: string, into: string) => `
  Dato; Tekst; ${out}; ${into}
  13.01.2026; Kjøp; 500,00;
  14.01.2026; Salg; ; 1 200,00
  15.01.2026; Gebyr; 12,00;`;

describe('two columns of amounts are the sides of the account', () => {
  it.each([
    ['Ut', 'Inn'],
    ['Beløp ut', 'Beløp inn'],
    ['Beløp ut (NOK)', 'Beløp inn (NOK)'],
    ['Ut kr', 'Inn kr'],
    ['Uttak', 'Innskudd'],
    ['Belastet', 'Godskrevet'],
    ['Utbetalningar', 'Inbetalningar'],
    ['Soll', 'Haben'],
    ['Soll EUR', 'Haben EUR'],
    ['Débit', 'Crédit'],
    ['Débit euros', 'Crédit euros'],
    ['Debet (NOK)', 'Kredit (NOK)'],
    ['Trukket ut av kontoen', 'Satt inn på kontoen'],
  ])('%s is money out, %s is money in', (out, into) => {
    const { fields, form } = propose(inAndOut(out, into));
    expect(form).toBe('contra');
    expect(fields).toMatchObject({ debit: into, credit: out });
    expect(fields).not.toHaveProperty('amount');
  });

  it('where one of them is empty, or holds zeros', () => {
    for (const none of ['', '0,00']) {
      const { fields } = propose(`
        Dato; Tekst; Beløp ut; Beløp inn
        13.01.2026; Kjøp; 500,00; ${none}
        14.01.2026; Strøm; 1200,00; ${none}`);
      expect(fields).toMatchObject({ debit: 'Beløp inn', credit: 'Beløp ut' });
    }
  });

  it('also in a ledger, with a currency behind them', () => {
    const { fields, form } = propose(`
      Bilag; Dato; Konto; Tekst; Debet (NOK); Kredit (NOK)
      1; 13.01.2026; 1920; Salg; 500,00;
      1; 13.01.2026; 3100; Salg; ; 500,00`);
    expect(form).toBe('two-columns');
    expect(fields).toMatchObject({ debit: 'Debet (NOK)', credit: 'Kredit (NOK)' });
  });

  it('but those in the currency of the books come first', () => {
    const { fields } = propose(`
      Bilag; Dato; Konto; Debet EUR; Kredit EUR; Debet NOK; Kredit NOK
      1; 13.01.2026; 1920; 50,00; ; 500,00;
      1; 13.01.2026; 3100; ; 50,00; ; 500,00`);
    expect(fields).toMatchObject({ debit: 'Debet NOK', credit: 'Kredit NOK' });
  });

  it('but accounts that are called so, beside an amount, are accounts', () => {
    const { fields, form } = propose(`
      Datum; Text; Soll; Haben; Betrag
      13.01.2026; Miete; 6300; 1920; 500,00
      14.01.2026; Strom; 6340; 1920; 80,50`);
    expect(form).toBe('pair');
    expect(fields).toMatchObject({ debitAccount: 'Soll', creditAccount: 'Haben', amount: 'Betrag' });
  });

  it('also where a row fills one of them, and the amounts of both sides are equal', () => {
    const { fields, form } = propose(`
      Bilag; Dato; Debet; Kredit; Beløp; Tekst
      1; 13.01.2026; 6300; ; 500,00; Leie
      1; 13.01.2026; ; 1920; 500,00; Leie
      2; 14.01.2026; 6340; ; 80,50; Strøm
      2; 14.01.2026; ; 1920; 80,50; Strøm`);
    expect(form).toBe('pair');
    expect(fields).toMatchObject({ entry: 'Bilag', debitAccount: 'Debet', creditAccount: 'Kredit', amount: 'Beløp' });
  });

  it.each([
    ['that the amount says again', ['500', '500'], ['500', '500']],
    ['beside which the amount does not balance', ['500', '400'], ['510', '410']],
  ])('but those are no accounts %s', (_, [debit, credit], amounts) => {
    const { fields } = propose(`
      Bilag; Dato; Konto; Debet; Kredit; Beløp; Tekst
      1; 13.01.2026; 6300; ${debit}; ; ${amounts[0]}; Leie
      1; 13.01.2026; 1920; ; ${credit}; ${amounts[1]}; Leie`);
    expect(fields).toMatchObject({ account: 'Konto', debit: 'Debet', credit: 'Kredit' });
  });
});

describe('accounts with their names', () => {
  it('are accounts where the column is called so', () => {
    const { fields, form } = propose(`
      Bilag; Dato; Tekst; Konto; Beløp
      1; 13.01.2026; Lønn januar; 5000 Lønn; 500,00
      1; 13.01.2026; Lønn januar; 1920 Bankinnskudd; -500,00
      2; 14.01.2026; Kjøp; 4300: Varekjøp; 10,00
      2; 14.01.2026; Kjøp; 1920; -10,00`);
    expect(form).toBe('signed');
    expect(fields).toMatchObject({ entry: 'Bilag', account: 'Konto', amount: 'Beløp', description: 'Tekst' });
  });

  it('are contra accounts, debited and credited ones', () => {
    const { fields } = propose(`
      Dato; Tekst; Beløp; Konto; Motkonto
      13.01.2026; Leie; 500,00; 6300 Leie; 1920 Bank
      14.01.2026; Strøm; 80,50; 6340 Strøm; 1920 Bank`);
    expect(fields).toMatchObject({ account: 'Konto', contraAccount: 'Motkonto' });
    const pair = propose(`
      Dato; Tekst; Beløp; Debetkonto; Kreditkonto
      13.01.2026; Leie; 500,00; 6300 Leie; 1920 Bank
      14.01.2026; Strøm; 80,50; 6340 Strøm; 1920 Bank`);
    expect(pair.form).toBe('pair');
  });

  it('come behind numbers alone', () => {
    const { fields } = propose(`
      Bilag; Dato; Tekst; Konto; Kontonr; Beløp
      1; 13.01.2026; Lønn; 5000 Lønn; 5000; 500,00
      1; 13.01.2026; Lønn; 1920 Bank; 1920; -500,00`);
    expect(fields).toMatchObject({ account: 'Kontonr' });
  });

  it.each([
    ['of a bank', '12345678901 Brukskonto', '12345678902 Sparekonto'],
    ['the statement is about', '1234567 Brukskonto', '1234567 Brukskonto'],
    ['without a number', 'Lønn', 'Bank'],
    ['that are only called so in part', '5000 Lønn', 'Bank'],
  ])('are none %s', (_, one, other) => {
    const { fields } = propose(`
      Dato; Tekst; Konto; Beløp
      13.01.2026; Leie; ${one}; 500,00
      14.01.2026; Strøm; ${other}; 80,50`);
    expect(fields).not.toHaveProperty('account');
  });

  it('are none under another name', () => {
    const { fields } = propose(`
      Bilag; Dato; Poststed; Beløp; Tekst
      1; 13.01.2026; 5003 Bergen; 500,00; Kjøp
      1; 13.01.2026; 1920 Sørum; -500,00; Kjøp`);
    expect(fields).not.toHaveProperty('account');
  });
});

describe('money from one account to another', () => {
  it('credits the one, and debits the other', () => {
    const { fields, form } = propose(`
      Dato; Tekst; Fra konto; Til konto; Beløp
      13.01.2026; Leie; 1920; 6300; 500,00
      14.01.2026; Salg; 3000 Salg; 1920 Bank; 80,50`);
    expect(form).toBe('pair');
    expect(fields).toMatchObject({ debitAccount: 'Til konto', creditAccount: 'Fra konto', amount: 'Beløp' });
  });

  it.each([
    ['numbers of bank accounts', '15031234567', '15037654321'],
    ['empty', '', ''],
    ['names', 'Brukskonto', 'Sparekonto'],
  ])('is no booking where they are %s', (_, from, to) => {
    const { fields, form } = propose(`
      Dato; Tekst; Fra konto; Til konto; Beløp
      13.01.2026; Leie; ${from}; ${to}; 500,00
      14.01.2026; Salg; ${to}; ${from}; 80,50`);
    expect(form).toBe('contra');
    expect(fields).not.toHaveProperty('debitAccount');
  });
});

describe('no amount is proposed', () => {
  it.each([
    ['two columns of names that nobody knows', 'Foo', 'Bar', '500,00', '20,00'],
    ['two of which no row has both', 'Foo', 'Bar', '500,00', ''],
    ['two whose names say in and out, and rows have both', 'Betalt ut nå', 'Betalt inn nå', '500,00', '20,00'],
    ['what was paid by which card', 'Debit card', 'Credit card', '500,00', ''],
    ['gross and net of which neither is called the amount', 'Brutto', 'Netto', '500,00', '493,10'],
    ['one side alone', 'Beløp ut', 'Merknad', '500,00', 'x'],
    ['a column that is called otherwise', 'Saldo (NOK)', 'Merknad', '500,00', 'x'],
  ])('%s', (_, one, other, first, second) => {
    const { fields } = propose(`
      Dato; Tekst; ${one}; ${other}
      13.01.2026; Kjøp; ${first}; ${second}
      14.01.2026; Salg; 10,00; ${second}
      15.01.2026; Gebyr; ${second === '' ? '' : '12,00'}; ${second === '' ? '7,00' : second}`);
    for (const field of ['amount', 'debit', 'credit']) expect(fields).not.toHaveProperty(field);
  });
});

describe('an amount is proposed as before', () => {
  it.each([['Beløp'], ['Leie'], ['Sum'], ['Kostnad kr'], ['Amount EUR'], ['Betrag']])(
    'the only column of amounts, called %s',
    (name) => {
      const { fields } = propose(`
        Dato; Tekst; ${name}; KID
        13.01.2026; Kjøp; -500,00; 12
        14.01.2026; Salg; 1 200,00; 13`);
      expect(fields).toMatchObject({ amount: name });
    },
  );

  it('the one that is called the amount, among others', () => {
    const { fields } = propose(`
      Dato; Tekst; Rest; Beløp; Beløp EUR
      13.01.2026; Kjøp; 1,00; -500,00; -50,00
      14.01.2026; Salg; 2,00; 1 200,00; 120,00`);
    expect(fields).toMatchObject({ amount: 'Beløp' });
  });
});

describe('hours, distances, numbers and prices are no amount', () => {
  it.each([
    ['wages', 'Timer; Timelønn; Bruttolønn', '37,5; 250,00; 9375,00', '20,0; 240,50; 4810,00', 'Bruttolønn'],
    ['a journey', 'Km; Sats; Å utbetale', '124,5; 5,30; 659,85', '80,0; 5,30; 424,00', 'Å utbetale'],
    ['a list of invoices', 'Antall; Pris; Totalt', '2,0; 250,00; 500,00', '1,5; 240,00; 360,00', 'Totalt'],
    ['in English', 'Qty; Unit price; Total (NOK)', '2.0; 250.00; 500.00', '1.5; 240.00; 360.00', 'Total (NOK)'],
    ['an unknown name', 'Antall timer; Timesats; Opptjent', '2,0; 250,00; 500,00', '1,5; 240,00; 360,00', 'Opptjent'],
    ['VAT at two rates', 'Mva (25 %); Mva (15 %); Totalt', '25,00; 1,50; 136,50', '5,00; 3,00; 48,00', 'Totalt'],
    ['an amount and a total', 'Beløp; Antall; Total', '2,50; 4,0; 10,00', '1,50; 2,0; 3,00', 'Beløp'],
    ['a rate', 'Valutakurs; Kjøpt for', '11,4980; 500,00', '11,5120; 360,00', 'Kjøpt for'],
  ])('%s', (_, headers, first, second, amount) => {
    expect(
      propose(`
      Dato; Hvem; ${headers}
      31.01.2026; Kari; ${first}
      31.01.2026; Ola; ${second}`).fields,
    ).toMatchObject({ amount });
  });

  it.each([
    ['what is left is none', 'Timer; Timelønn', '37,5; 250,00'],
    ['of two totals nobody knows which is booked', 'Bruttolønn; Skatt; Nettolønn', '9375,00; 3000,00; 6375,00'],
  ])('%s', (_, headers, row) => {
    const { fields } = propose(`
      Dato; Hvem; ${headers}
      31.01.2026; Kari; ${row}
      31.01.2026; Ola; ${row}`);
    expect(fields).not.toHaveProperty('amount');
  });
});

describe('the sides of a journal are not turned', () => {
  it('where its accounts have names in their cells', () => {
    const { fields } = propose(`
      Dato; Konto; Tekst; Debet; Kredit
      31.01.2026; 5000 Lønn; Lønn; 45 000,00;
      31.01.2026; 2600 Forskuddstrekk; Trekk; ; 15 000,00
      31.01.2026; 2930 Skyldig lønn; Netto; ; 29 000,00`);
    expect(fields).toMatchObject({ debit: 'Debet', credit: 'Kredit' });
  });

  it('where one row of few is a sum', () => {
    const { fields } = propose(`
      Konto; Tekst; Debet; Kredit
      5000; Lønn; 45 000,00;
      2600; Trekk; ; 15 000,00
      2930; Netto; ; 30 000,00
      Sum; ; 45 000,00; 45 000,00`);
    expect(fields).toMatchObject({ debit: 'Debet', credit: 'Kredit' });
  });

  it('where debits equal credits on each date, and no column is called an account', () => {
    const { fields } = propose(`
      Dato; Art; Debet; Kredit
      31.01.2026; Lønn; 45 000,00;
      ; Netto; ; 45 000,00
      28.02.2026; Lønn; 40 000,00;
      28.02.2026; Netto; ; 40 000,00`);
    expect(fields).toMatchObject({ debit: 'Debet', credit: 'Kredit' });
    const { sign } = propose(`
      Dato; Art; Beløp; D/K
      31.01.2026; Lønn; 45 000,00; D
      31.01.2026; Trekk; 15 000,00; K
      31.01.2026; Netto; 30 000,00; K
      31.01.2026; AGA; 100,00; D
      31.01.2026; Skyldig AGA; 100,00; K`);
    expect(sign).toEqual({ debit: ['D'], credit: ['K'] });
  });

  it.each([
    ['of one bank account', '1234.56.78901', '1234.56.78901'],
    ['of two', '1234.56.78901', '1234.56.78902'],
    ['that is called by its name', 'Driftskonto', 'Driftskonto'],
  ])('but those of a statement %s are', (_, first, second) => {
    const { fields } = propose(`
      Konto; Dato; Tekst; Debet; Kredit
      ${first}; 13.01.2026; Leie; 1000,00;
      ${second}; 14.01.2026; Salg; ; 250,00
      ${second}; 15.01.2026; Salg; ; 750,00`);
    expect(fields).toMatchObject({ debit: 'Kredit', credit: 'Debet' });
  });
});

it('what a settlement keeps as a commission is no VAT, and neither gross nor net is taken for the amount', () => {
  for (const fee of ['Kommisjon', 'Provisjon', 'Gebyr']) {
    const { fields, figures } = propose(`
      Dato; Ordre; Brutto; ${fee}; Netto
      13.01.2026; 1001; 500,00; 100,00; 400,00
      14.01.2026; 1002; 250,00; 50,00; 200,00`);
    expect(figures).toBeUndefined();
    expect(fields).not.toHaveProperty('amount');
  }
});

describe('a column that is called VAT', () => {
  const ledger = (header: string, ...values: string[]) =>
    propose(
      [
        `Bilag; Dato; Konto; Tekst; ${header}; Beløp`,
        ...values.flatMap((value, at) => [
          `${at}; 05.01.2026; 7140; Hotell; ${value}; 1120,00`,
          `${at}; 05.01.2026; 2400; Hotell; ; -1120,00`,
        ]),
      ].join('\n'),
    );

  it.each([
    ['Mva', ['12', '12', '12']],
    ['Mva', ['25', '0', '12', '15', '6', '11,11']],
    ['Moms', ['25', '12', '6']],
    ['MVA', ['25 %', '15 %']],
    ['Mva %', ['25', '12']],
  ])('%s holds percentages: %j', (header, values) => {
    const { fields, percent } = ledger(header, ...values);
    expect(percent).toBe(header);
    expect(fields).not.toHaveProperty('vat');
    expect(fields).toMatchObject({ amount: 'Beløp' });
  });

  it.each([
    ['Mva-kode', ['12', '15']],
    ['VAT code', ['25', '12']],
    ['Mva', ['1', '3', '12']],
    ['Mva', ['25', '0', '12', '15', '6', '11', '31']],
    ['Mva', ['3', '3']],
    ['Mva', ['0', '0']],
    ['Moms', ['I25', 'U25']],
  ])('%s holds codes: %j', (header, values) => {
    const { fields, percent } = ledger(header, ...values);
    expect(fields).toMatchObject({ vat: header });
    expect(percent).toBeUndefined();
  });

  it('and may hold either is left to a person', () => {
    const { fields, percent } = ledger('Mva', '6', '0');
    expect(fields).not.toHaveProperty('vat');
    expect(percent).toBeUndefined();
  });

  it('at a rate, with amounts, is no percentage', () => {
    const { fields, percent } = propose(`
      Dato; Leverandør; Beløp; Mva 25%; Konto; Motkonto
      13.01.2026; Papir; 60,00; 12,00; 6800; 2910
      14.01.2026; Verktøy; 75,00; 15,00; 6550; 2910`);
    expect(percent).toBeUndefined();
    expect(fields).toMatchObject({ amount: 'Beløp', account: 'Konto', contraAccount: 'Motkonto' });
    expect(fields).not.toHaveProperty('vat');
  });
});

describe('the date of a booking', () => {
  it.each([
    ['Forfallsdato', 'Fakturadato', 'Fakturadato'],
    ['Due date', 'Invoice date', 'Invoice date'],
    ['Forfallsdato', 'Bilagsdato', 'Bilagsdato'],
    ['Started Date', 'Completed Date', 'Completed Date'],
    ['Valutadatum', 'Buchungstag', 'Buchungstag'],
    ['Datum', 'Bokfört', 'Bokfört'],
    ['Fødselsdato', 'Meldt inn', 'Meldt inn'],
    ['Fakturadato', 'Dato', 'Dato'],
    ['Salgsdato', 'Oppgjort den', 'Salgsdato'],
    ['Dato', 'Rentedato', 'Dato'],
  ])('of %s and %s is in %s', (first, second, date) => {
    const { fields } = propose(`
      ${first}; ${second}; Tekst; Beløp
      27.02.2026; 13.01.2026; Papir; 1250,00
      28.02.2026; 14.01.2026; Data; 990,00`);
    expect(fields).toMatchObject({ date, amount: 'Beløp', description: 'Tekst' });
  });

  it('is not the one on which it is due, where there is no other', () => {
    const { fields } = propose(`
      Forfallsdato; Tekst; Beløp
      27.02.2026; Papir; 1250,00`);
    expect(fields).not.toHaveProperty('date');
  });

  it('is no description, where some of its cells hold texts', () => {
    const { fields } = propose(`
      Datum; Bokfört; Specifikation; Ort; Belopp
      Kortnummer 1234; ; ; ;
      2026-01-13; 2026-01-14; HOTEL X; OSLO; 1150,00
      2026-01-15; 2026-01-16; TAXI; BERGEN; 350,00`);
    expect(fields).toMatchObject({ date: 'Bokfört', description: 'Specifikation' });
  });
});

it('an export of orders holds bookings, and a list of customers contacts', () => {
  const orders = propose(`
    Name; Email; Paid at; Currency; Subtotal; Shipping; Total; Billing City; Billing Country; Phone
    #1001; k@example.no; 2026-01-13; NOK; 400.00; 50.00; 450.00; Oslo; NO;
    #1002; o@example.no; 2026-01-14; NOK; 100.00; 0.00; 100.00; Bergen; NO; `);
  expect(orders).toMatchObject({ kind: 'bookings', fields: { amount: 'Total', date: 'Paid at' } });
  const customers = propose(`
    Name; Email; Billing City; Billing Country; Phone; Bonus
    Kari; k@example.no; Oslo; NO; 40000000; 1,50
    Ola; o@example.no; Bergen; NO; 40000001; 2,50`);
  expect(customers.kind).toBe('contacts');
});

describe('a voucher number', () => {
  it.each([['Serie'], ['Journal'], ['Kasse'], ['Terminal-ID'], ['Till no'], ['Butikk']])(
    'belongs to its %s',
    (series) => {
      const { entry, form } = propose(`
      ${series}; Bilagsnr; Dato; Konto; Debet; Kredit; Tekst
      1; 1; 05.01.2026; 1920; 500,00; ; Salg
      1; 1; 05.01.2026; 3100; ; 500,00; Salg
      2; 1; 05.01.2026; 1500; 900,00; ; Faktura
      2; 1; 05.01.2026; 3100; ; 900,00; Faktura`);
      expect(form).toBe('two-columns');
      expect(entry).toEqual([series, 'Bilagsnr']);
    },
  );

  it('belongs to its till, where a flag says the side', () => {
    const { entry, sign } = propose(`
      Kasse; Z-nr; Dato; Konto; Beløp; D/K; Tekst
      1; 45; 13.01.2026; 1900; 500,00; D; Kontant
      1; 45; 13.01.2026; 3000; 500,00; K; Salg
      2; 45; 13.01.2026; 1900; 300,00; D; Kontant
      2; 45; 13.01.2026; 3000; 300,00; K; Salg`);
    expect(entry).toEqual(['Kasse', 'Z-nr']);
    expect(sign).toEqual({ debit: ['D'], credit: ['K'] });
  });

  it('does not belong to a shop that each line is for, or to one that only some rows name', () => {
    for (const [first, second] of [
      ['Oslo', 'Bergen'],
      ['Oslo', ''],
    ]) {
      const { entry } = propose(`
        Butikk; Bilagsnr; Dato; Konto; Beløp; Tekst
        ${first}; 1; 05.01.2026; 1920; 500,00; Salg
        ${second}; 1; 05.01.2026; 3100; -500,00; Salg`);
      expect(entry).toEqual(['Bilagsnr']);
    }
  });

  it('stands alone where no column is called a series', () => {
    const { entry } = propose(`
      Avdeling; Bilagsnr; Dato; Konto; Beløp; Tekst
      Oslo; 1; 05.01.2026; 1920; 500,00; Salg
      Oslo; 1; 05.01.2026; 3100; -500,00; Salg`);
    expect(entry).toEqual(['Bilagsnr']);
  });
});

describe('a flag beside amounts', () => {
  const statement = (...amounts: string[]) =>
    propose(
      ['Dato; Tekst; Beløp; D/K', ...amounts.map((amount) => `01.02.2026; Post; ${amount}; ${flagOf(amount)}`)].join(
        '\n',
      ),
    );
  const flagOf = (amount: string) => (/^9|-/.test(amount) ? 'D' : 'K');

  it('that have signs of their own, however far down, says it a second time', () => {
    const found = statement('1001,00', '1002,00', '1003,00', '1004,00', '1005,00', '1006,00', '-9000,00', '-1500,00');
    expect(found.fields).toMatchObject({ amount: 'Beløp' });
    expect(found.sign).toBeUndefined();
  });

  it('without signs says which side they are', () => {
    const found = statement('1001,00', '1002,00', '1003,00', '1004,00', '1005,00', '1006,00', '9000,00');
    expect(found.sign).toEqual({ debit: ['K'], credit: ['D'] });
  });
});

describe('the name of a contact', () => {
  const named = (...lines: string[]) => {
    const { kind, name } = propose(lines.join('\n'));
    return { kind, name };
  };

  it.each([
    ['Outlook', 'First Name;Middle Name;Last Name;Company;Mobile Phone;E-mail Address', 'First Name', 'Last Name'],
    ['Outlook in Norwegian', 'Fornavn;Mellomnavn;Etternavn;Firma;Mobiltelefon;E-postadresse', 'Fornavn', 'Etternavn'],
    ['Outlook in Swedish', 'Förnamn;Mellannamn;Efternamn;Företag;Mobiltelefon;E-postadress', 'Förnamn', 'Efternamn'],
    ['Outlook in German', 'Vorname;Weitere Vornamen;Nachname;Firma;Mobiltelefon;E-Mail-Adresse', 'Vorname', 'Nachname'],
    [
      'Google',
      'First Name;Middle Name;Last Name;Organization Name;Phone 1 - Value;E-mail 1 - Value',
      'First Name',
      'Last Name',
    ],
    ['HubSpot', 'First Name;Record ID;Last Name;Company name;Phone Number;Email', 'First Name', 'Last Name'],
    ['Shopify', 'First Name;Customer ID;Last Name;Default Address Company;Phone;Email', 'First Name', 'Last Name'],
    ['Salesforce', 'First Name;Title;Last Name;Account Name;Phone;Email', 'First Name', 'Last Name'],
  ])('of %s is that of the person, not of the company', (_, headers, first, last) => {
    const rows = ['Kari;;Nordmann;Firma AS;99887766;kari@firma.example', 'Åse;;Ødegård;;97788999;ase@epost.example'];
    expect(named(headers, ...rows)).toEqual({ kind: 'contacts', name: [first, last] });
  });

  it.each([
    ['Kundenr;Kundenavn;Fornavn;Etternavn;Telefon;E-post', 'Kundenavn'],
    ['Kundenr;Navn;Firma;Kontaktperson;Telefon;E-post', 'Navn'],
    ['Kundenr;Firmanavn;Kontaktperson;By;Telefon;E-post', 'Firmanavn'],
    ['Id;Organization Name;Website;City;Phone;Email', 'Organization Name'],
    ['Id;Name;First Name;Last Name;Phone;Email', 'Name'],
  ])('of %j is %s', (headers, name) => {
    const rows = [
      '1;Firma AS;Kari;Nordmann;99887766;kari@firma.example',
      '2;Butikken AS;Ola;Hansen;91122334;ola@b.example',
    ];
    expect(named(headers, ...rows)).toEqual({ kind: 'contacts', name: [name] });
  });

  it('is that of the person where the column of the whole name is empty', () => {
    const rows = [';Kari;Nordmann;99887766;kari@firma.example', ';Ola;Hansen;91122334;ola@firma.example'];
    expect(named('Display Name;First Name;Last Name;Phone;Email', ...rows).name).toEqual(['First Name', 'Last Name']);
  });

  it('is not proposed where there is half of one beside a company', () => {
    const rows = ['Firma AS;Kari;99887766;kari@firma.example', 'Butikken AS;Ola;91122334;ola@firma.example'];
    expect(named('Firma;Fornavn;Telefon;E-post', ...rows)).toEqual({ kind: 'contacts', name: [] });
  });
});
