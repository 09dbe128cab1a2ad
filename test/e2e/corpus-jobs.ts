/** A job in YAML for each file of the corpus that can be booked, and one for the rest. */

/** What a bookkeeper's first try looks like: it fits none of the files below, and each must say so in words. */
export const ANY_JOB = `
kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst }
`;

const DATEV = `
kind: bookings
currency: EUR
columns:
  amount: Umsatz
  account: Konto
  contraAccount: Gegenkonto
  vat: BU-Schlüssel
  description: Buchungstext
sign: { column: S/H, debit: S, credit: H }
# DATEV writes 1501 for the 15th of January, and the year only in the line above the header: booked at the month's end.
rules:
  - { when: { column: { Belegdatum: "01$" } }, set: { date: "2025-01-31" } }
  - { when: { column: { Belegdatum: "02$" } }, set: { date: "2025-02-28" } }
  - { when: { column: { Belegdatum: "03$" } }, set: { date: "2025-03-31" } }
accounts: { "1200": "1920", "0001200": "1920", "8400": "3000", "0008400": "3000", "4400": "4300", "0000123": "6300", "0000456": "2400" }
`;

const SURPLUS = `
kind: bookings
columns: { date: ship_date, amount: total_cost, description: item_name }
defaults: { account: "6540", contraAccount: "2400" }
`;

const numbered = (columns: string, more = '') => `
kind: bookings
file: { header: none }
columns: { ${columns} }
defaults: { account: "1920", contraAccount: "7790"${more} }
`;
const DAY = ', date: "2026-01-31"';

