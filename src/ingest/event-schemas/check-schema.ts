import { RegexCompiler } from "../../flags/define/bounded-regex.ts";
import { isPropertyMap, type PropertyMap } from "../../lib/json/json.ts";
import { problem } from "../../lib/problem.ts";
import { type Schema, TYPES } from "./schema.ts";

const MAX_DEPTH = 8;
const MAX_SCHEMAS = 500;
const MAX_NAME_LENGTH = 200;
const MAX_TEXT_LENGTH = 2000;
const MAX_ALTERNATIVES = 8;
const MAX_VALUES = 200;
/** Instructions of RE2 in one pattern, and in all patterns of a schema. */
export const MAX_PATTERN_COST = 500;
const MAX_PATTERNS_COST = 2000;

interface Context {
  readonly path: readonly string[];
  readonly depth: number;
  readonly isAlternative: boolean;
  readonly budget: { schemas: number; readonly patterns: RegexCompiler };
}

type Check = (value: unknown, context: Context) => void;

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

function checkNode(value: unknown, context: Context): void {
  if (!isPropertyMap(value)) throw refusal(context, "must be an object");
  if (context.depth > MAX_DEPTH) throw refusal(context, `is nested deeper than ${MAX_DEPTH} schemas`);
  context.budget.schemas -= 1;
  if (context.budget.schemas < 0) throw refusal(context, `is one of more than ${MAX_SCHEMAS} schemas`);
  for (const [keyword, part] of Object.entries(value)) {
    const check = KEYWORDS.get(keyword);
    const at = below(context, keyword);
    if (check === undefined || (keyword === "$schema" && context.depth > 0)) throw refusal(at, "is not supported");
    check(part, at);
  }
  for (const [min, max] of BOUNDS) requireOrder(value, min, max, context);
}

const BOUNDS = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;

function requireOrder(schema: PropertyMap, min: string, max: string, context: Context): void {
  const [from, to] = [schema[min], schema[max]];
  if (typeof from !== "number" || typeof to !== "number" || from <= to) return;
  throw refusal(below(context, max), `must be at least ${min}`);
}

const text: Check = (value, at) => {
  if (typeof value !== "string") throw refusal(at, "must be a text");
  if (value.length > MAX_TEXT_LENGTH) throw refusal(at, `must have up to ${MAX_TEXT_LENGTH} characters`);
};
const number: Check = (value, at) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw refusal(at, "must be a number");
};
const size: Check = (value, at) => {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw refusal(at, "must be a whole number from 0");
};
const scalar: Check = (value, at) => {
  if (value === null || typeof value === "boolean") return;
  if (typeof value === "string" || typeof value === "number") return;
  throw refusal(at, "must be a text, a number, true, false or null");
};
const typeName: Check = (value, at) => {
  if (!TYPES.some((type) => type === value)) throw refusal(at, `must be one of ${TYPES.join(", ")}`);
};
const schema: Check = (value, at) => checkNode(value, { ...at, depth: at.depth + 1 });

const KEYWORDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["$schema", text],
  ["title", text],
  ["description", text],
  [
    "type",
    (value, at) => {
      if (typeof value === "string") typeName(value, at);
      else listOf(1, TYPES.length, typeName)(value, at);
    },
  ],
  [
    "properties",
    (value, at) => {
      if (!isPropertyMap(value)) throw refusal(at, "must be an object");
      for (const [name, part] of Object.entries(value)) {
        requireName(name, at);
        schema(part, below(at, name));
      }
    },
  ],
  ["required", (value, at) => listOf(0, MAX_VALUES, (name, item) => requireName(name, item))(value, at)],
  [
    "additionalProperties",
    (value, at) => {
      if (typeof value !== "boolean") throw refusal(at, "must be true or false");
    },
  ],
  ["enum", (value, at) => listOf(1, MAX_VALUES, scalar)(value, at)],
  ["const", scalar],
  ["minimum", number],
  ["maximum", number],
  ["minLength", size],
  ["maxLength", size],
  [
    "pattern",
    (value, at) => {
      text(value, at);
      try {
        new RegexCompiler(MAX_PATTERN_COST).check(String(value));
        at.budget.patterns.check(String(value));
      } catch (error) {
        throw refusal(at, `${(error as Error).message}, as a regular expression of RE2`);
      }
    },
  ],
  ["items", schema],
  ["minItems", size],
  ["maxItems", size],
  [
    "anyOf",
    (value, at) => {
      // Comparing two schemas takes exponentially long otherwise.
      if (at.isAlternative) throw refusal(at, "is not supported within another anyOf");
      listOf(1, MAX_ALTERNATIVES, schema)(value, { ...at, isAlternative: true });
    },
  ],
]);

function listOf(min: number, max: number, check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      throw refusal(at, `must be a list of ${min} to ${max} items`);
    }
    for (const [index, item] of value.entries()) {
      check(item, below(at, String(index)));
      if (typeof item !== "object" && value.indexOf(item) < index) {
        throw refusal(below(at, String(index)), "occurs twice");
      }
    }
  };
}

function requireName(name: unknown, at: Context): void {
  if (typeof name === "string" && name !== "" && name.length <= MAX_NAME_LENGTH) return;
  throw refusal(at, `must have names of 1 to ${MAX_NAME_LENGTH} characters`);
}

function below(context: Context, name: string): Context {
  return { ...context, path: [...context.path, name] };
}

function refusal({ path }: Context, what: string) {
  const attr = path.join("__");
  return problem("invalid_input", { attr, detail: `${attr} ${what}.` });
}
