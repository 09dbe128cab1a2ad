import { expect, test } from 'vitest';
import { openOffice } from '../../importing/office.ts';

interface Created {
  readonly body: {
    readonly Info: { readonly Name: string; readonly InvoiceAddress?: { readonly PostalCode: string } };
    readonly CustomValues?: Readonly<Record<string, unknown>>;
  };
}

/** What the service has of a file, and what of it is on hold. */
async function booked(job: string, ...rows: string[]) {
  const office = await openOffice({ jobs: { kunder: job } });
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
  const { issues, bodies, receipt } = await booked(
    ADDRESSES,
    'Navn;Adresse;Postnr;Sted',
    ...rows,
    'E;Gata 5;ukjent;Oslo',
    'F;Gata 6;12345;Oslo',
    'G;Gata 7;N-0150;Oslo',
    'H;Gata 8;150;Oslo',
  );
  expect(bodies.map(({ Info }) => [Info.Name, Info.InvoiceAddress?.PostalCode]).sort()).toEqual(
    ['A', 'B', 'C', 'D', 'G', 'H'].map((name) => [name, '0150']),
  );
  expect(issues).toEqual([
    ['postal-code-unclear/norway', 'ukjent'],
    ['postal-code-unclear/norway', '12345'],
  ]);
  expect(receipt).toMatchObject({ contacts: { created: 6, held: 2 } });
});
