import { LRUCache } from "lru-cache";

/** Returns a cache of the last `maxSize` values used. The option `max` would reserve 2 MB for a process's caches. */
export function newLruCache<Key extends {}, Value extends {}>(maxSize: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize, sizeCalculation: () => 1 });
}
