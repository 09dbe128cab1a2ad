// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
import { describe, expect, it } from 'vitest';
import { parseJob } from '../../src/config/read-job.ts';

/** A job that is right; what stands behind it in a snippet begins on line 7. */
const JOB = `kind: bookings
columns:
  entry: Bilagsnr
  date: Dato
  account: Konto
  amount: Beløp
`;

/** Every error of a job: its name, a job that provokes it, and its exact words. */
const ERRORS: readonly (readonly [name: string, job: string, message: string | readonly string[]])[] = [
  ['syntax: quote never closed', `${JOB}service: "main`, 'j.yaml:7: column 10: a quote is opened and never closed.'],
  [
    'syntax: tab as indent',
    `kind: bookings
file:
	sheet: x`,
    'j.yaml:3: column 1: a tab is used to indent. Use spaces.',
  ],
  [
    'syntax: value with colon',
    `${JOB}service: main: two`,
    'j.yaml:7: column 10: a value holds ": ", or this line is indented wrongly. Put the value in quotes, or line the key up with its neighbours.',
  ],
  [
    'syntax: template without quotes',
    `${JOB}defaults:
  description: {file} {entry}`,
    'j.yaml:8: column 23: something stands where the value has already ended. Put a value that begins with {, [ or a quote in quotes as a whole: "{file} {entry}".',
  ],
  [
    'syntax: backslash in double quotes',
    `${JOB}skip: [{ column: Konto, matches: "^\\d" }]`,
    "j.yaml:7: column 36: a backslash in double quotes begins an escape. Put the value in single quotes instead: '^\\d+$'.",
  ],
  [
    'syntax: star without quotes',
    `${JOB}file:
  match: *.csv`,
    'j.yaml:8: file.match begins with *, which YAML reads as a reference. Put the value in quotes.',
  ],
  [
    'syntax: bracket not closed',
    `${JOB}file: { dates: [dd.MM.yyyy }`,
    'j.yaml:7: column 16: a bracket is opened and not closed by its ].',
  ],
  [
    'syntax: brace not closed',
    `${JOB}file: { sheet: Bilag
service: main`,
    'j.yaml:7: column 7: a bracket is opened and not closed by its }.',
  ],
  [
    'syntax: key without colon',
    `${JOB}service`,
    'j.yaml:7: column 1: a key has no value. Write a colon and a space behind it: "key: value".',
  ],
  [
    'syntax: reserved character',
    `${JOB}service: @main`,
    'j.yaml:7: column 10: a value begins with @. Put the value in quotes.',
  ],
  [
    'syntax: two documents',
    `${JOB}---
kind: bookings`,
    'j.yaml:7: column 1: the file holds several documents. Remove the line "---", and what follows it.',
  ],
  [
    'syntax: wrong indent',
    `kind: bookings
  columns: { entry: A }`,
    'j.yaml:1: column 7: a value holds ": ", or this line is indented wrongly. Put the value in quotes, or line the key up with its neighbours.',
  ],
  [
    'syntax: tag',
    `${JOB}service: !main x`,
    'j.yaml:7: a value begins with !, which YAML reads as a tag. Put the value in quotes.',
  ],
  ['empty file', ``, 'j.yaml: the file is empty. It must be a job: a group of keys. For example: kind: bookings'],
  [
    'only comments',
    `# nothing`,
    'j.yaml: the file is empty. It must be a job: a group of keys. For example: kind: bookings',
  ],
  [
    'list instead of job',
    `- kind: bookings`,
    'j.yaml:1: the file must be a job: a group of keys, not a list. For example: kind: bookings',
  ],
  [
    'duplicate key',
    `kind: bookings
columns:
  entry: Bilagsnr
  date: Dato
  account: Konto
  account: Kontonr
  amount: Beløp`,
    'j.yaml:6: columns.account appears twice, here and on line 5. Keep one of them.',
  ],
  [
    'key that is no text',
    `${JOB}[a]: b`,
    'j.yaml:7: a key is not plain text. Put a key that begins with {, [, * or ? in quotes.',
  ],
  [
    'kind missing',
    `columns:
  entry: Bilagsnr
  date: Dato
  account: Konto
  amount: Beløp`,
    'j.yaml:1: kind is missing. It must be bookings, contacts or custom-fields. For example: kind: bookings',
  ],
  [
    'kind unknown',
    `kind: booking
columns:
  entry: Bilagsnr
  date: Dato
  account: Konto
  amount: Beløp`,
    'j.yaml:1: kind must be bookings, contacts or custom-fields, not "booking". For example: kind: bookings',
  ],
  [
    'unknown key, near one',
    `kind: bookings
columns:
  entry: Bilagsnr
  date: Dato
  acount: Konto
  amount: Beløp`,
    'j.yaml:5: columns.acount is not a key of a job. Did you mean "account"?',
  ],
  [
    'unknown key, far from any',
    `${JOB}frobnicate: 1`,
    'j.yaml:7: frobnicate is not a key of a job. Known here: kind, service, file, defaults, rules, skip, batch, onInvalid, doubt, schedule, fetch, limits, columns, currency, rate, sign, negate, creditSign, vat, accounts, onDuplicate.',
  ],
  [
    'unknown key at the top that belongs in a group',
    `${JOB}delimiter: ";"`,
    'j.yaml:7: delimiter is not a key of a job. It belongs under "file:".',
  ],
  [
    'unknown key in a group that belongs at the top',
    `${JOB}  negate: true`,
    'j.yaml:7: columns.negate is not a key of a job. It belongs at the left margin, not in a group.',
  ],
  [
    'unknown key in file',
    `${JOB}file: { delimeter: ";" }`,
    'j.yaml:7: file.delimeter is not a key of a job. Did you mean "delimiter"?',
  ],
  [
    'unknown key in sign',
    `${JOB}sign: { column: S/H, debet: S, credit: H }`,
    'j.yaml:7: sign.debet is not a key of a job. Did you mean "debit"?',
  ],
  [
    'unknown key in vat',
    `${JOB}vat: { code: { 3H: "3" } }`,
    'j.yaml:7: vat.code is not a key of a job. Did you mean "codes"?',
  ],
  [
    'unknown key in batch',
    `${JOB}batch: { entry: 4 }`,
    'j.yaml:7: batch.entry is not a key of a job. Known here: entries, concurrency.',
  ],
  [
    'unknown key in a rule',
    `${JOB}rules: [{ if: { description: a }, set: { vat: "1" } }]`,
    [
      'j.yaml:7: rules[0].if is not a key of a job. Known here: when, set, override.',
      'j.yaml:7: rules[0].when is missing. It must be a group of keys. For example: when: { description: "rema|kiwi" }',
    ],
  ],
  [
    'unknown field in when',
    `${JOB}rules: [{ when: { text: a }, set: { vat: "1" } }]`,
    'j.yaml:7: rules[0].when.text is not a key of a job. Known here: entry, date, account, amount, debit, credit, balance, currency, contraAccount, debitAccount, creditAccount, vat, contraVat, debitVat, creditVat, description, column.',
  ],
  [
    'unknown field in set',
    `${JOB}rules: [{ when: { description: a }, set: { vatcode: "1" } }]`,
    'j.yaml:7: rules[0].set.vatcode is not a key of a job. Did you mean "vat"?',
  ],
  [
    'unknown field in defaults',
    `${JOB}defaults: { acount: "1920" }`,
    'j.yaml:7: defaults.acount is not a key of a job. Did you mean "account"?',
  ],
  [
    'unknown key in skip',
    `${JOB}skip: [{ column: Konto, match: a }]`,
    'j.yaml:7: skip[0].match is not a key of a job. Did you mean "matches"?',
  ],
  [
    'unknown key in schedule',
    `${JOB}schedule: { cron: "0 6 * * *", timezone: Europe/Oslo }`,
    'j.yaml:7: schedule.timezone is not a key of a job. Known here: cron, tz.',
  ],
  [
    'unknown key in fetch',
    `${JOB}fetch: { uri: "https://bank.example" }`,
    'j.yaml:7: fetch.uri is not a key of a job. Did you mean "url"?',
  ],
  [
    'unknown key in sftp',
    `${JOB}fetch: { sftp: { host: a, username: b, path: c } }`,
    'j.yaml:7: fetch.sftp.username is not a key of a job. Did you mean "user"?',
  ],
  [
    'unknown key in limits',
    `${JOB}limits: { row: 5 }`,
    'j.yaml:7: limits.row is not a key of a job. Did you mean "rows"?',
  ],
  [
    'several problems at once',
    `kind: bookings
columns:
  entry: Bilagsnr
  date: Dato
  acount: Konto
  amount: Beløp
batch: { entries: 0 }
onInvalid: stop`,
    [
      'j.yaml:5: columns.acount is not a key of a job. Did you mean "account"?',
      'j.yaml:7: batch.entries must be a whole number from 1 to 1000, not "0". For example: 50',
      'j.yaml:8: onInvalid must be hold or reject, not "stop".',
    ],
  ],
  [
    'a problem in one section hides none in others',
    `kind: bookings
columns:
  date: Dato
  account: Konto
  amount: Beløp
batch: { entries: 0 }`,
    [
      'j.yaml:2: columns must name entry too: it says which rows form one voucher; only rows with contraAccount, or with debitAccount and creditAccount, are vouchers of their own. For example: entry: Bilagsnr',
      'j.yaml:6: batch.entries must be a whole number from 1 to 1000, not "0". For example: 50',
    ],
  ],
  [
    'service: a list',
    `${JOB}service: [a]`,
    'j.yaml:7: service must be the name of a service, not a list. For example: main',
  ],
  [
    'service: empty',
    `${JOB}service:`,
    'j.yaml:7: service is empty. It must be the name of a service. For example: main',
  ],
  [
    'service: empty text',
    `${JOB}service: ""`,
    'j.yaml:7: service must be the name of a service, not "". For example: main',
  ],
  [
    'file: text',
    `${JOB}file: Bilag`,
    'j.yaml:7: file must be a group of keys, not "Bilag". For example: file: { sheet: Bilag }',
  ],
  [
    'file.match: folder in pattern',
    `${JOB}file: { match: "in/*.csv" }`,
    'j.yaml:7: file.match must be a pattern of file names, without folders, not "in/*.csv". For example: "*.csv"',
  ],
  [
    'file.match: empty list',
    `${JOB}file: { match: [] }`,
    'j.yaml:7: file.match must be a file name pattern, or a list of them, not an empty list. For example: "*.csv"',
  ],
  [
    'file.match: twice',
    `${JOB}file: { match: ["*.csv", "*.csv"] }`,
    'j.yaml:7: file.match holds "*.csv" twice. Keep one of them.',
  ],
  [
    'file.sheet: a list',
    `${JOB}file: { sheet: [a, b] }`,
    'j.yaml:7: file.sheet must be the name of a sheet, not a list. For example: Bilag',
  ],
  [
    'file.header: zero',
    `${JOB}file: { header: 0 }`,
    'j.yaml:7: file.header must be auto, none, or the number of the row that names the columns, not "0". For example: 3',
  ],
  [
    'file.header: a word',
    `${JOB}file: { header: first }`,
    'j.yaml:7: file.header must be auto, none, or the number of the row that names the columns, not "first". For example: 3',
  ],
  [
    'file.delimiter: too long',
    `${JOB}file: { delimiter: semicolon }`,
    'j.yaml:7: file.delimiter must be auto, tab, or the delimiter itself, not "semicolon". For example: ";"',
  ],
  [
    'file.delimiter: a quote',
    `${JOB}file: { delimiter: '"' }`,
    'j.yaml:7: file.delimiter must not be a quote or a line break. For example: ";"',
  ],
  [
    'file.encoding: near one',
    `${JOB}file: { encoding: windows-1225 }`,
    'j.yaml:7: file.encoding must be an encoding that is known, not "windows-1225". Did you mean "windows-1252"?',
  ],
  [
    'file.encoding: far from any',
    `${JOB}file: { encoding: klingon }`,
    'j.yaml:7: file.encoding must be an encoding that is known, not "klingon". For example: windows-1252, windows-1250, windows-1251, iso-8859-1, iso-8859-2, iso-8859-15, cp437, cp850, cp865, macintosh, shift_jis, gb18030, big5, euc-kr',
  ],
  [
    'file.encoding: not text',
    `${JOB}file: { encoding: base64 }`,
    'j.yaml:7: file.encoding must be an encoding that is known, not "base64". For example: windows-1252, windows-1250, windows-1251, iso-8859-1, iso-8859-2, iso-8859-15, cp437, cp850, cp865, macintosh, shift_jis, gb18030, big5, euc-kr',
  ],
  [
    'file.decimal: a word',
    `${JOB}file: { decimal: comma }`,
    'j.yaml:7: file.decimal must be auto, "," or ".", not "comma". For example: ","',
  ],
  [
    'file.dates: capitals of other tools',
    `${JOB}file: { dates: [DD.MM.YYYY] }`,
    'j.yaml:7: file.dates[0] holds the pattern "DD.MM.YYYY". It has "DD", which means nothing. Days are d or dd, months M, MM, MMM or MMMM, years yy or yyyy, times HH:mm:ss, time zones X. Did you mean "dd.MM.yyyy"?',
  ],
  [
    'file.dates: minutes for months',
    `${JOB}file: { dates: dd.mm.yyyy }`,
    'j.yaml:7: file.dates holds the pattern "dd.mm.yyyy". It has no month. Did you mean "dd.MM.yyyy"?',
  ],
  [
    'file.dates: no year',
    `${JOB}file: { dates: [ddMM] }`,
    'j.yaml:7: file.dates[0] holds the pattern "ddMM". It has no year. For example: dd.MM.yyyy',
  ],
  [
    'file.dates: twice',
    `${JOB}file: { dates: [dd.MM.yyyy, dd.MM.yyyy] }`,
    'j.yaml:7: file.dates holds "dd.MM.yyyy" twice. Keep one of them.',
  ],
  [
    'file.dates: a group',
    `${JOB}file: { dates: { a: b } }`,
    'j.yaml:7: file.dates must be auto, or a list of date patterns, not a group of keys. For example: [dd.MM.yyyy, yyyyMMdd]',
  ],
  [
    'file.scale: too many',
    `${JOB}file: { scale: 7 }`,
    'j.yaml:7: file.scale must be a whole number from 0 to 6, not "7". For example: 2',
  ],
  [
    'file.scale: not whole',
    `${JOB}file: { scale: 2.5 }`,
    'j.yaml:7: file.scale must be a whole number from 0 to 6, not "2.5". For example: 2',
  ],
  [
    'columns: text',
    `kind: bookings
columns: Konto`,
    'j.yaml:2: columns must be a group of keys, not "Konto". For example: columns: { account: Konto, amount: Beløp }',
  ],
  [
    'columns: missing',
    `kind: bookings`,
    'j.yaml:1: columns is missing. It must be a group of keys. For example: columns: { account: Konto, amount: Beløp }',
  ],
  [
    'columns: a group as header',
    `kind: bookings
columns:
  entry: Bilagsnr
  date: Dato
  account: { name: Konto }
  amount: Beløp`,
    'j.yaml:5: columns.account must be a header, not a group of keys. For example: Konto',
  ],
  [
    'columns.amount: neither a header nor several',
    JOB.replace('amount: Beløp', 'amount: { name: Beløp }'),
    'j.yaml:6: columns.amount.name is not a key of a job. Known here: gross, net, vat.',
  ],
  [
    'columns.amount: gross alone',
    JOB.replace('amount: Beløp', 'amount: { gross: Brutto }'),
    'j.yaml:6: columns.amount must have at least two of gross, net and vat. For example: { gross: Brutto, net: Netto, vat: Mva }',
  ],
  [
    'columns.amount: the same column twice',
    JOB.replace('amount: Beløp', 'amount: { gross: Beløp, net: Beløp }'),
    'j.yaml:6: columns.amount.net names the same column as amount: "Beløp". Each needs its own.',
  ],
  [
    'columns.amount: gross and net beside debit and credit',
    JOB.replace('amount: Beløp', 'amount: { gross: Brutto, net: Netto }\n  debit: Debet\n  credit: Kredit'),
    'j.yaml:6: columns.amount says the amount a second time, beside debit and credit. Remove it, or them.',
  ],
  [
    'columns.amount: gross and net, and an amount by a rule and a default',
    `${JOB.replace('amount: Beløp', 'amount: { gross: Brutto, net: Netto }')}defaults: { amount: "1" }
rules: [{ when: { description: x }, set: { amount: "2" } }]`,
    [
      'j.yaml:7: defaults.amount says the amount a second time: columns.amount has gross, net and vat. Remove it, or name one column.',
      'j.yaml:8: rules[0].set.amount says the amount a second time: columns.amount has gross, net and vat. Remove it, or name one column.',
    ],
  ],
  [
    'vat: what goes with gross and net, and with percentages',
    `${JOB}vat: { tolerance: "0.05", reverse: "86", percents: { "25": "3" } }`,
    [
      'j.yaml:7: vat.tolerance goes with gross, net and vat in columns.amount only. Remove it.',
      'j.yaml:7: vat.reverse goes with gross, net and vat in columns.amount only. Remove it.',
      'j.yaml:7: vat.percents goes with a column of percentages only. Name it too. For example: percent: Mva %',
    ],
  ],
  [
    'vat.tolerance: no plain number',
    `${JOB}vat: { tolerance: "0,05" }`,
    'j.yaml:7: vat.tolerance must be an amount as a plain number, with a point as decimal mark, not "0,05". For example: "0.05"',
  ],
  [
    'vat.percents: no percentage',
    `${JOB}vat: { percent: Sats, percents: { høy: "3" } }`,
    'j.yaml:7: vat.percents.høy is not a percentage. For example: "25"',
  ],
  [
    'columns: empty header',
    `kind: bookings
columns:
  entry: Bilagsnr
  date: Dato
  account: 
  amount: Beløp`,
    'j.yaml:5: columns.account is empty. It must be a header. For example: Konto',
  ],
  [
    'columns: empty header in a list',
    `kind: bookings
columns:
  entry: Bilagsnr
  date: Dato
  account: [Konto, ""]
  amount: Beløp`,
    'j.yaml:5: columns.account[1] must be a header, not "". For example: Konto',
  ],
  [
    'columns: the same header twice in a list',
    `kind: bookings
columns:
  entry: Bilagsnr
  date: Dato
  account: [Konto, " KONTO "]
  amount: Beløp`,
    'j.yaml:5: columns.account holds " KONTO " twice. Keep one of them.',
  ],
  [
    'file.timezone: no place',
    `kind: bookings
file: { timezone: Europe/Olso }
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp }`,
    'j.yaml:2: file.timezone must be a time zone, not "Europe/Olso". Did you mean "Europe/Oslo"?',
  ],
  [
    'file.timezone: an offset',
    `kind: bookings
file: { timezone: "+02:00" }
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp }`,
    'j.yaml:2: file.timezone must be a time zone, not "+02:00". For example: Europe/Oslo',
  ],
  [
    'the time zone at the left margin',
    `kind: bookings
timezone: Europe/Oslo
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp }`,
    'j.yaml:2: timezone is not a key of a job. It belongs under "file:".',
  ],
  [
    'columns.entry: wrong group',
    `kind: bookings
columns:
  entry: { any: [a, b] }
  date: Dato
  account: Konto
  amount: Beløp`,
    'j.yaml:3: columns.entry.any is not a key of a job. Known here: column, all, per, series.',
  ],
  [
    'columns.entry: a mistyped key in its group',
    `kind: bookings
columns:
  entry: { column: Bilagsnr, pre: month }
  date: Dato
  account: Konto
  amount: Beløp`,
    'j.yaml:3: columns.entry.pre is not a key of a job. Did you mean "per"?',
  ],
  [
    'columns.entry: a mistyped period',
    `kind: bookings
columns:
  entry: { column: Bilagsnr, per: months }
  date: Dato
  account: Konto
  amount: Beløp`,
    'j.yaml:3: columns.entry.per must be date, month, year or file, not "months". Did you mean "month"?',
  ],
  [
    'columns.entry: an empty series',
    `kind: bookings
columns:
  entry: { column: Bilagsnr, series: "" }
  date: Dato
  account: Konto
  amount: Beløp`,
    'j.yaml:3: columns.entry.series must be the name of a series, not "". For example: Kasse 1',
  ],
  [
    'columns.entry: a blank series',
    `kind: bookings
columns:
  entry: { column: Bilagsnr, series: " " }
  date: Dato
  account: Konto
  amount: Beløp`,
    'j.yaml:3: columns.entry.series must be the name of a series, not " ". For example: Kasse 1',
  ],
  [
    'columns.entry: a period without a column',
    `kind: bookings
columns:
  entry: { per: month }
  date: Dato
  account: Konto
  amount: Beløp`,
    'j.yaml:3: columns.entry must have one of column and all. For example: { column: Bilagsnr, per: month }',
  ],
  [
    'columns.entry: one column and several',
    `kind: bookings
columns:
  entry: { column: A, all: [A, B] }
  date: Dato
  account: Konto
  amount: Beløp`,
    'j.yaml:3: columns.entry must have only one of column and all. For example: { column: Bilagsnr, per: month }',
  ],
  [
    'columns.entry: the same header twice in its group',
    `kind: bookings
columns:
  entry: { column: [Bilagsnr, bilagsnr], per: year }
  date: Dato
  account: Konto
  amount: Beløp`,
    'j.yaml:3: columns.entry holds "bilagsnr" twice. Keep one of them.',
  ],
  [
    'columns.entry: an empty header in its group',
    `kind: bookings
columns:
  entry: { all: [A, ""] }
  date: Dato
  account: Konto
  amount: Beløp`,
    'j.yaml:3: columns.entry.all[1] must be a header, not "". For example: Bilagsnr',
  ],
  [
    'columns.entry: neither header nor group',
    `kind: bookings
columns:
  entry: [{ column: A }]
  date: Dato
  account: Konto
  amount: Beløp`,
    'j.yaml:3: columns.entry must be a header, a list of headers, {column: ..., per: ...}, or {all: [...]}, not a list. For example: { column: Bilagsnr, per: month }',
  ],
  [
    'the period beside the entry',
    `kind: bookings
columns:
  entry: Bilagsnr
  date: Dato
  account: Konto
  amount: Beløp
  per: month`,
    'j.yaml:7: columns.per is not a key of a job. It belongs in columns.entry, as in entry: { column: Bilagsnr, per: month }.',
  ],
  [
    'the series at the left margin',
    `kind: bookings
columns:
  entry: Bilagsnr
  date: Dato
  account: Konto
  amount: Beløp
series: Kasse 1`,
    'j.yaml:7: series is not a key of a job. It belongs in columns.entry, as in entry: { column: Bilagsnr, per: month }.',
  ],
  [
    'what entry says, by its name inside the program',
    `kind: bookings
columns:
  entry: Bilagsnr
  date: Dato
  account: Konto
  amount: Beløp
numbering: { per: month }`,
    'j.yaml:7: numbering is not a key of a job. Known here: kind, service, file, defaults, rules, skip, batch, onInvalid, doubt, schedule, fetch, limits, columns, currency, rate, sign, negate, creditSign, vat, accounts, onDuplicate.',
  ],
  [
    'columns.name: a mistyped key in its group',
    `kind: contacts
columns:
  name: { al: [Fornavn, Etternavn] }`,
    'j.yaml:3: columns.name.al is not a key of a job. Did you mean "all"?',
  ],
  [
    'columns: two fields that can not share a column',
    `kind: bookings
columns:
  entry: Bilagsnr
  date: Dato
  account: Konto
  amount: Konto`,
    'j.yaml:6: columns.amount names the same column as account: "Konto". Each needs its own.',
  ],
  [
    'columns: a header where columns are numbers',
    `kind: bookings
columns:
  entry: 1
  date: 2
  account: Konto
  amount: 4
file: { header: none }`,
    'j.yaml:5: columns.account names the column "Konto", but with header: none a column is a number, and 1 is the first. For example: 3',
  ],
  [
    'skip: a header where columns are numbers',
    `kind: bookings
columns: { entry: 1, date: 2, account: 3, amount: 4 }
file: { header: none }
skip: [{ column: Konto, equals: "" }]`,
    'j.yaml:4: skip[0].column names the column "Konto", but with header: none a column is a number, and 1 is the first. For example: 3',
  ],
  [
    'amount: none',
    `kind: bookings
columns: { entry: A, date: B, account: C }`,
    'j.yaml:2: columns must say the amount: amount (signed), or debit and credit, either with contraAccount where a row has both sides, or debitAccount + creditAccount + amount. For example: amount: Beløp',
  ],
  [
    'amount: said twice',
    `kind: bookings
columns: { entry: A, date: B, account: C, amount: D, debit: E, credit: F }`,
    'j.yaml:2: columns.amount says the amount a second time, beside debit and credit. Remove it, or them.',
  ],
  [
    'amount: debit alone',
    `kind: bookings
columns: { entry: A, date: B, account: C, debit: E }`,
    'j.yaml:2: columns must name credit too: the job has debit. For example: credit: Kredit',
  ],
  [
    'amount: credit alone',
    `kind: bookings
columns: { entry: A, date: B, account: C, credit: E }`,
    'j.yaml:2: columns must name debit too: the job has credit. For example: debit: Debet',
  ],
  [
    'amount: debitAccount alone',
    `kind: bookings
columns: { date: B, debitAccount: C, amount: E }`,
    'j.yaml:2: columns must name creditAccount too: the job books with debitAccount and creditAccount. For example: creditAccount: Kreditkonto',
  ],
  [
    'amount: creditAccount alone',
    `kind: bookings
columns: { date: B, creditAccount: C, amount: E }`,
    'j.yaml:2: columns must name debitAccount too: the job books with debitAccount and creditAccount. For example: debitAccount: Debetkonto',
  ],
  [
    'amount: account pair without amount',
    `kind: bookings
columns: { date: B, debitAccount: C, creditAccount: E }`,
    'j.yaml:2: columns must name amount too: the job books with debitAccount and creditAccount. For example: amount: Beløp',
  ],
  [
    'amount: account pair with account',
    `kind: bookings
columns: { date: B, debitAccount: C, creditAccount: E, amount: F, account: G }`,
    'j.yaml:2: columns.account does not go with debitAccount and creditAccount. Remove it, or them.',
  ],
  [
    'amount: account pair with debit',
    `kind: bookings
columns: { date: B, debitAccount: C, creditAccount: E, amount: F, debit: G }`,
    'j.yaml:2: columns.debit does not go with debitAccount and creditAccount. Use amount.',
  ],
  [
    'amount: contraAccount of a rule beside an account pair',
    `kind: bookings
columns: { date: B, debitAccount: C, creditAccount: E, amount: F }
rules: [{ when: { description: a }, set: { contraAccount: "4300" } }]`,
    'j.yaml:3: rules[0].set.contraAccount does not go with debitAccount and creditAccount. Remove it, or them.',
  ],
  [
    'account missing',
    `kind: bookings
columns: { entry: A, date: B, amount: C }`,
    'j.yaml:2: columns must name account too: the job has amount. For example: account: Konto, or defaults: { account: "1920" }',
  ],
  [
    'account missing beside debit and credit',
    `kind: bookings
columns: { entry: A, date: B, debit: C, credit: D }`,
    'j.yaml:2: columns must name account too: the job has debit and credit. For example: account: Konto, or defaults: { account: "1920" }',
  ],
  [
    'account missing beside contraAccount',
    `kind: bookings
columns: { date: B, amount: C, contraAccount: D }`,
    'j.yaml:2: columns must name account too: the job has amount. For example: account: Konto, or defaults: { account: "1920" }',
  ],
  [
    'entry missing',
    `kind: bookings
columns: { date: B, account: C, amount: D }`,
    'j.yaml:2: columns must name entry too: it says which rows form one voucher; only rows with contraAccount, or with debitAccount and creditAccount, are vouchers of their own. For example: entry: Bilagsnr',
  ],
  [
    'entry missing beside debit and credit',
    `kind: bookings
columns: { date: B, account: C, debit: D, credit: E }`,
    'j.yaml:2: columns must name entry too: it says which rows form one voucher; only rows with contraAccount, or with debitAccount and creditAccount, are vouchers of their own. For example: entry: Bilagsnr',
  ],
  [
    'date missing',
    `kind: bookings
columns: { entry: A, account: C, amount: D }`,
    'j.yaml:2: columns must name date too: every row needs one. For example: date: Dato',
  ],
  [
    'contraVat without contraAccount',
    `${JOB}defaults: { contraVat: "1" }`,
    'j.yaml:7: defaults.contraVat goes with contraAccount only. Use vat, or name contraAccount.',
  ],
  [
    'debitVat without account pair',
    `${JOB}  debitVat: Mva`,
    'j.yaml:7: columns.debitVat goes with debitAccount and creditAccount only. Use vat.',
  ],
  [
    'vat and debitVat',
    `kind: bookings
columns: { date: B, debitAccount: C, creditAccount: E, amount: F, vat: G, debitVat: H }`,
    'j.yaml:2: columns.debitVat says what vat says already. Keep one of them.',
  ],
  [
    'sign: text',
    `${JOB}sign: S/H`,
    'j.yaml:7: sign must be a group of keys, not "S/H". For example: sign: { column: S/H, debit: S, credit: H }',
  ],
  [
    'sign: without credit',
    `${JOB}sign: { column: S/H, debit: S }`,
    'j.yaml:7: sign.credit is missing. It must be a flag, or a list of flags. For example: [H, Af]',
  ],
  [
    'sign: a flag on both sides',
    `${JOB}sign: { column: S/H, debit: [S, D], credit: [H, d] }`,
    'j.yaml:7: sign.credit holds "d", which means debit too. Keep it in one of the two.',
  ],
  [
    'sign: beside debit and credit',
    `kind: bookings
columns: { entry: A, date: B, account: C, debit: D, credit: E }
sign: { column: S/H, debit: S, credit: H }`,
    'j.yaml:3: sign goes with amount only. Remove it.',
  ],
  [
    'negate: a word',
    `${JOB}negate: yes`,
    'j.yaml:7: negate must be true or false, not "yes". For example: negate: true',
  ],
  [
    'negate: beside debit and credit',
    `kind: bookings
columns: { entry: A, date: B, account: C, debit: D, credit: E }
negate: true`,
    'j.yaml:3: negate goes with amount only. Remove it.',
  ],
  ['creditSign: a word', `${JOB}creditSign: minus`, 'j.yaml:7: creditSign must be negative or positive, not "minus".'],
  [
    'creditSign: beside amount',
    `${JOB}creditSign: negative`,
    'j.yaml:7: creditSign goes with debit and credit only. Remove it.',
  ],
  [
    'defaults: a list',
    `${JOB}defaults: [a]`,
    'j.yaml:7: defaults must be a group of keys, not a list. For example: defaults: { description: "{file} {entry}" }',
  ],
  [
    'defaults: a list as value',
    `${JOB}defaults: { vat: [1] }`,
    'j.yaml:7: defaults.vat must be text, not a list. For example: "4300"',
  ],
  [
    'defaults.date: as the file writes it',
    `${JOB}defaults: { date: 31.01.2026 }`,
    'j.yaml:7: defaults.date must be a date as YYYY-MM-DD, not "31.01.2026". For example: 2026-01-31',
  ],
  [
    'defaults.date: no such day',
    `${JOB}defaults: { date: 2026-02-30 }`,
    'j.yaml:7: defaults.date must be a date as YYYY-MM-DD, not "2026-02-30". For example: 2026-01-31',
  ],
  [
    'defaults.amount: decimal comma',
    `${JOB}defaults: { amount: "12,50" }`,
    'j.yaml:7: defaults.amount must be a plain number, with a point as decimal mark, not "12,50". For example: "1234.50"',
  ],
  [
    'defaults.description: unknown name',
    `${JOB}defaults: { description: "{file} {entyr}" }`,
    'j.yaml:7: defaults.description holds {entyr}, which is not known. Did you mean "{entry}"?',
  ],
  [
    'defaults.description: itself',
    `${JOB}defaults: { description: "{description}" }`,
    'j.yaml:7: defaults.description holds itself: {description}. Name another field.',
  ],
  [
    'defaults.description: too long',
    `${JOB}defaults: { description: ${'x'.repeat(501)} }\n`,
    'j.yaml:7: defaults.description is 501 characters long; a description has at most 500.',
  ],
  [
    'rules: a group',
    `${JOB}rules: { when: { description: a }, set: { vat: "1" } }`,
    'j.yaml:7: rules must be a list of rules, not a group of keys. For example: - { when: { description: "rema|kiwi" }, set: { contraAccount: "4300" } }',
  ],
  [
    'rules: no expression',
    `${JOB}rules: [{ when: { description: "rema(" }, set: { vat: "1" } }]`,
    'j.yaml:7: rules[0].when.description must be a regular expression, not "rema(": unterminated group. Put a backslash before . * + ? ( ) [ ] { } | ^ $ that stand for themselves, and before nothing else.',
  ],
  [
    'rules: needless backslash',
    `${JOB}rules: [{ when: { description: 'rema\\-kiwi' }, set: { vat: "1" } }]`,
    'j.yaml:7: rules[0].when.description must be a regular expression, not "rema\\-kiwi": invalid escape. Put a backslash before . * + ? ( ) [ ] { } | ^ $ that stand for themselves, and before nothing else.',
  ],
  [
    'rules: empty expression',
    `${JOB}rules: [{ when: { description: "" }, set: { vat: "1" } }]`,
    'j.yaml:7: rules[0].when.description must be a regular expression, not "". For example: "rema|kiwi"',
  ],
  [
    'rules: no expression by header',
    `${JOB}rules: [{ when: { column: { S/H: "*" } }, set: { vat: "1" } }]`,
    'j.yaml:7: rules[0].when.column."S/H" must be a regular expression, not "*": nothing to repeat. Put a backslash before . * + ? ( ) [ ] { } | ^ $ that stand for themselves, and before nothing else.',
  ],
  [
    'rules: when without conditions',
    `${JOB}rules: [{ when: {}, set: { vat: "1" } }]`,
    'j.yaml:7: rules[0].when must say what a row looks like; for values on every row use defaults. For example: when: { description: "rema|kiwi" }',
  ],
  [
    'rules: set without fields',
    `${JOB}rules: [{ when: { description: a }, set: {} }]`,
    'j.yaml:7: rules[0].set must set at least one field. For example: set: { contraAccount: "4300" }',
  ],
  [
    'rules: when missing',
    `${JOB}rules: [{ set: { vat: "1" } }]`,
    'j.yaml:7: rules[0].when is missing. It must be a group of keys. For example: when: { description: "rema|kiwi" }',
  ],
  [
    'rules: set missing',
    `${JOB}rules: [{ when: { description: a } }]`,
    'j.yaml:7: rules[0].set is missing. It must be a group of keys. For example: set: { contraAccount: "4300" }',
  ],
  [
    'rules: override a word',
    `${JOB}rules: [{ when: { description: a }, set: { vat: "1" }, override: always }]`,
    'j.yaml:7: rules[0].override must be true or false, not "always". For example: override: true',
  ],
  [
    'rules: set an amount with a comma',
    `${JOB}rules: [{ when: { description: a }, set: { amount: "1,5" } }]`,
    'j.yaml:7: rules[0].set.amount must be a plain number, with a point as decimal mark, not "1,5". For example: "1234.50"',
  ],
  [
    'vat.codes: a list',
    `${JOB}vat: { codes: [3H] }`,
    'j.yaml:7: vat.codes must be a group of names with values, not a list. For example: codes: { 3H: "3" }',
  ],
  [
    'vat.codes: a group as code',
    `${JOB}vat: { codes: { 3H: { a: b } } }`,
    'j.yaml:7: vat.codes.3H must be a VAT code, or none, not a group of keys. For example: "3"',
  ],
  [
    'vat.default: a word',
    `${JOB}vat: { default: acount }`,
    'j.yaml:7: vat.default must be account or none, not "acount". Did you mean "account"?',
  ],
  [
    'accounts: a name',
    `${JOB}accounts: { "1500": Kunder }`,
    'j.yaml:7: accounts.1500 must be an account number of the service, in digits, not "Kunder". For example: "1501"',
  ],
  [
    'skip: a group',
    `${JOB}skip: { column: Konto, equals: "" }`,
    'j.yaml:7: skip must be a list, not a group of keys. For example: - { column: Konto, matches: "^$|^Sum" }',
  ],
  [
    'skip: neither column nor field',
    `${JOB}skip: [{ equals: "0" }]`,
    'j.yaml:7: skip[0] must have one of column and field. For example: { column: Konto, matches: "^$|^Sum" }',
  ],
  [
    'skip: column and field',
    `${JOB}skip: [{ column: Konto, field: account, equals: "0" }]`,
    'j.yaml:7: skip[0] must have only one of column and field. For example: { column: Konto, matches: "^$|^Sum" }',
  ],
  [
    'skip: neither matches nor equals',
    `${JOB}skip: [{ column: Konto }]`,
    'j.yaml:7: skip[0] must have one of matches and equals. For example: { column: Konto, matches: "^$|^Sum" }',
  ],
  [
    'skip: matches and equals',
    `${JOB}skip: [{ column: Konto, matches: a, equals: a }]`,
    'j.yaml:7: skip[0] must have only one of matches and equals. For example: { column: Konto, matches: "^$|^Sum" }',
  ],
  [
    'skip: unknown field',
    `${JOB}skip: [{ field: konto, equals: "0" }]`,
    'j.yaml:7: skip[0].field must be a field of the job, not "konto". For example: amount',
  ],
  [
    'skip: no expression',
    `${JOB}skip: [{ column: Konto, matches: "*" }]`,
    'j.yaml:7: skip[0].matches must be a regular expression, not "*": nothing to repeat. Put a backslash before . * + ? ( ) [ ] { } | ^ $ that stand for themselves, and before nothing else.',
  ],
  [
    'skip: nothing behind equals',
    `${JOB}skip: [{ column: Konto, equals: }]`,
    'j.yaml:7: skip[0].equals is empty. It must be text. For example: "0"',
  ],
  [
    'skip: an amount as the file writes it',
    `${JOB}skip: [{ field: amount, equals: "0,00" }]`,
    'j.yaml:7: skip[0].equals must be a plain number, with a point as decimal mark, not "0,00". For example: "1234.50"',
  ],
  [
    'batch.entries: zero',
    `${JOB}batch: { entries: 0 }`,
    'j.yaml:7: batch.entries must be a whole number from 1 to 1000, not "0". For example: 50',
  ],
  [
    'batch.entries: too many',
    `${JOB}batch: { entries: 1001 }`,
    'j.yaml:7: batch.entries must be a whole number from 1 to 1000, not "1001". For example: 50',
  ],
  [
    'batch.concurrency: too many',
    `${JOB}batch: { concurrency: 33 }`,
    'j.yaml:7: batch.concurrency must be a whole number from 1 to 32, not "33". For example: 4',
  ],
  [
    'doubt.confirm: a word',
    `${JOB}doubt: { confirm: second-persn }`,
    'j.yaml:7: doubt.confirm must be none or second-person, not "second-persn". Did you mean "second-person"?',
  ],
  [
    'confirm: a level too high',
    `${JOB}confirm: second-person`,
    'j.yaml:7: confirm is not a key of a job. It belongs under "doubt:".',
  ],
  [
    'onInvalid: a word',
    `${JOB}onInvalid: rejct`,
    'j.yaml:7: onInvalid must be hold or reject, not "rejct". Did you mean "reject"?',
  ],
  [
    'onDuplicate: a word',
    `${JOB}onDuplicate: ignore`,
    'j.yaml:7: onDuplicate must be hold, skip or book, not "ignore".',
  ],
  [
    'schedule: cron missing',
    `${JOB}schedule: { tz: Europe/Oslo }`,
    'j.yaml:7: schedule.cron is missing. It must be a cron expression. For example: 0 6 * * 1-5',
  ],
  [
    'schedule.cron: too few fields',
    `${JOB}schedule: { cron: "6 * *" }`,
    'j.yaml:7: schedule.cron has 3 fields, but a cron expression has 5: minute, hour, day of month, month, day of week. For example: 0 6 * * 1-5',
  ],
  [
    'schedule.cron: hour 24',
    `${JOB}schedule: { cron: "0 24 * * *" }`,
    'j.yaml:7: schedule.cron has "24" for the hour, which must be 0 to 23, *, a range or a list. For example: 0 6 * * 1-5',
  ],
  [
    'schedule.cron: a value twice',
    `${JOB}fetch: { path: a.csv }\nschedule: { cron: "0 6,6 * * *" }`,
    'j.yaml:8: schedule.cron has 6 twice for the hour: "6,6". Keep it once. For example: 0 6 * * 1-5',
  ],
  [
    'schedule.cron: a day that never comes',
    `${JOB}fetch: { path: a.csv }\nschedule: { cron: "0 6 30 2 *" }`,
    'j.yaml:8: schedule.cron has "30" for the day of month, and no such day in the months "2": it would never come. For example: 0 6 * * 1-5',
  ],
  [
    'schedule: without fetch',
    `${JOB}schedule: { cron: "0 6 * * *" }`,
    'j.yaml:7: schedule says when files are fetched, but nothing says from where. For example: fetch: { path: /mnt/exports/*.csv }',
  ],
  [
    'schedule.cron: a nickname',
    `${JOB}schedule: { cron: "@daily" }`,
    'j.yaml:7: schedule.cron has one field, but a cron expression has 5: minute, hour, day of month, month, day of week. For example: 0 6 * * 1-5',
  ],
  [
    'schedule.tz: no such place',
    `${JOB}schedule: { cron: "0 6 * * *", tz: Europe/Olso }`,
    'j.yaml:7: schedule.tz must be a time zone, not "Europe/Olso". Did you mean "Europe/Oslo"?',
  ],
  [
    'schedule.tz: an offset',
    `${JOB}schedule: { cron: "0 6 * * *", tz: "+02:00" }`,
    'j.yaml:7: schedule.tz must be a time zone, not "+02:00". For example: Europe/Oslo',
  ],
  [
    'fetch: nothing',
    `${JOB}fetch: {}`,
    'j.yaml:7: fetch must have exactly one of url, path and sftp, not none. For example: fetch: { path: /mnt/exports/*.csv }',
  ],
  [
    'fetch: two ways',
    `${JOB}fetch: { url: "https://bank.example", path: /mnt }`,
    'j.yaml:7: fetch must have exactly one of url, path and sftp, not url and path. For example: fetch: { path: /mnt/exports/*.csv }',
  ],
  [
    'fetch.url: not http',
    `${JOB}fetch: { url: "ftp://bank.example" }`,
    'j.yaml:7: fetch.url must be an http or https address. For example: https://bank.example/export.csv',
  ],
  [
    'fetch.url: a password in it',
    `${JOB}fetch: { url: "https://me:hunter2@bank.example" }`,
    'j.yaml:7: fetch.url must not hold a user or a password: send them in headers, from variables of the environment.',
  ],
  [
    'fetch.headers: without url',
    `${JOB}fetch: { path: /mnt, headers: { A: b } }`,
    'j.yaml:7: fetch.headers goes with url only. Remove it.',
  ],
  [
    'fetch.allowPrivate: without url',
    `${JOB}fetch: { path: /mnt, allowPrivate: true }`,
    'j.yaml:7: fetch.allowPrivate goes with url only. Remove it.',
  ],
  [
    'fetch.allowPrivate: neither true nor false',
    `${JOB}fetch: { url: "https://bank.example", allowPrivate: yes }`,
    'j.yaml:7: fetch.allowPrivate must be true or false. For example: allowPrivate: true',
  ],
  [
    'fetch.sftp.hostKey: no fingerprint',
    `${JOB}fetch: { sftp: { host: a, user: b, path: c, hostKey: "ssh-ed25519 AAAA" } }`,
    'j.yaml:7: fetch.sftp.hostKey must be the fingerprint of the server\'s key, "SHA256:" and 43 characters. For example: "SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDBVLJAdEDh1tRcQ0E"',
  ],
  [
    'fetch.sftp.path: a pattern in a folder',
    `${JOB}fetch: { sftp: { host: a, user: b, path: "/*/x.csv" } }`,
    'j.yaml:7: fetch.sftp.path may have a pattern in its last part only. For example: /out/*.csv',
  ],
  [
    'fetch.sftp.passphrase: without a key',
    `${JOB}fetch: { sftp: { host: a, user: b, path: c, passphrase: "\${P}" } }`,
    'j.yaml:7: fetch.sftp.passphrase goes with privateKey only. Remove it.',
  ],
  [
    'fetch.sftp.passphrase: a bare variable',
    `${JOB}fetch: { sftp: { host: a, user: b, path: c, privateKey: d, passphrase: $P } }`,
    'j.yaml:7: fetch.sftp.passphrase holds a $ that names no variable. For example: ${TOKEN}',
  ],
  [
    'fetch.sftp.after: another word',
    `${JOB}fetch: { sftp: { host: a, user: b, path: c, after: archive } }`,
    'j.yaml:7: fetch.sftp.after must be keep, delete, or {move: FOLDER}. For example: { move: /done }',
  ],
  [
    'fetch.sftp.after: the same folder',
    `${JOB}fetch: { sftp: { host: a, user: b, path: "/out/x/*.csv", after: { move: ../x/ } } }`,
    'j.yaml:7: fetch.sftp.after.move is the folder that the files are fetched from. Name another.',
  ],
  [
    'fetch.headers: a malformed variable',
    `${JOB}fetch: { url: "https://bank.example", headers: { A: "\${TOKEN:-hunter2}" } }`,
    'j.yaml:7: fetch.headers.A holds a $ that names no variable. For example: ${TOKEN}',
  ],
  [
    'fetch.headers: a bare variable',
    `${JOB}fetch: { url: "https://bank.example", headers: { A: $TOKEN } }`,
    'j.yaml:7: fetch.headers.A holds a $ that names no variable. For example: ${TOKEN}',
  ],
  [
    'fetch.headers: a list',
    `${JOB}fetch: { url: "https://bank.example", headers: { A: [hunter2] } }`,
    'j.yaml:7: fetch.headers.A must be text. For example: "Bearer ${TOKEN}"',
  ],
  [
    'fetch.sftp: user missing',
    `${JOB}fetch: { sftp: { host: files.bank.example, path: /out } }`,
    'j.yaml:7: fetch.sftp.user is missing. It must be a user. For example: bilag',
  ],
  [
    'limits.issues: zero',
    `${JOB}limits: { issues: 0 }`,
    'j.yaml:7: limits.issues must be a whole number of at least 1, not "0". For example: 10000',
  ],
  [
    'limits.rows: a word',
    `${JOB}limits: { rows: many }`,
    'j.yaml:7: limits.rows must be a whole number of at least 1, not "many". For example: 5000000',
  ],
  [
    'limits.bytes: with a unit',
    `${JOB}limits: { bytes: 1GB }`,
    'j.yaml:7: limits.bytes must be a whole number of at least 1, not "1GB". For example: 1073741824',
  ],
  [
    'contacts: name missing',
    `kind: contacts
columns: { email: E-post }`,
    'j.yaml:2: columns must name name too. For example: name: Navn',
  ],
  [
    'contacts: unknown column',
    `kind: contacts
columns: { name: Navn, mail: E-post }`,
    'j.yaml:2: columns.mail is not a key of a job. Did you mean "email"?',
  ],
  [
    'contacts: match by something else',
    `kind: contacts
columns: { name: Navn }
match: [emial]`,
    'j.yaml:3: match[0] must be email, phone or name, not "emial". Did you mean "email"?',
  ],
  [
    'contacts: key of bookings',
    `kind: contacts
columns: { name: Navn }
negate: true`,
    'j.yaml:3: negate is not a key of a job. Known here: kind, service, file, defaults, rules, skip, batch, onInvalid, doubt, schedule, fetch, limits, columns, match, custom, customFields, onDuplicate.',
  ],
  [
    'contacts: custom field without type',
    `kind: contacts
columns: { name: Navn }
customFields: [{ name: Medlem, model: Contact }]`,
    'j.yaml:3: customFields[0].type is missing. It must be a data type. For example: Small text field',
  ],
  [
    'custom-fields: type missing',
    `kind: custom-fields
columns: { name: Felt, model: Modell }`,
    'j.yaml:2: columns must name type too. For example: type: Navn',
  ],
];

describe('what a job says when it is wrong', () => {
  it.each(ERRORS)('%s', (_name, job, message) => {
    expect(messageOf(job).split('\n')).toEqual([message].flat());
  });

  it('says nothing of a job that is right', () => {
    expect(messageOf(JOB)).toBe('');
  });
});

function messageOf(job: string): string {
  try {
    parseJob(job, 'j.yaml');
    return '';
  } catch (error) {
    expect(error).toMatchObject({ name: 'JobError' });
    return (error as Error).message;
  }
}
