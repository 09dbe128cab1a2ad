import { expect, test } from 'vitest';
import { openOffice } from '../../importing/office.ts';

interface Created {
  readonly body: {
    readonly Info: { readonly Name: string; readonly InvoiceAddress?: { readonly PostalCode: string } };
    readonly CustomValues?: Readonly<Record<string, unknown>>;
  };
}

/** What the service has of a file, and what of it is on hold. */
async function booked(job: string, rows: readonly string[], service = '') {
  const office = await openOffice({ jobs: { kunder: job }, service });
  const { receipt } = await office.book('a.csv', `${rows.join('\n')}\n`, 'kunder');
  const { contacts } = (await office.call('GET', 'contacts')) as { contacts: Created[] };
  const issues = receipt.issues.map(({ code, variant, value }) => [variant ? `${code}/${variant}` : code, value]);
  return { receipt, issues, bodies: contacts.map(({ body }) => body) };
}

const ADDRESSES = `kind: contacts
columns: { name: Navn, addressLine1: Adresse, postalCode: Postnr, city: Sted }
match: name
defaults: { countryCode: NO }
`;

test('postal codes arrive with four digits, or are on hold', async () => {
  const rows = ['A;Gata 1;150.0;Oslo', 'B;Gata 2;1.50E+02;Oslo', "C;Gata 3;'0150;Oslo", 'D;Gata 4;0150 OSLO;Oslo'];
  const { issues, bodies, receipt } = await booked(ADDRESSES, [
    'Navn;Adresse;Postnr;Sted',
    ...rows,
    'E;Gata 5;ukjent;Oslo',
    'F;Gata 6;12345;Oslo',
    'G;Gata 7;N-0150;Oslo',
    'H;Gata 8;150;Oslo',
  ]);
  expect(bodies.map(({ Info }) => [Info.Name, Info.InvoiceAddress?.PostalCode]).sort()).toEqual(
    ['A', 'B', 'C', 'D', 'G', 'H'].map((name) => [name, '0150']),
  );
  expect(issues).toEqual([
    ['postal-code-unclear/norway', 'ukjent'],
    ['postal-code-unclear/norway', '12345'],
  ]);
  expect(receipt).toMatchObject({ contacts: { created: 6, held: 2 } });
});

const LIMITS = `kind: contacts
columns: { name: Navn }
match: name
custom: { Grense: 1 }
customFields: [{ name: Grense, model: Contact, type: Money }]
`;
/** Names are A, B and so on; the limit stands under this header. */
async function limits(header: string, cells: readonly string[], service = '') {
  const job = LIMITS.replace('Grense: 1', `Grense: "${header}"`);
  const rows = cells.map((cell, at) => `${String.fromCharCode(65 + at)};${cell}`);
  const { issues, bodies } = await booked(job, [`Navn;${header}`, ...rows], service);
  const sent = Object.fromEntries(bodies.map(({ Info, CustomValues }) => [Info.Name, CustomValues?.['CustomGrense']]));
  return { issues, sent };
}

test('an amount in a custom field is in the currency of the books, or on hold', async () => {
  const cells = ['1000,00', 'EUR 5000,00', 'SEK 1 000', '$ 300', 'NOK 2000,00', 'kr 3 000', '4000,-', '5000 kr'];
  expect(await limits('Kredittgrense', cells)).toEqual({
    issues: ['EUR', 'SEK', 'USD'].map((code) => ['currency-differs/custom', code]),
    sent: { A: 1000, E: 2000, F: 3000, G: 4000, H: 5000 },
  });
  expect(await limits('Kredittgrense', ['1000,00', 'EUR 5000,00', 'NOK 20,00'], 'currency: EUR\n')).toEqual({
    issues: [['currency-differs/custom', 'NOK']],
    sent: { A: 1000, B: 5000 },
  });
});

test('an amount under a header with another currency is on hold, but for one that says its own', async () => {
  expect(await limits('Kredittgrense EUR', ['1000,00', 'NOK 2000,00'])).toEqual({
    issues: [['currency-differs/custom', 'EUR']],
    sent: { B: 2000 },
  });
  expect(await limits('Omsetning (1000 kr)', ['500'])).toMatchObject({
    issues: [['currency-differs/custom', '1000 kr']],
  });
  for (const header of ['Kredittgrense (NOK)', 'Kredittgrense kr', 'Limit', 'Saldo'])
    expect(await limits(header, ['1000,00'])).toEqual({ issues: [], sent: { A: 1000 } });
});

const LIST = `kind: contacts
columns: { name: Navn, phone: Telefon, email: E-post }
defaults: { countryCode: NO }
custom: { Nr: Medlemsnr }
customFields: [{ name: Nr, model: Contact, type: Small text field, nullable: true }]
`;

test('lines below a list are on hold, and people of whom it says the name alone are created', async () => {
  const rows = ['Kari;99887766;kari@x.no;', 'Per Berg;;;', 'Ola;91122334;ola@x.no;', ';;;'];
  const lines = ['Totalt antall kunder: 2', 'Utskrift 26.11.2026 kl. 04:44', 'Side 1 av 1'];
  // A line that says more than a name is a contact; so is one that only looks like a sum.
  const more = ['Side 1 av 2;;side@x.no;', 'Side 2 av 2;;;17', 'Total AS;;;'];
  const all = ['Navn;Telefon;E-post;Medlemsnr', ...rows, ...lines.map((line) => `${line};;;`), ...more];
  const { issues, bodies, receipt } = await booked(LIST, all);
  expect(bodies.map(({ Info }) => Info.Name).sort()).toEqual([
    'Kari',
    'Ola',
    'Per Berg',
    'Side 1 av 2',
    'Side 2 av 2',
    'Total AS',
  ]);
  expect(issues).toEqual(lines.map((line) => ['field-missing/line', line]));
  expect(receipt).toMatchObject({ rows: { read: 9 }, contacts: { created: 6, held: 3 } });
});

test('lines below a list are skipped as their message says, and companies are not', async () => {
  const job = 'kind: contacts\ncolumns: { name: Navn }\nmatch: name\n';
  const lines = ['Totalt antall kunder: 2', "Utskrift 26.11.2026 kl. 04:44 'A'", 'Side 1 av 1'];
  const { issues, receipt } = await booked(job, ['Navn', 'Kari', ...lines]);
  expect(issues).toHaveLength(3);
  const skips = receipt.issues.map(({ suggestion }) => /skip: \[(.*)\]\. /u.exec(suggestion ?? '')?.[1]);
  const nextWeek = ['Totalt antall kunder: 13', "Utskrift 03.12.2026 kl. 10:00 'A'", 'Side 1 av 2'];
  const names = ['Kari', 'Side Consulting AS', 'Totalt Renhold AS', 'Utskrift AS'];
  const next = await booked(`${job}skip: [${skips.join(', ')}]\n`, ['Navn', ...names, ...nextWeek]);
  expect(next.bodies.map(({ Info }) => Info.Name).sort()).toEqual(names);
  expect(next.receipt).toMatchObject({ state: 'completed', rows: { skipped: 3 } });
});
