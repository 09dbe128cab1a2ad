import type {
  Account,
  AccountLookup,
  ChartValue,
  KnownId,
  ListedFieldType,
  Model,
  ModelLookup,
  VatType,
} from '../core/records.ts';
import { accountValue, listVatTypes, lookupAccount, vatValues } from './accounts.ts';
import { type Client, LOOKUP_CONNECTIONS } from './client.ts';
import { listFieldTypes, lookupModel } from './custom-fields.ts';
import { type CacheUse, createTieredCache, type Recipe, type SharedCache } from './tiered-cache.ts';

/** Changes when what is kept in the shared level changes its shape: versions must not read each other's. */
const VERSION = 1;

export interface ReferenceCacheOptions {
  readonly client: Client;
  /** The level that outlives this process; without one there is only this process. */
  readonly shared?: SharedCache | undefined;
  /** The wall clock in milliseconds. */
  readonly now?: () => number;
  /** Told once when the shared level begins to fail; everything goes on without it. */
  readonly onSharedFailure?: (error: unknown) => void;
}

/**
 * Accounts, VAT types, models and data types of one company, each asked for once and kept for the times of `cache` in the
 * configuration; models and data types, which change as seldom, for the time of VAT types.
 * All methods reject with ServiceUnavailable (wait and call again: what was found meanwhile is kept; with a patient client
 * it waits by itself), ServiceMisconfigured or ServiceUnexpected, or when the signal aborts.
 */
export interface ReferenceCache {
  /** What the service knows of each number. */
  accounts(numbers: readonly string[], signal?: AbortSignal): Promise<Map<string, AccountLookup>>;
  vatTypes(signal?: AbortSignal): Promise<readonly VatType[]>;
  /** What the service knows of a model's name. */
  model(name: string, signal?: AbortSignal): Promise<ModelLookup>;
  /** Data types of custom fields. */
  fieldTypes(signal?: AbortSignal): Promise<readonly ListedFieldType[]>;
  /** Forgets accounts, by number, and the VAT types where they are among them, for every process: they are asked for again. */
  drop(references: readonly Pick<KnownId, 'kind' | 'code'>[]): Promise<void>;
  /**
   * Forgets what may have changed since an earlier plan: for every process the lists of VAT types and data types, which
   * somebody may have added to; for this one also what was not found, and what another process has dropped.
   */
  renew(): Promise<void>;
  /** The accounts and VAT types that this process holds and may still use: what its plans were told. */
  known(): ChartValue[];
  /** What this process holds, and how often it did not have to ask. */
  use(): ReferenceUse;
}

export interface ReferenceUse extends Readonly<CacheUse> {
  readonly accounts: number;
  readonly vatTypes: number;
}

