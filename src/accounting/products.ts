import type { CustomValue } from '../domain/contact.ts';
import type { Client } from './client.ts';
import { customValuesOf } from './custom-values.ts';
import { one } from './one.ts';

/** A product, as far as the interface shows it (section 2.8). */
export interface Product {
  readonly id: number;
  /** By the field's name, without the prefix `Custom`; undefined where the service showed none at all. */
  readonly customValues: Readonly<Record<string, CustomValue>> | undefined;
}

/**
 * One product (service interface, section 4.8); undefined where there is none, or it is deleted.
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected
 */
export async function getProduct(client: Client, id: number, signal?: AbortSignal): Promise<Product | undefined> {
  const row = await one(client, `/api/biz/products/${id}`, id, signal);
  return row && { id, customValues: customValuesOf(row) };
}
