/**
 * A cache that several processes share: the second level behind the one in this process. It may lose anything at any
 * time; its errors are tolerated.
 */
export interface SharedCache {
  /** One answer for each key, in their order; null where there is none. */
  getMany(keys: readonly string[]): Promise<readonly (string | null)[]>;
  /** @param ttlMs whole milliseconds, at least 1 */
  set(key: string, value: string, ttlMs: number): Promise<void>;
  drop(keys: readonly string[]): Promise<void>;
}
