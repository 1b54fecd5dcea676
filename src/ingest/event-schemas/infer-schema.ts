import { isPropertyMap, type PropertyMap } from "../../lib/json/json.ts";
import { isOfLibrary, type Schema, type TypeName } from "./schema.ts";

/** Names of properties may come from a hostile client: only those of this share of the events are drafted. */
const MIN_SHARE = 0.01;
const MAX_PROPERTIES = 50;
const MAX_NESTING = 3;
/** A text has few values if it has up to so many, each in several of at least so many events. */
const [MAX_VALUES, MIN_REPEATS, MIN_EVENTS, MAX_VALUE_LENGTH] = [8, 3, 50, 40];
const MAX_NAME_LENGTH = 200;

/** Returns the draft of a schema that these properties meet, and others like them. What libraries add is left out. */
export function inferSchema(sample: readonly PropertyMap[]): Schema {
  return inferObject(sample, 0, isOfLibrary);
}

function inferObject(sample: readonly PropertyMap[], depth: number, isLeftOut = (_name: string) => false): Schema {
  const values = new Map<string, unknown[]>();
  for (const properties of sample) {
    for (const [name, value] of Object.entries(properties)) {
      if (isLeftOut(name) || name === "" || name.length > MAX_NAME_LENGTH) continue;
      const known = values.get(name);
      if (known) known.push(value);
      else values.set(name, [value]);
    }
  }
  const frequent = [...values]
    .filter(([, found]) => found.length >= sample.length * MIN_SHARE)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_PROPERTIES)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const required = frequent.filter(([, found]) => found.length === sample.length).map(([name]) => name);
  const properties = frequent.map(([name, found]) => [name, inferValue(found, depth + 1)] as const);
  return { type: "object", properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

function inferValue(values: readonly unknown[], depth: number): Schema {
  const types = new Set(values.map(typeOf));
  if (types.has("number")) types.delete("integer");
  const [type, ...others] = types;
  if (type === undefined) return {};
  if (others.length > 0) return { type: [...types].toSorted() };
  if (type === "string") return { type, ...inferEnum(values as readonly string[]) };
  if (depth > MAX_NESTING) return { type };
  if (type === "object") return inferObject(values as readonly PropertyMap[], depth);
  if (type !== "array") return { type };
  const items = (values as readonly (readonly unknown[])[]).flat();
  return items.length === 0 ? { type } : { type, items: inferValue(items, depth + 1) };
}

function inferEnum(values: readonly string[]): Pick<Schema, "enum"> {
  const counts = new Map<string, number>();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > MAX_VALUES || value.length > MAX_VALUE_LENGTH) return {};
  }
  const isRepeated = values.length >= MIN_EVENTS && [...counts.values()].every((count) => count >= MIN_REPEATS);
  return isRepeated ? { enum: [...counts.keys()].toSorted() } : {};
}

function typeOf(value: unknown): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isPropertyMap(value)) return "object";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "boolean";
  return Number.isInteger(value) ? "integer" : "number";
}
