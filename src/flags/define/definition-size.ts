import { isPropertyMap, unwrapLargeNumber } from "../../lib/json/json.ts";

const MAX_DEPTH = 64;
/** Of a definition: conditions, filters, variants and all else. A project's flags are compared in every decision. */
const MAX_OBJECTS = 5000;
const MAX_VALUES = 50_000;

/** How many objects and values a definition has. */
export interface DefinitionSize {
  readonly objects: number;
  readonly values: number;
}

/**
 * Returns the size. Throws, with the reason, unless the value is JSON that nests up to 64 levels and has few enough
 * objects and values. YAML can express values that JSON cannot, such as infinity and cycles.
 */
export function checkDefinitionSize(value: unknown): DefinitionSize {
  const count = { objects: 0, values: 0 };
  countValues(value, 0, count);
  return count;
}

function countValues(item: unknown, depth: number, count: { objects: number; values: number }): void {
  const value = unwrapLargeNumber(item);
  count.values += 1;
  if (count.values > MAX_VALUES) throw new RangeError(`it has more than ${MAX_VALUES} values`);
  if (typeof value !== "object" || value === null) {
    if (!isJsonScalar(value)) throw new TypeError(`${value} is not JSON`);
    return;
  }
  if (depth >= MAX_DEPTH) throw new RangeError(`a value nests deeper than ${MAX_DEPTH} levels`);
  if (isPropertyMap(value)) count.objects += 1;
  if (count.objects > MAX_OBJECTS) throw new RangeError(`it has more than ${MAX_OBJECTS} objects`);
  for (const member of Array.isArray(value) ? value : Object.values(value)) countValues(member, depth + 1, count);
}

function isJsonScalar(value: unknown): boolean {
  return typeof value === "number"
    ? Number.isFinite(value)
    : value === null || /^(string|boolean|undefined)$/.test(typeof value);
}
