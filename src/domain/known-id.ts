export type ReferenceKind = 'account' | 'vat-type';

/** The service's ID of an account, by its number, or of a VAT type, by its code. */
export interface KnownId {
  readonly kind: ReferenceKind;
  readonly code: string;
  readonly id: number;
}
