import { isPropertyMap, unwrapLargeNumber } from "../../lib/json/json.ts";

const MAX_DEPTH = 64;
/** Conditions, filters, variants and all else of a definition. Every decision compares a project's flags. */
const MAX_OBJECTS = 5000;
const MAX_VALUES = 50_000;

export interface DefinitionSize {
  readonly objects: number;
  readonly values: number;
}

/** Throws, with the reason, unless the value, which may be YAML's, is JSON within 64 levels and the size limits. */
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
