import { type Accounts, createAccounts } from './accounts.ts';
import { type Books, createBooks } from './books.ts';
import { type Contacts, createContacts } from './contacts.ts';
import { type CustomFields, createCustomFields } from './custom-fields.ts';
import { createVatTypes, type VatTypes } from './vat-types.ts';

/** One set of books, as the `CompanyKey` header chooses it, or the token (quirk `books`). */
export interface Company {
  readonly key: string;
  readonly accounts: Accounts;
  readonly vatTypes: VatTypes;
  readonly books: Books;
  readonly contacts: Contacts;
  readonly customFields: CustomFields;
}

/** The company of requests without a `CompanyKey`. */
export const DEFAULT_COMPANY = 'default';

/** @param shift of the IDs of its accounts and VAT types; 0: they are those of the default company */
export function createCompany(key: string, shift = 0): Company {
  const vatTypes = createVatTypes(shift);
  const accounts = createAccounts(vatTypes, shift);
  const customFields = createCustomFields();
  return {
    key,
    vatTypes,
    accounts,
    customFields,
    contacts: createContacts(customFields),
    books: createBooks(accounts, vatTypes),
  };
}
