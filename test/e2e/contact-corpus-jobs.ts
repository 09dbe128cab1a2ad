/** Jobs in YAML for the files of the corpus that hold contacts, as a person would write them. */

/** Of the eight columns of phone numbers a contact gets one: what the person maps. Rows to be deleted are no customers. */
export const OUTLOOK = `
kind: contacts
columns: { name: Name, email: E-mail Address, comment: Notes, phone: Mobile Phone, addressLine1: Home Address }
defaults: { phoneDescription: mobile }
skip: [ { column: Action, equals: delete } ]
`;
export const OUTLOOK_WITHOUT_PHONE = `
kind: contacts
columns: { name: Name, email: [Email, E-mail Address], comment: Notes, addressLine1: Home Address }
match: email
`;
/** Companies go by their names: several of them have the same made-up phone number. */
export const SALESFORCE = `
kind: contacts
columns:
  name: NAME
  addressLine1: BILLINGSTREET
  addressLine2: BILLINGSTATE
  postalCode: BILLINGPOSTALCODE
  city: BILLINGCITY
  country: BILLINGCOUNTRY
  phone: PHONE
  comment: DESCRIPTION
match: name
custom: { OracleId: ORACLE_ID__C, Employees: NUMBEROFEMPLOYEES, Revenue: ANNUALREVENUE }
customFields:
  - { name: OracleId, model: Contact, type: Small text field }
  - { name: Employees, model: Contact, type: Number }
  - { name: Revenue, model: Contact, type: Money }
`;
export const RICH_TEXT = `
kind: contacts
columns: { name: Name, comment: RichText }
custom: { Sector: Industry, Headcount: NumEmp }
customFields:
  - { name: Sector, model: Contact, type: Small text field }
  - { name: Headcount, model: Contact, type: Number }
`;
export const PEOPLE = `
kind: contacts
columns: { name: { all: [first_name, last_name] }, email: email, comment: ip_address }
custom: { PersonNo: id }
customFields: [ { name: PersonNo, model: Contact, type: Number } ]
`;
export const NO_HEADER = `
kind: contacts
file: { header: none }
columns: { name: { all: ["8", "9", "10"] }, country: "15", email: "17", comment: "2" }
`;
export const WORKBOOK = `
kind: contacts
columns: { name: Contact Name, addressLine1: Address, city: City, comment: Remarks }
custom: { Reference: "Your Ref #", Company: Your Company, Weight: Weight }
customFields:
  - { name: Reference, model: Contact, type: Number }
  - { name: Company, model: Contact, type: Text }
  - { name: Weight, model: Contact, type: Money }
`;
export const WORKBOOK_WITH_PHONE = `
kind: contacts
columns: { name: Contact Name, phone: Contact Number }
defaults: { countryCode: NO }
`;
