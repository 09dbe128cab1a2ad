import type { VatType } from '../domain/account.ts';
import type { Client } from './client.ts';
import { list, type Row, unexpected } from './list.ts';
import { idOf, isTrue, textOf } from './reply-fields.ts';

/**
 * All VAT types (service interface, section 4.3). Percent and names may be absent (design, section 8); a type without an
 * ID can't be booked with and is left out.
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected
 */
export async function listVatTypes(client: Client, signal?: AbortSignal): Promise<VatType[]> {
  const path = '/api/biz/vattypes?select=ID,Name,VatPercent,VatCode,OutputVat';
  const rows = await list(client, path, signal);
  const types = rows.map(vatTypeOf).filter((type) => type !== undefined);
  // Not one of them usable: that is no list of VAT types, and must not pass for "this company has none".
  if (types.length === 0 && rows.length > 0) throw unexpected(client, path, 'VAT types with IDs', rows[0]);
  return types;
}

function vatTypeOf(row: Row): VatType | undefined {
  const id = idOf(row['ID']);
  if (id === undefined) return undefined;
  return {
    id,
    code: textOf(row['VatCode']),
    name: textOf(row['Name']),
    percent: percentOf(row['VatPercent']),
    output: isTrue(row['OutputVat']),
  };
}

/** `25.0000`, `"25.0000"` and 25 are one percentage: decimal text without zeros at its end. */
function percentOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
