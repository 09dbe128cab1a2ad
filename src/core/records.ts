/** An account as the service's look-up answers it (service interface, section 2.3). */
export interface Account {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  /** The account's default VAT type. */
  readonly vatTypeId: number | null;
}

/** A VAT type (service interface, section 2.4). */
export interface VatType {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** Decimal text; undefined where the service left it out. */
  readonly percent: string | undefined;
  readonly output: boolean;
}

/** What a look-up of an account number found. */
export type AccountLookup =
  | { readonly found: 'one'; readonly account: Account }
  | { readonly found: 'none' }
  | { readonly found: 'several'; readonly count: number };

/** A postal address (service interface, section 2.9); the empty string for what is not known. */
export interface Address {
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly addressLine3: string;
  readonly postalCode: string;
  readonly city: string;
  /** Name of the country. */
  readonly country: string;
  /** Two letters, ISO 3166. */
  readonly countryCode: string;
}

export interface Phone {
  /** With its leading `+`; empty where it is not known. */
  readonly countryCode: string;
  readonly number: string;
  readonly description: string;
}

/** Value of a custom field as it is sent: a text, a whole number, an amount, or nothing. */
export type CustomValue = string | number | null;

/** A contact (service interface, sections 2.9 and 4.11): as a row says it, or as the service answers it. */
export interface Contact {
  readonly name: string;
  /** Undefined where none of it is known. */
  readonly address: Address | undefined;
  readonly phone: Phone | undefined;
  /** Empty where it is not known. */
  readonly email: string;
  readonly comment: string;
  /** By the field's name, without the prefix `Custom`. */
  readonly custom: Readonly<Record<string, CustomValue>>;
}

/** A contact that the service has. */
export interface ListedContact extends Contact {
  readonly id: number;
  /** The record shows no custom values: which it has is not known. */
  readonly customUnread?: boolean;
  /** What it has and the record does not show: it can't be recognised by these. */
  readonly hidden?: readonly MatchBy[];
}

/** A page of the service's list of contacts (service interface, section 4.9). */
export interface ContactPage {
  /** Records that the service answered, those included that do not count (deleted, unreadable). */
  readonly records: number;
  /** IDs of all of them, in their order: whether `skip` was honoured is seen by these. */
  readonly ids: readonly number[];
  readonly contacts: readonly ListedContact[];
}

/** How a contact that exists already is recognised (job: `match`). */
export type MatchBy = 'email' | 'phone' | 'name';

/** What a contact is recognised by, in a form that can be compared; a criterion that it has no value for is left out. */
export type MatchKeys = Readonly<Partial<Record<MatchBy, string>>>;

/** A field in which a row and a contact of the service say different things. */
export interface ContactDifference {
  /** For people: `e-mail`, `postal code`, `custom field Membership`. */
  readonly field: string;
  /** As the file says it; never empty: what a file does not say is no difference. */
  readonly file: string;
  /** As the service has it; empty where it has nothing. */
  readonly service: string;
}

/** Characters of a small text value at most (service interface, section 8). */
export const SMALL_TEXT_MAX_CHARACTERS = 255;
/** What the service puts before a field's name where its values stand (service interface, section 2.5). */
export const CUSTOM_PREFIX = 'Custom';

/** A custom field as a job or a row defines it. */
export interface CustomFieldDefinition {
  readonly name: string;
  /** Name of the entity type: `Contact`. */
  readonly model: string;
  /** As the value list names it. */
  readonly type: string;
  readonly nullable: boolean;
}

/** A data type of the value list. */
export interface ListedFieldType {
  readonly name: string;
  /** GUID: the `DataType` of a field. */
  readonly code: string;
  readonly description: string;
}

/** An entity type (service interface, section 2.7). */
export interface Model {
  readonly id: number;
  readonly name: string;
  readonly label: string;
}

/** What a look-up of a model's name found. */
export type ModelLookup =
  | { readonly found: 'one'; readonly model: Model }
  | { readonly found: 'none' }
  | { readonly found: 'several'; readonly count: number };

/** Characters that a description may have, unless the service says otherwise (design, section 8; key `descriptionMax`). */
export const DESCRIPTION_MAX_CHARACTERS = 500;

export type ReferenceKind = 'account' | 'vat-type';

/** The service's ID of an account, by its number, or of a VAT type, by its code. */
export interface KnownId {
  readonly kind: ReferenceKind;
  readonly code: string;
  readonly id: number;
}

/** An account or a VAT type that a company's service is known to have: what a person chooses from. */
export interface ChartValue extends KnownId {
  readonly name: string;
  /** Of a VAT type: decimal text, where the service says it. */
  readonly percent?: string | undefined;
}

/** Lines that one entry may have: an entry is sent whole, in one request. */
export const ENTRY_MAX_LINES = 10_000;
