// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.

import { describe, expect, it } from 'vitest';
import { parseJob } from '../../src/config/read-job.ts';
import type { BookingsJob } from '../../src/core/job.ts';

const COLUMNS = 'columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp }';

function bookings(more = '', columns = COLUMNS): BookingsJob {
  const job = parseJob(`kind: bookings\n${columns}\n${more}`, 'job.yaml');
  return job as BookingsJob;
}

describe('a job of bookings', () => {
  it('has the defaults of the design where it says nothing', () => {
    expect(bookings()).toEqual({
      kind: 'bookings',
      service: 'main',
      file: {
        match: ['*.{csv,xlsx}'],
        header: 'auto',
        hidden: 'ask',
        delimiter: 'auto',
        encoding: 'auto',
        decimal: 'auto',
        dates: 'auto',
        scale: 2,
      },
      columns: { entry: [['Bilagsnr']], date: ['Dato'], account: ['Konto'], amount: ['Beløp'] },
      numbering: {},
      negate: false,
      defaults: {},
      rules: [],
      vat: { codes: {}, default: 'none' },
      accounts: {},
      skip: [],
      batch: { entries: 100, concurrency: 4 },
      onInvalid: 'hold',
      onDuplicate: 'hold',
      limits: { issues: 10_000, rows: 5_000_000, bytes: 1_073_741_824 },
    });
  });

  it.each([
    ['service: oslo', { service: 'oslo' }],
    ['file: { match: "*.csv" }', { file: { match: ['*.csv'] } }],
    ['file: { match: ["a*.csv", "b*.xlsx"] }', { file: { match: ['a*.csv', 'b*.xlsx'] } }],
    ['file: { sheet: 2026 }', { file: { sheet: '2026' } }],
    ['file: { header: auto }', { file: { header: 'auto' } }],
    ['file: { header: 12 }', { file: { header: 12 } }],
    ['file: { delimiter: auto }', { file: { delimiter: 'auto' } }],
    ['file: { delimiter: ";" }', { file: { delimiter: ';' } }],
    ['file: { delimiter: tab }', { file: { delimiter: '\t' } }],
    ["file: { delimiter: '\\t' }", { file: { delimiter: '\t' } }],
    ['file: { delimiter: "\\t" }', { file: { delimiter: '\t' } }],
    ['file: { encoding: iso-8859-15 }', { file: { encoding: 'iso-8859-15' } }],
    ['file: { encoding: CP865 }', { file: { encoding: 'CP865' } }],
    ['file: { decimal: "," }', { file: { decimal: ',' } }],
    ['file: { decimal: . }', { file: { decimal: '.' } }],
    ['file: { timezone: Europe/Oslo }', { file: { timezone: 'Europe/Oslo' } }],
    ['file: { dates: auto }', { file: { dates: 'auto' } }],
    ['file: { dates: dd.MM.yyyy }', { file: { dates: ['dd.MM.yyyy'] } }],
    [
      'file: { dates: [d/M/yy, yyyy-MM-ddTHH:mm:ss, d MMM yyyy] }',
      { file: { dates: ['d/M/yy', 'yyyy-MM-ddTHH:mm:ss', 'd MMM yyyy'] } },
    ],
    ['file: { scale: 0 }', { file: { scale: 0 } }],
    ['file: { scale: 6 }', { file: { scale: 6 } }],
    [
      'sign: { column: S/H, debit: [S, Bij], credit: H }',
      { sign: { column: ['S/H'], debit: ['S', 'Bij'], credit: ['H'] } },
    ],
    ['negate: true', { negate: true }],
    ['defaults: { description: "{file} {entry}", vat: 3 }', { defaults: { description: '{file} {entry}', vat: '3' } }],
    [
      'rules: [{ when: { description: "rema|kiwi", column: { Type: ^K } }, set: { vat: 1 }, override: true }]',
      { rules: [{ when: { description: 'rema|kiwi', column: { Type: '^K' } }, set: { vat: '1' }, override: true }] },
    ],
    ['rules: [{ when: { description: a }, set: { vat: "1" } }]', { rules: [{ override: false }] }],
    [
      'vat: { codes: { 3H: "3", 0: none }, default: account }',
      { vat: { codes: { '3H': '3', '0': 'none' }, default: 'account' } },
    ],
    ['vat: { default: none }', { vat: { codes: {}, default: 'none' } }],
    ['accounts: { "1500": "1501", 0123: 0456 }', { accounts: { '1500': '1501', '0123': '0456' } }],
    ['skip: [{ column: Konto, matches: "^$|^Sum" }]', { skip: [{ column: ['Konto'], matches: '^$|^Sum' }] }],
    ['skip: [{ column: [Konto, Kontonr], equals: "" }]', { skip: [{ column: ['Konto', 'Kontonr'], equals: '' }] }],
    ['skip: [{ field: amount, equals: 0 }]', { skip: [{ field: 'amount', equals: '0' }] }],
    ['skip: [{ field: description, matches: saldo }]', { skip: [{ field: 'description', matches: 'saldo' }] }],
    ['batch: { entries: 1000, concurrency: 32 }', { batch: { entries: 1000, concurrency: 32 } }],
    ['batch: { entries: 1 }', { batch: { entries: 1, concurrency: 4 } }],
    ['onInvalid: reject', { onInvalid: 'reject' }],
    ['onDuplicate: skip', { onDuplicate: 'skip' }],
    ['onDuplicate: book', { onDuplicate: 'book' }],
    [
      'fetch: { path: a.csv }\nschedule: { cron: "0 6 * * 1-5", tz: Europe/Oslo }',
      { schedule: { cron: '0 6 * * 1-5', tz: 'Europe/Oslo' } },
    ],
    [
      'fetch: { path: a.csv }\nschedule: { cron: "30 */15 8-16/2 1,15 jan-jun mon-fri" }',
      { schedule: { cron: '30 */15 8-16/2 1,15 jan-jun mon-fri' } },
    ],
    ['fetch: { path: /mnt/exports/*.csv }', { fetch: { path: '/mnt/exports/*.csv' } }],
    [
      'fetch: { url: "https://${HOST}/x.csv", headers: { Authorization: "Bearer ${TOKEN}" } }',
      { fetch: { url: 'https://${HOST}/x.csv', headers: { Authorization: 'Bearer ${TOKEN}' } } },
    ],
    [
      'fetch: { sftp: { host: files.bank.example, user: me, path: /out/*.csv, password: "${SECRET}" } }',
      {
        fetch: {
          sftp: { host: 'files.bank.example', port: 22, user: 'me', path: '/out/*.csv', password: '${SECRET}' },
        },
      },
    ],
    [
      'fetch: { url: "https://intranet.example/x.csv", allowPrivate: true }',
      { fetch: { url: 'https://intranet.example/x.csv', allowPrivate: true } },
    ],
    [
      `fetch: { sftp: { host: a, user: b, path: c, privateKey: d, passphrase: e, hostKey: "SHA256:${'x'.repeat(43)}=", after: { move: done } } }`,
      { fetch: { sftp: { passphrase: 'e', hostKey: [`SHA256:${'x'.repeat(43)}`], after: { move: 'done' } } } },
    ],
    ['fetch: { sftp: { host: a, user: b, path: c, after: delete } }', { fetch: { sftp: { after: 'delete' } } }],
    ['fetch: { sftp: { host: a, user: b, path: c } }', { fetch: { sftp: { after: 'keep' } } }],
    ['limits: { issues: 1, rows: 2, bytes: 3 }', { limits: { issues: 1, rows: 2, bytes: 3 } }],
  ])('takes %s', (yaml, expected) => {
    expect(bookings(yaml)).toMatchObject(expected);
  });

  it.each([
    ['creditSign: negative', 'negative'],
    ['creditSign: positive', 'positive'],
  ])('takes %s beside debit and credit', (yaml, expected) => {
    const columns = 'columns: { entry: A, date: B, account: C, debit: D, credit: E }';
    expect(bookings(yaml, columns).creditSign).toBe(expected);
  });

  it('takes a list of headers, numbers as headers, and a compound entry key', () => {
    const columns =
      'columns: { entry: { all: [Bilagsnr, [Dato, Date]] }, date: 2025, account: [Konto, 0123], amount: true }';
    expect(bookings('', columns).columns).toEqual({
      entry: [['Bilagsnr'], ['Dato', 'Date']],
      date: ['2025'],
      account: ['Konto', '0123'],
      amount: ['true'],
    });
  });

  it.each([
    ['{ column: Bilagsnr }', [['Bilagsnr']], {}],
    ['{ column: [Bilagsnr, Bilag], per: date }', [['Bilagsnr', 'Bilag']], { per: 'date' }],
    ['{ column: 7, per: month }', [['7']], { per: 'month' }],
    ['{ all: [Kasse, [Z-nr, Z]], per: year }', [['Kasse'], ['Z-nr', 'Z']], { per: 'year' }],
    ['{ column: Bilagsnr, series: Kasse 1 }', [['Bilagsnr']], { series: 'Kasse 1' }],
    ['{ all: [A, B], per: file, series: 2 }', [['A'], ['B']], { per: 'file', series: '2' }],
  ])('settles entry: %s into its columns and how far its numbers go', (entry, columns, numbering) => {
    const job = bookings('', `columns: { entry: ${entry}, date: Dato, account: Konto, amount: Beløp }`);
    expect(job.columns).toEqual({ entry: columns, date: ['Dato'], account: ['Konto'], amount: ['Beløp'] });
    expect(job.numbering).toEqual(numbering);
  });

  it('has no numbering of its own where it maps no entry', () => {
    const job = bookings('', 'columns: { date: B, account: C, amount: D, contraAccount: E }');
    expect(job.columns).toEqual({ date: ['B'], account: ['C'], amount: ['D'], contraAccount: ['E'] });
    expect(job.numbering).toEqual({});
  });

  it('takes column numbers where the file has no header', () => {
    const job = bookings('file: { header: none }', 'columns: { entry: 1, date: 2, account: "3", amount: 4 }');
    expect(job.columns).toEqual({ entry: [['1']], date: ['2'], account: ['3'], amount: ['4'] });
  });

  it.each([
    ['amount', 'entry: A, date: B, account: C, amount: D', ''],
    ['debit and credit', 'entry: A, date: B, account: C, debit: D, credit: E', ''],
    ['contra account', 'date: B, account: C, amount: D, contraAccount: E, vat: F, contraVat: G', ''],
    [
      'contra account of a rule',
      'date: B, account: C, amount: D',
      'rules: [{ when: { description: a }, set: { contraAccount: 4300 } }]',
    ],
    ['both accounts of defaults', 'date: B, amount: D', 'defaults: { account: 1920, contraAccount: 7770 }'],
    ['account pair', 'date: B, debitAccount: C, creditAccount: D, amount: E, debitVat: F, creditVat: G', ''],
    ['account pair with vat of the debit side', 'date: B, debitAccount: C, creditAccount: D, amount: E, vat: F', ''],
    ['account pair of a default', 'date: B, debitAccount: C, amount: E', 'defaults: { creditAccount: 2930 }'],
    ['date of a default', 'entry: A, account: C, amount: D', 'defaults: { date: 2026-01-31 }'],
    [
      'an entry key of two fields that share a column with another',
      'entry: { all: [A, B] }, date: B, account: C, amount: D',
      '',
    ],
  ])('may say its amounts by %s', (_name, columns, more) => {
    expect(bookings(more, `columns: { ${columns} }`).kind).toBe('bookings');
  });

  it('keeps what YAML would make numbers, booleans and dates of', () => {
    const job = bookings(
      'defaults: { account: 0123, vat: 3, description: no, date: 2026-01-31 }\n' +
        'vat: { codes: { yes: 1e3, 007: 0x10, 1.0: 1_000 } }\n' +
        'sign: { column: on, debit: +1, credit: -1 }',
    );
    expect(job.defaults).toEqual({ account: '0123', vat: '3', description: 'no', date: '2026-01-31' });
    expect(job.vat.codes).toEqual({ yes: '1e3', '007': '0x10', '1.0': '1_000' });
    expect(job.sign).toEqual({ column: ['on'], debit: ['+1'], credit: ['-1'] });
  });

  it('follows anchors', () => {
    const job = bookings(
      'rules:\n  - { when: { description: a }, set: &food { vat: "1" } }\n  - { when: { description: b }, set: *food }',
    );
    expect(job.rules.map(({ set }) => set)).toEqual([{ vat: '1' }, { vat: '1' }]);
  });
});

