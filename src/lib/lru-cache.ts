import { LRUCache } from "lru-cache";

/**
 * Returns a cache of the last `maxSize` values used. With the option `max` instead, lru-cache would reserve 20 bytes
 * for each at once: 2 MB for all caches of a process at rest.
 */
export function newLruCache<Key extends {}, Value extends {}>(maxSize: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize, sizeCalculation: () => 1 });
}
