/** What a new sandbox company holds besides accounts and VAT types (service interface, sections 2.6 to 2.9). */

/** Nothing can be booked on dates before this one. */
export const LOCKED_BEFORE = '2020-01-01';

/** Data types of custom fields: the value list `customfieldsqltypes`. */
export const DATA_TYPES = [
  {
    ID: 3101,
    Index: 1,
    Code: '0f6d1c52-5a1e-4f0b-9a55-3c8f0d1b7a01',
    Name: 'Small text field',
    Description: 'Text limited to 255 characters',
  },
  {
    ID: 3102,
    Index: 2,
    Code: '6b1f8a3e-2c44-4d0c-8d7e-91a5e2c4f702',
    Name: 'Text',
    Description: 'Text field, unlimited number of characters',
  },
  { ID: 3103, Index: 3, Code: 'a94c7d10-77b2-4b4f-bb6a-5f20c3d8e903', Name: 'Number', Description: 'Whole number' },
  { ID: 3104, Code: 'd27e5b98-1f3a-4e6d-a0c9-08b7f6a2cd04', Name: 'Money', Description: '' },
] as const;

export type DataTypeName = (typeof DATA_TYPES)[number]['Name'];

/** Value lists; the second one only shows that there are others. */
export const VALUE_LISTS = [
  { ID: 31, Code: 'customfieldsqltypes', Description: 'Data types of custom fields', Items: DATA_TYPES },
  {
    ID: 32,
    Code: 'phonetypes',
    Description: 'Kinds of phone numbers',
    Items: [
      { ID: 3201, Index: 1, Code: '150101', Name: 'Phone', Description: 'Phone' },
      { ID: 3202, Index: 2, Code: '150102', Name: 'Mobile', Description: 'Mobile phone' },
    ],
  },
] as const;

const model = (ID: number, Name: string, Label: string, LabelPlural: string | null) => ({
  ID,
  Name,
  Label,
  LabelPlural,
  Description: null,
  Admin: false,
  Shared: true,
});

/** Entity types that custom fields can be added to. */
export const MODELS = [
  model(104, 'Account', 'Konto', 'Kontoer'),
  model(127, 'BusinessRelation', 'Forretningsrelasjon', null),
  model(133, 'Contact', 'Kontakt', 'Kontakter'),
  model(138, 'Customer', 'Kunde', 'Kunder'),
  model(141, 'CustomerInvoice', 'Faktura', 'Fakturaer'),
  model(156, 'Department', 'Avdeling', 'Avdelinger'),
  model(162, 'Employee', 'Ansatt', 'Ansatte'),
  model(178, 'JournalEntry', 'Bilag', 'Bilag'),
  model(179, 'JournalEntryLine', 'Bilagslinje', 'Bilagslinjer'),
  model(203, 'Product', 'Produkt', 'Produkter'),
  model(207, 'Project', 'Prosjekt', 'Prosjekter'),
  model(231, 'Supplier', 'Leverandør', 'Leverandører'),
] as const;

/** Products; their custom values appear as fields are activated. */
export const PRODUCTS = [
  { ID: 71, PartNumber: 'K-100', Name: 'Konsulenttime', PriceExVat: 1450 },
  { ID: 72, PartNumber: 'K-110', Name: 'Konsulenttime, overtid', PriceExVat: 2175 },
  { ID: 75, PartNumber: 'V-001', Name: 'Treleke, elefant', PriceExVat: 249 },
] as const;

/** Contacts, in the shape of a create request; the last one was deleted. */
export const CONTACTS = [
  {
    Comment: 'Ringes før levering',
    Info: {
      Name: 'Solbakken Handel AS',
      InvoiceAddress: {
        AddressLine1: 'Storgata 12',
        AddressLine2: '',
        AddressLine3: '',
        City: 'Hamar',
        Country: 'Norge',
        CountryCode: 'NO',
        PostalCode: '2317',
      },
      DefaultPhone: { CountryCode: '+47', Description: 'Sentralbord', Number: '62000001' },
      DefaultEmail: { EmailAddress: 'post@solbakken.example' },
    },
  },
  { Comment: null, Info: { Name: 'Berit Åsen' } },
  {
    Comment: '',
    Deleted: true,
    Info: { Name: 'Nedlagt Butikk ENK', DefaultEmail: { EmailAddress: 'post@nedlagt.example' } },
  },
] as const;