describe('jobs of other kinds', () => {
  it('takes contacts with their keys', () => {
    const job = parseJob(
      [
        'kind: contacts',
        'columns: { name: Navn, addressLine1: Adresse, postalCode: Postnr, city: Poststed, countryCode: Land, phone: Tlf, email: [E-post, Epost] }',
        'match: [email, name]',
        'custom: { Membership: Medlemsnr }',
        'customFields: [{ name: Membership, model: Contact, type: Small text field, nullable: false }]',
      ].join('\n'),
      'c.yaml',
    );
    expect(job).toMatchObject({
      kind: 'contacts',
      columns: { name: [['Navn']], email: ['E-post', 'Epost'] },
      match: ['email', 'name'],
      custom: { Membership: ['Medlemsnr'] },
      customFields: [{ name: 'Membership', model: 'Contact', type: 'Small text field', nullable: false }],
    });
  });

  it('takes a name that stands in several columns', () => {
    const job = parseJob('kind: contacts\ncolumns: { name: { all: [Fornavn, [Etternavn, Slektsnavn]] } }', 'c.yaml');
    expect(job.columns).toEqual({ name: [['Fornavn'], ['Etternavn', 'Slektsnavn']] });
  });

  it('recognises contacts by e-mail, phone and name unless told otherwise', () => {
    expect(parseJob('kind: contacts\ncolumns: { name: Navn }', 'c.yaml')).toMatchObject({
      match: ['email', 'phone', 'name'],
      custom: {},
      customFields: [],
    });
  });

  it('takes custom-fields with their keys', () => {
    const job = parseJob(
      'kind: custom-fields\ncolumns: { name: Felt, type: Type, nullable: Valgfri }\ndefaults: { model: Contact }',
      'f.yaml',
    );
    expect(job).toMatchObject({ kind: 'custom-fields', columns: { name: ['Felt'] }, defaults: { model: 'Contact' } });
  });
});
