import type { Row } from './query.ts';
import { VAT_TYPES, type VatTypeRow } from './reference/vat-types.ts';

export interface VatType extends VatTypeRow {
  readonly id: number;
  readonly percentNumber: number;
}

/** IDs are not the codes. */
const FIRST_ID = 307;
const ID_STEP = 4;

export interface VatTypes {
  readonly all: readonly VatType[];
  byId(id: number): VatType | undefined;
  byCode(code: string): VatType | undefined;
  add(vatType: VatTypeRow): VatType;
}

/** @param shift by so many places the IDs are those of other types in the books of the default company */
export function createVatTypes(shift = 0): VatTypes {
  const all: VatType[] = [];
  const ids = new Map<number, VatType>();
  const add = (row: VatTypeRow): VatType => {
    const vatType = { ...row, id: FIRST_ID + ID_STEP * (all.length + shift), percentNumber: Number(row.percent) };
    all.push(vatType);
    ids.set(vatType.id, vatType);
    return vatType;
  };
  for (const row of VAT_TYPES) add(row);
  return { all, byId: (id) => ids.get(id), byCode: (code) => all.find((each) => each.code === code), add };
}

/** The row of a VAT type; `VatPercent` is text here, see `unquotePercent`. */
export function vatTypeRow(vatType: VatType): Row {
  return {
    ID: vatType.id,
    Name: vatType.name,
    VatPercent: vatType.percent,
    VatCode: vatType.code,
    OutputVat: vatType.output,
    Deleted: false,
  };
}

/** JSON numbers can have four decimals, JavaScript's don't: the quotes are taken off after writing. */
export function unquotePercent(json: string): string {
  return json.replace(/"VatPercent":"(\d+\.\d{4})"/g, '"VatPercent":$1');
}
