/** Fields of a bookings row and what each means (design, section 5). The order is the order in which people see them. */
export const BOOKING_FIELDS = {
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
  vat: 'VAT code of the line (of the debit line, with debitAccount and creditAccount).',
  contraVat: 'VAT code of the contra line.',
  debitVat: 'VAT code of the debit line.',
  creditVat: 'VAT code of the credit line.',
  description: 'Text of the booking.',
} as const;

/** Fields of a contact row. */
export const CONTACT_FIELDS = {
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
} as const;

/** Fields of a row that defines a custom field. */
export const CUSTOM_FIELD_FIELDS = {
  name: 'Name of the custom field.',
  model: 'Model (entity type) that the field is added to.',
  type: 'Data type, by its name in the value list: "Money".',
  nullable: 'Whether the field may be empty: true or false.',
} as const;

export type BookingField = keyof typeof BOOKING_FIELDS;
export type ContactField = keyof typeof CONTACT_FIELDS;
export type CustomFieldField = keyof typeof CUSTOM_FIELD_FIELDS;

export const bookingFields = Object.keys(BOOKING_FIELDS) as readonly BookingField[];
export const contactFields = Object.keys(CONTACT_FIELDS) as readonly ContactField[];
export const customFieldFields = Object.keys(CUSTOM_FIELD_FIELDS) as readonly CustomFieldField[];

/** Fields that hold an amount: their values in `defaults`, `set` and `equals` are plain decimals. */
export const amountFields: readonly BookingField[] = ['amount', 'debit', 'credit', 'balance'];
