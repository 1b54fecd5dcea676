import { RegexCompiler } from "../../flags/define/bounded-regex.ts";
import { isPropertyMap } from "../../lib/json/json.ts";
import type { Violation } from "../../store/records/schema-kinds.ts";
import { isOfLibrary, type Schema, type TypeName, typesOf, valuesOf } from "./schema.ts";

/** Returns the first violation; null if there is none, or if the properties have too many values to be checked. */
export type Validator = (properties: unknown) => Violation | null;

type Check = (value: unknown, budget: Budget) => Violation | null;

/** Instructions of RE2 in one pattern. */
export const MAX_PATTERN_COST = 500;
/** Values that are compared for one event: a hostile client may send a hundred thousand. */
const MAX_STEPS = 20_000;
/** A match takes up to a step for this many characters. */
const CHARACTERS_PER_STEP = 10;
/** A longer text matches no pattern. */
const MAX_MATCHED_LENGTH = 1000;
const MAX_LISTED_CHARACTERS = 200;
const EXHAUSTED = new RangeError("too many values to check");

interface Budget {
  left: number;
}

function spend(budget: Budget, steps: number): void {
  budget.left -= steps;
  if (budget.left < 0) throw EXHAUSTED;
}

/** Returns the validator of a checked schema. Takes time and memory in proportion to it: no code is generated. */
export function compileSchema(schema: Schema): Validator {
  const check = compile(schema, "", true);
  return (properties) => {
    try {
      return check(properties, { left: MAX_STEPS });
    } catch (error) {
      if (error === EXHAUSTED) return null;
      throw error;
    }
  };
}

function compile(schema: Schema, path: string, isRoot = false): Check {
  const checks = [
    ...typeChecks(schema, path),
    ...boundChecks(schema, path),
    ...patternChecks(schema, path),
    ...listChecks(schema, path),
    ...objectChecks(schema, path, isRoot),
    ...alternativeChecks(schema, path),
  ];
  return (value, budget) => {
    spend(budget, 1);
    for (const check of checks) {
      const violation = check(value, budget);
      if (violation) return violation;
    }
    return null;
  };
}

function* typeChecks(schema: Schema, path: string): Generator<Check> {
  const types = typesOf(schema);
  if (types) {
    const violation = { path, rule: "type", detail: `must be ${types.join(" or ")}` };
    yield (value) => (types.some((type) => isOfType(value, type)) ? null : violation);
  }
  const values = valuesOf(schema);
  if (values === null) return;
  const known = new Set<unknown>(values);
  const list = values.map((value) => JSON.stringify(value)).join(", ");
  const listed = list.length > MAX_LISTED_CHARACTERS ? `${list.slice(0, MAX_LISTED_CHARACTERS)}…` : list;
  const rule = Object.hasOwn(schema, "const") ? "const" : "enum";
  const violation = { path, rule, detail: values.length === 1 ? `must be ${listed}` : `must be one of ${listed}` };
  yield (value) => (known.has(value) ? null : violation);
}

function isOfType(value: unknown, type: TypeName): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isPropertyMap(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

type IsWithin = (value: unknown, bound: number) => boolean;

const atLeast: IsWithin = (value, bound) => typeof value !== "number" || value >= bound;
const atMost: IsWithin = (value, bound) => typeof value !== "number" || value <= bound;

/** A value of another type meets a bound. */
const BOUNDS = [
  ["minimum", "be at least", "", atLeast],
  ["maximum", "be at most", "", atMost],
  ["minLength", "have at least", " characters", (value, min) => typeof value !== "string" || hasCharacters(value, min)],
  [
    "maxLength",
    "have at most",
    " characters",
    (value, max) => typeof value !== "string" || !hasCharacters(value, max + 1),
  ],
  ["minItems", "have at least", " items", (value, min) => !Array.isArray(value) || atLeast(value.length, min)],
  ["maxItems", "have at most", " items", (value, max) => !Array.isArray(value) || atMost(value.length, max)],
] as const satisfies readonly (readonly [rule: keyof Schema, must: string, unit: string, isWithin: IsWithin])[];

function* boundChecks(schema: Schema, path: string): Generator<Check> {
  for (const [rule, must, unit, isWithin] of BOUNDS) {
    const limit = schema[rule];
    if (limit !== undefined) yield bound(path, rule, `must ${must} ${limit}${unit}`, (value) => isWithin(value, limit));
  }
}

function* patternChecks({ pattern }: Schema, path: string): Generator<Check> {
  if (pattern === undefined) return;
  const violation = { path, rule: "pattern", detail: `must match ${pattern}` };
  yield (value, budget) => {
    if (typeof value !== "string") return null;
    if (value.length > MAX_MATCHED_LENGTH) return violation;
    spend(budget, value.length / CHARACTERS_PER_STEP);
    // Compiled patterns are cached together, because they may become large.
    return new RegexCompiler(MAX_PATTERN_COST).compile(pattern).test(value) ? null : violation;
  };
}

/** Counts code points, some of which take two units of the text. */
function hasCharacters(text: string, count: number): boolean {
  if (text.length < count) return false;
  if (text.length >= 2 * count) return true;
  let found = 0;
  for (const _ of text) found += 1;
  return found >= count;
}

function* listChecks({ items }: Schema, path: string): Generator<Check> {
  if (items === undefined) return;
  const check = compile(items, `${path}[]`);
  yield (value, budget) => {
    for (const item of Array.isArray(value) ? value : []) {
      const violation = check(item, budget);
      if (violation) return violation;
    }
    return null;
  };
}

function* objectChecks(schema: Schema, path: string, isRoot: boolean): Generator<Check> {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  for (const name of required) {
    const detail = "is missing";
    yield bound(at(name), "required", detail, (value) => !isPropertyMap(value) || Object.hasOwn(value, name));
  }
  const checks = new Map(Object.entries(properties).map(([name, part]) => [name, compile(part, at(name))]));
  for (const [name, check] of checks) {
    yield (value, budget) => {
      return isPropertyMap(value) && Object.hasOwn(value, name) ? check(value[name], budget) : null;
    };
  }
  if (additionalProperties) return;
  yield (value, budget) => {
    if (!isPropertyMap(value)) return null;
    for (const name of Object.keys(value)) {
      spend(budget, 1);
      if (checks.has(name) || (isRoot && isOfLibrary(name))) continue;
      return { path: at(name), rule: "additionalProperties", detail: "is not part of the schema" };
    }
    return null;
  };
}

function* alternativeChecks({ anyOf }: Schema, path: string): Generator<Check> {
  if (anyOf === undefined) return;
  const checks = anyOf.map((alternative) => compile(alternative, path));
  const violation = { path, rule: "anyOf", detail: "must match one of the alternatives" };
  yield (value, budget) => (checks.some((check) => check(value, budget) === null) ? null : violation);
}

function bound(path: string, rule: string, detail: string, isValid: (value: unknown) => boolean): Check {
  const violation = { path, rule, detail };
  return (value) => (isValid(value) ? null : violation);
}
