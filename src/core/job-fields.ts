/** Fields of a bookings row. The order is the order in which people see them. The pages have the names alone. */
export const bookingFields = [
  'entry',
  'date',
  'account',
  'amount',
  'debit',
  'credit',
  'balance',
  'currency',
  'contraAccount',
  'debitAccount',
  'creditAccount',
  'vat',
  'contraVat',
  'debitVat',
  'creditVat',
  'description',
] as const;
export type BookingField = (typeof bookingFields)[number];

/** What each means (design, section 5). */
export const BOOKING_FIELDS: Readonly<Record<BookingField, string>> = {
  entry:
    'Voucher number: rows with equal values form one entry. {all: [Bilagsnr, Dato]} for a compound key, {column: Bilagsnr, per: month} where the numbers start again.',
  date: 'Financial date of the row.',
  account: 'Account number.',
  amount:
    'Amount, signed, debit positive; or unsigned with `sign`. {gross: Brutto, net: Netto, vat: Mva} where it stands in several columns: any two give the third, and gross is sent.',
  debit: 'Debit amount, for files with two amount columns.',
  credit: 'Credit amount, for files with two amount columns.',
  balance:
    'Running balance after the row: must follow from the row before it by the amount, and tells rows of the same date and amount apart.',
  currency:
    'Currency of the amount, as NOK or kr; none where a column that is headed as a currency speaks of another amount.',
  contraAccount: 'Contra account: gets the opposite amount on a line of its own.',
  debitAccount: 'Account that is debited with the amount.',
  creditAccount: 'Account that is credited with the amount.',
  vat: 'VAT code of the line (of the debit line, with debitAccount and creditAccount). Alone, it goes to the other account of the row where only that one has a VAT type.',
  contraVat: 'VAT code of the contra line.',
  debitVat: 'VAT code of the debit line.',
  creditVat: 'VAT code of the credit line.',
  description: 'Text of the booking.',
};

/** Fields of a contact row. The pages have the names alone. */
export const contactFields = [
  'name',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'postalCode',
  'city',
  'country',
  'countryCode',
  'phone',
  'phoneCountryCode',
  'phoneDescription',
  'email',
  'comment',
] as const;
export type ContactField = (typeof contactFields)[number];

/** What each means (design, section 5). */
export const CONTACT_FIELDS: Readonly<Record<ContactField, string>> = {
  name: 'Name of the contact; {all: [Fornavn, Etternavn]} where it stands in several columns.',
  addressLine1: 'First line of the address.',
  addressLine2: 'Second line of the address.',
  addressLine3: 'Third line of the address.',
  postalCode: 'Postal code; the same column as city where both stand in one cell: 0555 Oslo.',
  city: 'City; the same column as postalCode where both stand in one cell.',
  country: 'Country, by its name.',
  countryCode: 'Country, by its two letters.',
  phone: 'Phone number.',
  phoneCountryCode: 'Country code of the phone number, with its leading +.',
  phoneDescription: 'What the phone number is for.',
  email: 'E-mail address.',
  comment: 'Free text.',
};

/** Fields of a row that defines a custom field. The pages have the names alone. */
export const customFieldFields = ['name', 'model', 'type', 'nullable'] as const;
export type CustomFieldField = (typeof customFieldFields)[number];

/** What each means (design, section 5). */
export const CUSTOM_FIELD_FIELDS: Readonly<Record<CustomFieldField, string>> = {
  name: 'Name of the custom field.',
  model: 'Model (entity type) that the field is added to.',
  type: 'Data type, by its name in the value list: "Money".',
  nullable: 'Whether the field may be empty: true or false.',
};

/** Fields that hold an amount: their values in `defaults`, `set` and `equals` are plain decimals. */
export const amountFields: readonly BookingField[] = ['amount', 'debit', 'credit', 'balance'];
