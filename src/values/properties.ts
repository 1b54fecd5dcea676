import { LargeNumber } from "./exact-json.ts";

/** A free-form map of property names to JSON values, as `parseExactly` gives it: any key may be there, `__proto__` and "" too. */
export type PropertyMap = { readonly [key: string]: unknown };

/** What one event asks of a property map; applied in the order setOnce, set, unset. */
export interface PropertyChange {
  readonly set?: PropertyMap | undefined;
  readonly setOnce?: PropertyMap | undefined;
  readonly unset?: readonly string[] | undefined;
}

/** The value of an own key, else undefined: never something that the prototype holds. */
export function propertyOf(map: PropertyMap, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** A map with these entries; a plain assignment would lose the key `__proto__`. */
export function propertyMap(entries: Iterable<readonly [string, unknown]>): PropertyMap {
  return Object.fromEntries(entries);
}

/** True for what JSON calls an object: neither null nor an array. */
export function isPropertyMap(value: unknown): value is PropertyMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof LargeNumber);
}

/** The map after the changes, one after the other. The given map is left as it is. */
export function applyChanges(map: PropertyMap, changes: Iterable<PropertyChange>): PropertyMap {
  const result = new Map(Object.entries(map));
  for (const change of changes) {
    for (const [key, value] of Object.entries(change.setOnce ?? {})) if (!result.has(key)) result.set(key, value);
    for (const [key, value] of Object.entries(change.set ?? {})) result.set(key, value);
    for (const key of change.unset ?? []) result.delete(key);
  }
  return propertyMap(result);
}