export function createReferenceCache(options: ReferenceCacheOptions): ReferenceCache {
  const { client, shared, now = Date.now, onSharedFailure } = options;
  const { baseUrl, company, cache: ttl } = client.options;
  const cache = createTieredCache({ shared, now, concurrency: LOOKUP_CONNECTIONS, onSharedFailure });

  // Another company's account of the same number has another ID: booked with, it would be a wrong booking.
  const books = `${VERSION}:${encodeURIComponent(baseUrl.replace(/\/+$/, ''))}:${encodeURIComponent(company)}`;
  const accountPrefix = `account:${books}:`;
  const vatTypesKey = `vat-types:${books}`;
  const modelPrefix = `model:${books}:`;
  const fieldTypesKey = `field-types:${books}`;

  const accountRecipe: Recipe<AccountLookup> = {
    load: (key, signal) => lookupAccount(client, key.slice(accountPrefix.length), signal),
    ttlMs: ({ found }) => (found === 'one' ? ttl.accountsMs : ttl.missingMs),
    isValue: isAccountLookup,
    isShared: isFound,
  };
  const vatTypesRecipe: Recipe<readonly VatType[]> = {
    load: (_key, signal) => listVatTypes(client, signal),
    ttlMs: (types) => (types.length > 0 ? ttl.vatTypesMs : ttl.missingMs),
    isValue: isVatTypes,
    isShared: isFilled,
  };
  const modelRecipe: Recipe<ModelLookup> = {
    load: (key, signal) => lookupModel(client, key.slice(modelPrefix.length), signal),
    ttlMs: ({ found }) => (found === 'one' ? ttl.vatTypesMs : ttl.missingMs),
    isValue: isModelLookup,
    isShared: isFound,
  };
  const fieldTypesRecipe: Recipe<readonly ListedFieldType[]> = {
    load: (_key, signal) => listFieldTypes(client, signal),
    ttlMs: (types) => (types.length > 0 ? ttl.vatTypesMs : ttl.missingMs),
    isValue: isFieldTypes,
    isShared: isFilled,
  };

  async function get<T>(key: string, recipe: Recipe<T>, signal: AbortSignal | undefined): Promise<T> {
    return (await cache.getMany([key], recipe, signal)).get(key) as T;
  }

  return {
    async accounts(numbers, signal) {
      const found = await cache.getMany(
        numbers.map((number) => accountPrefix + number),
        accountRecipe,
        signal,
      );
      const lookups = new Map<string, AccountLookup>();
      for (const [key, lookup] of found) {
        lookups.set(key.slice(accountPrefix.length), lookup);
      }
      return lookups;
    },
    vatTypes: (signal) => get(vatTypesKey, vatTypesRecipe, signal),
    model: (name, signal) => get(modelPrefix + name, modelRecipe, signal),
    fieldTypes: (signal) => get(fieldTypesKey, fieldTypesRecipe, signal),
    drop: (references) =>
      cache.drop([
        ...new Set(references.map(({ kind, code }) => (kind === 'account' ? accountPrefix + code : vatTypesKey))),
      ]),
    async renew() {
      cache.dropHeld();
      await cache.drop([vatTypesKey, fieldTypesKey]);
    },
    known: () => [
      ...cache.held(accountPrefix).flatMap((each) => {
        const lookup = each as AccountLookup;
        return lookup.found === 'one' ? [accountValue(lookup.account)] : [];
      }),
      ...vatValues(cache.held(vatTypesKey).flatMap((each) => each as readonly VatType[])),
    ],
    use: () => ({
      ...cache.use,
      accounts: cache.held(accountPrefix).filter((each) => (each as AccountLookup).found === 'one').length,
      vatTypes: cache.held(vatTypesKey).reduce<number>((sum, each) => sum + (each as readonly VatType[]).length, 0),
    }),
  };
}

const isFound = ({ found }: AccountLookup | ModelLookup) => found === 'one';
const isFilled = (list: readonly unknown[]) => list.length > 0;

function isAccountLookup(value: unknown): value is AccountLookup {
  if (typeof value !== 'object' || value === null || !('found' in value)) return false;
  if (value.found === 'none') return true;
  if (value.found === 'several') return 'count' in value && typeof value.count === 'number';
  if (value.found !== 'one' || !('account' in value)) return false;
  const account = value.account as Partial<Account> | null;
  // A VAT type that is left out must not pass for "none".
  const vat = account?.vatTypeId === null || typeof account?.vatTypeId === 'number';
  return (
    vat && typeof account.id === 'number' && typeof account.number === 'string' && typeof account.name === 'string'
  );
}

function isVatTypes(value: unknown): value is readonly VatType[] {
  return Array.isArray(value) && value.every((type) => typeof type?.id === 'number' && typeof type.code === 'string');
}

function isModelLookup(value: unknown): value is ModelLookup {
  if (typeof value !== 'object' || value === null || !('found' in value)) return false;
  if (value.found === 'none') return true;
  if (value.found === 'several') return 'count' in value && typeof value.count === 'number';
  if (value.found !== 'one' || !('model' in value)) return false;
  const model = value.model as Partial<Model> | null;
  return typeof model?.id === 'number' && typeof model.name === 'string' && typeof model.label === 'string';
}

function isFieldTypes(value: unknown): value is readonly ListedFieldType[] {
  return (
    Array.isArray(value) &&
    value.every(
      (type) => typeof type?.name === 'string' && typeof type.code === 'string' && typeof type.description === 'string',
    )
  );
}
