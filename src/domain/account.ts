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
