import { RegexCompiler } from "../../flags/define/bounded-regex.ts";
import { isPropertyMap, type PropertyMap } from "../../lib/json/json.ts";
import { invalidValue } from "../../lib/problem.ts";
import { compileSchema, MAX_PATTERN_COST } from "./compile-schema.ts";
import { type Schema, TYPES } from "./schema.ts";

const MAX_DEPTH = 8;
const MAX_SCHEMAS = 500;
const MAX_NAME_LENGTH = 200;
const MAX_VALUES = 200;
/** Instructions of RE2 in all patterns of a schema. */
const MAX_PATTERNS_COST = 2000;

const text: Schema = { type: "string", maxLength: 2000 };
const number: Schema = { type: "number", minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE };
const size: Schema = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const scalar: Schema = { type: ["string", "number", "boolean", "null"] };
const object: Schema = { type: "object" };
const listOf = (items: Schema, minItems: number, maxItems: number): Schema => {
  return { type: "array", minItems, maxItems, items };
};

/** What the keywords of one schema may be, without those of the schemas in it. */
const KEYWORDS: Readonly<Record<string, Schema>> = {
  $schema: text,
  title: text,
  description: text,
  type: listOf({ enum: TYPES }, 1, TYPES.length), // a single one stands for a list
  properties: object,
  required: listOf({ type: "string", minLength: 1, maxLength: MAX_NAME_LENGTH }, 0, MAX_VALUES),
  additionalProperties: { type: "boolean" },
  enum: listOf(scalar, 1, MAX_VALUES),
  const: scalar,
  minimum: number,
  maximum: number,
  minLength: size,
  maxLength: size,
  pattern: text,
  items: object,
  minItems: size,
  maxItems: size,
  anyOf: listOf(object, 1, 8),
};
const VALIDATORS = new Map(Object.entries(KEYWORDS).map(([name, schema]) => [name, compileSchema(schema)]));

const BOUNDS = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;

interface Context {
  readonly path: readonly string[];
  readonly depth: number;
  readonly isAlternative: boolean;
  readonly budget: { schemas: number; readonly patterns: RegexCompiler };
}

/** Checks a schema of properties. Throws `invalid_input` with the field if it is unsupported, invalid or too large. */
export function checkSchema(value: unknown, attr = "schema"): Schema {
  const budget = { schemas: MAX_SCHEMAS, patterns: new RegexCompiler(MAX_PATTERNS_COST) };
  const context: Context = { path: [attr], depth: 0, isAlternative: false, budget };
  if (!isPropertyMap(value)) throw refusal(context, "must be an object");
  if (value.type !== "object") throw refusal(below(context, "type"), 'must be "object": properties are one');
  if (Object.hasOwn(value, "anyOf")) throw refusal(below(context, "anyOf"), "is supported for properties only");
  checkNode(value, context);
  return value as Schema;
}

/** Checks a schema, and those in it. */
function checkNode(value: PropertyMap, context: Context): void {
  if (context.depth > MAX_DEPTH) throw refusal(context, `is nested deeper than ${MAX_DEPTH} schemas`);
  context.budget.schemas -= 1;
  if (context.budget.schemas < 0) throw refusal(context, `is one of more than ${MAX_SCHEMAS} schemas`);
  for (const [keyword, part] of Object.entries(value)) checkKeyword(keyword, part, below(context, keyword));
  const schema = value as Schema;
  for (const [min, max] of BOUNDS) {
    const [from, to] = [schema[min], schema[max]];
    if (from !== undefined && to !== undefined && from > to) {
      throw refusal(below(context, max), `must be at least ${min}`);
    }
  }
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (name === "" || name.length > MAX_NAME_LENGTH) {
      throw refusal(below(context, "properties"), `must have names of 1 to ${MAX_NAME_LENGTH} characters`);
    }
    checkInner(part, below(below(context, "properties"), name));
  }
  if (schema.items) checkInner(schema.items, below(context, "items"));
  // Comparing two schemas takes exponentially long with another anyOf in one.
  if (schema.anyOf && context.isAlternative) {
    throw refusal(below(context, "anyOf"), "is not supported within another anyOf");
  }
  for (const [index, part] of (schema.anyOf ?? []).entries()) {
    checkInner(part, { ...below(below(context, "anyOf"), String(index)), isAlternative: true });
  }
}

function checkInner(value: unknown, context: Context): void {
  if (!isPropertyMap(value)) throw refusal(context, "must be an object");
  checkNode(value, { ...context, depth: context.depth + 1 });
}

function checkKeyword(keyword: string, value: unknown, at: Context): void {
  const validate = VALIDATORS.get(keyword);
  if (!validate || (keyword === "$schema" && at.depth > 0)) throw refusal(at, "is not supported");
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const violation = validate(keyword === "type" && items.length === 0 ? [value] : value);
  if (violation) {
    const index = violation.path === "" ? -1 : items.findIndex((item) => validate([item]) !== null);
    throw refusal(index < 0 ? at : below(at, String(index)), violation.detail);
  }
  for (const [index, item] of items.entries()) {
    const isRepeated = typeof item !== "object" && items.indexOf(item) < index;
    if (isRepeated) throw refusal(below(at, String(index)), "occurs twice");
  }
  if (keyword !== "pattern") return;
  try {
    new RegexCompiler(MAX_PATTERN_COST).check(String(value));
    at.budget.patterns.check(String(value));
  } catch (error) {
    throw refusal(at, `${(error as Error).message}, as a regular expression of RE2`);
  }
}

function below(context: Context, name: string): Context {
  return { ...context, path: [...context.path, name] };
}

function refusal({ path }: Context, what: string) {
  return invalidValue(path.join("__"), `${what}.`);
}
