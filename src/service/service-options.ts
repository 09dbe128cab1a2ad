/** What a client of one service needs to know of it (design, section 6): plain data, all durations in milliseconds. */
export interface ServiceOptions {
  /** The service's name in the configuration; it stands in every message. */
  readonly name: string;
  /** `{base_url}` of the interface; `/api/biz` is added. */
  readonly baseUrl: string;
  readonly auth: ServiceAuth;
  /** Sent with every request. Their values count as secrets, except one that equals `company`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whose books; with `baseUrl` it is what caches belong to. */
  readonly company: string;
  readonly connectTimeoutMs: number;
  /** From the first byte of the request to the last of the reply. */
  readonly replyTimeoutMs: number;
  /** Bookings on their way at the same time. */
  readonly concurrency: number;
  /** Statuses known to mean "nothing was done". */
  readonly notApplied: readonly number[];
  readonly cache: ServiceCacheOptions;
}

export type ServiceAuth = { readonly type: 'none' } | { readonly type: 'bearer'; readonly token: string };

export interface ServiceCacheOptions {
  readonly accountsMs: number;
  readonly vatTypesMs: number;
  /** For what was looked up and not found. */
  readonly missingMs: number;
}
