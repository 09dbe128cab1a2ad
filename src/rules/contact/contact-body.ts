import type { Address, Contact, CustomValue, Phone } from '../../domain/contact.ts';
import { CUSTOM_PREFIX } from '../../domain/custom-field.ts';

/**
 * The exact request body that creates a contact (service interface, section 4.11): what a plan freezes.
 *
 * An address, phone or e-mail of which nothing is known is left out: sent empty, it would become a record with nothing
 * in it. One that is sent has all the fields of the interface, the empty ones as "": which of them are required is not
 * shown, and text is the type of every one. `CustomValues` is not shown there: it is sent only where it holds something.
 */
export function contactBody({ name, address, phone, email, comment, custom }: Contact): string {
  const values = Object.entries(custom).map(([field, value]) => [CUSTOM_PREFIX + field, value]);
  return JSON.stringify({
    Info: {
      Name: name,
      ...(address && { InvoiceAddress: addressBody(address) }),
      ...(phone && { DefaultPhone: phoneBody(phone) }),
      ...(email !== '' && { DefaultEmail: { EmailAddress: email } }),
    },
    Comment: comment,
    ...(values.length > 0 && { CustomValues: Object.fromEntries(values) }),
  });
}

function addressBody(address: Address): object {
  return {
    AddressLine1: address.addressLine1,
    AddressLine2: address.addressLine2,
    AddressLine3: address.addressLine3,
    City: address.city,
    Country: address.country,
    CountryCode: address.countryCode,
    PostalCode: address.postalCode,
  };
}

function phoneBody({ countryCode, description, number }: Phone): object {
  return { CountryCode: countryCode, Description: description, Number: number };
}

/** The contact in the body of its creation, as `contactBody` wrote it. */
export function contactOfBody(body: string): Contact {
  const { Info, Comment, CustomValues = {} } = JSON.parse(body) as Body;
  const { Name, InvoiceAddress: address, DefaultPhone: phone, DefaultEmail } = Info;
  return {
    name: Name,
    address: address && {
      addressLine1: address.AddressLine1,
      addressLine2: address.AddressLine2,
      addressLine3: address.AddressLine3,
      postalCode: address.PostalCode,
      city: address.City,
      country: address.Country,
      countryCode: address.CountryCode,
    },
    phone: phone && { countryCode: phone.CountryCode, number: phone.Number, description: phone.Description },
    email: DefaultEmail?.EmailAddress ?? '',
    comment: Comment,
    custom: Object.fromEntries(
      Object.entries(CustomValues).map(([key, value]) => [key.slice(CUSTOM_PREFIX.length), value]),
    ),
  };
}

interface Body {
  readonly Info: {
    readonly Name: string;
    readonly InvoiceAddress?: Readonly<
      Record<
        'AddressLine1' | 'AddressLine2' | 'AddressLine3' | 'City' | 'Country' | 'CountryCode' | 'PostalCode',
        string
      >
    >;
    readonly DefaultPhone?: Readonly<Record<'CountryCode' | 'Description' | 'Number', string>>;
    readonly DefaultEmail?: { readonly EmailAddress: string };
  };
  readonly Comment: string;
  readonly CustomValues?: Readonly<Record<string, CustomValue>>;
}