export const CORPUS_JOBS: Readonly<Record<string, string>> = {
  'bank-and-ledger/b2y-MonzoDataExport_February2018_2018-02-26_174335.csv': `
kind: bookings
currency: GBP
columns: { date: created, amount: amount, description: description }
defaults: { account: "1920", contraAccount: "7790" }
rules: [ { when: { description: tesco }, set: { contraAccount: "4300" } } ]
`,
  'bank-and-ledger/b2y-test_row_format_CD_flag.csv': `
kind: bookings
file: { header: none }
columns: { date: "1", description: "2", amount: "4" }
sign: { column: "5", debit: I, credit: O }
defaults: { account: "1920", contraAccount: "7790" }
rules: [ { when: { description: "hofer|lidl|spar|penny" }, set: { contraAccount: "4300" } } ]
`,
  'bank-and-ledger/b2y-umsatz-1234________1234-20180227.CSV': `
kind: bookings
currency: EUR
columns: { date: Belegdatum, amount: Buchungsbetrag, description: Transaktionsbeschreibung }
defaults: { account: "2380", contraAccount: "7790" }
`,
  'bank-and-ledger/datv-encoding_windows1252.csv': DATEV,
  'bank-and-ledger/datv-leading_zero_konto.csv': DATEV,
  'bank-and-ledger/datv-valid_minimal_700.csv': DATEV,
  'bank-and-ledger/deg-example-hsbchk-credit-records.csv': `
kind: bookings
currency: CNY
columns: { date: Post date, amount: Billing amount, description: Description }
defaults: { account: "2380", contraAccount: "7790" }
`,
  // Anonymised: every letter and digit is an X, so every row that is no booking must be held, and said to be.
  'bank-and-ledger/nl-rabo-anon.csv.gz': `
kind: bookings
file: { header: none, delimiter: "," }
columns: { date: "5", amount: "7", description: "20" }
defaults: { account: "1920", contraAccount: "7790" }
skip: [ { column: "1", equals: "XXX/XXX" } ]
`,
  'bank-and-ledger/no-dnb-mastercard-statement.xlsx': `
kind: bookings
columns: { date: Dato, amount: Ut, description: Beløpet gjelder }
negate: true
defaults: { account: "2380", contraAccount: "7790" }
rules: [ { when: { description: "rema|kiwi" }, set: { contraAccount: "4300" } } ]
skip: [ { column: Inn, matches: . }, { column: Beløpet gjelder, matches: "^Skyldig beløp" } ]
`,
  'bank-and-ledger/swedbank-csv-named.xls': `
kind: bookings
columns: { date: Date, amount: Amount, description: Details }
sign: { column: D/K, debit: K, credit: D }
defaults: { account: "1920", contraAccount: "7790" }
skip: [ { column: Details, matches: "balance|turnover" } ]
`,
  'bank-and-ledger/uk-airedale-nhs-payments.csv': `
kind: bookings
columns: { date: Payment Date, amount: Amount, description: Supplier }
defaults: { account: "6540", contraAccount: "1920" }
`,
  'csv-edge/csvk-ks_1033_data.csv': SURPLUS,
  'xlsx/csvk-ne_1033_data.xlsx': SURPLUS,
  'csv-edge/csvk-test_locale.csv': `
kind: bookings
columns: { amount: b, description: a }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'csv-edge/duck-file_quotation_char_0x27.csv': `${numbered('date: "1", amount: "5", description: "6"')}currency: USD
`,
  'csv-edge/duck-mixed_dates.csv': `
kind: bookings
file: { dates: [yyyy-MM-dd, MM/dd/yyyy] }
columns: { amount: A, date: B }
defaults: { account: "1920", contraAccount: "7790", description: "{file} {row}" }
`,
  'csv-edge/duck-mixed_format_fail.csv': numbered('amount: "1"', DAY),
  'csv-edge/duck-mixed_line_endings.csv': numbered('amount: "1", description: "2"', DAY),
  'csv-edge/duck-leading_zeros.csv': `
kind: bookings
columns: { description: CODGEO, amount: NAISD14 }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
skip: [ { field: amount, equals: "0" } ]
`,
  'csv-edge/duck-later_quotes.csv': `
kind: bookings
columns: { amount: id, description: value }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'csv-edge/duck-time_date_timestamp_dd-mm-yyyy.csv': `
kind: bookings
columns: { amount: a, date: ts, description: b }
defaults: { account: "1920", contraAccount: "7790" }
`,
  'csv-edge/duck-evil_nullpadding.csv': numbered('description: "1", amount: "4"', DAY),
  'csv-edge/duck-nightmare.csv': `
kind: bookings
columns: { amount: a, description: c }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'csv-edge/duck-shift_jis.csv': `
kind: bookings
file: { encoding: shift_jis }
columns: { description: 名前, amount: 年齢 }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'csv-edge/duck-utf16.csv': `
kind: bookings
columns: { description: name, amount: age }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'csv-edge/duck-windows_newline_empty.csv': numbered('amount: "1"', DAY),
  'csv-edge/excj-test-issue-991.csv': numbered('date: "1"', ', amount: "1"'),
  'csv-edge/fric-duplicate-headers.csv': `
kind: bookings
columns: { amount: id, description: name }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'csv-edge/fric-issue-1109.csv': `
kind: bookings
columns: { amount: number, description: string }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'csv-edge/fric-issue-1138.csv': `
kind: bookings
columns: { date: "Zeit [MEZ]", amount: Wasserstand, description: Status }
defaults: { account: "1920", contraAccount: "7790" }
`,
  'csv-edge/fric-skip-rows-before-headers.csv': `
kind: bookings
columns: { amount: id, description: name }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'csv-edge/fric-table-with-accents.csv': `
kind: bookings
file: { dates: [dd-MM-yy] }
columns: { date: Date, amount: Average Price, description: Quartier }
defaults: { account: "1920", contraAccount: "7790" }
`,
  'csv-edge/phps-NumberFormatTest.de.csv': numbered('amount: "3"', DAY),
  'csv-edge/phps-sep.csv': `
kind: bookings
columns: { amount: "1", description: A }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'csv-edge/csv-spectrum/spec-newlines_crlf.csv': `
kind: bookings
columns: { amount: b, description: a }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'csv-edge/csv-spectrum/spec-quotes_and_newlines.csv': `
kind: bookings
columns: { amount: a, description: b }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'xlsx/calm-date_iso.xlsx': numbered('date: "1"', ', amount: "1"'),
  'xlsx/calm-errors.xlsx': numbered('amount: "1"', DAY),
  'xlsx/calm-issue_174.xlsx': `
kind: bookings
columns: { amount: Weight, description: Contact Name }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'xlsx/calm-nonstandard-xml-ns-prefix.xlsx': `
kind: bookings
columns: { amount: b, description: a }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'xlsx/clxm-CellsWithDateTimeWithLocalePrefix.xlsx': numbered('date: "1"', ', amount: "1"'),
  'xlsx/clxm-NoReferencesOnRowsOrCells.xlsx': `
kind: bookings
columns: { amount: Test2, description: Test1 }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'xlsx/clxm-TableHeadersWithLineBreaks.xlsx': `
kind: bookings
columns: { date: Date purchased, amount: Purchase price, description: Item/ description }
defaults: { account: "6540", contraAccount: "1920" }
`,
  'xlsx/excj-chart-sheet.xlsx': `
kind: bookings
columns: { amount: Bears, description: Month }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
`,
  'xlsx/fric-skip-rows.xlsx': `
kind: bookings
columns: { amount: A, description: B }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
skip: [ { column: B, equals: TOTAL } ]
`,
  'xlsx/shjs-1904.xlsx': numbered('amount: "1", date: "2", description: "3"'),
  'xlsx/shjs-sheet_visibility.xlsx': `
kind: bookings
file: { sheet: Hidden, header: none }
columns: { amount: "1", description: "2" }
defaults: { account: "1920", contraAccount: "7790", date: "2026-01-31" }
skip: [ { column: "1", equals: H } ]
`,
};
