import { isPropertyMap, type PropertyChange, type PropertyMap, propertyOf } from "../lib/json/json.ts";

/** Reads `$set`, `$set_once` and `$unset`; null without changes. */
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

function propertyNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((name): name is string => typeof name === "string");
  return isPropertyMap(value) ? Object.keys(value) : [];
}
