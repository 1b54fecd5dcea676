import { isPropertyMap, type PropertyChange, type PropertyMap, propertyOf } from "../values/properties.ts";

/** What an event's properties (`$set`, `$set_once`, `$unset`) ask of its person; null where they ask nothing. */
export function personChange(properties: PropertyMap): PropertyChange | null {
  const set = mapAt(properties, "$set");
  const setOnce = mapAt(properties, "$set_once");
  const unset = names(propertyOf(properties, "$unset"));
  return set || setOnce || unset.length > 0 ? { set, setOnce, unset } : null;
}

function mapAt(properties: PropertyMap, key: string): PropertyMap | undefined {
  const value = propertyOf(properties, key);
  return isPropertyMap(value) && Object.keys(value).length > 0 ? value : undefined;
}

/** Clients send a list of names, or a map whose keys they are. */
function names(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((name): name is string => typeof name === "string");
  return isPropertyMap(value) ? Object.keys(value) : [];
}
