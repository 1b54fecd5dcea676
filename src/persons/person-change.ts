import { isPropertyMap, type PropertyChange, type PropertyMap, propertyOf } from "../lib/json/json.ts";

/** Returns the changes of a person by an event's properties (`$set`, `$set_once`, `$unset`); null if there are none. */
export function readPersonChange(properties: PropertyMap): PropertyChange | null {
  const set = nonEmptyMap(properties, "$set");
  const setOnce = nonEmptyMap(properties, "$set_once");
  const unset = propertyNames(propertyOf(properties, "$unset"));
  return set || setOnce || unset.length > 0 ? { set, setOnce, unset } : null;
}

function nonEmptyMap(properties: PropertyMap, key: string): PropertyMap | undefined {
  const value = propertyOf(properties, key);
  return isPropertyMap(value) && Object.keys(value).length > 0 ? value : undefined;
}

/** Returns the names that a client sends, as a list or as the keys of a map. */
function propertyNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((name): name is string => typeof name === "string");
  return isPropertyMap(value) ? Object.keys(value) : [];
}
