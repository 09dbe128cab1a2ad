import { type Address, type Contact, CUSTOM_PREFIX, type CustomValue, type Phone } from '../../core/records.ts';

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

/** The value of a custom field: of that name, else of one that differs from it in case alone, as services may spell it. */
export function valueNamed<Value>(name: string, values: Readonly<Record<string, Value>>): Value | undefined {
  const key = Object.hasOwn(values, name)
    ? name
    : Object.keys(values).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : values[key];
}

/**
 * Which custom values of a contact that was created are not there when it is read back (service interface, sections 2.5
 * and 4.10).
 * @param sent the body of the creation
 * @param reply the body of the reply to reading it
 * @returns names of the fields, without their prefix; undefined where the reply shows no custom values: then none was seen to be
 * absent
 */
export function customValuesLost(sent: string, reply: string): string[] | undefined {
  const wanted = valuesOf(JSON.parse(sent)) ?? {};
  const kept = valuesOf(contactOf(reply));
  if (kept === undefined) return undefined;
  return Object.entries(wanted)
    .filter(([key, value]) => value !== null && !isSame(value, valueNamed(key, kept)))
    .map(([key]) => key.slice(CUSTOM_PREFIX.length));
}

function contactOf(reply: string): unknown {
  try {
    const parsed: unknown = JSON.parse(reply);
    return Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed;
  } catch {
    return undefined;
  }
}

function valuesOf(contact: unknown): Readonly<Record<string, unknown>> | undefined {
  const values = (contact as { CustomValues?: unknown } | null | undefined)?.CustomValues;
  return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : undefined;
}

/** Numbers may come back as text, and with other decimals. */
function isSame(sent: unknown, kept: unknown): boolean {
  if (sent === kept) return true;
  if (kept === null || kept === undefined || typeof kept === 'object') return false;
  if (typeof sent === 'number') return String(kept).trim() !== '' && Number(kept) === sent;
  return String(kept).trim() === String(sent).trim();
}
